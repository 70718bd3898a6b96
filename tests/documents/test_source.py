"""A path, bytes or a stream become bytes and a name, or one clear error."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from paperformer.documents.limits import Limits
from paperformer.documents.source import load_source
from paperformer.errors import DocumentTooLarge, InvalidConfig, UnreadableDocument

LIMITS = Limits(file_bytes=100)


class Dribble(io.RawIOBase):
    """A stream that hands out three bytes at a time, as a pipe may."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def read(self, size: int = -1) -> bytes:
        size = 3 if size < 0 else min(3, size)
        chunk, self.rest = self.rest[:size], self.rest[size:]
        return chunk


def test_all_sources_give_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"0123456789")
    sources = [
        path,
        str(path),
        b"0123456789",
        bytearray(b"0123456789"),
        io.BytesIO(b"0123456789"),
        Dribble(b"0123456789"),
    ]
    assert {load_source(source, None, LIMITS)[0] for source in sources} == {b"0123456789"}  # type: ignore[arg-type]
    assert load_source(path, None, LIMITS)[1] == str(path)
    assert load_source(b"x", None, LIMITS)[1] == "-"
    assert load_source(path, "scan", LIMITS)[1] == "scan"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from a pipe")))
    assert load_source("-", None, LIMITS) == (b"from a pipe", "-")


@pytest.mark.parametrize(
    "source", [b"x" * 101, io.BytesIO(b"x" * 101), Dribble(b"x" * 101), Path("/dev/zero")]
)
def test_more_bytes_than_allowed_are_refused(source: object) -> None:
    with pytest.raises(DocumentTooLarge, match="more than 100 bytes"):
        load_source(source, None, LIMITS)  # type: ignore[arg-type]


def test_a_large_file_is_refused_by_its_size_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "sparse.pdf"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(DocumentTooLarge):
        load_source(path, None, Limits())


def test_exactly_as_many_bytes_as_allowed_are_read() -> None:
    assert len(load_source(b"x" * 100, None, LIMITS)[0]) == 100


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (Path("no/such/file.pdf"), "does not exist"),
        (Path(), "is a folder"),
        (Path(os.devnull), "is empty"),
        (b"", "is empty"),
        ("a\0b.pdf", "cannot be read"),
        (Path("x" * 5000), "cannot be read"),
        (io.StringIO("text"), "was opened as text"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(source: object, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said) as caught:
        load_source(source, None, LIMITS)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_a_closed_stream_is_one_clear_line() -> None:
    stream = io.BytesIO(b"x")
    stream.close()
    with pytest.raises(UnreadableDocument, match="closed"):
        load_source(stream, "upload", LIMITS)


def test_a_file_without_permission_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.pdf"
    path.write_bytes(b"%PDF-1.7")
    path.chmod(0)
    if os.geteuid() == 0:  # root may read everything: refuse it in the system's stead

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnreadableDocument, match=r"secret\.pdf may not be read"):
        load_source(path, None, LIMITS)


@pytest.mark.parametrize("bound", ["pages", "file_bytes", "seconds_per_page", "worker_megabytes"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_limits_that_allow_nothing_are_refused(bound: str, value: float) -> None:
    with pytest.raises(InvalidConfig, match=bound):
        Limits(**{bound: value})  # type: ignore[arg-type]


def test_a_closed_standard_input_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UnreadableDocument, match="standard input is closed"):
        load_source("-", None, LIMITS)


@pytest.mark.parametrize("thing", [None, 123])
def test_what_is_no_source_at_all_is_one_line(thing: Any) -> None:
    with pytest.raises(UnreadableDocument, match="cannot be of type"):
        load_source(thing, None, LIMITS)
