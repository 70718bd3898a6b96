"""A translator in its folder: manifest, subwords, weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save

from paperformer.errors import InvalidConfig, ModelMismatch, TrainingFailed, write_remedy
from paperformer.text.subwords import Subwords
from paperformer.transformer.build import build_recurrent, build_seq2seq
from paperformer.transformer.config import SEQ2SEQ_PRESETS, RecurrentConfig, Seq2SeqConfig
from paperformer.translation.config import ModelChoice, Search
from paperformer.translation.preparation import Preparation, PreparationName
from paperformer.translation.task import TranslationModel

MANIFEST, WEIGHTS = "model.json", "weights.safetensors"
JOINT, SOURCE, TARGET = "subwords.json", "source-subwords.json", "target-subwords.json"
Shape = Seq2SeqConfig | RecurrentConfig


class Manifest(BaseModel):
    """What a folder says of its model.

    Args:
        format, format_version: What kind of folder it is.
        name, version: What the model calls itself.
        source, target: Its languages.
        prepare: What happens to texts before they are cut.
        architecture: ``transformer`` or ``recurrent``.
        shape: The config's settings.
        subwords: Fingerprints of the source's and the target's vocabulary.
        search: How to search unless one says otherwise.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["paperformer-translator"] = "paperformer-translator"
    format_version: Literal[1] = 1
    name: str
    version: str
    source: str
    target: str
    prepare: PreparationName
    architecture: Literal["transformer", "recurrent"]
    shape: dict[str, Any]
    subwords: tuple[str, str]
    search: Search = Field(default_factory=Search)


@dataclass(frozen=True)
class TranslationParts:
    """All that translating takes.

    Args:
        model: In float32, on the CPU.
        subwords: Of source and target; the same object twice where they share one vocabulary.
        preparations: Of source and target.
        manifest: What the folder says.
    """

    model: TranslationModel
    subwords: tuple[Subwords, Subwords]
    preparations: tuple[Preparation, Preparation]
    manifest: Manifest


def shape_of(choice: ModelChoice, subwords: tuple[Subwords, Subwords]) -> Shape:
    """The model's shape for these vocabularies.

    Raises:
        InvalidConfig: a changed setting that cannot be.
    """
    reading, writing = subwords
    sizes: dict[str, Any] = {"source_vocabulary_size": None if reading is writing else len(reading)}
    changes = {**sizes, **choice.changes, "padding_id": writing.padding_id}
    if choice.preset == "recurrent":
        return RecurrentConfig(vocabulary_size=len(writing)).changed(**changes)
    return SEQ2SEQ_PRESETS[choice.preset](len(writing), **changes)


def shape_in(manifest: Manifest) -> Shape:
    """The model's shape as its manifest says it.

    Raises:
        InvalidConfig: it says what cannot be.
    """
    kind = RecurrentConfig if manifest.architecture == "recurrent" else Seq2SeqConfig
    return kind.from_dict(manifest.shape)


def build(shape: Shape, seed: int) -> TranslationModel:
    """A new model with random weights."""
    generator = torch.Generator().manual_seed(seed)
    if isinstance(shape, RecurrentConfig):
        return build_recurrent(shape, generator)
    return build_seq2seq(shape, generator)


def begin_with(parts: TranslationParts, folder: Path) -> None:
    """Put the weights of the translator in ``folder`` into the model of ``parts``.

    Raises:
        ModelMismatch: the folder is no translator, or its shape, preparation or subwords are others.
    """
    earlier = load_translator(folder)
    # As a file would say it: JSON has lists for tuples.
    ours, theirs = Manifest.model_validate_json(parts.manifest.model_dump_json()), earlier.manifest
    if theirs.subwords != ours.subwords:
        raise ModelMismatch(f"{folder}: has other subwords", f"Say `subwords: {folder}`, or leave them out")
    said: dict[str, tuple[Any, Any]] = {
        "architecture": (ours.architecture, theirs.architecture),
        "prepare": (ours.prepare, theirs.prepare),
    }
    here, there = (_without_dropout(shape_in(manifest)) for manifest in (ours, theirs))
    said |= {name: (here.get(name), there.get(name)) for name in sorted(here.keys() | there.keys())}
    other = [f"{name}: {their}" for name, (our, their) in said.items() if our != their]
    if other:
        raise ModelMismatch(
            f"{folder}: its model is of another shape", f"Say what it was made with: {', '.join(other[:4])}"
        )
    parts.model.load_state_dict(earlier.model.state_dict())


def _without_dropout(shape: Shape) -> dict[str, Any]:
    """All settings of ``shape``, defaults too, but for what is dropped while training."""
    return _pruned(shape.to_dict())


def _pruned(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _pruned(value) if isinstance(value, Mapping) else value
        for name, value in settings.items()
        if not name.endswith("dropout")
    }


def save_translator(folder: Path, parts: TranslationParts) -> Path:
    """Write manifest, subwords and weights.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    # A tied weight has several names: each parameter is kept under its first.
    weights = {name: p.detach().cpu().contiguous() for name, p in parts.model.named_parameters()}
    weights |= {name: buffer.cpu().contiguous() for name, buffer in _saved_buffers(parts.model).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / WEIGHTS).write_bytes(save(weights))
        save_subwords(folder, parts.subwords)
        (folder / MANIFEST).write_text(parts.manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except (OSError, SafetensorError) as error:
        reason = str(error).splitlines()[0]
        raise TrainingFailed(
            f"{folder}: the model cannot be written ({reason})", write_remedy(error)
        ) from error
    return folder


def load_translator(folder: Path) -> TranslationParts:
    """What ``save_translator`` wrote.

    Raises:
        ModelMismatch: the folder is no translator, incomplete or damaged, or its subwords are another
            model's.
        InvalidConfig: it needs a package that is not installed.
    """
    manifest = read_manifest(folder)
    subwords = load_subwords(folder)
    if manifest.subwords != tuple(vocabulary.fingerprint() for vocabulary in subwords):
        raise ModelMismatch(f"{folder}: the subwords are of another model", "Restore the folder's own")
    try:
        model = build(shape_in(manifest), seed=0)
        weights = load_file(folder / WEIGHTS)
        _load_weights(model, weights)
    except (OSError, SafetensorError, InvalidConfig, RuntimeError, KeyError) as error:
        reason = str(error).splitlines()[0]
        raise ModelMismatch(
            f"{folder}: the weights do not fit ({reason})", "Train the model again"
        ) from error
    preparations = (
        Preparation(manifest.prepare, manifest.source),
        Preparation(manifest.prepare, manifest.target),
    )
    return TranslationParts(model.eval(), subwords, preparations, manifest)


def read_manifest(folder: Path) -> Manifest:
    """What a folder says of its model.

    Raises:
        ModelMismatch: it is no translator's.
    """
    path = folder / MANIFEST
    try:
        return Manifest.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ModelMismatch(
            f"{folder}: no translator ({MANIFEST}: {error.strerror})",
            "Train one with `paperformer translate train`",
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ModelMismatch(
            f"{path}: no translator that this version reads ({where}: {first['msg']})", "Train it again"
        ) from error
    except ValueError as error:
        raise ModelMismatch(f"{path}: damaged ({error})", "Restore it, or train again") from error


def save_subwords(folder: Path, subwords: tuple[Subwords, Subwords]) -> None:
    """Write one vocabulary, or both where they differ."""
    reading, writing = subwords
    if reading is writing:
        reading.save(folder / JOINT)
        return
    reading.save(folder / SOURCE)
    writing.save(folder / TARGET)


def load_subwords(folder: Path) -> tuple[Subwords, Subwords]:
    """Source's and target's vocabulary; the same object twice where they share one.

    Raises:
        ModelMismatch: a vocabulary is missing or damaged.
    """
    if (folder / JOINT).exists():
        joint = Subwords.load(folder / JOINT)
        return joint, joint
    return Subwords.load(folder / SOURCE), Subwords.load(folder / TARGET)


def _saved_buffers(model: TranslationModel) -> dict[str, torch.Tensor]:
    """Buffers that belong to the state: Performer's directions, for instance."""
    parameters = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    return {name: tensor for name, tensor in model.state_dict().items() if name not in parameters}


def _load_weights(model: TranslationModel, weights: dict[str, torch.Tensor]) -> None:
    expected = {name for name, _ in model.named_parameters()} | _saved_buffers(model).keys()
    if expected != weights.keys():
        odd = ", ".join(sorted(expected ^ weights.keys())[:3])
        raise KeyError(f"other parameters: {odd}")
    model.load_state_dict(weights, strict=False)
