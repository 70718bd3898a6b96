"""A folder of documents with their answers beside them."""

import json
import logging
from pathlib import Path

import pytest
from PIL import Image

from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.labelled.documents import load_corpus
from paperformer.labelled.folder import read_answer


def write_answer(path: Path, answer: object) -> Path:
    path.write_text(json.dumps(answer), encoding="utf-8")
    return path


def draw_page(path: Path, text: str) -> Path:
    """A PDF of one page with one line of print."""
    reportlab = pytest.importorskip("reportlab.pdfgen.canvas")
    canvas = reportlab.Canvas(str(path))
    for row in range(8):
        canvas.drawString(72, 720 - 20 * row, text)
    canvas.save()
    return path


@pytest.mark.parametrize(
    "answer",
    [
        {"fields": {"total_incl_vat": ["12.00"], "iban": []}},
        {"fields": {"total_incl_vat": "12.00", "iban": None}},
        {"total_incl_vat": "12.00", "iban": ""},
        {
            "schema_version": "1",
            "file": "a.pdf",
            "fields": {
                "total_incl_vat": [{"value": "12.00", "confidence": 0.9}, {"value": "9.00"}],
                "iban": [],
            },
        },
    ],
)
def test_every_form_of_an_answer_says_the_same(tmp_path: Path, answer: object) -> None:
    assert read_answer(write_answer(tmp_path / "a.json", answer)) == {"total_incl_vat": ["12.00"], "iban": []}


def test_several_accepted_values_and_numbers_are_read(tmp_path: Path) -> None:
    answer = {"supplier_name": ["ACME", "ACME Ltd"], "total_incl_vat": 12.5}
    assert read_answer(write_answer(tmp_path / "a.json", answer)) == {
        "supplier_name": ["ACME", "ACME Ltd"],
        "total_incl_vat": ["12.5"],
    }


@pytest.mark.parametrize(
    "content", ["{", "[]", "3", '{"fields": 3}', '{"total": {"value": 1}}', '{"total": [["1"]]}', "\xff"]
)
def test_an_answer_that_is_none_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidConfig, match=r"a\.json") as caught:
        read_answer(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("sub", ["", "2024/may"])
def test_documents_are_opened_and_paired_with_their_answers(tmp_path: Path, sub: str) -> None:
    folder = tmp_path / sub
    folder.mkdir(parents=True, exist_ok=True)
    draw_page(folder / "a.pdf", "Total 12.00 EUR")
    write_answer(folder / "a.json", {"total_incl_vat": "12.00", "iban": None})
    draw_page(folder / "without.pdf", "Total 7.00 EUR")
    (one,) = load_corpus(tmp_path)
    assert one.key == str(Path(sub) / "a.pdf")
    assert one.known == {"total_incl_vat", "iban"}
    assert dict(one.fields) == {"total_incl_vat": ["12.00"]}
    assert "12.00" in {word.text for word in one.document.words}
    assert one.file == folder / "a.pdf"


def test_a_document_that_cannot_be_opened_is_left_out_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    draw_page(tmp_path / "good.pdf", "Total 12.00 EUR")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    for name in ("good", "bad"):
        write_answer(tmp_path / f"{name}.json", {"total_incl_vat": "12.00"})
    with caplog.at_level(logging.WARNING):
        documents = load_corpus(tmp_path)
    assert [one.key for one in documents] == ["good.pdf"]
    (record,) = caplog.records
    assert record.getMessage().startswith("bad.pdf is left out: ")
    assert "\n" not in record.getMessage()


def test_the_caller_may_collect_what_was_left_out(tmp_path: Path) -> None:
    draw_page(tmp_path / "good.pdf", "Total 12.00 EUR")
    Image.new("RGB", (8, 8)).save(tmp_path / "bad.png")
    (tmp_path / "bad.png").write_bytes((tmp_path / "bad.png").read_bytes()[:30])
    for name in ("good", "bad"):
        write_answer(tmp_path / f"{name}.json", {"total_incl_vat": "12.00"})
    left: dict[str, PaperformerError] = {}
    load_corpus(tmp_path, lambda name, error: left.update({name: error}))
    assert list(left) == ["bad.png"]


def test_a_folder_none_of_whose_documents_opens_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"")
    write_answer(tmp_path / "bad.json", {"total_incl_vat": "12.00"})
    with pytest.raises(InvalidConfig, match="none of its documents"):
        load_corpus(tmp_path)


def test_a_folder_without_answers_is_refused(tmp_path: Path) -> None:
    draw_page(tmp_path / "a.pdf", "Total 12.00 EUR")
    with pytest.raises(InvalidConfig, match="no document has an answer"):
        load_corpus(tmp_path)
