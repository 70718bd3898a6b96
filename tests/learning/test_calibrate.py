"""Curves fitted on documents that no training saw."""

from pathlib import Path

import numpy as np
import pytest
import torch

from paperformer.extraction.pipeline import Extractor
from paperformer.learning.calibrate import LEAST_CANDIDATES, Judged, fit, judge
from paperformer.learning.export.folder import export
from toy_documents import labelled
from toy_model import save_toy, toy_model


def judged(count: int, *, source: str = "model", field: str = "iban", right: float = 0.7) -> list[Judged]:
    chance = np.random.default_rng(count)
    return [Judged(source, field, "iban", 0.9, bool(chance.random() < right)) for _ in range(count)]


def test_groups_with_enough_candidates_get_a_curve() -> None:
    few, many = LEAST_CANDIDATES - 1, LEAST_CANDIDATES
    calibration = fit(
        judged(few, field="bic") + judged(many, field="iban") + judged(few, source="rule", field="iban")
    )
    assert set(calibration.curves) == {"model:field:iban", "model:type:iban", "model"}


def test_a_curve_tells_how_often_its_candidates_are_right() -> None:
    ones = judged(400, right=0.7)
    accuracy = sum(one.right for one in ones) / 400
    assert fit(ones).curve("model", "iban", "iban")(0.9) == pytest.approx(accuracy, abs=0.01)


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
        found = [one for one in judge(extractor, documents) if one.score > 0.3]
    assert {one.field for one in found} == {"document_number"}  # the total is not known to be anything
    assert [one.right for one in found] == [True, False, False]
    assert all(one.source == "rule" and one.type == "number" for one in found)
