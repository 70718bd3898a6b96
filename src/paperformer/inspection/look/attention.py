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
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.random_features import RandomFeatures
from paperformer.transformer.tracing import TraceRecord

Part = Literal["encoder", "decoder", "cross"]
PARTS: tuple[Part, ...] = ("encoder", "decoder", "cross")
PART_NAMES: dict[Part, str] = {
    "encoder": "encoder self-attention",
    "decoder": "decoder self-attention",
    "cross": "cross-attention",
}
Matrix = NDArray[np.float32]
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

    @property
    def name(self) -> str:
        """As people say it."""
        return f"{PART_NAMES[self.part]}, layer {self.layer}"

    def named(self, head: int | None) -> str:
        """The same with one of its heads, or the mean of all, and its mechanism."""
        heads = "mean of all heads" if head is None else f"head {head}"
        return f"{self.name}, {heads} ({self.mechanism})"

    @property
    def error(self) -> NDArray[np.float64] | None:
        """By head, the share of the attention that goes to other keys than exact softmax sends it to."""
        return None if self.exact is None else _astray(self.weights, self.exact)

    @property
    def bias(self) -> NDArray[np.float64] | None:
        """The error that is left with ever more random features, by head: 0 where nothing is biased."""
        return None if self.exact is None or self.limit is None else _astray(self.limit, self.exact)

    def head(self, head: int | None) -> Matrix:
        """The weights of a head, or the mean of all where it is None.

        Raises:
            InvalidConfig: there is no such head.
        """
        if head is None:
            return np.asarray(self.weights.mean(axis=0))
        if not 0 <= head < len(self.weights):
            raise InvalidConfig(
                f"there is no head {head} in {self.name}", f"Give 0 to {len(self.weights) - 1}"
            )
        chosen: Matrix = self.weights[head]
        return chosen


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
        return tuple(part for part in PARTS if any(one.part == part for one in self.maps))

    def of_part(self, part: Part | None) -> tuple[AttentionMap, ...]:
        """The maps of a part; None is cross-attention where there is one, else the first there is.

        Raises:
            InvalidConfig: the model has no such part.
        """
        chosen = part or ("cross" if "cross" in self.parts else self.parts[0])
        found = tuple(one for one in self.maps if one.part == chosen)
        if not found:
            raise InvalidConfig(f"this model has no {chosen} attention", f"It has {', '.join(self.parts)}")
        return found

    def map(self, part: Part | None, layer: int | None) -> AttentionMap:
        """One attention; the last layer where none is named.

        Raises:
            InvalidConfig: there is no such part or layer.
        """
        maps = self.of_part(part)
        numbers = [one.layer for one in maps]
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
            )
        )
    return tuple(sorted(found, key=lambda one: (PARTS.index(one.part), one.layer)))


def habits(one: AttentionMap) -> list[dict[str, float | int | str]]:
    """What each head of a self-attention mostly does, as shares of its weight; a line for each head.

    ``spread`` is to how many keys it goes, by the exponential of its entropy; ``itself``, ``before`` and
    ``after`` are the query's own place and its neighbours, ``first`` and ``last`` the ends. Cross-attention
    has no neighbours.
    """
    lines = []
    error, bias = one.error, one.bias
    for head, weights in enumerate(one.weights.astype(np.float64)):
        positive = np.clip(weights, 0.0, None)
        entropy = -(positive * np.log(np.where(positive > 0, positive, 1.0))).sum(axis=-1)
        line: dict[str, float | int | str] = {"part": one.part, "layer": one.layer, "head": head}
        line["spread"] = float(np.exp(entropy).mean())
        if one.part != "cross":
            rows = len(weights)
            line["itself"] = float(np.trace(weights) / rows)
            line["before"] = float(np.trace(weights, -1) / max(1, rows - 1))
            line["after"] = float(np.trace(weights, 1) / max(1, rows - 1))
        line["first"], line["last"] = float(weights[:, 0].mean()), float(weights[:, -1].mean())
        if error is not None:
            line["error"] = float(error[head])
        if bias is not None:
            line["limit"] = float(bias[head])
        lines.append(line)
    return lines


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
