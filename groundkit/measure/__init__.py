"""Names of measures: which there are, how they are written, and what a user asked for."""
