"""Which revision broke which quote, told from git's objects alone."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from git_history import Content, History, Link, Submodule, history
from hypothesis import given, settings
from hypothesis import strategies as st

from groundkit.check import label_history as module
from groundkit.check.label_history import Break, GoldPlace, LabelHistory, label_history
from groundkit.errors import InputError, UsageError
from groundkit.files.git_objects import Repository, open_repository
from groundkit.records import Gold, Judgment

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repo(tmp_path: Path) -> History:
    return history(tmp_path / "repo")


def judged(*golds: Gold) -> list[Judgment]:
    """Return a judgment for each gold entry, ``q1`` on line 1 and so on."""
    return [
        Judgment(f"q{line}", "text", "normal", True, (gold,), line, line)
        for line, gold in enumerate(golds, start=1)
    ]


def of(
    repo: History, judgments: Sequence[Judgment], revision_range: str | None = None, **options: int
) -> LabelHistory:
    with open_repository(repo.folder) as repository:
        return label_history(judgments, repository, "docs", revision_range, **options)


def numbers(found: LabelHistory) -> list[tuple[int, int]]:
    """Return (resolved, broken) of each revision."""
    return [(result.num_resolved, result.num_broken) for result in found.revisions]


def short(one: Break) -> tuple[str, str | None, str, str]:
    return one.query_id, one.commit, one.reason, one.detail


HELD_NOT = "the document does not hold the quote"
PLACE = GoldPlace(1, "q1", 0)


# Breaks


@pytest.mark.parametrize("broken_by", range(1, 7))
def test_the_commit_that_broke_a_quote_is_named(repo: History, broken_by: int) -> None:
    ids = repo.commits(
        {
            "docs/a.md": f"version {number}, "
            + ("four" if number >= broken_by else "five")
            + " tries"
        }
        for number in range(7)
    )
    found = of(repo, judged(Gold("a.md", "five tries")))
    assert [result.commit for result in found.revisions] == ids
    assert found.breaks == (
        Break(
            query_id="q1",
            gold_index=0,
            line=1,
            doc="a.md",
            quote="five tries",
            commit=ids[broken_by],
            time=f"2026-01-01T00:0{broken_by}:00Z",
            subject=f"change {broken_by + 1}",
            reason="quote missing",
            detail=HELD_NOT,
            mended_by=None,
        ),
    )
    assert numbers(found) == [(1, 0)] * broken_by + [(0, 1)] * (7 - broken_by)
    assert [result.broke for result in found.revisions] == [
        (PLACE,) if number == broken_by else () for number in range(7)
    ]


def test_a_quote_that_is_repeated_breaks_until_it_is_alone_again(repo: History) -> None:
    ids = repo.commits({"docs/a.md": text} for text in ("one", "one and one", "and one"))
    (one,) = of(repo, judged(Gold("a.md", "one"))).breaks
    assert short(one) == (
        "q1",
        ids[1],
        "quote repeated",
        "the document holds the quote 2 times",
    )
    assert one.mended_by == ids[2]


def test_each_break_of_a_quote_is_told_with_what_mended_it(repo: History) -> None:
    ids = repo.commits({"docs/a.md": text} for text in ("in", "out", "in", "in!", "gone", "out"))
    found = of(repo, judged(Gold("a.md", "in")))
    assert [(one.commit, one.mended_by) for one in found.breaks] == [
        (ids[1], ids[2]),
        (ids[4], None),
    ]
    assert numbers(found) == [(1, 0), (0, 1), (1, 0), (1, 0), (0, 1), (0, 1)]
    assert [result.broke for result in found.revisions] == [(), (PLACE,), (), (), (PLACE,), ()]
    assert [result.mended for result in found.revisions] == [(), (), (PLACE,), (), (), ()]


def test_a_quote_that_never_resolved_has_no_commit_and_counts_as_not_broken(
    repo: History,
) -> None:
    repo.commits([{"docs/a.md": "one"}, {"docs/a.md": "two two"}])
    found = of(repo, judged(Gold("a.md", "two"), Gold("b.md", "x"), Gold("a.rst", "x")))
    assert [short(one) for one in found.breaks] == [
        ("q1", None, "quote repeated", "the document holds the quote 2 times"),
        ("q2", None, "document missing", "it is not in the folder"),
        ("q3", None, "document missing", "it is not in the folder"),
    ]
    assert {(one.time, one.subject) for one in found.breaks} == {(None, None)}
    assert numbers(found) == [(0, 0), (0, 0)]


def test_a_quote_that_resolves_since_its_document_was_written_is_no_break(repo: History) -> None:
    repo.commits([{"docs/b.md": "x"}, {"docs/a.md": "draft"}, {"docs/a.md": "one"}])
    found = of(repo, judged(Gold("a.md", "one")))
    assert found.breaks == ()
    assert numbers(found) == [(0, 0), (0, 0), (1, 0)]
    assert found.revisions[2].mended == ()


def test_a_missing_occurrence_is_told_from_a_missing_quote(repo: History) -> None:
    ids = repo.commits({"docs/a.md": text} for text in ("one one one", "one one", "one", "none?"))
    golds = (Gold("a.md", "one", occurrence="3"), Gold("a.md", "one", occurrence="2"))
    assert [short(one) for one in of(repo, judged(*golds)).breaks] == [
        (
            "q1",
            ids[1],
            "quote missing",
            "the document holds the quote 2 times, so there is no occurrence 3",
        ),
        (
            "q2",
            ids[2],
            "quote missing",
            "the document holds the quote once, so there is no occurrence 2",
        ),
    ]


def test_an_entry_resolves_under_the_rules_of_its_label(repo: History) -> None:
    ids = repo.commits({"docs/a.md": text} for text in ("a b", "A  b\r\nA", "x"))
    golds = (
        Gold("a.md", "a b"),
        Gold("a.md", "a b", match="alnum"),
        Gold("a.md", "b\nA", occurrence="all"),
        Gold("a.md", None),
        Gold("a.md", "", relevance=0),
    )
    found = of(repo, judged(*golds))
    # The last entry could not be read, so it is not counted.
    assert [result.num_quotes for result in found.revisions] == [4, 4, 4]
    assert [(one.query_id, one.commit) for one in found.breaks] == [
        ("q1", ids[1]),
        ("q2", ids[2]),
        ("q3", ids[2]),
    ]


# Documents


def test_a_renamed_document_breaks_its_quotes_and_its_new_name_is_told(repo: History) -> None:
    text = "".join(f"line {number}\n" for number in range(30))
    first = repo.commit({"docs/a.md": text, "docs/b.md": "short", "docs/c.md": "kept: five\n" * 9})
    edited = text.replace("line 3\n", "line three\n")
    second = repo.commit(
        {
            "docs/a.md": None,
            "docs/deep/new.md": edited,
            "docs/b.md": None,
            "docs/c.md": None,
            "c.md": "kept: five\n" * 9,
        }
    )
    golds = (Gold("a.md", "line 5\n"), Gold("b.md", "short"), Gold("c.md", None))
    found = of(repo, judged(*golds, Gold("deep/new.md", "line 5\n")))
    assert [result.commit for result in found.revisions] == [first, second]
    outside = "it was removed, or moved out of the folder"
    assert [short(one) for one in found.breaks] == [
        ("q1", second, "document missing", "it was renamed to deep/new.md"),
        ("q2", second, "document missing", outside),
        ("q3", second, "document missing", outside),
    ]


def test_one_commit_may_break_quotes_for_different_reasons(repo: History) -> None:
    repo.commit({"docs/a.md": "one", "docs/b.md": "two"})
    broken = repo.commit({"docs/a.md": None, "docs/b.md": "other"})
    found = of(repo, judged(Gold("a.md", "one"), Gold("b.md", "two")))
    assert [short(one) for one in found.breaks] == [
        ("q1", broken, "document missing", "it was removed, or moved out of the folder"),
        ("q2", broken, "quote missing", HELD_NOT),
    ]


def test_a_folder_that_was_removed_breaks_everything(repo: History) -> None:
    repo.commit({"docs/a.md": "one", "docs/b.md": "two"})
    gone = repo.commit({"docs": None})
    found = of(repo, judged(Gold("a.md", "one"), Gold("b.md", "two")))
    assert {one.commit for one in found.breaks} == {gone}
    assert numbers(found) == [(2, 0), (0, 2)]


@pytest.mark.parametrize(
    ("content", "reason", "detail"),
    [
        (b"caf\xe9", "document unreadable", "not UTF-8: byte 0xe9 at offset 3"),
        ("one" * 7, "document unreadable", "21 bytes, more than the limit of 20 for a document"),
        (" \r\n\t", "document missing", "the file is blank"),
        (Link("b.md"), "document missing", "it is a symbolic link, which is not followed"),
        (Submodule("1" * 40), "document missing", "it is a submodule, which is not followed"),
    ],
)
def test_a_document_that_cannot_be_read_in_one_revision_stops_nothing(
    repo: History, content: Content, reason: str, detail: str
) -> None:
    ids = repo.commits(
        [{"docs/a.md": "one", "docs/b.md": "one"}, {"docs/a.md": content}, {"docs/a.md": "one"}]
    )
    golds = (Gold("a.md", "one"), Gold("a.md", None), Gold("b.md", "one"))
    found = of(repo, judged(*golds), max_document_bytes=20)
    assert [short(one) for one in found.breaks] == [
        ("q1", ids[1], reason, detail),
        ("q2", ids[1], reason, detail),
    ]
    assert {one.mended_by for one in found.breaks} == {ids[2]}
    assert numbers(found) == [(3, 0), (1, 2), (3, 0)]


def test_a_document_that_became_a_folder_is_missing(repo: History) -> None:
    ids = repo.commits([{"docs/a.md": "one"}, {"docs/a.md": None, "docs/a.md/b.md": "one"}])
    (one,) = of(repo, judged(Gold("a.md", "one"))).breaks
    assert short(one) == ("q1", ids[1], "document missing", "it is a folder, which is not followed")


def test_only_documents_hold_quotes(repo: History) -> None:
    repo.commit({"docs/a.rst": "one", "docs/.hidden/a.md": "one", "docs/A.MARKDOWN": "one"})
    golds = (Gold("a.rst", "one"), Gold(".hidden/a.md", "one"), Gold("A.MARKDOWN", "one"))
    found = of(repo, judged(*golds))
    detail = "by its name it is not a document"
    assert [short(one) for one in found.breaks] == [
        ("q1", None, "document missing", detail),
        ("q2", None, "document missing", detail),
    ]


def test_line_ends_of_a_blob_play_no_part(repo: History) -> None:
    repo.commits({"docs/a.md": text} for text in ("one\ntwo", "one\r\ntwo", "one\rtwo"))
    found = of(repo, judged(Gold("a.md", "one\ntwo")))
    assert numbers(found) == [(1, 0)] * 3


@pytest.mark.parametrize("doc", ["-n.md", "*.md", ":(top).md", "a\nb.md", '"ü" $(x).md', "-d/x.md"])
def test_the_name_of_a_document_is_taken_literally(repo: History, doc: str) -> None:
    repo.commit({f"docs/{doc}": "one", "docs/n.md": "two", "docs/bad\udcff.md": "one"})
    broken = repo.commit({f"docs/{doc}": None, "docs/odd\n\x1b.md": "one"})
    (one,) = of(repo, judged(Gold(doc, "one"))).breaks
    assert short(one) == (
        "q1",
        broken,
        "document missing",
        "it was renamed to odd\\n\\u001b.md",
    )


# Revisions


def test_a_merge_is_named_for_what_the_merged_branch_broke(repo: History) -> None:
    repo.commit({"docs/a.md": "one", "docs/b.md": "two"})
    repo.branch("side")
    side = repo.commit({"docs/a.md": "other"}, branch="side")
    repo.commit({"docs/b.md": "two!"})
    merge = repo.commit({"docs/a.md": "other"}, "Merge side", merge=side)
    (one,) = of(repo, judged(Gold("a.md", "one"), Gold("b.md", "two"))).breaks
    assert (one.commit, one.subject) == (merge, "Merge side")


def test_the_first_change_of_a_range_can_be_the_one_that_broke(repo: History) -> None:
    ids = repo.commits({"docs/a.md": text} for text in ("one", "one!", "two", "two!", "one"))
    gold = judged(Gold("a.md", "one"))
    found = of(repo, gold, f"{ids[1]}..{ids[3]}")
    assert [result.commit for result in found.revisions] == ids[1:4]
    assert [(one.commit, one.mended_by) for one in found.breaks] == [(ids[2], None)]

    # In a range that begins with the broken text, the quote never resolved until it did.
    assert of(repo, gold, f"{ids[2]}..").breaks == ()
    (never,) = of(repo, gold, f"{ids[2]}..{ids[3]}").breaks
    assert never.commit is None
    assert [result.commit for result in of(repo, gold, ids[1]).revisions] == ids[:2]


def test_commits_elsewhere_are_no_revisions(repo: History) -> None:
    first = repo.commit({"docs/a.md": "one"})
    repo.commits({"code.py": str(number)} for number in range(5))
    assert [result.commit for result in of(repo, judged(Gold("a.md", "one"))).revisions] == [first]


def test_a_bare_repository_has_the_same_history(tmp_path: Path) -> None:
    results = []
    for bare in (False, True):
        repo = history(tmp_path / str(bare), bare=bare)
        repo.commits({"docs/a.md": text} for text in ("one", "two"))
        results.append(of(repo, judged(Gold("a.md", "one"))))
    assert results[0] == results[1]
    assert len(results[0].breaks) == 1


def test_without_any_quote_each_revision_is_still_there(repo: History) -> None:
    repo.commits({"docs/a.md": text} for text in ("one", "two"))
    found = of(repo, [])
    assert [result.num_quotes for result in found.revisions] == [0, 0]
    assert found.breaks == ()


def test_a_history_that_is_not_there_is_refused(repo: History, tmp_path: Path) -> None:
    gold = judged(Gold("a.md", "one"))
    with pytest.raises(UsageError, match="the branch has no commit yet"):
        of(repo, gold)
    repo.commit({"other/a.md": "one"})
    with pytest.raises(UsageError, match='holds the folder "docs"'):
        of(repo, gold)
    with pytest.raises(UsageError, match='unknown revision "v9"'):
        of(repo, gold, "v9..")


def test_a_blob_that_git_lost_is_an_error_and_no_break(repo: History) -> None:
    commit = repo.commit({"docs/a.md": "one"})
    blob_id = repo.git("rev-parse", f"{commit}:docs/a.md").strip()
    (repo.folder / ".git" / "objects" / blob_id[:2] / blob_id[2:]).unlink()
    with pytest.raises(InputError, match=f"{blob_id} is missing or damaged"):
        of(repo, judged(Gold("a.md", "one")))


# Cost


def test_two_hundred_revisions_read_each_content_and_resolve_each_quote_in_it_once(
    repo: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each commit changes one of ten documents; a.md goes back and forth between two contents,
    # and z.md always has what a.md has. Nobody quotes pile.md, so it is never read.
    changes: list[dict[str, Content]] = [
        {f"docs/{number}.md": "fact 0" for number in range(8)}
        | {"docs/a.md": "even", "docs/z.md": "even"}
    ]
    for number in range(1, 200):
        back = "odd" if number % 2 else "even"
        changes.append(
            {
                f"docs/{number % 8}.md": f"fact {number}",
                "docs/a.md": back,
                "docs/z.md": back,
                "docs/pile.md": str(number),
            }
        )
    ids = repo.commits(changes)
    golds = [Gold(f"{number}.md", "fact") for number in range(8)] + [
        Gold("0.md", f"fact {number}") for number in range(0, 200, 8)
    ]
    golds += [Gold("a.md", "even"), Gold("a.md", "odd"), Gold("z.md", "even")]

    blobs: Counter[str] = Counter()
    pairs: Counter[tuple[Any, str]] = Counter()
    blob, resolve_gold = Repository.blob, module.resolve_gold

    def counted_blob(self: Repository, blob_id: str, **options: Any) -> bytes:
        blobs[blob_id] += 1
        return blob(self, blob_id, **options)

    def counted_resolve(gold: Gold, folds: Any) -> Any:
        pairs[id(gold), folds.text] += 1
        return resolve_gold(gold, folds)

    monkeypatch.setattr(Repository, "blob", counted_blob)
    monkeypatch.setattr(module, "resolve_gold", counted_resolve)
    found = of(repo, judged(*golds))

    assert len(found.revisions) == 200
    assert set(blobs.values()) == {1}
    assert len(blobs) == 202  # "fact 0" to "fact 199", "even", "odd".
    assert set(pairs.values()) == {1}
    mended = [result.commit for result in found.revisions if (34, "q34", 0) in result.mended]
    assert mended == ids[2::2]


# The same from whole states, slowly

DOCS = ("a.md", "b.md", "c/d.md")
TEXTS = st.sampled_from(["x", "xx", "y", "x y", "yxy", " ", None])
STATES = st.lists(st.fixed_dictionaries(dict.fromkeys(DOCS, TEXTS)), min_size=1, max_size=8)
GOLDS = st.lists(
    st.builds(Gold, st.sampled_from(DOCS), st.sampled_from(["x", "y", "xy", None])), max_size=5
)


def resolves(gold: Gold, text: str | None) -> bool:
    if text is None or not text.strip():
        return False
    return gold.quote is None or text.count(gold.quote) == 1


@given(states=STATES, golds=GOLDS)
@settings(max_examples=25)
def test_a_history_is_that_of_its_states(
    states: list[dict[str, str | None]], golds: list[Gold]
) -> None:
    changed = [state for at, state in enumerate(states) if at == 0 or state != states[at - 1]]
    with TemporaryDirectory() as folder:
        repo = history(Path(folder))
        repo.commits(
            {f"docs/{doc}": text for doc, text in state.items()} | {"docs/.keep": str(number)}
            for number, state in enumerate(changed)
        )
        found = of(repo, judged(*golds))
    for number, result in enumerate(found.revisions):
        now = [resolves(gold, changed[number][gold.doc]) for gold in golds]
        ever = [
            any(resolves(gold, state[gold.doc]) for state in changed[:number]) for gold in golds
        ]
        before = [number > 0 and resolves(gold, changed[number - 1][gold.doc]) for gold in golds]
        assert result.num_resolved == sum(now)
        assert result.num_broken == sum(e and not n for e, n in zip(ever, now, strict=True))
        assert [place.line for place in result.broke] == [
            line for line, (b, n) in enumerate(zip(before, now, strict=True), 1) if b and not n
        ]
        assert [place.line for place in result.mended] == [
            line
            for line, (e, b, n) in enumerate(zip(ever, before, now, strict=True), 1)
            if e and not b and n
        ]
    failing = {one.line for one in found.breaks if one.mended_by is None}
    assert failing == {
        line for line, gold in enumerate(golds, 1) if not resolves(gold, changed[-1][gold.doc])
    }
    by_commit = Counter(one.commit for one in found.breaks if one.commit is not None)
    assert by_commit == Counter(
        {result.commit: len(result.broke) for result in found.revisions if result.broke}
    )
