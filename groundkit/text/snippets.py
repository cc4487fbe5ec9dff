"""Snippets: where searched words stand in a passage, and the text around them on one line."""

from __future__ import annotations

from groundkit.text.analyzers import Analyzer

SNIPPET_CHARS = 100


def first_match(text: str, start: int, end: int, analyzer: Analyzer, words: str) -> int:
    """Return the offset of the first line of the chunk that holds most of the searched terms."""
    wanted = set(analyzer.tokens(words))
    best, most = start, 0
    line_start = start
    while line_start < end:
        line_end = text.find("\n", line_start, end)
        line_end = end if line_end < 0 else line_end
        held = len(wanted.intersection(analyzer.tokens(text[line_start:line_end])))
        if held > most:
            best, most = line_start, held
        line_start = line_end + 1
    return best


def snippet(text: str, analyzer: Analyzer, words: str) -> str:
    """Return ``text`` on one line, from its beginning or from a little before a searched term."""
    wanted = set(analyzer.tokens(words))
    pieces = text.split()
    first = next(
        (
            index
            for index, piece in enumerate(pieces)
            if wanted.intersection(analyzer.tokens(piece))
        ),
        0,
    )
    if len(" ".join(pieces[: first + 1])) <= SNIPPET_CHARS - 3:
        first = 0
    line = ("... " if first else "") + " ".join(pieces[max(0, first - 3) if first else 0 :])
    return line if len(line) <= SNIPPET_CHARS else line[: SNIPPET_CHARS - 3].rstrip() + "..."
