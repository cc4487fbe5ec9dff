"""Factories as stages: ``MODULE:FACTORY`` gets the collection and returns the retriever."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_collection import NUM_QUERIES, TEXTS, Collection, hits, rows

from groundkit import Warehouse
from groundkit.errors import UsageError
from groundkit.retrieve.factories import FactoryStage, imported
from groundkit.retrieve.specs import split_spec, stages

MODULE = '''
"""A retriever of a project."""


class Words:
    """Counts the words of the query that a chunk holds."""

    def __init__(self, collection):
        self.chunks = collection.chunks
        assert [document.doc for document in collection.documents] == sorted(
            document.doc for document in collection.documents
        )
        for chunk in collection.chunks:
            (text,) = (d.text for d in collection.documents if d.doc == chunk.doc)
            assert chunk.text == text[chunk.start : chunk.end]

    def __call__(self, query, depth):
        words = set(query.lower().split())
        found = [
            (chunk.doc, chunk.start, chunk.end, float(len(words & set(chunk.text.lower().split()))))
            for chunk in self.chunks
        ]
        return sorted((hit for hit in found if hit[3]), key=lambda hit: -hit[3])[:depth]

    @classmethod
    def every_seventh_fails(cls, collection):
        asked = []

        def retrieve(query, depth):
            asked.append(query)
            if len(asked) % 7 == 0:
                raise LookupError("the seventh")
            return []

        return retrieve


def no_callable(collection):
    return [1, 2]


def broken(collection):
    raise ValueError("the index is empty")


NUMBER = 7
'''


@pytest.fixture
def project(evaluated: Collection, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collection]:
    """Return the collection with a module ``my_search`` in its folder, which is the current one."""
    (evaluated.folder / "my_search.py").write_text(MODULE, encoding="utf-8")
    (evaluated.folder / "broken_search.py").write_text("import no_such_module\n")
    package = evaluated.folder / "my_package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "inner.py").write_text("from my_search import Words\n")
    monkeypatch.chdir(evaluated.folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield evaluated
    for name in [name for name in sys.modules if name.split(".")[0] in {"my_search", "my_package"}]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["my_search:Words", "my_package.inner:Words"])
def test_a_factory_of_the_working_folder_ranks_the_chunks_of_the_run(
    opened: Warehouse, project: Collection, name: str
) -> None:
    run = opened.evaluate(
        inputs=project.inputs(),
        stages=stages([f"mine={name}"]),
        chunk_size=80,
        chunk_overlap=0,
    )
    assert rows(
        opened,
        "select retriever, chunking_id is not null, params from core.stage "
        "where run_id = $run_id and stage = 'mine'",
        run_id=run.run_id,
    ) == [("callable", True, f'{{"function":"{name}","spans":"auto"}}')]
    (doc, start, end, score), *_ = hits(opened, run.run_id)["mine", "ttl"]
    assert (doc, score) == ("cache.md", 2.0)
    assert TEXTS[doc][start:end] == "# Cache\n\nAn entry of the cache lives for ten minutes."
    assert opened.verify().rows == ()


def test_a_method_may_be_the_factory_and_what_it_raises_later_is_an_outcome(
    opened: Warehouse, project: Collection
) -> None:
    run = opened.evaluate(
        inputs=project.inputs(), stages=stages(["mine=my_search:Words.every_seventh_fails"])
    )
    assert rows(
        opened,
        "select status, error, count(*) from core.query_outcome "
        "where run_id = $run_id and stage = 'mine' group by all order by all",
        run_id=run.run_id,
    ) == [("failed", "LookupError: the seventh", 1), ("ok", None, NUM_QUERIES - 1)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my_search:broken", "my_search:broken raised ValueError: the index is empty"),
        ("my_search:no_callable", "must return a callable (query, depth), not list"),
    ],
)
def test_a_factory_that_makes_no_retriever_ends_the_evaluation_with_nothing_stored(
    opened: Warehouse, project: Collection, name: str, said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        opened.evaluate(inputs=project.inputs(), stages={"mine": imported(name)})
    assert said in str(caught.value)
    assert rows(opened, "select name from core.run") == [("first",)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:x", "cannot be imported: ModuleNotFoundError: No module named"),
        ("broken_search:x", "cannot be imported: ModuleNotFoundError: No module named 'no_such"),
        ("my_search:nothing", 'module my_search has no "nothing"'),
        ("my_search:Words.nothing", 'module my_search has no "Words.nothing"'),
        ("my_search:NUMBER", "my_search:NUMBER must be callable, not int"),
    ],
)
def test_a_name_that_leads_to_no_factory_is_refused_before_any_work(
    project: Collection, name: str, said: str
) -> None:
    assert Path.cwd() == project.folder
    with pytest.raises(UsageError) as caught:
        imported(name)
    assert said in str(caught.value)


def test_what_is_not_callable_is_no_factory() -> None:
    with pytest.raises(UsageError, match="x must be callable, not int"):
        FactoryStage(7, name="x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mine"], 'unknown stage "mine"; valid: bm25, NAME=exec:COMMAND, NAME=MODULE:FACTORY'),
        (["bm52"], 'unknown stage "bm52"; did you mean "bm25"?'),
        (["mine="], 'stage "mine": expected exec:COMMAND or MODULE:FACTORY, not ""'),
        (["mine=cat"], 'stage "mine": expected exec:COMMAND or MODULE:FACTORY, not "cat"'),
        (["mine=a:b:c"], 'stage "mine": expected exec:COMMAND or MODULE:FACTORY, not "a:b:c"'),
        (["mine=../a:b"], 'stage "mine": expected exec:COMMAND or MODULE:FACTORY, not "../a:b"'),
        (["mine=exec:"], 'stage "mine": a program as a stage needs a command'),
        (["mine=exec:no-such-program"], 'stage "mine": there is no program "no-such-program"'),
        (["m=exec:cat", "m=exec:cat"], 'there are two stages called "m"; give each its own name'),
    ],
)
def test_a_word_that_names_no_stage_is_refused(words: list[str], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        stages(words)
    assert str(caught.value).startswith(said)


def test_words_name_stages_in_their_order_beside_the_baseline() -> None:
    found = stages(["b=exec:cat", "bm25", "a=exec:cat -n"])
    assert list(found) == ["b", "a"]
    assert split_spec("bm25") is None
    assert split_spec("a b=exec:x=y") == ("a b", "exec:x=y")


@pytest.mark.parametrize("name", ["bm25", "", "two words", "tab\t"])
def test_a_stage_may_not_be_called_so(opened: Warehouse, evaluated: Collection, name: str) -> None:
    with pytest.raises(UsageError, match="a stage cannot be called"):
        opened.evaluate(inputs=evaluated.inputs(), stages=stages([f"{name}=exec:cat"]))
