"""A fit goes on from the model's weights: a handful of documents moves what it shows, and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from paperformer.cli import main
from paperformer.cli.failure import ExitCode
from paperformer.evidence.scorer import softmax
from paperformer.evidence.weights import Weights, load_weights
from paperformer.extraction.calibration import load_calibration
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE, read_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.labelled.documents import load_jsonl
from paperformer.learning.evidence import Choice, fit_weights
from paperformer.learning.evidence_fit import choices_of, fit_folder, names_of_evidence, observe
from paperformer.synthesis.corpus import write_corpus


def surprise(choices: list[Choice], weights: Weights) -> float:
    """Minus the logarithm of the probability of what is right, summed."""
    nats = 0.0
    for one in choices:
        vector = np.array([weights.of(name, one.field, one.type) for name in names_of_evidence()])
        chances = np.array(softmax((one.observed @ vector).tolist()))
        share = chances[one.right].sum() if one.right.any() else 1.0 - chances.sum()
        nats -= float(np.log(max(share, 1e-12)))
    return nats


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The default model, in a folder that may be written."""
    return Path(shutil.copytree(default_model_path(), tmp_path / "model"))


def test_ten_documents_make_others_of_their_kind_likelier(model: Path, tmp_path: Path) -> None:
    before, calibration = load_weights(model / EVIDENCE), (model / CALIBRATION).read_bytes()
    few = write_corpus(tmp_path / "few.jsonl", 10, seed=5, kinds=["invoice"], languages=["pl"])
    fitted = tmp_path / "fitted"
    done = CliRunner().invoke(main, ["fit", str(model), str(few), "--out", str(fitted)])
    assert done.exit_code == 0, done.output
    assert load_weights(model / EVIDENCE) == before
    named = read_manifest(fitted)
    assert named.version.startswith(f"{read_manifest(model).version}+fitted.")
    assert f"the new model is {named.name} {named.version}" in done.output
    card = (fitted / "README.md").read_text("utf-8")
    assert card.startswith(f"# {named.name} {named.version}\n")
    assert "fitted on 10 labelled documents" in card
    assert "Nobody has measured it" in card
    assert "10 documents" in done.output
    assert "confidences stay as they were" in done.output
    assert (fitted / CALIBRATION).read_bytes() == calibration
    again = CliRunner().invoke(main, ["fit", str(model), str(few), "--out", str(fitted)])
    assert (again.exit_code, again.output) == (2, f"paperformer: {fitted} is not empty. Give a new folder\n")
    others = write_corpus(tmp_path / "others.jsonl", 10, seed=6, kinds=["invoice"], languages=["pl"])
    with Extractor(fitted, einvoice="ignore") as extractor:
        unseen = choices_of(observe(extractor.predictor, load_jsonl(others)), extractor.predictor)
    assert surprise(unseen, load_weights(fitted / EVIDENCE)) < surprise(unseen, before)


def test_documents_that_say_nothing_of_a_piece_of_evidence_leave_its_weight() -> None:
    seen = Choice("iban", "iban", np.array([[1.0, 0.0]], dtype=np.float32), np.array([False]))
    prior = Weights({"proposed": 1.0, "check_digits": 2.0}, {}, {"iban": {"check_digits": 0.5}})
    fitted = fit_weights([seen] * 8, ["proposed", "check_digits"], prior=prior)
    assert fitted.of("check_digits", "iban", "iban") == pytest.approx(2.5, abs=1e-6)
    assert fitted.of("proposed", "iban", "iban") < 0.0


def test_a_fit_on_nothing_leaves_all_weights_as_they_were(model: Path) -> None:
    before = load_weights(model / EVIDENCE)
    assert not fit_folder(model, [])
    after = load_weights(model / EVIDENCE)
    for name in names_of_evidence():
        assert after.of(name, "total_incl_vat", "amount") == pytest.approx(
            before.of(name, "total_incl_vat", "amount"), abs=2e-4
        )


def test_fifty_documents_fit_the_confidences_too(model: Path, tmp_path: Path) -> None:
    before = load_calibration(model / CALIBRATION)
    many = write_corpus(tmp_path / "many.jsonl", 50, seed=7, kinds=["receipt"], languages=["en"])
    assert fit_folder(model, load_jsonl(many))
    after = load_calibration(model / CALIBRATION)
    assert after.curves != before.curves
    assert after.legibility == before.legibility


def test_labels_that_a_model_wrote_are_warned_of(model: Path, tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "samples" / "invoice-en.pdf"
    labelled = tmp_path / "labelled"
    CliRunner().invoke(main, ["extract", str(sample), "--out", str(labelled)])
    done = CliRunner().invoke(main, ["fit", str(model), str(labelled)])
    assert done.exit_code == 0
    assert "1 of 1 documents have labels of a model" in done.stderr


@pytest.mark.parametrize(
    "command", [["fit", "models/default"], ["evidence", "--worth"], ["evidence", "--sources"]]
)
def test_without_documents_nothing_is_fitted_nor_measured(command: list[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    done = CliRunner().invoke(main, [*command, str(empty)])
    assert done.exit_code == ExitCode.MISUSE
    assert "no documents" in done.output


def test_sources_are_counted_on_labelled_documents(tmp_path: Path) -> None:
    labelled = tmp_path / "labelled"
    sample = Path(__file__).parents[2] / "samples" / "invoice-en.pdf"
    CliRunner().invoke(main, ["extract", str(sample), "--out", str(labelled)])
    done = CliRunner().invoke(main, ["evidence", "--sources", str(labelled), "--output", "json"])
    assert done.exit_code == 0, done.output
    by_name = {row["name"]: row for row in json.loads(done.stdout)}
    assert by_name["label"]["votes"] > 0
    assert by_name["label"]["accuracy"] == 1.0
    assert all(0 <= row["conflict"] <= row["overlap"] <= row["coverage"] <= 1 for row in by_name.values())
