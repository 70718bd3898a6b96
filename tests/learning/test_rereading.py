"""Labelled documents whose words come from their own files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.labelled.documents import LabelledDocument, document_of
from paperformer.labelled.record import Record
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
    seen = SEEN

    def __enter__(self) -> "FakeReader":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def read(self, source: Path, **_: object) -> Document:
        FakeReader.reads += 1
        if not source.exists():
            raise UnreadableDocument(f"{source} is missing", "Look for it")
        return FakeReader.seen


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeReader.reads, FakeReader.seen = 0, SEEN
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


def page(*rows: str, tilt: float = 0.0, number: int = 1) -> tuple[Word, ...]:
    """Words in rows, a grid; ``tilt`` turns them about the page's corner."""
    words = []
    for row, line in enumerate(rows):
        for column, text in enumerate(line.split()):
            x, y = 0.08 + 0.16 * column, 0.1 + 0.06 * row
            x, y = x - tilt * y, y + tilt * x
            words.append(Word(text, Box(x, y, x + 0.12, y + 0.03), page=number, line=row))
    return tuple(words)


TRUTH = page(
    "ACME Trading Limited", "12 Long Street", "London", "Invoice 4711", "Total due 12.00", "Bank Lloyds"
)
LABELS = tuple(
    ("supplier_name",) if word.line == 0 else ("total_incl_vat", "amount_due") if word.text == "12.00" else ()
    for word in TRUTH
)
KNOWN = frozenset({"supplier_name", "total_incl_vat", "amount_due", "iban"})


def reread_as(words: tuple[Word, ...], path: Path, cache: Path) -> LabelledDocument:
    """The truth above, when its picture reads ``words``."""
    document = Document("a", (Page(1, 400.0, 800.0, TRUTH),))
    fields = {"supplier_name": ["ACME Trading Limited"], "total_incl_vat": ["12.00"], "amount_due": ["12.00"]}
    labelled = LabelledDocument(document, fields, KNOWN, LABELS, {}, "a", path)
    FakeReader.seen = Document("a", (Page(1, 400.0, 800.0, words),))
    return reread([labelled], cache)[0]


def printed(read: LabelledDocument, name: str) -> str:
    """What of it is labelled so."""
    assert read.labels is not None
    pairs = zip(read.document.words, read.labels, strict=True)
    return " ".join(word.text for word, names in pairs if name in names)


@pytest.mark.parametrize("tilt", [0.0, 0.05, -0.12])
def test_labels_go_over_to_what_stands_in_their_place_however_askew(
    picture: Path, tmp_path: Path, tilt: float
) -> None:
    words = page(
        "ACNE Trading L1mited",
        "12 Long Street",
        "London",
        "Invoice 4711",
        "Total due 12.0O",
        "Bank Lloyds",
        tilt=tilt,
    )
    read = reread_as(words, picture, tmp_path / "cache")
    assert printed(read, "supplier_name") == "ACNE Trading L1mited"
    assert printed(read, "total_incl_vat") == printed(read, "amount_due") == "12.0O"
    assert read.known == KNOWN


def test_of_a_place_that_was_read_quite_otherwise_nothing_is_known(picture: Path, tmp_path: Path) -> None:
    rows = ("@@ Trading #", "12 Long Street", "London", "Invoice 4711", "Total due 12.00", "Bank Lloyds")
    read = reread_as(page(*rows), picture, tmp_path / "cache")
    assert read.known == KNOWN - {"supplier_name"}
    assert printed(read, "total_incl_vat") == "12.00"


def test_of_a_page_that_cannot_be_laid_over_its_truth_nothing_is_known(picture: Path, tmp_path: Path) -> None:
    read = reread_as(page("Quite another page", "of other words"), picture, tmp_path / "cache")
    assert read.known == {"iban"}
    assert read.labels == ((),) * 6


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
