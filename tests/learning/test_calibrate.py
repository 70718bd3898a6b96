"""Curves fitted on documents that no training saw, and what tells documents of ours from others."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from paperformer.extraction.calibration import Calibration, load_calibration
from paperformer.extraction.model_folder import CALIBRATION
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.relevance import features_of
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.learning.calibrate import (
    LEAST_OTHERS,
    Judged,
    Proposed,
    fit,
    fit_answers,
    fit_curves,
    fit_readings,
    fit_relevance,
    judge,
    judge_answers,
    propose,
)
from paperformer.learning.export.folder import export
from paperformer.learning.legibility import LEAST_ANSWERS
from toy_documents import labelled
from toy_model import save_toy, toy_model


def judged(
    count: int,
    *,
    source: str = "model",
    field: str = "iban",
    type_: str = "iban",
    score: float = 0.9,
    right: float = 0.7,
    weight: float = 1.0,
) -> list[Judged]:
    """Candidates of one score, a given share of them right."""
    return [Judged(source, field, type_, score, i < right * count, weight) for i in range(count)]


def test_a_curve_tells_how_often_its_candidates_are_right() -> None:
    ones = [*judged(400, right=0.7), *judged(400, score=0.3, right=0.1)]
    curve = fit_curves(ones)["model:field:iban"]
    assert curve(0.9) == pytest.approx(0.7, abs=0.02)
    assert curve(0.3) == pytest.approx(0.1, abs=0.02)


def test_a_field_with_few_candidates_leans_on_its_type_and_one_with_many_does_not() -> None:
    def total(count: int) -> float:
        others = judged(600, field="amount_due", type_="amount", right=0.9)
        own = judged(count, field="total_incl_vat", type_="amount", right=0.5)
        return fit_curves([*others, *own])["model:field:total_incl_vat"](0.9)

    assert total(600) < 0.55 < 0.7 < total(4) < 0.9


def test_a_field_without_candidates_has_the_curve_of_its_type() -> None:
    schema = load_schema()
    documents = [
        Proposed(labelled("x", fields={"total_vat": ["1.00"]}), {"total_vat": [_amount("total_vat", right)]})
        for right in [True] * 30 + [False] * 20
    ]
    calibration = fit(documents, schema)
    assert set(calibration.curves) == {"model", "model:type:amount", "model:field:total_vat"}
    assert calibration.curve("model", "tip", "amount") == calibration.curves["model:type:amount"]


def _amount(field: str, right: bool) -> Scored:
    return Scored(field, "1.00" if right else "2.00", "", (0,), 0.8, "model")


def test_a_curve_never_falls_even_where_the_data_say_so() -> None:
    ones = [*judged(300, score=0.2, right=0.9), *judged(300, score=0.9, right=0.2)]
    for curve in fit_curves(ones).values():
        heights = [curve(score) for score in np.linspace(0, 1, 50)]
        assert heights == sorted(heights)


def test_candidates_of_less_weight_count_less() -> None:
    ones = judged(300, right=0.9)
    against = replace(judged(1)[0], right=False)
    light, heavy = (
        fit_curves([*ones, *[replace(against, weight=weight)] * 300])["model"](0.9) for weight in (0.1, 1.0)
    )
    assert heavy < light - 0.2


def test_an_answer_is_as_likely_as_answers_of_its_score_were_right() -> None:
    curve = fit_answers([*judged(400, score=0.8, right=0.9), *judged(400, score=0.3, right=0.2)])
    assert curve is not None
    assert curve(0.8) == pytest.approx(0.9, abs=0.02)
    assert curve(0.3) == pytest.approx(0.2, abs=0.02)


def test_a_few_answers_change_less_than_many_and_none_nothing() -> None:
    few, many = (fit_answers(judged(count, score=0.8, right=0.0)) for count in (3, 300))
    assert few is not None
    assert many is not None
    assert many(0.8) < 0.25 < 0.3 < few(0.8) < 0.8
    assert fit_answers([]) is None


def test_answers_that_contradict_their_scores_do_not_turn_them_round() -> None:
    curve = fit_answers([*judged(400, score=0.9, right=0.1), *judged(400, score=0.2, right=0.9)])
    assert curve is not None
    assert curve(0.1) <= curve(0.4) <= curve(0.6) <= curve(0.95)


def test_no_candidates_have_no_curves() -> None:
    assert fit_curves([]) == {}
    assert fit([], load_schema()).curves == {}


def page(number: int, *, ours: bool) -> Proposed:
    """An invoice of which everything was found, or a letter on which a name was."""
    fields = {"total_incl_vat": ["12.00"]} if ours else {"language": ["en"]}
    text = ("Total | 12.00",) if ours else ("Dear Ms Ashworth, thank you for your letter",)
    found = _amount("total_incl_vat", True)._replace(probability=0.6 + 0.3 * (number % 10) / 10)
    name = Scored("supplier_name", "Ashworth", "Ashworth", (0,), 0.9, "model")
    return Proposed(
        labelled(*text, fields=fields, known=["total_incl_vat", "supplier_name"], key=f"{number}"),
        {"total_incl_vat": [found]} if ours else {"supplier_name": [name]},
    )


def test_only_the_first_candidate_of_a_known_field_is_an_answer() -> None:
    (one,) = [page(0, ours=True)]
    first = one.fields["total_incl_vat"][0]._replace(value="12.00", text="12.00")
    fields = {
        "total_incl_vat": [first._replace(value="9.00", text="9.00", probability=0.2), first],
        "supplier_name": [first._replace(value="Ashworth", text="Ashworth", field="supplier_name")],
        "iban": [first],
    }
    judged = judge_answers([replace(one, fields=fields)], Calibration(), load_schema())
    assert [(j.field, j.right, j.weight) for j in judged] == [
        ("total_incl_vat", True, 1.0),
        ("supplier_name", False, 1.0),
    ]


def test_an_answer_whose_print_has_two_readings_teaches_nothing() -> None:
    one = page(0, ours=True)
    (first,) = one.fields["total_incl_vat"]
    fields = {"total_incl_vat": [first._replace(alternatives=("12000",))]}
    assert judge_answers([replace(one, fields=fields)], Calibration(), load_schema()) == []


def test_letters_among_the_documents_teach_what_a_document_of_ours_is() -> None:
    pages = [page(n, ours=ours) for n in range(40) for ours in (True, False)]
    relevance = fit_relevance(pages)
    assert relevance is not None
    for one in pages:
        told = relevance(features_of(one.labelled.document.words, one.fields))
        assert told > 0.98 if one.is_ours else told < 0.3


def test_curves_are_fitted_on_documents_of_ours_alone() -> None:
    pages = [page(n, ours=ours) for n in range(40) for ours in (True, False)]
    assert not any("supplier_name" in group for group in fit(pages, load_schema()).curves)


def test_a_few_letters_teach_nothing() -> None:
    pages = [page(n, ours=n >= LEAST_OTHERS - 1) for n in range(100)]
    assert fit_relevance(pages) is None


def recognised(number: int, *, unsure: bool) -> Proposed:
    """A page of a picture; what OCR was unsure of is misread."""
    one = page(number, ours=True)
    (found,) = one.fields["total_incl_vat"]
    if not unsure:
        found = found._replace(value="12.00", text="12.00")
    words = [
        replace(w, confidence=0.5 if unsure else 1.0, letter_height=30.0) for w in one.labelled.document.words
    ]
    pages = (replace(one.labelled.document.pages[0], words=tuple(words)),)
    return Proposed(
        replace(one.labelled, document=replace(one.labelled.document, pages=pages)),
        {"total_incl_vat": [found]},
    )


def test_misread_pages_teach_how_far_ocr_is_believed_and_leave_the_curves() -> None:
    pages = [recognised(n, unsure=n % 2 == 0) for n in range(2 * LEAST_ANSWERS)]
    before = fit([page(n, ours=True) for n in range(40)], load_schema())
    after = fit_readings(pages, before, load_schema())
    assert after == replace(before, legibility=after.legibility)
    bad, good = (one.labelled.document.words for one in pages[:2])
    candidate = pages[0].fields["total_incl_vat"][0]
    assert after.of_reading(candidate, bad) < 0.6 < 0.99 < after.of_reading(candidate, good)


def test_a_model_calibrated_on_other_documents_believes_ocr_as_the_default_one_does(tmp_path: Path) -> None:
    folder = save_toy(tmp_path, toy_model())
    export(folder, folder, precision="float32", held_out=[labelled("x", fields={"tip": ["1.00"]})])
    default = load_calibration(default_model_path() / CALIBRATION).legibility
    assert load_calibration(folder / CALIBRATION).legibility == default is not None


def test_every_candidate_of_a_known_field_is_judged(tmp_path: Path) -> None:
    model = toy_model()
    with torch.no_grad():
        model.head.scores.weight.zero_()
        model.head.scores.bias.fill_(-8.0)  # the rules do the reading
    folder = save_toy(tmp_path, model)
    export(folder, folder, precision="float32")
    documents = [
        labelled("Invoice number: INV-1", "Total: 9.00 EUR", fields={"document_number": ["INV-1"]}),
        labelled("Invoice number: INV-2", "Total: 9.00 EUR", fields={"document_number": ["INV-7"]}),
        labelled("Invoice number: INV-3", fields={}, known=["document_number"]),
    ]
    with Extractor(folder) as extractor:
        found = [one for one in judge(propose(extractor, documents), extractor.schema) if one.score > 0.3]
    assert {one.field for one in found} == {"document_number"}  # the total is not known to be anything
    assert [one.right for one in found] == [True, False, False]
    assert all(one.source == "rule" and one.type == "number" for one in found)
