"""Texts from disk: where one ends, which are held out, and what cannot be read."""

import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from paperformer.errors import InvalidConfig
from paperformer.learning.language.config import DocumentUnit, TextSource
from paperformer.learning.language.sources import (
    LONGEST_PIECE,
    documents,
    fingerprint,
    fragments,
    is_held_out,
)
from toy_documents import record_of, write_jsonl

TEXT = "one\ntwo\n\n\nthree\n \nfour\nfive"


def texts(source: TextSource, *, held_out: bool = False) -> list[str]:
    """All texts as wholes."""
    whole: list[str] = []
    for fragment in fragments([source], held_out=held_out):
        if fragment.begins:
            whole.append("")
        whole[-1] += fragment.text
    return whole


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("line", ["one", "two", "three", "four", "five"]),
        ("paragraph", ["one\ntwo", "three", "four\nfive"]),
        ("file", ["one\ntwo\n\n\nthree\n\nfour\nfive"]),
    ],
)
def test_a_text_is_a_line_a_paragraph_or_a_file(tmp_path: Path, unit: DocumentUnit, found: list[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    assert texts(TextSource(path=str(path), document=unit)) == found


def test_a_folder_gives_its_text_files_in_order_packed_ones_too(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.txt.gz").write_bytes(gzip.compress("zwölf".encode()))
    (tmp_path / "a.txt").write_text("\ufeffeins", encoding="utf-8")
    (tmp_path / "c.md").write_text("not this")
    assert texts(TextSource(path=str(tmp_path))) == ["eins", "zwölf"]


@pytest.mark.parametrize("unit", ["line", "paragraph", "file"])
def test_a_very_long_line_stays_one_text(tmp_path: Path, unit: DocumentUnit) -> None:
    path = tmp_path / "long.txt"
    line = "ab " * LONGEST_PIECE
    path.write_text(line + "\n\nshort\n")
    found = texts(TextSource(path=str(path), document=unit))
    assert found == ([line + "\n\nshort"] if unit == "file" else [line, "short"])


def test_what_is_held_out_is_not_learned_from_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    lines = [f"text number {number}" for number in range(2000)]
    path.write_text("\n".join(lines + lines[:100]))
    source = TextSource(path=str(path), document="line", hold_out=0.2)
    learn, keep = texts(source), texts(source, held_out=True)
    assert sorted(learn + keep) == sorted(lines + lines[:100])
    assert not set(learn) & set(keep), "equal texts are on the same side"
    assert 0.17 < len(keep) / 2100 < 0.23


def test_all_or_nothing_may_be_held_out() -> None:
    assert all(is_held_out(str(number), 1.0) for number in range(1000))
    assert not any(is_held_out(str(number), 0.0) for number in range(1000))


def test_documents_give_words_in_reading_order_and_text_of_a_line_each(tmp_path: Path) -> None:
    records = [record_of("1", ["invoice no 17", "total 9.00"], {}), record_of("2", ["thank you"], {})]
    path = write_jsonl(tmp_path / "d.jsonl", records)
    source = TextSource(path=str(path))
    assert texts(source) == ["invoice no 17\ntotal 9.00", "thank you"]
    assert [d.name for d in documents([source], held_out=False)] == ["1", "2"]
    assert not list(documents([source], held_out=True))


def test_only_documents_of_the_sources_that_are_wanted(tmp_path: Path) -> None:
    records = [{**record_of(str(n), [f"page {n}"], {}), "source": s} for n, s in enumerate(["mit/a", "none"])]
    path = write_jsonl(tmp_path / "d.jsonl", records)
    assert texts(TextSource(path=str(path), only=("mit",))) == ["page 0"]


def test_only_documents_that_a_file_labels(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "d.jsonl", [record_of(str(n), [f"page {n}"], {}) for n in range(3)])
    labels = write_jsonl(tmp_path / "labels.jsonl", [{"id": "2", "fields": {"total_incl_vat": [[0]]}}])
    assert texts(TextSource(path=str(path), labels=str(labels))) == ["page 2"]


def test_documents_that_a_model_holds_out_are_left_out_in_their_set_only(tmp_path: Path) -> None:
    records = [{**record_of("1", [f"page of {name}"], {}), "set": name} for name in ("receipts", "orders")]
    path = write_jsonl(tmp_path / "d.jsonl", records)
    held_out = tmp_path / "held_out.json"
    held_out.write_text('{"receipts": ["1"], "letters": ["2"]}')
    assert texts(TextSource(path=str(path), leave_out=str(held_out))) == ["page of orders"]


@pytest.mark.parametrize(
    "choice", [{"only": ("mit",)}, {"labels": "l.jsonl"}, {"leave_out": "held_out.json"}]
)
def test_texts_without_names_cannot_be_chosen_by_name(choice: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="chooses among documents"):
        TextSource(path="novel.txt", **choice)


@pytest.mark.parametrize("content", ["[1]", "no JSON", None])
def test_a_file_that_names_no_held_out_documents_gets_one_clear_line(
    tmp_path: Path, content: str | None
) -> None:
    path = write_jsonl(tmp_path / "d.jsonl", [record_of("1", ["page"], {})])
    held_out = tmp_path / "held_out.json"
    if content is not None:
        held_out.write_text(content)
    with pytest.raises(InvalidConfig, match=r"held_out\.json: cannot be read"):
        texts(TextSource(path=str(path), leave_out=str(held_out)))


def test_the_fingerprint_changes_with_the_data(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    source = TextSource(path=str(path))
    before = fingerprint([source])
    assert fingerprint([source]) == before
    path.write_text("three")
    assert fingerprint([source]) != before


def test_a_corpus_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    size = 0
    with path.open("w") as file:
        while size < 8_000_000:
            size += file.write("a line of a text that goes on and on " * 5 + "\n")
    tracemalloc.start()
    count = sum(len(f.text) for f in fragments([TextSource(path=str(path), document="file")], held_out=False))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count > 7_900_000
    assert peak < 400_000


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("absent.txt", None, "cannot be read"),
        ("latin.txt", "caf\xe9 ".encode("latin-1") * 10, "it is not UTF-8 text soon after line 0"),
        ("broken.txt.gz", gzip.compress(b"text " * 100)[:-6], "cannot be read"),
        ("no.txt.gz", b"plain", "cannot be read"),
        ("bad.jsonl", b"{", "line 1 is not valid JSON"),
        ("wrong.jsonl", json.dumps({"id": 1}).encode(), "line 1: pages: Field required"),
    ],
)
def test_what_cannot_be_read_is_one_line_that_names_the_file(
    tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidConfig) as caught:
        texts(TextSource(path=str(path)))
    message = str(caught.value)
    assert message.startswith(str(path))
    assert said in message
    assert "\n" not in message


def test_a_folder_without_text_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="holds no text file"):
        texts(TextSource(path=str(tmp_path)))


def test_plain_text_has_no_boxes(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"a\.txt: holds no boxes"):
        list(documents([TextSource(path=str(tmp_path / "a.txt"))], held_out=False))
