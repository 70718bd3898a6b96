"""The mean of several trained models of one shape: often better than each (Wortsman et al. 2022, soups).

It works where they come from one training, so that straight lines between them stay on good ground.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig, TrainingFailed, write_remedy
from paperformer.extraction.model_folder import CALIBRATION, SCHEMA, read_manifest
from paperformer.fields.schema import load_schema
from paperformer.learning.export.folder import export
from paperformer.learning.held_out_documents import HELD_OUT
from paperformer.learning.weights import load_model, save_model


def mean_of(models: Mapping[Path, float], out: Path, *, version: str) -> Path:
    """Write the weighted mean of ``models`` to ``out``, ready to read documents; the folder.

    Schema, vocabulary, calibration and the list of held-out documents are those of the first model; calibrate
    it anew on what no model saw.

    Args:
        models: Folders written by training, with their weights in the mean, above 0.
        out: The new folder.
        version: What the mean calls itself.

    Raises:
        InvalidConfig: there are none, or they are not of one shape, or a weight is not above 0.
        ModelMismatch: a folder is no model.
        TrainingFailed: ``out`` cannot be written.
    """
    if not models or min(models.values()) <= 0:
        raise InvalidConfig("a mean needs models with weights above 0", "Give at least one")
    first = next(iter(models))
    model, tokenizer = load_model(first)
    mean = {name: torch.zeros_like(tensor) for name, tensor in model.state_dict().items()}
    total = sum(models.values())
    for folder, weight in models.items():
        _add(mean, load_model(folder)[0].state_dict(), weight / total, folder)
    model.load_state_dict(mean)
    manifest = read_manifest(first).model_copy(update={"version": version})
    save_model(out, model, tokenizer, manifest, load_schema(first / SCHEMA))
    for name in (HELD_OUT, CALIBRATION):
        if (first / name).exists():
            try:
                shutil.copyfile(first / name, out / name)
            except OSError as error:
                raise TrainingFailed(
                    f"{out / name} cannot be written ({error})", write_remedy(error)
                ) from error
    export(out, out)
    return out


def _add(mean: dict[str, Tensor], state: Mapping[str, Tensor], share: float, folder: Path) -> None:
    shapes = {name: tensor.shape for name, tensor in state.items()}
    if shapes != {name: tensor.shape for name, tensor in mean.items()}:
        raise InvalidConfig(f"{folder}: the model is of another shape", "Average models of one training")
    for name, tensor in state.items():
        if tensor.is_floating_point():
            mean[name] += share * tensor
        else:
            mean[name].copy_(tensor)
