"""A trained model to a folder that reads documents: graph, vocabulary, schema, calibration, manifest."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import onnx

from paperformer.documents.source import is_folder
from paperformer.errors import InvalidConfig, ModelMismatch, TrainingFailed, write_remedy
from paperformer.extraction.calibration import Calibration, load_calibration, save_calibration
from paperformer.extraction.model_folder import (
    CALIBRATION,
    EVIDENCE,
    GRAPH,
    MANIFEST,
    SCHEMA,
    VOCABULARY,
    WEIGHTS,
)
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.session import ModelSession
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.calibrate import fit, propose
from paperformer.learning.export.encoder import onnx_model
from paperformer.learning.export.graph import Precision
from paperformer.learning.export.probe import probe_documents
from paperformer.learning.export.verify import Agreement, compare
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import load_model

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a graph's probabilities may be from torch's; see ``Agreement``."""

    largest: float
    rare: float
    mean: float


# Float32 differs by rounding alone. In 8 bits single words near a decision move far and say nothing: what
# counts is how rare they are, and the mean.
TOLERANCES: dict[Precision, Tolerance] = {
    "float32": Tolerance(largest=1e-3, rare=1e-4, mean=1e-5),
    "int8": Tolerance(largest=1.0, rare=0.15, mean=5e-3),
}


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written and how far it is from torch."""

    folder: Path
    precision: Precision
    bytes: int
    agreement: Agreement
    calibrated_on: int


class RoundedTooFar(ModelMismatch):
    """Weights of 8 bits do not say what the model says."""


def export_trained(folder: Path, held_out: Sequence[LabelledDocument]) -> ExportReport:
    """Export a model that was just trained, in its own folder: in 8 bits where these say what torch says.

    Where they do not (few documents may have changed it much), in 32 bits, with a warning: who has trained
    shall have a model.

    Raises:
        ModelMismatch: the graph in 32 bits differs from torch.
        TrainingFailed: the folder cannot be written.
    """
    try:
        return export(folder, folder, held_out=held_out)
    except RoundedTooFar as error:
        LOG.warning("%s; written in 32 bits, which read as well, but more slowly", error.message)
        return export(folder, folder, precision="float32", held_out=held_out)


def export(
    source: Path,
    out: Path,
    *,
    precision: Precision = "int8",
    held_out: Sequence[LabelledDocument] = (),
) -> ExportReport:
    """Write the model of ``source`` (a folder with weights) to ``out``, and prove that it equals torch.

    Args:
        source: Written by training: manifest, vocabulary, schema, weights.
        out: The new folder; it may be ``source`` itself.
        precision: Of the graph's weights.
        held_out: Documents that training did not see, to calibrate on; without them the calibration of
            ``source`` stays.

    Raises:
        ModelMismatch: ``source`` is no model, or the graph is further from torch than it may be (in 8 bits:
            ``RoundedTooFar``).
        InvalidConfig: ``out`` is a folder of other things.
        TrainingFailed: ``out`` cannot be written.
    """
    model, _ = load_model(source)
    _check_mixes_with_nothing(out)
    model.eval()
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".draft-", dir=out) as name:  # a refused graph replaces nothing
            draft = Path(name)
            _copy(source, draft, (VOCABULARY, MANIFEST))
            agreement = _drafted(model, draft, "float32")  # also proves the structure of any other
            if precision != "float32":
                agreement = _drafted(model, draft, precision)
            (draft / GRAPH).replace(out / GRAPH)
        if out.resolve() != source.resolve():
            for name in (CALIBRATION, EVIDENCE):
                (out / name).unlink(missing_ok=True)  # of whatever model was there before
            _copy(source, out, (VOCABULARY, SCHEMA, WEIGHTS, CALIBRATION, EVIDENCE, MANIFEST))
    except OSError as error:
        raise TrainingFailed(f"{out}: cannot be written ({error})", write_remedy(error)) from error
    if held_out:
        calibrate(out, held_out)
    return ExportReport(out, precision, (out / GRAPH).stat().st_size, agreement, len(held_out))


def _check_mixes_with_nothing(out: Path) -> None:
    """Refuse a folder of other things: the model would lie among them, and replace what is called alike."""
    if is_folder(out) and not (out / MANIFEST).exists() and any(out.iterdir()):
        raise InvalidConfig(
            f"{out} holds files and no model", "Give a new folder, an empty one or that of an earlier model"
        )


def _drafted(model: LayoutModel, draft: Path, precision: Precision) -> Agreement:
    """Write the graph, run it beside torch, and refuse it where the two differ."""
    onnx.save(onnx_model(model, precision), draft / GRAPH)
    agreement, tolerance = compare(model, ModelSession(draft), probe_documents()), TOLERANCES[precision]
    for name in ("largest", "rare", "mean"):
        difference = getattr(agreement, name)
        if difference <= getattr(tolerance, name):
            continue
        found = f"the {precision} graph differs from torch: {name} difference {difference:.3g}"
        if precision == "int8":
            raise RoundedTooFar(found, "Export in 32 bits: --precision float32")
        raise ModelMismatch(found, "Report this with the training's configuration")
    return agreement


def _copy(source: Path, target: Path, names: Sequence[str]) -> None:
    for name in names:
        if (source / name).exists():
            shutil.copyfile(source / name, target / name)


def calibrate(folder: Path, held_out: Sequence[LabelledDocument]) -> Calibration:
    """Fit the curves of a model folder on documents that training did not see, and write them there.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    with Extractor(folder, einvoice="ignore", max_results=10) as extractor:
        calibration = fit(propose(extractor, held_out), extractor.schema)
    # How far OCR is believed has nothing to do with the model.
    calibration = replace(
        calibration, legibility=load_calibration(default_model_path() / CALIBRATION).legibility
    )
    try:
        save_calibration(calibration, folder / CALIBRATION)
    except OSError as error:
        raise TrainingFailed(f"{folder}: cannot be written ({error})", write_remedy(error)) from error
    return calibration
