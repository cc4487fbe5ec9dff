"""Output formats: tables of values turned into text or Parquet, the same bytes everywhere."""
