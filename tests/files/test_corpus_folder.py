"""A folder becomes a corpus: which files count, what is refused, and the identity."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundkit import identity
from groundkit.errors import InputError
from groundkit.files.corpus_folder import contains, read_corpus
from groundkit.records import Corpus


def write(root: Path, files: dict[str, bytes]) -> Path:
    """Write files below a folder and return it."""
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def docs_of(corpus: Corpus) -> list[str]:
    return [document.doc for document in corpus.documents]


def problems_of(root: Path, **options: int) -> tuple[str, ...]:
    with pytest.raises(InputError) as caught:
        read_corpus(root, **options)  # type: ignore[arg-type]
    return caught.value.problems


def hash_of(files: dict[str, bytes]) -> str:
    """Return the corpus hash as the definition states it."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name] + b"\0")
    return digest.hexdigest()


# Documents


def test_documents_are_text_files_outside_of_dot_folders(tmp_path: Path) -> None:
    files = {
        "a.md": b"x",
        "b.markdown": b"x",
        "c.txt": b"x",
        "UPPER.MD": b"x",
        ".dotfile.md": b"x",
        "deep/er/d.md": b"x",
        "deep/.hidden/e.md": b"x",
        ".git/f.md": b"x",
        "g.rst": b"x",
        "md": b"x",
        ".md": b"x",
        "h.md.bak": b"x",
        "sp ace.é.md": b"x",
    }
    assert docs_of(read_corpus(write(tmp_path, files))) == [
        ".dotfile.md",
        "UPPER.MD",
        "a.md",
        "b.markdown",
        "c.txt",
        "deep/er/d.md",
        "sp ace.é.md",
    ]


def test_a_dot_in_the_path_to_the_root_hides_nothing(tmp_path: Path) -> None:
    assert docs_of(read_corpus(write(tmp_path / ".notes", {"a.md": b"x"}))) == ["a.md"]


def test_line_ends_become_lf_and_a_byte_order_mark_stays(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"\xef\xbb\xbfone\r\ntwo\rthree\n\r\n"})
    (document,) = read_corpus(tmp_path).documents
    assert document.text == "\ufeffone\ntwo\nthree\n\n"
    assert document.text_hash == identity.text_hash(document.text)


def test_files_of_white_space_alone_are_no_documents(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"x", "b.md": b"", "c.md": b" \r\n\t\xc2\xa0"})
    corpus = read_corpus(tmp_path)
    assert docs_of(corpus) == ["a.md"]
    assert corpus.num_files == 3


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "# One\n\n# Two", "One"),
        ("a.md", "text\n## Sub\n#Tag\n#\tTab\n#   Late  \n", "Late"),
        ("a.md", "# \n#  \nx\n# Third", "Third"),
        ("a.md", "\ufeff# Marked", "Marked"),
        ("a.MARKDOWN", "# Upper\r\ntext", "Upper"),
        ("a.md", "no heading # here", None),
        ("a.md", " # indented", None),
        ("a.txt", "# One", None),
    ],
)
def test_the_title_is_the_first_level_one_heading_of_a_markdown_file(
    tmp_path: Path, name: str, text: str, title: str | None
) -> None:
    (document,) = read_corpus(write(tmp_path, {name: text.encode()})).documents
    assert document.title == title
    assert document.metadata is None


def test_a_corpus_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "docs", {"a.md": b"one", "b.bin": b"\0\xff"})
    monkeypatch.chdir(tmp_path)
    corpus = read_corpus(Path("docs"))
    assert (corpus.name, corpus.kind, corpus.extractor) == ("docs", "folder", "text@1")
    assert (corpus.num_files, corpus.num_bytes) == (2, 5)
    assert corpus.documents_hash == identity.documents_hash([("a.md", identity.text_hash("one"))])
    assert read_corpus(Path("docs"), name="mine").name == "mine"


# Identity


def test_every_regular_file_counts_for_the_hash_in_code_point_order(tmp_path: Path) -> None:
    files = {
        "a-b.md": b"1",
        "a.md": b"2\r\n",
        "a/b.md": b"3",
        "a0.md": b"4",
        ".git/config": b"5",
        "é.bin": bytes(range(256)),
        "\U0001f680.md": b"6",
        "\uffee.md": b"7",
        "empty": b"",
    }
    assert read_corpus(write(tmp_path, files)).corpus_hash == hash_of(files)


def test_empty_folders_do_not_count(tmp_path: Path) -> None:
    before = read_corpus(write(tmp_path, {"a.md": b"x"})).corpus_hash
    (tmp_path / "empty" / "er").mkdir(parents=True)
    assert read_corpus(tmp_path).corpus_hash == before


NAMES = st.text("ab-0é", min_size=1, max_size=3)
FILES = st.dictionaries(
    st.tuples(st.sampled_from(["", "d/", "d/e/", "d-/"]), NAMES).map(lambda t: f"{''.join(t)}.md"),
    st.binary(max_size=3),
    min_size=1,
    max_size=6,
)


@given(files=FILES, data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_order_in_which_files_were_made_changes_nothing(
    files: dict[str, bytes], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    files = {name: content.hex().encode() for name, content in files.items()} | {"z.md": b"z"}
    shuffled = dict(data.draw(st.permutations(list(files.items()))))
    first = read_corpus(write(tmp_path_factory.mktemp("first"), files), name="n")
    second = read_corpus(write(tmp_path_factory.mktemp("second"), shuffled), name="n")
    assert first == second
    assert first.corpus_hash == hash_of(files)


# Refusals


def test_a_missing_folder_a_file_and_an_empty_folder_are_refused(tmp_path: Path) -> None:
    (missing,) = problems_of(tmp_path / "none")
    assert missing.endswith("none: no such folder; give the folder that holds the documents")

    write(tmp_path, {"a.md": b"x"})
    (file,) = problems_of(tmp_path / "a.md")
    assert file.endswith("a.md: is a file, expected a folder; give the folder it is in")
    (below,) = problems_of(tmp_path / "a.md" / "b")
    assert below.endswith("b: cannot be read: Not a directory")

    write(tmp_path / "sub", {"a.rst": b"x", "b.md": b" "})
    (empty,) = problems_of(tmp_path / "sub")
    assert empty.endswith(
        "sub: no documents among 2 files; expected files ending in .md, .markdown, .txt that "
        "are not blank"
    )


def test_all_documents_that_cannot_be_used_are_reported_together(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.md": b"ok",
            "big.txt": b"12345678901",
            "exact.txt": b"1234567890",
            "latin.md": b"caf\xe9",
            "z.bin": b"\xff" * 20,
        },
    )
    assert problems_of(tmp_path, max_document_bytes=10) == (
        f"{tmp_path}/big.txt: 11 bytes, more than the limit of 10 for a document; "
        "split the file or raise the limit (max_document_bytes)",
        f"{tmp_path}/latin.md: not UTF-8: byte 0xe9 at offset 3; "
        "save the file as UTF-8, or keep it out of the corpus folder",
    )


@pytest.mark.parametrize("data", [b"\xed\xa0\x80", b"\xc0\xaf", b"ok\xf4\x90\x80\x80", b"\xe2\x82"])
def test_utf8_is_read_strictly(tmp_path: Path, data: bytes) -> None:
    (problem,) = problems_of(write(tmp_path, {"a.md": data}))
    assert "a.md: not UTF-8: byte 0x" in problem


def test_binary_files_that_are_no_documents_may_hold_anything(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"x", "b.bin": b"\xff", ".x/c.md": b"\xff"})
    assert docs_of(read_corpus(tmp_path)) == ["a.md"]


def test_files_and_folders_that_cannot_be_read_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not by permissions: the tests may run as a user whom none of them stops.
    write(tmp_path, {"a.md": b"x", "b.bin": b"x", "shut/c.md": b"x"})
    read_bytes, scandir = Path.read_bytes, os.scandir

    def guarded_read(path: Path) -> bytes:
        if path.name == "b.bin":
            raise PermissionError(13, "Permission denied")
        return read_bytes(path)

    def guarded_scan(path: Path) -> Iterator[os.DirEntry[str]]:
        if path.name == "shut":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(Path, "read_bytes", guarded_read)
    monkeypatch.setattr(os, "scandir", guarded_scan)
    assert problems_of(tmp_path) == (
        f"{tmp_path}/shut: cannot be listed: Permission denied",
        f"{tmp_path}/b.bin: cannot be read: Permission denied",
    )


@pytest.mark.skipif(os.name != "posix", reason="only here are file names bytes")
def test_a_file_name_that_is_not_utf8_is_reported_on_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"x"})
    try:
        (tmp_path / os.fsdecode(b"bad\xff\n.md")).write_bytes(b"x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (problem,) = problems_of(tmp_path)
    assert problem.endswith("/bad\\udcff\\n.md: its name is not UTF-8; rename it")


def test_special_files_are_not_opened(tmp_path: Path) -> None:
    expected = read_corpus(write(tmp_path, {"a.md": b"x"}))
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as server:
        # A path relative to the folder, for the names of sockets are short.
        before = Path.cwd()
        os.chdir(tmp_path)
        try:
            server.bind("socket.md")
        finally:
            os.chdir(before)
        (tmp_path / "linked.md").symlink_to("pipe.md")
        assert read_corpus(tmp_path) == expected


# Links


def test_links_that_leave_the_root_are_refused_wherever_they_stand(tmp_path: Path) -> None:
    write(tmp_path / "outside", {"secret.md": b"x"})
    root = write(tmp_path / "root", {"a.md": b"x", ".git/b": b"x"})
    (root / "file.md").symlink_to("../outside/secret.md")
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / ".git" / "up").symlink_to("../..")
    (root / "gone").symlink_to("/no/such/place")
    why = "is a symbolic link that leaves the corpus folder; put a copy in its place"
    assert problems_of(root) == (
        f"{root}/file.md: {why}",
        f"{root}/folder: {why}",
        f"{root}/gone: {why}",
        f"{root}/.git/up: {why}",
    )


def test_a_link_to_a_sibling_whose_name_starts_like_the_root_leaves_it(tmp_path: Path) -> None:
    write(tmp_path / "root-2", {"b.md": b"x"})
    root = write(tmp_path / "root", {"a.md": b"x"})
    (root / "b.md").symlink_to("../root-2/b.md")
    (problem,) = problems_of(root)
    assert "leaves the corpus folder" in problem


def test_a_link_to_a_file_inside_is_a_file_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, {"v1/a.md": b"x"})
    (tmp_path / "latest.md").symlink_to("v1/a.md")
    corpus = read_corpus(tmp_path)
    assert docs_of(corpus) == ["latest.md", "v1/a.md"]
    assert corpus.corpus_hash == hash_of({"latest.md": b"x", "v1/a.md": b"x"})


def test_links_to_folders_inside_are_not_followed_so_loops_end(tmp_path: Path) -> None:
    expected = read_corpus(write(tmp_path, {"a.md": b"x", "d/b.md": b"y"}))
    (tmp_path / "d" / "root").symlink_to("..")
    (tmp_path / "d" / "self").symlink_to(".")
    (tmp_path / "again").symlink_to("d")
    assert read_corpus(tmp_path) == expected


def test_links_that_lead_nowhere_are_refused_only_where_a_document_is_missed(
    tmp_path: Path,
) -> None:
    expected = read_corpus(write(tmp_path, {"a.md": b"x"}))
    (tmp_path / ".#a.md").symlink_to("user@host.1234")  # an editor's lock
    (tmp_path / "tool").symlink_to("missing")
    (tmp_path / "x.bin").symlink_to("x.bin")
    assert read_corpus(tmp_path) == expected

    (tmp_path / "b.md").symlink_to("missing.md")
    (tmp_path / "loop1.md").symlink_to("loop2.md")
    (tmp_path / "loop2.md").symlink_to("loop1.md")
    assert problems_of(tmp_path) == tuple(
        f"{tmp_path}/{name}: is a symbolic link that leads nowhere; remove it"
        for name in ("b.md", "loop1.md", "loop2.md")
    )


def test_a_root_that_is_a_link_is_read_like_the_folder(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"a.md": b"x"})
    (root / "b.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("root")
    assert read_corpus(tmp_path / "link", name="n") == read_corpus(root, name="n")


def test_contains_resolves_links_and_takes_paths_that_do_not_exist(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"a.md": b"x"})
    (tmp_path / "link").symlink_to("root")
    assert contains(root, root)
    assert contains(root, root / "new" / "w.duckdb")
    assert contains(root, tmp_path / "link" / "w.duckdb")
    assert contains(tmp_path / "link", root / "w.duckdb")
    assert not contains(root, root / ".." / "w.duckdb")
    assert not contains(root, tmp_path / "root-2" / "w.duckdb")
