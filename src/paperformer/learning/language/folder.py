"""The folder a language model lives in: ``language.json``, ``tokenizer.json``, ``weights.safetensors``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import Tensor, nn

from paperformer.errors import InvalidConfig, ModelMismatch, TrainingFailed, write_remedy
from paperformer.extraction.model_folder import VOCABULARY, WEIGHTS
from paperformer.learning.language.config import Masking, ObjectiveName
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import changed_state
from paperformer.text.subwords import Subwords
from paperformer.text.tokenizer_file import load_tokenizer as load_word_tokenizer
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig, EncoderConfig, LayoutConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.pretrained.stretch import StretchMethod

LANGUAGE = "language.json"
FORMAT = 1
REMEDY = "Give the folder that `paperformer pretrain` printed"
Model = Decoder | MaskedModel
Tokenizer = Subwords | WordTokenizer


class LanguageManifest(BaseModel):
    """What ``language.json`` says.

    Args:
        format: Version of the folder's format.
        name, version: What the model calls itself.
        objective: What it was trained for.
        model: Its shape.
        masking: What was hidden of the texts, where it was to tell what was hidden.
        max_tokens: Longest text it was trained on.
        figures: How well it did on the texts held out; empty where there were none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT
    name: str
    version: str
    objective: ObjectiveName
    model: dict[str, Any]
    masking: Masking = Masking()
    max_tokens: int = Field(ge=8)
    figures: dict[str, float] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A model in evaluation, its pieces, and what is known of it."""

    model: Model
    tokenizer: Tokenizer
    manifest: LanguageManifest


def save_language_model(folder: Path, saved: LanguageModel) -> Path:
    """Write a model's folder, all weights as they are.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    names = _first_names(saved.model)
    state = {n: t.contiguous() for n, t in saved.model.state_dict().items() if names.get(n, n) == n}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / WEIGHTS).write_bytes(save(state))
        saved.tokenizer.save(folder / VOCABULARY)
        (folder / LANGUAGE).write_text(saved.manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except (OSError, SafetensorError) as error:
        raise TrainingFailed(
            f"{folder}: the model cannot be written ({error})", write_remedy(error)
        ) from error
    return folder


def load_language_model(folder: Path) -> LanguageModel:
    """The model of a folder, in evaluation.

    Raises:
        ModelMismatch: the folder is no language model, incomplete or damaged.
    """
    manifest = read_language_manifest(folder)
    config = config_of(manifest, folder)
    generator = torch.Generator().manual_seed(0)  # every weight that it draws is written over
    model: Model = (
        build_decoder(config, generator)
        if isinstance(config, DecoderConfig)
        else MaskedModel(config, generator)
    )
    _load(model, read_state(folder), folder)
    return LanguageModel(model.eval(), load_tokenizer(folder / VOCABULARY, manifest.objective), manifest)


def read_language_manifest(folder: Path) -> LanguageManifest:
    """The manifest of a language model's folder.

    Raises:
        ModelMismatch: there is no such folder, no manifest, or one of another format.
    """
    path = folder / LANGUAGE
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        remedy = f"{REMEDY}. A translator runs with `paperformer translate run`"
        raise ModelMismatch(f"{folder}: no language model ({LANGUAGE} cannot be read)", remedy) from error
    try:
        manifest = LanguageManifest.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise ModelMismatch(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}", REMEDY) from error
    if manifest.format != FORMAT:
        raise ModelMismatch(
            f"{folder}: the model has format {manifest.format}, this version reads {FORMAT}", "Train it again"
        )
    return manifest


def config_of(manifest: LanguageManifest, folder: Path) -> DecoderConfig | EncoderConfig:
    """The shape that a manifest states.

    Raises:
        ModelMismatch: it states what cannot be.
    """
    try:
        if manifest.objective == "causal":
            return DecoderConfig.from_dict(manifest.model)
        return EncoderConfig.from_dict(manifest.model)
    except InvalidConfig as error:
        raise ModelMismatch(f"{folder / LANGUAGE}: {error.message}", REMEDY) from error


def load_tokenizer(path: Path, objective: ObjectiveName) -> Tokenizer:
    """The pieces of a model of this objective.

    Raises:
        ModelMismatch: the file is missing, damaged, or holds pieces of the other kind.
    """
    return Subwords.load(path) if objective == "causal" else load_word_tokenizer(path)


def read_state(folder: Path) -> dict[str, Tensor]:
    """All weights of a folder; of tied ones, the first.

    Raises:
        ModelMismatch: the file is missing or damaged.
    """
    try:
        return load_file(folder / WEIGHTS)
    except (OSError, SafetensorError) as error:
        raise ModelMismatch(f"{folder / WEIGHTS}: missing or damaged ({error})", REMEDY) from error


def encoder_of(
    folder: Path,
    fields: Sequence[str],
    *,
    changes: Mapping[str, Any],
    stretch: StretchMethod,
    seed: int,
) -> tuple[LayoutModel, WordTokenizer, bool]:
    """A model for ``fields`` with a pre-trained encoder; its pieces; whether its layout tables are trained.

    Args:
        folder: Of a masked language model.
        fields: What the new head shall score.
        changes: Settings of ``EncoderConfig`` to change, as for ``load_model``.
        stretch: How to make more positions.
        seed: Of what starts at random.

    Raises:
        ModelMismatch: the folder is no masked language model, incomplete or damaged.
        InvalidConfig: when ``changes`` say something that cannot be.
    """
    manifest = read_language_manifest(folder)
    stored = config_of(manifest, folder)
    if not isinstance(stored, EncoderConfig):
        raise ModelMismatch(f"{folder}: a causal model has no encoder", "Give a masked or layout model")
    config = stored.changed(**{"layout": stored.layout or LayoutConfig(), **changes})
    model = LayoutModel(config, fields, seed=seed)
    trained = {name: t for name, t in read_state(folder).items() if name.startswith("encoder.")}
    try:
        state = {**model.state_dict(), **trained}
        model.load_state_dict(changed_state(state, model, stretch, new_attention="attention" in changes))
    except (KeyError, RuntimeError, ValueError) as error:
        raise ModelMismatch(f"{folder}: the weights do not fit {LANGUAGE}", REMEDY) from error
    tokenizer = load_word_tokenizer(folder / VOCABULARY)
    return model, tokenizer, stored.layout is not None


def _load(model: nn.Module, state: Mapping[str, Tensor], folder: Path) -> None:
    names = _first_names(model)
    try:
        model.load_state_dict({name: state[names.get(name, name)] for name in model.state_dict()})
    except (KeyError, RuntimeError) as error:
        raise ModelMismatch(f"{folder}: the weights do not fit {LANGUAGE}", REMEDY) from error


def _first_names(model: nn.Module) -> dict[str, str]:
    """For each name of a parameter the first name of the same one: tied weights have several."""
    first = {parameter: name for name, parameter in model.named_parameters()}
    return {n: first[p] for n, p in model.named_parameters(remove_duplicate=False)}
