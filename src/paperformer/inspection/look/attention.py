"""All attention of one input inside a model, as numbers: what the pictures draw and the JSON holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.grouping import Groups, exact_shares, limit_shares, shares
from paperformer.inspection.look.vectors import Vectors, vectors_of
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.random_features import RandomFeatures
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.tracing import TraceRecord

Part = Literal["encoder", "decoder", "cross"]
PARTS: tuple[Part, ...] = ("encoder", "decoder", "cross")
PART_NAMES: dict[Part, str] = {
    "encoder": "encoder self-attention",
    "decoder": "decoder self-attention",
    "cross": "cross-attention",
}
Matrix = NDArray[np.float32]
Heads = tuple[int, ...]  # of one layer, whose mean is shown
ALL: Heads = ()  # every head, however many there are
_NAME = re.compile(r"(encoder|decoder)\.layers\.(\d+)\.(cross_)?attention$")


@dataclass(frozen=True, slots=True)
class AttentionMap:
    """One attention of one layer.

    Args:
        part: Where: in the encoder, in the decoder, or from the decoder to the encoder.
        layer: From 0.
        mechanism: Its name.
        weights: By head, ``(heads, queries, keys)``.
        queries, keys: What rows and columns are called.
        exact: What softmax would have made of the same queries and keys, where the mechanism estimates it.
        limit: What the mechanism would make of them with ever more random features, likewise.
        units: Number of the document's unit that each row stands for, -1 for none; empty for texts.
        vectors: The queries and keys that softmax compares, where every row and column is one token.
    """

    part: Part
    layer: int
    mechanism: str
    weights: Matrix
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    exact: Matrix | None = None
    limit: Matrix | None = None
    units: tuple[int, ...] = ()
    vectors: Vectors | None = None

    @property
    def name(self) -> str:
        """As people say it."""
        return f"{PART_NAMES[self.part]}, layer {self.layer}"

    def named(self, heads: Heads) -> str:
        """The same with some of its heads, or all, and its mechanism."""
        if len(heads) == 1:
            said = f"head {heads[0]}"
        elif heads == ALL:
            said = "its only head" if len(self.weights) == 1 else "mean of all heads"
        else:
            said = f"mean of heads {', '.join(map(str, heads))}"
        return f"{self.name}, {said} ({self.mechanism})"

    @property
    def error(self) -> NDArray[np.float64] | None:
        """By head, the share of the attention that goes to other keys than exact softmax sends it to."""
        return None if self.exact is None else _astray(self.weights, self.exact)

    @property
    def bias(self) -> NDArray[np.float64] | None:
        """The error that is left with ever more random features, by head: 0 where nothing is biased."""
        return None if self.exact is None or self.limit is None else _astray(self.limit, self.exact)

    def mean_of(self, heads: Heads) -> Matrix:
        """The weights of a head, or the mean of several.

        Raises:
            InvalidConfig: there is no such head.
        """
        for head in heads:
            if not 0 <= head < len(self.weights):
                raise InvalidConfig(
                    f"there is no head {head} in {self.name}", f"Give 0 to {len(self.weights) - 1}"
                )
        chosen = self.weights if heads == ALL else self.weights[list(heads)]
        return np.asarray(chosen.mean(axis=0))


def mean_over(by_head: NDArray[np.float64], heads: Heads) -> float:
    """The mean of a number of some heads, or of all."""
    return float(by_head.mean() if heads == ALL else by_head[list(heads)].mean())


@dataclass(frozen=True, slots=True)
class Seen:
    """What one input looked like inside a model.

    Args:
        title: Model and input.
        maps: Every attention, from the input up; the encoder's first.
        block: How many tokens a row stands for, 1 where each has its own.
        notes: What the reader should know.
    """

    title: str
    maps: tuple[AttentionMap, ...]
    block: int = 1
    notes: tuple[str, ...] = field(default=())

    @property
    def parts(self) -> tuple[Part, ...]:
        """Those that there are."""
        return tuple(part for part in PARTS if any(attention_map.part == part for attention_map in self.maps))

    def of_part(self, part: Part | None) -> tuple[AttentionMap, ...]:
        """The maps of a part; None is cross-attention where there is one, else the first there is.

        Raises:
            InvalidConfig: the model has no such part.
        """
        chosen = part or ("cross" if "cross" in self.parts else self.parts[0])
        found = tuple(attention_map for attention_map in self.maps if attention_map.part == chosen)
        if not found:
            raise InvalidConfig(f"this model has no {chosen} attention", f"It has {', '.join(self.parts)}")
        return found

    def map(self, part: Part | None, layer: int | None) -> AttentionMap:
        """One attention; the last layer where none is named.

        Raises:
            InvalidConfig: there is no such part or layer.
        """
        maps = self.of_part(part)
        numbers = [attention_map.layer for attention_map in maps]
        if layer is None:
            return maps[-1]
        if layer not in numbers:
            raise InvalidConfig(f"there is no layer {layer}", f"Give {numbers[0]} to {numbers[-1]}")
        return maps[numbers.index(layer)]


def maps_of(
    model: nn.Module,
    record: TraceRecord,
    groups: Mapping[tuple[str, int], tuple[Groups, tuple[int, ...]]] | None = None,
    *,
    texts: Mapping[str, Groups],
) -> tuple[AttentionMap, ...]:
    """Every attention that a trace recorded, between groups.

    Args:
        model: What was traced.
        record: Its trace; weights are made here.
        groups: By part and layer, other groups than those of ``texts``, with the units they stand for.
        texts: The groups of the states that ``encoder`` and ``decoder`` run on.
    """
    modules = dict(model.named_modules())
    found = []
    for name, seen in record.attention.items():
        matched = _NAME.search(name)
        attention = modules[name]
        if matched is None or not isinstance(attention, MultiHeadAttention):
            continue
        side, layer = matched.group(1), int(matched.group(2))
        part: Part = "cross" if matched.group(3) else ("decoder" if side == "decoder" else "encoder")
        own, units = (groups or {}).get((part, layer), (texts[side], ()))
        keys = texts["encoder"] if part == "cross" else own
        mechanism: Any = attention.mechanism
        weights = shares(mechanism, seen, own, keys)
        estimates = isinstance(mechanism, RandomFeatures) and mechanism.feature_map != "relu"
        by_softmax = estimates or isinstance(mechanism, SoftmaxAttention)
        exact = exact_shares(seen, own, keys) if estimates else None
        limit = limit_shares(mechanism, seen, own, keys) if estimates else None
        found.append(
            AttentionMap(
                part=part,
                layer=layer,
                mechanism=type(mechanism).__name__.removesuffix("Attention").lower(),
                weights=_array(weights),
                queries=own.labels,
                keys=keys.labels,
                exact=None if exact is None else _array(exact),
                limit=None if limit is None else _array(limit),
                units=units,
                vectors=vectors_of(seen) if by_softmax and own.single and keys.single else None,
            )
        )
    return tuple(
        sorted(found, key=lambda attention_map: (PARTS.index(attention_map.part), attention_map.layer))
    )


def place_of(wanted: str, labels: Sequence[str]) -> int:
    """The row that a token's number or text names.

    Raises:
        InvalidConfig: there is none, or the number is too high.
    """
    for spelled in (str.casefold, lambda text: text.removeprefix("##").casefold()):
        folded = [spelled(label) for label in labels]
        if spelled(wanted) in folded:
            return folded.index(spelled(wanted))
    if wanted.isdigit() and int(wanted) < len(labels):
        return int(wanted)
    raise InvalidConfig(
        f"no token {wanted!r} among {', '.join(labels[:12])}{' ...' if len(labels) > 12 else ''}",
        f"Give one of them, or a number from 0 to {len(labels) - 1}",
    )


def _astray(weights: Matrix, exact: Matrix) -> NDArray[np.float64]:
    apart = np.abs(weights.astype(np.float64) - exact).sum(axis=-1)
    return np.asarray(apart.mean(axis=-1) / 2)


def _array(weights: torch.Tensor) -> Matrix:
    return np.ascontiguousarray(weights.detach().cpu().numpy(), dtype=np.float32)
