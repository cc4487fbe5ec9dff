"""The Python examples of README and docs/python.md run as printed and print what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from generate.python_blocks import blocks, outputs

from groundkit.chunking.registry import chunker

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/python.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_example_runs_and_prints_what_the_page_shows(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for block, printed in zip(blocks(page), outputs(page), strict=True):
        after = text[text.index(block) + len(block) :]
        shown = re.search(r"^```text\n(.*?)^```$", after, re.MULTILINE | re.DOTALL)
        assert shown is not None
        assert printed.strip()
        assert shown[1] == printed


def test_the_chunker_of_the_page_can_be_offered_as_an_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks("docs/python.md") if "class Paragraphs" in block)
    group, name, target = re.findall(
        r'\[project\.entry-points\."(.+?)"\]\n(\w+) = "(.+?)"', text
    ).pop()
    module, _, _ = target.partition(":")
    place = tmp_path / (module.replace(".", "/") + ".py")
    place.parent.mkdir(parents=True)
    place.write_text(example.partition("\nrun = ")[0], encoding="utf-8")
    installed = tmp_path / "offered-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    (installed / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")
    monkeypatch.syspath_prepend(tmp_path)

    found = chunker(name, chunk_size=512, chunk_overlap=64)

    assert [*found.spans("one\ntwo\n\n\nthree\n")] == [(0, 7), (10, 15)]
    assert chunker(f"{name}@1", chunk_size=512, chunk_overlap=64).revision == 1
