"""The whole model, and the same without one of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from torch import Generator

from paperformer.transformer.build import build_recurrent, build_seq2seq
from paperformer.transformer.config import MECHANISMS, RecurrentConfig, Seq2SeqConfig
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq

WHOLE = "whole model"
HEADS = (1, 2, 4, 8)
DEPTHS = (1, 2, 4, 6)
EXACT = {"mechanism": "softmax"}
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """A model to compare.

    Args:
        name: What the table calls it.
        changes: What is other than in the whole model: settings of ``Seq2SeqConfig``, or of
            ``RecurrentConfig`` where that is the model.
        model: Which of the two it is.
    """

    name: str
    changes: Settings = field(default_factory=dict)
    model: Literal["transformer", "recurrent"] = "transformer"


def standard_variants(whole: Seq2SeqConfig) -> list[Variant]:
    """The whole model and all that it can be compared with; what would be no change is left out."""
    variants = [Variant(WHOLE)]
    for name, changes in _changes(whole):
        if _spelt_out(whole.changed(**changes)) != _spelt_out(whole):
            variants.append(Variant(name, changes))
    return [*variants, Variant("RNN with attention", model="recurrent")]


def variant_shape(whole: Seq2SeqConfig, variant: Variant) -> Seq2SeqConfig | RecurrentConfig:
    """The shape of a variant.

    Raises:
        InvalidConfig: its changes say something that cannot be.
    """
    if variant.model == "transformer":
        return whole.changed(**variant.changes)
    shared = ("vocabulary_size", "source_vocabulary_size", "hidden_size", "padding_id", "dropout", "tied")
    settings = {name: getattr(whole, name) for name in shared}
    return RecurrentConfig.from_dict({**settings, **variant.changes})


def build_variant(whole: Seq2SeqConfig, variant: Variant, generator: Generator) -> Seq2Seq | RecurrentSeq2Seq:
    """A new model of a variant, all weights drawn from ``generator``.

    Raises:
        InvalidConfig: its changes say something that cannot be.
    """
    shape = variant_shape(whole, variant)
    if isinstance(shape, RecurrentConfig):
        return build_recurrent(shape, generator)
    return build_seq2seq(shape, generator)


def _changes(whole: Seq2SeqConfig) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "no positions", {"positions": "none"}
    yield "learned positions", {"positions": "learned"}
    yield "sinusoidal positions", {"positions": "sinusoidal"}
    yield "no layer norm", {"norm": "none", "final_norm": None}
    yield "post-norm", {"norm": "post", "final_norm": None}
    yield "pre-norm", {"norm": "pre", "final_norm": None}
    yield "no residual", {"residual": False}
    yield "no feed-forward", {"feedforward_size": 0}
    for heads in HEADS:
        if whole.hidden_size % heads == 0:
            yield f"{heads} head{'s' if heads > 1 else ''}", {"heads": heads}
    for layers in DEPTHS:
        depth = {"layers": layers, "decoder_layers": None}
        yield f"{layers} layer{'s' if layers > 1 else ''}", depth
    for mechanism in MECHANISMS:
        yield f"{mechanism} attention", _attention(mechanism)


def _spelt_out(config: Seq2SeqConfig) -> Seq2SeqConfig:
    """The same model with nothing left to its defaults: two ways to say one model become equal."""
    return config.changed(
        decoder_layers=config.decoder_layers or config.layers,
        decoder_attention=config.causal_attention,
        cross_attention=config.memory_attention,
        final_norm=config.ends_in_norm,
    )


def _attention(mechanism: str) -> dict[str, Any]:
    """The mechanism wherever it can be: not causally where it looks ahead, not across where it slides."""
    inside = {"mechanism": mechanism}
    decoder = EXACT if mechanism == "linformer" else inside
    cross = EXACT if mechanism in ("hybrid", "longformer") else inside
    return {"attention": inside, "decoder_attention": decoder, "cross_attention": cross}
