"""From the paths on the command line to documents."""

import os
from pathlib import Path

import pytest

from paperformer.cli.inputs import SUFFIXES, find_inputs
from paperformer.errors import UnreadableDocument


def names(*paths: Path | str, without: Path | None = None) -> list[str]:
    return [entry.name for entry in find_inputs([str(p) for p in paths], without=without)]


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def test_a_folder_is_walked_sorted_for_documents_only(tmp_path: Path) -> None:
    touch(tmp_path / "b.PDF", tmp_path / "a" / "z.jpeg", tmp_path / "a" / "notes.txt", tmp_path / "a.tiff")
    assert names(tmp_path) == [str(tmp_path / name) for name in ("a/z.jpeg", "a.tiff", "b.PDF")]


def test_files_of_other_kinds_in_folders_are_named_by_kind(tmp_path: Path) -> None:
    touch(tmp_path / "a.pdf", tmp_path / "b.SVG", tmp_path / "c" / "d.docx", tmp_path / "notes.txt")
    touch(tmp_path / "out" / "e.svg")
    passed: list[tuple[str, str]] = []
    given = [str(tmp_path), "-", "f.svg"]
    list(find_inputs(given, without=tmp_path / "out", passed=lambda kind, name: passed.append((kind, name))))
    assert passed == [("SVG", str(tmp_path / "b.SVG")), ("Word", str(tmp_path / "c" / "d.docx"))]


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    touch(tmp_path / ".cache" / "a.pdf", tmp_path / ".b.pdf", tmp_path / "c.pdf")
    assert names(tmp_path) == [str(tmp_path / "c.pdf")]


def test_the_folder_of_overlay_pictures_is_not_read(tmp_path: Path) -> None:
    touch(tmp_path / "invoice.pdf", tmp_path / "out" / "invoice.page-1.png")
    assert names(tmp_path, without=tmp_path / "out") == [str(tmp_path / "invoice.pdf")]


def test_files_given_by_name_are_taken_whatever_their_suffix_in_the_order_given() -> None:
    assert names("b.bin", "-", "a.pdf") == ["b.bin", "-", "a.pdf"]


def test_standard_input_has_no_path() -> None:
    (entry,) = find_inputs(["-"])
    assert entry.path is None
    assert entry.error is None


def test_a_folder_without_documents_is_an_error_that_names_it(tmp_path: Path) -> None:
    touch(tmp_path / "notes.txt")
    (entry,) = find_inputs([str(tmp_path)])
    assert isinstance(entry.error, UnreadableDocument)
    assert entry.error.message == f"{tmp_path} holds no document"
    assert all(suffix[1:] in entry.error.remedy for suffix in SUFFIXES)


@pytest.mark.parametrize(
    "head",
    [
        b"%PDF-1.7\n",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"PK\x03\x04" + bytes(40),
        b'<?xml version="1.0"?><Invoice/>',
        b"From: a@example.org\nTo: b@example.org\nSubject: bill\n\n",
    ],
)
def test_what_a_file_without_a_suffix_in_a_folder_is_its_first_bytes_tell(
    tmp_path: Path, head: bytes
) -> None:
    touch(tmp_path / "notes", tmp_path / "deep" / "README")
    (tmp_path / "deep" / "scan 17").write_bytes(head)
    (tmp_path / "copy.bak").write_bytes(head)
    assert names(tmp_path) == [str(tmp_path / "deep" / "scan 17")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_without_a_suffix_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    touch(tmp_path / "a.pdf")
    assert names(tmp_path) == [str(tmp_path / "a.pdf")]


def test_names_that_begin_with_a_dash_are_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("-", "-dash.pdf"):
        (tmp_path / name).write_bytes(b"%PDF-1.7\n")
    monkeypatch.chdir(tmp_path)
    assert names("-dash.pdf", ".") == ["-dash.pdf", "-dash.pdf", str(tmp_path / "-")]
    assert all(entry.path is not None for entry in find_inputs(["."]))


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    touch(tmp_path / "a.pdf")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert names(tmp_path) == [str(tmp_path / "a.pdf")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may open every folder")
def test_a_folder_that_may_not_be_opened_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    touch(tmp_path / "a.pdf", tmp_path / "locked" / "b.pdf")
    (tmp_path / "locked").chmod(0)
    try:
        entries = list(find_inputs([str(tmp_path)]))
    finally:
        (tmp_path / "locked").chmod(0o700)
    assert [entry.error is None for entry in entries] == [True, False]
    assert "may not be opened" in str(entries[1].error)


def test_a_name_that_is_no_utf8_can_be_printed(tmp_path: Path) -> None:
    try:
        touch(tmp_path / os.fsdecode(b"caf\xe9.pdf"))
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (name,) = names(tmp_path)
    assert name.endswith("caf\N{REPLACEMENT CHARACTER}.pdf")
    name.encode("utf-8")


def test_a_pipe_in_a_folder_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "b.pdf")
    for name in ("a.pdf", "c.pdf"):
        (tmp_path / name).write_bytes(b"x")
    found = list(find_inputs([str(tmp_path)]))
    assert [Path(entry.name).name for entry in found] == ["a.pdf", "b.pdf", "c.pdf"]
    assert [entry.error is None for entry in found] == [True, False, True]
    assert "is no file but a pipe or device" in str(found[1].error)
