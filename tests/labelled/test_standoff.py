"""Labels kept apart from their documents: whose words they name, and what they say of the rest."""

import json
from pathlib import Path
from typing import Any

import pytest

from paperformer.errors import InvalidConfig
from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.alignment import ABSENT, PRESENT, UNKNOWN, align
from toy_documents import record_of, write_jsonl

FIRST = record_of("a", ["ACME Ltd | Invoice 17", "Total 12.00", "Cash 12.00"], {"total_incl_vat": ["99.00"]})
SECOND = record_of("b", ["Bolt Ltd", "Sum 7.50"], {})


def standoff(tmp_path: Path, *lines: dict[str, Any]) -> list[LabelledDocument]:
    """The two documents with these labels."""
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return load_corpus(write_jsonl(tmp_path / "set.jsonl", [FIRST, SECOND]), standoff=labels)


def test_labels_replace_the_documents_own_and_documents_without_any_are_left_out(tmp_path: Path) -> None:
    places = {"total_incl_vat": [[5], [7]], "supplier_name": [[0, 1]]}
    (one,) = standoff(tmp_path, {"id": "a", "fields": places})
    assert one.key == "a"
    assert dict(one.fields) == {"total_incl_vat": ("12.00",), "supplier_name": ("ACME Ltd",)}
    assert one.labels is not None
    printed = [
        (word.text, names) for word, names in zip(one.document.words, one.labels, strict=True) if names
    ]
    assert printed == [
        ("ACME", ("supplier_name",)),
        ("Ltd", ("supplier_name",)),
        ("12.00", ("total_incl_vat",)),
        ("12.00", ("total_incl_vat",)),
    ]


def test_a_field_is_present_absent_or_unread(tmp_path: Path) -> None:
    first, second = standoff(
        tmp_path,
        {"id": "a", "fields": {"total_incl_vat": [[5]], "supplier_name": [[0, 1]]}},
        {"id": "b", "fields": {"total_incl_vat": [[3]]}, "unread": ["supplier_name"]},
    )
    assert first.known == {"total_incl_vat", "supplier_name"}
    assert second.known == {"total_incl_vat"}
    fields = ["supplier_name", "total_incl_vat", "iban"]
    context = infer_context(second.document.words)
    targets = align(second, load_schema(), fields, context)
    assert targets.tolist() == [
        [UNKNOWN, ABSENT, UNKNOWN],
        [UNKNOWN, ABSENT, UNKNOWN],
        [UNKNOWN, ABSENT, UNKNOWN],
        [UNKNOWN, PRESENT, UNKNOWN],
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"id": "c", "fields": {}}], "labels c, which is not among the documents"),
        ([{"id": "b", "fields": {"iban": [[4]]}}], "b has no word 4"),
        ([{"id": "b", "fields": {"iban": [[-1]]}}], "line 1: fields.iban.0.0: "),
        ([{"id": "b", "fields": {"iban": [1]}}], "line 1: fields.iban.0: "),
        ([{"id": "b", "fields": {"iban": [[]]}}], "line 1: fields.iban.0: "),
        ([{"id": "b", "fields": {"iban": [[True]]}}], "line 1: fields.iban.0.0: "),
        ([{"id": "b", "fields": {"iban": [[1]]}, "unread": ["iban"]}], "iban has a place and is unread"),
        ([{"id": "b"}, {"id": "b"}], "line 2: b has labels already"),
        ([{"id": "b", "garbled": ["iban"]}], "line 1: garbled: "),
    ],
)
def test_labels_that_do_not_fit_are_one_line_that_says_where(
    tmp_path: Path, lines: list[dict[str, Any]], message: str
) -> None:
    with pytest.raises(InvalidConfig) as failure:
        standoff(tmp_path, *lines)
    assert message in str(failure.value)


def test_labels_of_nothing_and_documents_of_one_name_are_one_line_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"labels\.jsonl: labels no document"):
        standoff(tmp_path)
    twice = write_jsonl(tmp_path / "twice.jsonl", [FIRST, FIRST])
    (tmp_path / "labels.jsonl").write_text('{"id": "a"}')
    with pytest.raises(InvalidConfig, match=r"labels\.jsonl: two documents are called a"):
        load_corpus(twice, standoff=tmp_path / "labels.jsonl")


def test_a_folder_has_no_labels_apart_from_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="is a folder"):
        load_corpus(tmp_path, standoff=tmp_path / "labels.jsonl")
