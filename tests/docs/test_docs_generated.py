"""Generated pages are what their generators return, on the engine that the tests run on."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from cogapp import Cog

ROOT = Path(__file__).resolve().parents[2]
BEGIN = "<!-- [[[cog"


def checked_pages() -> list[str]:
    """Return the pages that ``.ci/run`` checks and that have generated parts."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [
        page.relative_to(ROOT).as_posix()
        for page in pages
        if BEGIN in page.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("page", checked_pages())
def test_a_generated_page_is_up_to_date(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    said = io.StringIO()
    cog = Cog()
    cog.set_output(stdout=said, stderr=said)
    code = cog.main(["cog", "--check", "--diff", "-P", page])
    assert code == 0, f"run `cog -r -P README.md docs/*.md`\n{said.getvalue()}"


def test_a_page_with_changed_content_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\nprint('as generated')\n]]] -->\nedited\n<!-- [[[end]]] -->\n")
    monkeypatch.chdir(tmp_path)
    cog = Cog()
    cog.set_output(stdout=io.StringIO(), stderr=io.StringIO())
    assert cog.main(["cog", "--check", "-P", "page.md"]) != 0


def test_no_page_outside_of_the_check_has_generated_parts() -> None:
    found = {
        page.relative_to(ROOT).as_posix()
        for folder in (".", "docs/decisions", "evals", "runs", "benchmarks")
        for page in (ROOT / folder).glob("*.md")
        if BEGIN in page.read_text(encoding="utf-8")
    }
    assert found == {"README.md"}
