"""Labelled documents whose words come from their own files."""

import json
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


def test_words_come_from_the_file_and_the_answer_stays(picture: Path, tmp_path: Path) -> None:
    (read,) = reread([with_file(picture)], tmp_path / "cache")
    assert [w.text for w in read.document.words] == ["T0TAL", "12.00"]
    assert read.fields == {"total_incl_vat": ["12.00"]}
    assert read.labels is None  # they were those of other words


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
