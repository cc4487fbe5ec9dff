"""Quotes that stand in other documents too: found as by searching every document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundkit.check.elsewhere import _Finder, inner_words

TEXT = st.text("abé .-\n", max_size=30)


def test_words_at_the_ends_of_a_quote_may_be_parts_of_longer_ones() -> None:
    assert inner_words("one two three") == {"two"}
    assert inner_words("(one) two") == {"one"}
    assert inner_words("one two") == frozenset()


@given(st.lists(TEXT, max_size=6), st.lists(TEXT.filter(bool), max_size=6))
def test_every_document_that_holds_a_quote_is_found(texts: list[str], quotes: list[str]) -> None:
    documents = {f"{number}.md": text for number, text in enumerate(texts)}
    parts = [text[1:-1] for text in texts if text[1:-1]]
    finder = _Finder(documents, [*quotes, *parts])
    for quote in (*quotes, *parts):
        wanted = tuple(doc for doc, text in documents.items() if quote in text)
        assert finder.documents_with(quote) == wanted
