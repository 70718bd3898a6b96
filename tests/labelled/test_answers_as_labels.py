"""Answers as labels: what is sure enough, with the words of the document that it answers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from paperformer.documents.model import Document
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction.contents import AnsweredDocument
from paperformer.extraction.label_record import label_record, record_text, sure_values, write_record
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageBox, PageInfo, level_of
from paperformer.labelled.documents import load_corpus
from toy_documents import document_of


def candidate(value: str, confidence: float) -> Candidate:
    return Candidate(
        value=value, text=value, box=None, page=1, confidence=confidence, level=level_of(confidence),
        source="model",
    )  # fmt: skip


def reading(
    document: Document, first: int = 1, pages: int = 1, region: PageBox | None = None
) -> AnsweredDocument:
    extraction = Extraction(
        file=document.name,
        pages=[PageInfo(number=first + n, width=600, height=800, reading="text_layer") for n in range(pages)],
        first_page=first,
        region=region,
        fields={
            "document_number": [candidate("INV-17", 0.97), candidate("17", 0.96)],
            "total_incl_vat": [candidate("120.00", 0.8)],
        },
        model=ModelInfo(name="m", version="1"),
    )
    return AnsweredDocument(document, extraction)


ONE = document_of("Invoice INV-17", "Total 120.00", name="one.pdf")


def two_pages() -> Document:
    first, second = document_of("Letter").pages[0], document_of("Invoice INV-17").pages[0]
    words = tuple(replace(word, page=2) for word in second.words)
    return Document("two.pdf", (first, replace(second, number=2, words=words)))


def test_only_the_best_answer_of_a_field_and_only_where_it_is_sure() -> None:
    assert sure_values(reading(ONE).extraction, 0.95) == {"document_number": ("INV-17",)}
    assert sure_values(reading(ONE).extraction, 0.5).keys() == {"document_number", "total_incl_vat"}


def test_a_record_reads_back_as_the_same_words_with_what_was_sure(tmp_path: Path) -> None:
    record = label_record(reading(ONE), 0.95, tmp_path / "in" / "one.pdf", tmp_path / "out")
    assert record["file"] == "../in/one.pdf"
    assert record["unsure"] == {"total_incl_vat": "120.00"}
    assert write_record(record, tmp_path / "out" / "one.json")
    (one,) = load_corpus(tmp_path / "out")
    assert [word.text for word in one.document.words] == [word.text for word in ONE.words]
    for read, written in zip(one.document.words, ONE.words, strict=True):
        assert read.box.x0 == pytest.approx(written.box.x0, abs=1e-4)
        assert read.box.y1 == pytest.approx(written.box.y1, abs=1e-4)
    assert (dict(one.fields), one.known) == ({"document_number": ("INV-17",)}, {"document_number"})
    assert one.file == tmp_path / "out" / "../in/one.pdf"


def test_a_page_that_was_turned_and_straightened_reads_back_so(tmp_path: Path) -> None:
    """Its words stand on the upright page: who draws them over the file must turn that too."""
    turned = replace(ONE, pages=(replace(ONE.pages[0], rotation=90, skew=-2.75),))
    write_record(label_record(reading(turned), 0.95, None, tmp_path), tmp_path / "one.json")
    (one,) = load_corpus(tmp_path)
    assert (one.document.pages[0].rotation, one.document.pages[0].skew) == (90, -2.75)
    assert one.flags["model"] == {"name": "m", "version": "1"}


def test_fields_stand_before_the_words_and_every_word_has_a_line() -> None:
    text = record_text(label_record(reading(ONE), 0.95, None, Path()))
    assert text.index('"fields"') < text.index('"unsure"') < text.index('"words"')
    assert text.count("\n  {") == len(ONE.words) + 1  # and the page
    assert json.loads(text)["fields"] == {"document_number": "INV-17"}


def test_a_document_of_a_file_of_several_has_its_own_pages_from_1() -> None:
    record = label_record(reading(two_pages(), first=2), 0.95, Path("two.pdf"), Path())
    assert "file" not in record  # which would be all of it
    assert record["id"] == "two.pdf#2"
    assert [page["number"] for page in record["pages"]] == [1]
    assert [(word["text"], word["page"]) for word in record["words"]] == [("Invoice", 1), ("INV-17", 1)]


def test_a_receipt_among_others_on_a_page_has_its_own_words_alone() -> None:
    word = ONE.words[0]
    region = PageBox(x0=0.0, y0=word.box.y0, x1=1.0, y1=word.box.y1)
    record = label_record(reading(ONE, region=region), 0.95, Path("one.pdf"), Path())
    assert [one["text"] for one in record["words"]] == ["Invoice", "INV-17"]
    (page,) = record["pages"]
    assert page["height"] == pytest.approx((word.box.y1 - word.box.y0) * ONE.pages[0].height, abs=0.01)
    assert record["words"][0]["box"][1] == pytest.approx(0.0, abs=0.01)


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    record = label_record(reading(ONE), 0.95, None, tmp_path)
    path = tmp_path / "one.json"
    path.write_text("mine", encoding="utf-8")
    assert not write_record(record, path)
    assert path.read_text(encoding="utf-8") == "mine"


def test_json_that_is_no_answer_is_passed_over_in_a_folder(tmp_path: Path) -> None:
    write_record(label_record(reading(ONE), 0.95, None, tmp_path), tmp_path / "one.json")
    (tmp_path / "package.json").write_text('{"name": "x", "words": 3}', encoding="utf-8")
    (tmp_path / "list.json").write_text("[1, 2]", encoding="utf-8")
    assert len(load_corpus(tmp_path)) == 1


def test_a_correction_that_is_no_json_is_told_and_not_passed_over(tmp_path: Path) -> None:
    write_record(label_record(reading(ONE), 0.95, None, tmp_path), tmp_path / "one.json")
    (tmp_path / "two.json").write_text('{"fields": {"iban": "SE"', encoding="utf-8")
    with pytest.raises(InvalidConfig, match=r"two\.json: no valid JSON"):
        load_corpus(tmp_path)


def test_json_lines_whose_documents_are_gone_or_parts_of_pages_are_told_one_by_one(tmp_path: Path) -> None:
    region = PageBox(x0=0.0, y0=0.0, x1=0.5, y1=1.0)
    path = tmp_path / "answers.jsonl"
    lines = [reading(ONE).extraction, reading(ONE, region=region).extraction]
    path.write_text("".join(f"{line.model_dump_json()}\n" for line in lines), encoding="utf-8")
    told: list[PaperformerError] = []
    with pytest.raises(InvalidConfig, match="none of its documents can be opened"):
        load_corpus(path, lambda _name, error: told.append(error))
    assert [error.message for error in told] == [
        "one.pdf does not exist", "one.pdf is a part of its page",
    ]  # fmt: skip
