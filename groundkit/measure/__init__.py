"""The names of measures: one grammar, and trec_eval's spelling of it. Nothing here computes."""
