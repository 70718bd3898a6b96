"""What was wrong, with the places of both values; models and sources side by side."""

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from paperformer.cli.mistakes import COLUMNS, write_mistakes
from paperformer.documents import DocumentReader
from paperformer.errors import UnknownField
from paperformer.evaluation.evaluate import evaluate
from paperformer.evaluation.mistake_pictures import RIGHT, WRONG, draw_mistakes
from paperformer.evaluation.mistakes import Answer, find_mistakes
from paperformer.extraction.result import Candidate, PageBox, level_of
from paperformer.fields.schema import load_schema
from toy_documents import labelled, record_of, write_jsonl

PAGE = ("Invoice no: INV-17", "Net: 100.00 EUR", "Total: 120.00 EUR", "Date: 2024-03-12")


def candidate(value: str, box: PageBox | None = None, confidence: float = 0.9) -> Candidate:
    return Candidate(
        value=value, text=value, box=box, page=1 if box else None, confidence=confidence,
        level=level_of(confidence), source="model",
    )  # fmt: skip


def answer(truth: dict[str, list[str]], *given: tuple[str, Candidate], known: tuple[str, ...] = ()) -> Answer:
    one = labelled(*PAGE, fields=truth, known=known)
    return Answer(one, {name: [found] for name, found in given}, one.document)


def test_wrong_missed_and_invented_values_are_told_apart_and_right_ones_are_not_listed() -> None:
    one = answer(
        {"document_number": ["INV-17"], "total_incl_vat": ["120.00"], "document_date": ["2024-03-12"]},
        ("document_number", candidate("INV-17")),
        ("total_incl_vat", candidate("100.00", confidence=0.8)),
        ("iban", candidate("DE12")),
        ("document_date", candidate("2024-03-12", confidence=0.3)),  # too unsure to be an answer
        known=("iban",),
    )
    found = find_mistakes([one], load_schema(), threshold=0.5)
    assert [(m.field, m.kind, m.expected, m.answered and m.answered.value) for m in found] == [
        ("document_date", "missed", ("2024-03-12",), None),
        ("total_incl_vat", "wrong", ("120.00",), "100.00"),
        ("iban", "spurious", (), "DE12"),
    ]
    missed, wrong, invented = (m.to_row() for m in found)
    assert (wrong["document"], wrong["confidence"], wrong["printed"]) == (one.labelled.key, 0.8, "yes")
    assert (missed["page"], missed["answered"]) == (1, None)
    assert (invented["printed"], invented["page"]) == ("no", None)


def test_the_right_value_is_found_where_it_is_printed() -> None:
    one = answer({"total_incl_vat": ["120"]}, ("total_incl_vat", candidate("100.00")))
    (mistake,) = find_mistakes([one], load_schema(), 0.5)
    ((page, box),) = mistake.places
    word = next(word for word in one.document.words if word.text == "120.00")
    assert page == 1
    assert box.x0 <= word.box.x0 <= word.box.x1 <= box.x1


def test_a_page_shows_the_answer_in_red_and_the_right_value_in_green() -> None:
    net = next(word for word in labelled(*PAGE, fields={}).document.words if word.text == "100.00").box
    wrong = candidate("100.00", PageBox(x0=net.x0, y0=net.y0, x1=net.x1, y1=net.y1))
    one = answer({"total_incl_vat": ["120.00"]}, ("total_incl_vat", wrong))
    with DocumentReader() as reader:
        ((page, image),) = draw_mistakes(find_mistakes([one], load_schema(), 0.5), reader)
    assert page == 1
    colours = {colour for _, colour in image.getcolors(1 << 24)}
    assert {tuple(bytes.fromhex(name[1:])) for name in (WRONG, RIGHT)} <= colours
    assert (0, 0, 0) in colours  # the words of a document without a file are written


def test_the_list_and_its_pictures_go_into_a_folder_or_the_list_into_a_file(tmp_path: Path) -> None:
    one = answer({"total_incl_vat": ["120.00"]}, ("total_incl_vat", candidate("=1+1")))
    found = find_mistakes([one], load_schema(), 0.5)
    write_mistakes(found, tmp_path)
    (row,) = csv.DictReader(io.StringIO((tmp_path / "mistakes.csv").read_text(encoding="utf-8")))
    assert tuple(row) == COLUMNS
    assert (row["expected"], row["answered"], row["printed"]) == ("120.00", "'=1+1", "yes")
    with Image.open(tmp_path / row["picture"]) as picture:
        assert picture.width > 1000
    write_mistakes(found, tmp_path / "list.jsonl")
    (line,) = (tmp_path / "list.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["answered"] == "=1+1"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    fields = {"total_incl_vat": ["120.00"], "document_number": ["INV-18"], "project_code": ["X"]}
    return write_jsonl(tmp_path / "set.jsonl", [record_of("a", PAGE, fields)])


def test_only_the_fields_asked_for_are_measured(toy_folder: Path, dataset: Path) -> None:
    found = evaluate(dataset, model=toy_folder, fields=["total_incl_vat"], threshold=0.0)
    assert found.fields.keys() == {"total_incl_vat", "all"}
    assert found.unmeasured == {}
    with pytest.raises(UnknownField):
        evaluate(dataset, model=toy_folder, fields=["project_code"])


def test_the_rules_are_measured_apart_from_a_model_that_knows_nothing(
    toy_folder: Path, dataset: Path
) -> None:
    found = evaluate(dataset, model=toy_folder, by_source=True, threshold=0.1)
    assert found.alone.keys() == {"model", "rule"}
    assert found.alone["rule"]["total_incl_vat"].matched == 1
    assert found.alone["model"]["total_incl_vat"].given == 0
    assert {"model_alone", "rule_alone"} <= found.to_dict().keys()
    assert evaluate(dataset, model=toy_folder).alone == {}


def test_mistakes_are_listed_where_asked(toy_folder: Path, dataset: Path) -> None:
    found = evaluate(dataset, model=toy_folder, threshold=0.1, mistakes=True)
    assert ("document_number", "wrong") in [(m.field, m.kind) for m in found.mistakes]
    assert evaluate(dataset, model=toy_folder, threshold=0.1).mistakes == ()
