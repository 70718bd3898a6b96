"""Labelled documents whose words come from their own files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.extraction.labelled import LabelledDocument, document_of
from paperformer.extraction.labelled_record import Record
from paperformer.learning import rereading
from paperformer.learning.rereading import record_of, reread
from toy_documents import labelled

WORDS = (
    Word("T0TAL", Box(0.1, 0.2, 0.3, 0.25), page=1, line=0),
    Word("12.00", Box(0.4, 0.2, 0.5, 0.25), page=1, line=0),
)
SEEN = Document("a", (Page(1, 400.0, 800.0, WORDS),))


class FakeReader:
    """Stands in for OCR: every file that exists says the same."""

    reads = 0

    def __enter__(self) -> "FakeReader":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def read(self, source: Path, **_: object) -> Document:
        FakeReader.reads += 1
        if not source.exists():
            raise UnreadableDocument(f"{source} is missing", "Look for it")
        return SEEN


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeReader.reads = 0
    monkeypatch.setattr(rereading, "DocumentReader", FakeReader)


def with_file(path: Path | None) -> LabelledDocument:
    document = labelled("Total 12.00", fields={"total_incl_vat": ["12.00"]})
    return LabelledDocument(
        document.document, document.fields, document.known, (("total_incl_vat",),) * 2, {}, "a", path
    )


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "a.png"
    path.touch()
    return path


def given(path: Path, *words: tuple[str, Box, tuple[str, ...]], page: int = 1) -> LabelledDocument:
    """A document whose words stand in these places and print these fields."""
    placed = tuple(Word(text, box, page=page, line=0) for text, box, _ in words)
    document = Document("a", (Page(page, 400.0, 800.0, placed),))
    fields = {"total_incl_vat": ["12.00"]}
    return LabelledDocument(
        document, fields, frozenset(fields), tuple(names for *_, names in words), {}, "a", path
    )


def test_words_come_from_the_file_and_the_answer_stays(picture: Path, tmp_path: Path) -> None:
    (read,) = reread([with_file(picture)], tmp_path / "cache")
    assert [w.text for w in read.document.words] == ["T0TAL", "12.00"]
    assert read.fields == {"total_incl_vat": ["12.00"]}


def test_labels_go_over_to_the_words_that_stand_in_the_same_place(picture: Path, tmp_path: Path) -> None:
    amount = Box(0.41, 0.19, 0.51, 0.24)  # the page was scanned a little askew
    labelled = given(
        picture, ("Total", Box(0.1, 0.2, 0.3, 0.25), ()), ("12.00", amount, ("total_incl_vat", "amount_due"))
    )
    (read,) = reread([labelled], tmp_path / "cache")
    assert read.labels == ((), ("amount_due", "total_incl_vat"))


def test_a_word_that_a_label_covers_by_less_than_half_does_not_have_it(picture: Path, tmp_path: Path) -> None:
    labelled = given(picture, ("ACME", Box(0.1, 0.2, 0.19, 0.25), ("supplier_name",)))
    (read,) = reread([labelled], tmp_path / "cache")
    assert read.labels == ((), ())


def test_several_labelled_words_that_were_read_as_one_label_it(picture: Path, tmp_path: Path) -> None:
    labelled = given(
        picture,
        ("AC", Box(0.1, 0.2, 0.18, 0.25), ("supplier_name",)),
        ("ME", Box(0.2, 0.2, 0.28, 0.25), ("supplier_name",)),
    )
    (read,) = reread([labelled], tmp_path / "cache")
    assert read.labels == (("supplier_name",), ())


def test_labels_of_another_page_stay_there(picture: Path, tmp_path: Path) -> None:
    labelled = given(picture, ("12.00", Box(0.4, 0.2, 0.5, 0.25), ("total_incl_vat",)), page=2)
    (read,) = reread([labelled], tmp_path / "cache")
    assert read.labels == ((), ())


def test_without_labels_there_are_none_afterwards(picture: Path, tmp_path: Path) -> None:
    (read,) = reread([replace(with_file(picture), labels=None)], tmp_path / "cache")
    assert read.labels is None


def test_a_file_is_read_once_and_then_remembered(picture: Path, tmp_path: Path) -> None:
    first, second = (reread([with_file(picture)], tmp_path / "cache")[0].document for _ in range(2))
    assert FakeReader.reads == 1
    assert [w.text for w in first.words] == [w.text for w in second.words]
    for one, other in zip(first.words, second.words, strict=True):
        assert (other.box.x0, other.box.y1) == pytest.approx((one.box.x0, one.box.y1))


def test_a_damaged_memory_is_read_again(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "a.json").write_text('{"id": "a", "pa')
    assert reread([with_file(picture)], tmp_path / "cache")
    assert FakeReader.reads == 1


def test_what_cannot_be_read_is_left_out(
    picture: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = reread(
        [with_file(tmp_path / "gone.png"), with_file(None), with_file(picture)], tmp_path / "cache"
    )
    assert len(found) == 1
    assert "gone.png is missing" in caplog.text
    with pytest.raises(InvalidConfig, match="no document has a file"):
        reread([with_file(None)], tmp_path / "other")


def test_a_record_is_in_the_format_of_labelled_documents() -> None:
    record = Record.model_validate_json(json.dumps(record_of(SEEN)))
    document, _ = document_of(record)
    assert [w.text for w in document.words] == ["T0TAL", "12.00"]
