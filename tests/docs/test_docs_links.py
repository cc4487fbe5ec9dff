"""Every relative link of every page leads somewhere, down to the heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_CODE = re.compile(r"^(`{3,}).*?^\1 *$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def pages() -> list[Path]:
    """Return the Markdown pages that people read, without the documents that are test data."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for folder in ("evals", "runs", "benchmarks"):
        found += (ROOT / folder).glob("*.md")
    return sorted(found)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*?) *$", _fenced_out(page), re.MULTILINE)
    plain = (heading.replace("`", "").lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def links(page: Path) -> list[str]:
    """Return the targets of a page's links, code and comments left out."""
    text = _CODE.sub("", _COMMENT.sub("", page.read_text(encoding="utf-8")))
    return _LINK.findall(text)


def _fenced_out(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^(`{3,}).*?^\1 *$", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_resolves(page: Path) -> None:
    broken = []
    for target in links(page):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        leads_to = (page.parent / path).resolve() if path else page
        inside = leads_to.is_relative_to(ROOT) and leads_to.exists()
        if not inside or (anchor and anchor not in anchors(leads_to)):
            broken.append(target)
    assert broken == []


def test_the_pages_have_links_at_all() -> None:
    assert len([link for page in pages() for link in links(page)]) > 50
