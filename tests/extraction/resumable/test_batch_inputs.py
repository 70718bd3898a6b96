"""Where the documents of a batch come from: folders, lists, patterns, addresses; always streamed."""

import io
import os
import time
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from paperformer.documents.limits import Limits
from paperformer.errors import DocumentTooLarge, InvalidConfig, UnreadableDocument
from paperformer.extraction.resumable.addresses import load, stamp_of
from paperformer.extraction.resumable.inputs import Inputs, names_in
from paperformer.extraction.resumable.runner import BatchConfig, run_batch
from paperformer.extraction.resumable.store import Store, StoreConfig
from toy_batch import SETTINGS, TEXT, ToyReader, answers_in, states, write_texts


@pytest.fixture
def bucket() -> Iterator[str]:
    """An address in memory with three documents, one of them in a folder, and one file of another kind."""
    system = fsspec.filesystem("memory")
    for name in ("a.txt", "deep/b.txt", "deep/c.TXT", "deep/d.pdf", ".hidden.txt"):
        system.pipe_file(f"/bucket/{name}", name.encode())
    yield "memory://bucket"
    system.rm("/bucket", recursive=True)


def names(*places: str, without: Path | None = None) -> list[str]:
    return sorted(file.name for file in Inputs(places=places, suffixes=TEXT, without=without))


def test_a_folder_is_walked_without_hidden_files_other_kinds_and_the_folder_of_answers(
    tmp_path: Path,
) -> None:
    write_texts(tmp_path, {"a.txt": "", ".b.txt": "", "c.pdf": "", "d.TXT": ""})
    write_texts(tmp_path / "deep" / "er", {"e.txt": ""})
    write_texts(tmp_path / "out", {"f.txt": ""})
    write_texts(tmp_path / ".hidden", {"g.txt": ""})
    found = names(str(tmp_path), without=tmp_path / "deep" / ".." / "out")
    assert found == sorted(str(tmp_path / name) for name in ("a.txt", "d.TXT", "deep/er/e.txt"))


def test_what_a_file_without_a_suffix_is_its_first_bytes_tell(tmp_path: Path) -> None:
    write_texts(tmp_path, {"scan 17": "%PDF-1.7\n", "notes": "nothing", "copy.bak": "%PDF-1.7\n"})
    assert names(str(tmp_path)) == [str(tmp_path / "scan 17")]


def test_a_pattern_finds_files_of_any_kind_and_no_folders(tmp_path: Path) -> None:
    write_texts(tmp_path / "a.d", {"x.txt": "", "y.pdf": ""})
    write_texts(tmp_path / "b", {"z.txt": ""})
    assert names(f"{tmp_path}/**/*.*") == [
        f"{tmp_path}/a.d/x.txt",
        f"{tmp_path}/a.d/y.pdf",
        f"{tmp_path}/b/z.txt",
    ]
    (nothing,) = Inputs(places=[f"{tmp_path}/*.png"], suffixes=TEXT)
    assert str(nothing.error) == f"{tmp_path}/*.png matches no file. Check the pattern"


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    write_texts(tmp_path, {"scan[1].txt": "", "scan1.txt": ""})
    assert names(f"{tmp_path}/scan[1].txt") == [f"{tmp_path}/scan[1].txt"]


def test_a_pipe_is_refused_and_a_missing_file_is_left_to_who_opens_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (pipe,) = Inputs(places=[str(tmp_path)], suffixes=TEXT)
    assert isinstance(pipe.error, UnreadableDocument)
    (missing,) = Inputs(places=[str(tmp_path / "missing.txt")], suffixes=TEXT)
    assert missing.error is None
    assert missing.stamp is None


def test_a_list_has_a_name_a_line_whatever_its_bytes() -> None:
    stream = io.BytesIO(b"a.pdf\r\n\ncaf\xe9 1.pdf\ns3://bucket/b.pdf")
    assert list(names_in(stream)) == ["a.pdf", os.fsdecode(b"caf\xe9 1.pdf"), "s3://bucket/b.pdf"]


def test_places_and_folders_are_taken_lazily(tmp_path: Path) -> None:
    taken: list[str] = []

    def places() -> Iterator[str]:
        for name in ("a.txt", "b.txt"):
            taken.append(name)
            yield str(tmp_path / name)

    next(iter(Inputs(places=places(), suffixes=TEXT)))
    assert taken == ["a.txt"]


def test_a_stamp_is_relied_on_when_the_file_has_rested(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a")
    (fresh,) = Inputs(places=[str(path)], suffixes=TEXT)
    assert not fresh.settled
    assert stamp_of({"size": 3, "ETag": '"x"'}) == ('3:"x"', True)
    assert stamp_of({"size": 3, "mtime": time.time() - 60})[1]
    assert not stamp_of({"size": 3, "mtime": time.time()})[1]
    assert stamp_of({"size": 3}) == (None, False)


def test_an_address_is_a_file_a_folder_or_a_pattern(bucket: str) -> None:
    assert names(f"{bucket}/a.txt") == ["memory:///bucket/a.txt"]
    assert names(bucket) == [f"memory:///bucket/{name}" for name in ("a.txt", "deep/b.txt", "deep/c.TXT")]
    assert names(f"{bucket}/deep/?.[tp]*") == ["memory:///bucket/deep/b.txt", "memory:///bucket/deep/d.pdf"]
    (missing,) = Inputs(places=[f"{bucket}/no.txt"], suffixes=TEXT)
    assert str(missing.error) == f"{bucket}/no.txt does not exist. Check the address"


def test_what_lies_at_an_address_is_loaded_within_limits(bucket: str) -> None:
    assert load(f"{bucket}/a.txt", "a", Limits()) == b"a.txt"
    with pytest.raises(DocumentTooLarge, match="a has more than 4 bytes"):
        load(f"{bucket}/a.txt", "a", Limits(file_bytes=4))
    with pytest.raises(UnreadableDocument, match="b does not exist"):
        load(f"{bucket}/b.txt", "b", Limits())


def test_an_unknown_kind_of_address_is_one_line() -> None:
    with pytest.raises(InvalidConfig, match="nonsense://a cannot be opened"):
        names("nonsense://a")


def test_a_batch_reads_an_address_once(tmp_path: Path) -> None:
    """Through a file system that worker processes see too."""
    folder = write_texts(tmp_path / "in", {"a.txt": "a", "b.txt": "b"})
    inputs = Inputs(places=[f"file://{folder}"], suffixes=TEXT)
    seen = []
    for _ in range(2):
        with Store(StoreConfig(folder=tmp_path / "out")) as store:
            config = BatchConfig(limits=Limits())
            seen.append(states(list(run_batch(inputs, ToyReader, SETTINGS, store, config))))
    assert seen == [{"read": 2}, {"done before": 2}]
    assert answers_in(tmp_path / "out") == ["a", "b"]
