"""Rules about the collection as a whole: size, categories, and what lies in the corpus folder."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from groundkit.check.similar import find_alike, jaccard
from groundkit.check.subject import Subject
from groundkit.files.corpus_folder import is_document
from groundkit.problems import Problem
from groundkit.text.analyzers import Word
from groundkit.text.quotes import shown

SAMPLED_FROM = 200
"""Words of a document from which a sample of its sequences leads to similar ones."""

SAMPLED_LIMIT = 0.85
"""Part of the limit that a sample must reach: samples of similar documents vary."""

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1a20-\u1aaf\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)
"""Thai, Lao, Myanmar, Khmer, Tai Tham, kana and Han: scripts without spaces between words."""


def sizes(subject: Subject) -> Iterator[Problem]:
    """Yield floors that the collection does not reach, and categories that it lacks."""
    settings, judgments = subject.settings, subject.judgment_set.judgments
    num_documents = len(subject.corpus.documents)
    if num_documents < settings.min_documents:
        yield subject.in_corpus(
            "documents-few",
            None,
            f"{num_documents} documents, at least {settings.min_documents} are wanted",
            "add documents that compete with the gold ones",
        )
    if len(judgments) < settings.min_judgments:
        yield Problem(
            "judgments-few",
            subject.place,
            None,
            f"{len(judgments)} judgments, at least {settings.min_judgments} are wanted",
            "`groundkit-wh judgments add` writes one",
        )
    present = {judgment.category for judgment in judgments}
    for category in settings.categories:
        if category not in present:
            yield Problem(
                "category-absent",
                subject.place,
                None,
                f"no query has the category {shown(category)}",
                "add some, or take it out of categories in [tool.groundkit.check]",
            )


def files(subject: Subject) -> Iterator[Problem]:
    """Yield documents that are hardly meant to be, and files that are hashed but not documents."""
    documents = {document.doc for document in subject.corpus.documents}
    blank, stray = set(subject.blank), set(subject.settings.stray_names)
    for relative in subject.files:
        if relative in documents:
            if PurePosixPath(relative).stem.lower() in stray:
                yield subject.in_corpus(
                    "file-stray",
                    relative,
                    "is retrieved like a document",
                    "move it out of the corpus folder, or take its name out of stray_names",
                )
        elif relative in blank or not is_document(relative):
            why = "is blank" if relative in blank else "is no document"
            yield subject.in_corpus(
                "file-undocumented",
                relative,
                f"{why}, yet it changes corpus_hash",
                "move it out of the corpus folder",
            )


def scripts(subject: Subject) -> Iterator[Problem]:
    """Yield that much of the text is of scripts which the word analyzer cannot split."""
    total = unspaced = 0
    holders: list[str] = []
    for doc, text in subject.texts.items():
        total += len(text)
        if text.isascii():
            continue
        found = sum(map(len, _UNSPACED.findall(text)))
        unspaced += found
        if found > subject.settings.max_unspaced_share * len(text):
            holders.append(doc)
    share = unspaced / total if total else 0.0
    if share > subject.settings.max_unspaced_share:
        yield subject.in_corpus(
            "script-unspaced",
            None,
            f"{share:.0%} of the text is of scripts without spaces between words, in "
            f"{len(holders)} documents such as {shown(holders[0], None) if holders else 'none'}: "
            "the word analyzer takes whole phrases for words",
            "retrieve with a stage that can split it; read misses of BM25 as misses, "
            "not as abstention",
        )


def copies(subject: Subject) -> Iterator[Problem]:
    """Yield documents that are nearly the same as an earlier one.

    Of long documents a sample of the sequences leads to candidates, which are then compared in
    full; a pair well above the limit cannot escape but by a rare accident of the sample.
    """
    documents, limit = subject.corpus.documents, subject.settings.document_similarity
    sampled = [sequences(document.text, sample=True) for document in documents]
    for pair in find_alike(sampled, limit * SAMPLED_LIMIT):
        first, second = documents[pair.earlier], documents[pair.later]
        same = first.text_hash == second.text_hash
        similarity = 1.0 if same else jaccard(sequences(first.text), sequences(second.text))
        if similarity < limit:
            continue
        how = "the same text as" if same else f"{similarity:.0%} the same as"
        yield subject.in_corpus(
            "document-near-duplicate",
            second.doc,
            f"is {how} {shown(first.doc, None)}",
            "remove one of them, or label both wherever one is gold",
        )


def sequences(text: str, *, sample: bool = False) -> frozenset[str]:
    """Return the three-word sequences of a text; a text of fewer words is one sequence.

    Of a text of ``SAMPLED_FROM`` words or more, a ``sample`` keeps the sequences whose first word
    has a checksum divisible by eight, so that equal passages keep equal ones wherever they stand.
    """
    tokens = Word().tokens(text)
    if len(tokens) < 3:
        return frozenset([" ".join(tokens)] if tokens else [])
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    if not sample or len(tokens) < SAMPLED_FROM:
        return frozenset(map(" ".join, triples))
    kept = {token for token in set(tokens) if zlib.crc32(token.encode()) % 8 == 0}
    return frozenset(" ".join(triple) for triple in triples if triple[0] in kept)
