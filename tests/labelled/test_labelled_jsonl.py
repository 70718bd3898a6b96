"""The JSONL format of labelled documents: what it says, and one line for every mistake in it."""

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from paperformer.errors import InvalidConfig
from paperformer.labelled.documents import load_corpus, load_jsonl, split_line
from toy_documents import record_of, write_jsonl

GOOD = record_of("a", ["ACME Ltd | Invoice 17", "Total 12.00"], {"total_incl_vat": ["12.00"]})


def test_a_document_is_read_with_its_answer(tmp_path: Path) -> None:
    (one,) = load_corpus(write_jsonl(tmp_path / "set.jsonl", [GOOD]))
    assert [w.text for w in one.document.words] == ["ACME", "Ltd", "Invoice", "17", "Total", "12.00"]
    assert [w.line for w in one.document.words] == [0, 0, 1, 1, 2, 2]
    assert dict(one.fields) == {"total_incl_vat": ("12.00",)}
    assert (one.key, one.labels, one.file) == ("a", None, None)
    assert one.flags["set"] == "toy"


def test_a_gzipped_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(GOOD) + "\n\n").encode()))
    assert len(load_jsonl(path)) == 1


def test_a_line_separator_inside_a_text_does_not_end_the_line(tmp_path: Path) -> None:
    record = copy.deepcopy(GOOD)
    record["raw"] = {"note": "one\u2028two\x85three"}
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    assert load_jsonl(path)[0].raw["note"] == "one\u2028two\x85three"


def test_a_field_that_one_document_labels_is_known_in_all(tmp_path: Path) -> None:
    other = record_of("b", ["Due 2024-01-02"], {"due_date": ["2024-01-02"]})
    first, second = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [GOOD, other]))
    assert first.known == second.known == {"total_incl_vat", "due_date"}


def test_a_document_may_say_itself_what_was_looked_for_and_what_is_not_printed(tmp_path: Path) -> None:
    own = {**GOOD, "known": ["total_incl_vat", "iban"]}
    hidden = {**GOOD, "not_printed": {"total_incl_vat": ["12.00"]}}
    first, second = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [own, hidden]))
    assert first.known == {"total_incl_vat", "iban"}
    assert second.known == frozenset()


def test_labels_follow_their_words_into_reading_order(tmp_path: Path) -> None:
    record = copy.deepcopy(GOOD)
    record["words"][5]["label"] = "total_incl_vat"
    record["words"][3]["labels"] = ["document_number", "order_number"]
    record["words"].reverse()
    (one,) = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [record]))
    assert one.labels is not None
    printed = {w.text: names for w, names in zip(one.document.words, one.labels, strict=True) if names}
    assert printed == {"12.00": ("total_incl_vat",), "17": ("document_number", "order_number")}


def test_the_file_of_a_document_lies_beside_the_set(tmp_path: Path) -> None:
    (one,) = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [{**GOOD, "file": "pdfs/a.pdf"}]))
    assert one.file == tmp_path / "pdfs" / "a.pdf"


def test_a_line_of_print_is_cut_into_words_by_its_characters() -> None:
    parts = split_line("Total  12.00", (0.0, 5.0, 120.0, 15.0))
    assert [(part.text, part.box) for part in parts] == [
        ("Total", (0.0, 5.0, 50.0, 15.0)),
        ("12.00", (70.0, 5.0, 120.0, 15.0)),
    ]


def test_corners_in_the_wrong_order_are_put_right(tmp_path: Path) -> None:
    record = copy.deepcopy(GOOD)
    x0, y0, x1, y1 = record["words"][0]["box"]
    record["words"][0]["box"] = [x1, y1, x0, y0]
    (one,) = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [record]))
    assert one.document.words[0].text == "ACME"


def broken(change: str) -> dict[str, Any]:
    record = copy.deepcopy(GOOD)
    match change:
        case "no pages":
            del record["pages"]
        case "a page without width":
            record["pages"][0]["width"] = 0
        case "a page twice":
            record["pages"] *= 2
        case "a word without box":
            del record["words"][2]["box"]
        case "three numbers":
            record["words"][2]["box"] = [1, 2, 3]
        case "not a number":
            record["words"][2]["box"] = [1, 2, float("nan"), 4]
        case "no such page":
            record["words"][2]["page"] = 9
        case "a value that is a mapping":
            record["fields"] = {"total_incl_vat": {"value": "12.00"}}
        case "a value that is a number":
            record["fields"] = {"total_incl_vat": [12.0]}
        case "no id":
            del record["id"]
    return record


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("no pages", "pages"),
        ("a page without width", "pages.0.width"),
        ("a page twice", "same number"),
        ("a word without box", "words.2.box"),
        ("three numbers", "words.2.box"),
        ("not a number", "words.2.box"),
        ("no such page", "page 9"),
        ("a value that is a mapping", "fields.total_incl_vat"),
        ("a value that is a number", "fields.total_incl_vat"),
        ("no id", "id"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_line_and_the_place(
    tmp_path: Path, change: str, place: str
) -> None:
    path = write_jsonl(tmp_path / "set.jsonl", [GOOD, broken(change)])
    with pytest.raises(InvalidConfig) as caught:
        load_corpus(path)
    message = str(caught.value)
    assert f"{path}: line 2" in message
    assert place in message
    assert "\n" not in message


@pytest.mark.parametrize("line", ["{", "nonsense", "[1]", '"text"', "[" * 100_000])
def test_a_line_that_is_no_object_is_one_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps(GOOD) + "\n\n" + line + "\n")
    with pytest.raises(InvalidConfig, match="line 3") as caught:
        load_jsonl(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.jsonl", b"\xff\xfe"), ("a.jsonl.gz", b"no gzip"), ("b.jsonl.gz", gzip.compress(b"{}" * 99)[:-9])],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InvalidConfig, match="cannot be read") as caught:
        load_jsonl(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"gone\.jsonl: cannot be read"):
        load_corpus(tmp_path / "gone.jsonl")


def test_a_value_alone_is_a_list_of_one_and_none_says_that_there_is_none(tmp_path: Path) -> None:
    record = {**GOOD, "fields": {"total_incl_vat": "12.00", "iban": None, "bic": ""}}
    (one,) = load_jsonl(write_jsonl(tmp_path / "set.jsonl", [record]))
    assert one.fields == {"total_incl_vat": ("12.00",), "iban": (), "bic": ()}
    assert {"iban", "bic"} <= one.known
