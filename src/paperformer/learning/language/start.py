"""Where a pre-training starts: from nothing, from a checkpoint, or from an earlier language model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Generator

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.model_folder import MANIFEST
from paperformer.learning.checkpoint_folder import checkpoint_folder, checkpoint_tokenizer
from paperformer.learning.language.config import PretrainConfig
from paperformer.learning.language.folder import (
    LANGUAGE,
    Model,
    Tokenizer,
    load_language_model,
)
from paperformer.learning.language.masked_model import MaskedModel, narrows
from paperformer.learning.language.tokens import tokenizer_for
from paperformer.learning.weights import load_model
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig, EncoderConfig, LayoutConfig, SoftmaxConfig
from paperformer.transformer.headed import EncoderWithHead
from paperformer.transformer.pretrained.families import BERT
from paperformer.transformer.pretrained.load import load_pretrained

HEAD, LAYOUT = "head.", "encoder.embedding.layout."


@dataclass(frozen=True, slots=True)
class Beginning:
    """A model ready to train, its shape and pieces, and the names (prefixes) of what starts from nothing."""

    model: Model
    config: DecoderConfig | EncoderConfig
    tokenizer: Tokenizer
    fresh: tuple[str, ...] = ()


def beginning(config: PretrainConfig, folder: Path) -> Beginning:
    """The model that a configuration describes.

    Args:
        config: Of the pre-training.
        folder: Where learned pieces are kept.

    Raises:
        InvalidConfig: a setting that cannot be, or data that cannot be read.
        ModelMismatch: what it shall start from is not there or does not fit.
        TrainingFailed: the folder cannot be written.
    """
    begun = _begun(config, folder)
    _check_length(begun.config, config.max_tokens)
    return begun


def packs(config: PretrainConfig, shape: DecoderConfig | EncoderConfig) -> bool:
    """Whether several texts share a row.

    Raises:
        InvalidConfig: when they shall, and the model cannot keep them apart.
    """
    exact = all(isinstance(attention, SoftmaxConfig) for attention in shape.attentions)
    whole = isinstance(shape, DecoderConfig) or not (shape.block or shape.recurrent or narrows(shape))
    able = exact and whole
    if config.pack and not able:
        raise InvalidConfig(
            "pack: only softmax attention without block and narrow_after keeps the texts of a row apart",
            "Leave pack out",
        )
    return able and config.objective != "layout" if config.pack is None else config.pack


def _begun(config: PretrainConfig, folder: Path) -> Beginning:
    if config.start is None:
        return _from_nothing(config, folder)
    if (Path(config.start) / LANGUAGE).exists():
        return _from_language_model(config, Path(config.start))
    if config.objective == "causal":
        raise ModelMismatch(
            f"{config.start}: no causal language model", "Give the folder that `paperformer pretrain` printed"
        )
    return _from_encoder(config)


def _from_nothing(config: PretrainConfig, folder: Path) -> Beginning:
    tokenizer = tokenizer_for(config, folder)
    generator = _chance(config)
    settings: dict[str, Any] = {
        "vocabulary_size": len(tokenizer),
        "padding_id": tokenizer.padding_id,
        "max_positions": config.max_tokens,
    }
    if config.objective == "causal":
        shape = DecoderConfig.from_dict({**settings, **config.model})
        return Beginning(build_decoder(shape, generator), shape, tokenizer)
    if config.objective == "layout":
        settings["layout"] = LayoutConfig()
    encoder = EncoderConfig.from_dict({**settings, **config.model})
    return Beginning(MaskedModel(encoder, generator), encoder, tokenizer)


def _from_language_model(config: PretrainConfig, folder: Path) -> Beginning:
    """An earlier one; its shape stays, but a text model may learn layout."""
    loaded = load_language_model(folder)
    if (loaded.manifest.objective == "causal") != (config.objective == "causal"):
        raise ModelMismatch(
            f"{folder}: a {loaded.manifest.objective} model cannot become {config.objective}",
            "Start from a model of the same kind",
        )
    if isinstance(loaded.model, MaskedModel):
        old = loaded.model
        shape = old.config.changed(**config.model)
        if config.objective == "layout" and shape.layout is None:
            shape = shape.changed(layout=LayoutConfig())
        model = MaskedModel(shape, _chance(config))
        copied = model.load_state_dict(_fitting(old, model), strict=False)
        fresh = (LAYOUT,) if any(name.startswith(LAYOUT) for name in copied.missing_keys) else ()
        return Beginning(model, shape, loaded.tokenizer, fresh)
    if config.model:
        raise InvalidConfig("model: a causal model keeps the shape that it starts with", "Leave model out")
    stored = DecoderConfig.from_dict(loaded.manifest.model)
    return Beginning(loaded.model.train(), stored, loaded.tokenizer)


def _fitting(old: MaskedModel, new: MaskedModel) -> dict[str, torch.Tensor]:
    """The old weights that the new model has a place for; fewer layers are the lowest.

    Raises:
        InvalidConfig: when a weight has another shape.
    """
    wanted = new.state_dict()
    state = {name: tensor for name, tensor in old.state_dict().items() if name in wanted}
    odd = [name for name, tensor in state.items() if tensor.shape != wanted[name].shape]
    missing = [name for name in wanted if name not in state and not name.startswith(LAYOUT)]
    if odd or missing:
        raise InvalidConfig(
            f"model: the weights to start from do not fit ({(odd or missing)[0]})", "Change fewer settings"
        )
    return state


def _from_encoder(config: PretrainConfig) -> Beginning:
    """A model folder of ours, or a BERT checkpoint, whose head is taken along where it has one."""
    folder = checkpoint_folder(str(config.start))
    generator = _chance(config)
    layout = {"layout": LayoutConfig()} if config.objective == "layout" else {}
    if (folder / MANIFEST).exists():
        loaded, tokenizer = load_model(folder, changes=config.model, seed=config.training.seed)
        model = MaskedModel(loaded.config, generator, encoder=loaded.encoder)
        return Beginning(model, loaded.config, tokenizer, (HEAD,))
    bert = load_pretrained(
        folder, generator, head="masked_language", fresh_head=True, family=BERT, **{**layout, **config.model}
    )
    encoder = bert.encoder
    model = MaskedModel(encoder.config, generator, encoder=encoder)
    if isinstance(bert.model, EncoderWithHead):
        model.head = bert.model.head  # type: ignore[assignment]
    return Beginning(model, encoder.config, checkpoint_tokenizer(folder), (HEAD, LAYOUT))


def _check_length(shape: DecoderConfig | EncoderConfig, max_tokens: int) -> None:
    bounded = isinstance(shape, EncoderConfig) or shape.positions == "learned"
    if bounded and max_tokens > shape.max_positions:
        raise InvalidConfig(
            f"max_tokens {max_tokens} is more than the model's {shape.max_positions} positions",
            "Give fewer, or set max_positions under model",
        )


def _chance(config: PretrainConfig) -> Generator:
    return torch.Generator().manual_seed(config.training.seed)
