"""Figures over labelled documents, with a model that leaves the reading to the rules."""

import json
import shutil
from pathlib import Path

import pytest

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.evaluation.evaluate import Answer, evaluate, field_scores, reliabilities
from paperformer.evaluation.sroie import Score
from paperformer.extraction.result import Candidate, level_of
from paperformer.fields.schema import load_schema
from toy_documents import document_of, labelled, record_of, write_jsonl


def candidate(value: str, confidence: float = 0.9, text: str = "") -> Candidate:
    return Candidate(
        value=value,
        text=text or value,
        box=None,
        page=None,
        confidence=confidence,
        level=level_of(confidence),
        source="model",
    )


def answer(
    truth: dict[str, list[str]], given: dict[str, list[Candidate]], known: tuple[str, ...] = ()
) -> Answer:
    return Answer(labelled("x", fields=truth, known=known), given, document_of("x"))


def test_counts_are_those_of_a_table_worked_out_by_hand() -> None:
    answers = [
        answer(  # right by value; wrong; not given
            {"total_incl_vat": ["12.00"], "document_date": ["2024-03-01"], "iban": ["DE12"]},
            {"total_incl_vat": [candidate("12")], "document_date": [candidate("2024-01-03")]},
        ),
        answer(  # right by print; rightly left out; given though there is none
            {"supplier_name": ["ACME Ltd."]},
            {"supplier_name": [candidate("?", text="acme ltd")], "due_date": [candidate("2024-01-03")]},
            known=("iban", "due_date"),
        ),
        answer(  # too unsure; not known, so not counted; no field of the schema
            {"total_incl_vat": ["9.00"], "colour": ["blue"]},
            {"total_incl_vat": [candidate("9.00", 0.4)], "bic": [candidate("X")]},
        ),
    ]
    scores = field_scores(answers, load_schema(), threshold=0.5)
    assert scores == {
        "document_date": Score(0, 1, 1),
        "due_date": Score(0, 1, 0),
        "total_incl_vat": Score(1, 1, 2),
        "supplier_name": Score(1, 1, 1),
        "iban": Score(0, 0, 1),
        "all": Score(2, 4, 5),
    }


def test_calibration_takes_the_best_answer_of_every_known_field_at_any_confidence() -> None:
    answers = [
        answer(
            {"total_incl_vat": ["12.00"]},
            {"total_incl_vat": [candidate("12", 0.3), candidate("13", 0.2)], "bic": [candidate("X")]},
        ),
        answer({}, {"total_incl_vat": [candidate("5.00", 0.9)]}, known=("total_incl_vat",)),
        answer({"total_incl_vat": ["7.00"]}, {}),
    ]
    found = reliabilities(answers, load_schema())
    assert found.keys() == {"total_incl_vat", "all"}  # a field that is not known says nothing
    total = found["total_incl_vat"]
    assert (total.answers, total.right, total.documents) == (2, 1, 2)
    assert total.ece == pytest.approx((0.7 + 0.9) / 2)
    assert total.brier == pytest.approx((0.7**2 + 0.9**2) / 2)
    assert total.coverage.threshold is None


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    lines = ["ACME Ltd", "Invoice number: INV-{n}", "Invoice date: 2024-03-0{n}", "Total: {n}2.00 EUR"]
    records = [
        record_of(
            str(n),
            [line.format(n=n) for line in lines],
            {
                "document_number": [f"INV-{n}"],
                "document_date": [f"2024-03-0{n}"],
                "total_incl_vat": [f"{n}2.00" if n < 3 else "99.00"],
            },
        )
        for n in (1, 2, 3)
    ]
    return write_jsonl(tmp_path / "set.jsonl", records)


def test_documents_are_read_and_compared(dataset: Path, toy_folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    evaluation = evaluate(
        dataset, model=toy_folder, threshold=0.0, progress=lambda done, of: seen.append((done, of))
    )
    assert (evaluation.dataset, evaluation.documents, evaluation.failed) == ("set.jsonl", 3, {})
    assert evaluation.fields["document_number"] == Score(3, 3, 3)
    assert evaluation.fields["document_date"] == Score(3, 3, 3)
    assert evaluation.fields["total_incl_vat"] == Score(2, 3, 3)
    assert evaluation.fields["all"] == Score(8, 9, 9)
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_the_figures_print_as_json(dataset: Path, toy_folder: Path) -> None:
    values = json.loads(json.dumps(evaluate(dataset, model=toy_folder, threshold=0.0).to_dict()))
    assert values["fields"]["total_incl_vat"] == {
        "precision": 0.6667,
        "recall": 0.6667,
        "f1": 0.6667,
        "matched": 2,
        "given": 3,
        "expected": 3,
    }
    assert "exact" not in values


def test_only_the_documents_asked_for_are_read(dataset: Path, toy_folder: Path) -> None:
    assert evaluate(dataset, model=toy_folder, keys=["2", "nowhere"]).documents == 1
    with pytest.raises(InvalidConfig, match="no document"):
        evaluate(dataset, model=toy_folder, keys=["nowhere"])


def test_a_model_that_lacks_its_graph_is_no_fault_of_the_documents(
    dataset: Path, toy_folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(toy_folder, broken, ignore=shutil.ignore_patterns("*.onnx"))
    with pytest.raises(ModelMismatch, match=r"model\.onnx is missing"):
        evaluate(dataset, model=broken)


def test_a_set_without_files_cannot_be_read_from_images(dataset: Path, toy_folder: Path) -> None:
    with pytest.raises(InvalidConfig, match="with a file of its own"):
        evaluate(dataset, model=toy_folder, from_image=True)


def test_receipts_of_sroie_get_their_own_protocol(tmp_path: Path, toy_folder: Path) -> None:
    records = []
    for key, seen, day in (("a", True, "01/03/2024"), ("b", False, "02-03-2024")):
        record = record_of(key, [f"Date: {day}", "Total: 12.00"], {"document_date": [], "total_incl_vat": []})
        record["set"] = "receipts-sroie"
        record["company_seen_in_train"] = seen
        record["raw"] = {"company": "ACME", "date": "01/03/2024", "address": "X", "total": "12"}
        records.append(record)
    evaluation = evaluate(write_jsonl(tmp_path / "test.jsonl", records), model=toy_folder)
    exact, content = evaluation.sroie["exact"], evaluation.sroie["content"]
    assert exact["all"]["date"] == Score(1, 2, 2)
    assert exact["all"]["total"] == Score(0, 2, 2)
    assert content["all"]["total"] == Score(2, 2, 2)
    assert exact["unseen_companies"]["date"] == Score(0, 1, 1)
    assert exact["all"]["all"].expected == 8
    assert set(evaluation.to_dict()["content"]) == {"all", "unseen_companies"}


def test_a_document_that_cannot_be_opened_is_named_and_the_others_are_read(
    tmp_path: Path, toy_folder: Path
) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas").Canvas(str(tmp_path / "good.pdf"))
    for row, line in enumerate(["Invoice number: INV-7", "Thank you for your business"]):
        canvas.drawString(72, 720 - 20 * row, line)
    canvas.save()
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    for name in ("good", "bad"):
        (tmp_path / f"{name}.json").write_text('{"document_number": "INV-7"}')
    evaluation = evaluate(tmp_path, model=toy_folder, threshold=0.0)
    assert evaluation.documents == 1
    assert list(evaluation.failed) == ["bad.pdf"]
    assert evaluation.fields["document_number"] == Score(1, 1, 1)
