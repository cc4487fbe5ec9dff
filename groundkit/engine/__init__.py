"""Access to the engine: the only package that imports duckdb."""
