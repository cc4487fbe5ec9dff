"""Audits labels: pure rules over a corpus and its judgments, without any retriever."""
