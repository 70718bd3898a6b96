"""What a layer of each attention computes and moves, forward, in inference.

A layer of n tokens, width D in h heads of d = D / h. A multiplication and its addition are two operations.
The four projections (8 n D^2) are the same for all; beside them, with c the keys that a query is compared
with and m the features:

===========  ==============================  ===============  ============================================
mechanism    operations                      exponentials     numbers moved, beside 4 n D in and out
===========  ==============================  ===============  ============================================
softmax      4 n c D; c = n, causal (n+1)/2  h n c            2 c D for each block of queries
performer    8 n D m                         2 h n m          2 n D, and 2 m D for each block of queries;
                                                              causal ``FEATURE_PASSES`` over 2 h n m features
longformer   4 n c D + 4 h G n D             h n c            4 n D copied with margins, the mask, 2 c D
                                                              for each block of queries
hybrid       performer's and 4 n c D         both             causal performer's; the c keys of each block,
                                                              copied; a mask for each head
linformer    8 n k D                         h n k            4 n k (E and F, written and read), 2 k D
===========  ==============================  ===============  ============================================

Longformer computes whole blocks: c is the window of a block of queries and what its last neighbour has too
much; hybrid's c is three blocks of its window, or two where causal. G global tokens compare each head with
the states themselves, which costs D instead of d. Causal Performer compares the queries of a chunk of c with
its keys, feature by feature, which costs 2 n c (h m + D) more, and writes and reads h n c weights.

A layer takes the operations over the rate of matrix products, the exponentials over theirs, and the bytes
over the bandwidth. It is a model to order mechanisms by, and is held against the clock in
``benchmarks/attention.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.causal import CHUNK
from paperformer.transformer.attention.features import default_features
from paperformer.transformer.attention.window import default_block

MECHANISM_NAMES = ("softmax", "performer", "longformer", "hybrid", "linformer")
QUERY_BLOCK = 256  # queries for which the fused kernel reads all keys once
FEATURE_PASSES = 8  # times that a feature is written or read: product, maxima, differences, exp, product


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionShape:
    """What the cost of an attention layer depends on.

    Args:
        length: Tokens.
        width: Width of all heads together.
        heads: How many there are.
        features: Performer's and hybrid's; None is ``default_features`` of the head width.
        window: Longformer's and hybrid's, to each side.
        projected_length: Linformer's.
        global_tokens: Longformer's.
        causal: Whether tokens see only earlier ones.
        number_bytes: Bytes of a number.
    """

    length: int
    width: int
    heads: int
    features: int | None = None
    window: int = 256
    projected_length: int = 128
    global_tokens: int = 0
    causal: bool = False
    number_bytes: int = 4

    def __post_init__(self) -> None:
        for name in ("length", "width", "heads", "window", "projected_length", "number_bytes"):
            if getattr(self, name) < 1:
                raise InvalidConfig(f"{name} is {getattr(self, name)}", "Give a whole number, 1 or more")
        if self.width % self.heads:
            raise InvalidConfig(
                f"width {self.width} does not divide into {self.heads} heads", "Choose heads that divide it"
            )

    @property
    def feature_count(self) -> int:
        """The features that a head has."""
        return self.features or default_features(self.width // self.heads)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a layer does: floating-point operations of products, exponentials, bytes moved."""

    flops: int
    exponentials: int
    bytes: int

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.flops + other.flops, self.exponentials + other.exponentials, self.bytes + other.bytes
        )

    def seconds(self, machine: Machine) -> float:
        """How long a machine takes, by this model."""
        return (
            self.flops / machine.flops_per_second
            + self.exponentials / machine.exponentials_per_second
            + self.bytes / machine.bytes_per_second
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What a machine can do in a second; the defaults are those of one core of a server's processor."""

    flops_per_second: float = 80e9
    exponentials_per_second: float = 2e9
    bytes_per_second: float = 8e9


def layer_cost(mechanism: str, shape: AttentionShape) -> Cost:
    """The cost of an attention layer, projections included.

    Raises:
        InvalidConfig: when there is no such mechanism, or it cannot be causal.
    """
    return projection_cost(shape) + mechanism_cost(mechanism, shape)


def projection_cost(shape: AttentionShape) -> Cost:
    """Queries, keys, values and the output: four products of n x D and D x D."""
    n, width = shape.length, shape.width
    return Cost(8 * n * width**2, 0, shape.number_bytes * 4 * (2 * n * width + width**2))


def mechanism_cost(mechanism: str, shape: AttentionShape) -> Cost:
    """The cost of what happens between the projections.

    Raises:
        InvalidConfig: when there is no such mechanism, or it cannot be causal.
    """
    if mechanism not in _COSTS:
        raise InvalidConfig(
            f"no attention mechanism {mechanism!r}", f"Use one of {', '.join(MECHANISM_NAMES)}"
        )
    if mechanism == "linformer" and shape.causal:
        raise InvalidConfig("linformer attention cannot be causal", "Leave it out of the choice")
    return _COSTS[mechanism](shape)


def _softmax(shape: AttentionShape) -> Cost:
    n = shape.length
    pairs = n * (n + 1) // 2 if shape.causal else n * n
    return _compared(shape, pairs, QUERY_BLOCK)


def _performer(shape: AttentionShape) -> Cost:
    if not shape.causal:  # two softmax attentions, of m queries to n keys and of n queries to m
        n, m = shape.length, shape.feature_count
        of_keys = Cost(4 * n * m * shape.width, n * m * shape.heads, shape.number_bytes * 2 * n * shape.width)
        return of_keys + _compared(shape, n * m, QUERY_BLOCK)
    cost = _in_and_out(shape) + _by_features(shape)
    pairs = shape.length * min(CHUNK, shape.length)
    flops = 2 * pairs * (shape.heads * shape.feature_count + shape.width)
    return cost + Cost(flops, 0, shape.number_bytes * 2 * shape.heads * pairs)


def _longformer(shape: AttentionShape) -> Cost:
    n, width = shape.length, shape.width
    block = default_block(shape.window)
    reach = math.ceil(shape.window / block)
    columns = (reach + 1 if shape.causal else 2 * reach + 1) * (block + shape.global_tokens)
    asked = math.ceil(n / block) * block * columns
    of_global = 4 * n * width * shape.heads * shape.global_tokens
    moved = 4 * n * width + asked  # keys and values with margins, the mask
    extra = Cost(of_global, n * shape.heads * shape.global_tokens, shape.number_bytes * moved)
    return _compared(shape, asked, block) + extra


def _hybrid(shape: AttentionShape) -> Cost:
    block = min(shape.window, shape.length)
    span = 2 if shape.causal else 3
    asked = math.ceil(shape.length / block) * block * span * block
    moved = 4 * span * shape.length * shape.width + shape.heads * asked
    extra = Cost(0, 0, shape.number_bytes * moved)
    return _compared(shape, asked, block) + _by_features(shape) + extra


def _linformer(shape: AttentionShape) -> Cost:
    n, k = shape.length, shape.projected_length
    mixing = Cost(4 * n * k * shape.width, 0, shape.number_bytes * 4 * n * k)
    return _compared(shape, n * k, QUERY_BLOCK) + mixing


def _compared(shape: AttentionShape, pairs: int, block: int) -> Cost:
    """Softmax over ``pairs`` of queries and keys, each block of queries reading its keys and values once."""
    read = 2 * pairs * shape.width // min(block, shape.length)
    cost = Cost(4 * pairs * shape.width, pairs * shape.heads, shape.number_bytes * read)
    return cost + _in_and_out(shape)


def _by_features(shape: AttentionShape) -> Cost:
    """Features of queries and keys, their sums, and what queries read from these."""
    n, m = shape.length, shape.feature_count
    wide = 2 * n * m * shape.heads  # features of all queries and keys
    return Cost(8 * n * m * shape.width, wide, shape.number_bytes * FEATURE_PASSES * wide)


def _in_and_out(shape: AttentionShape) -> Cost:
    return Cost(0, 0, shape.number_bytes * 4 * shape.length * shape.width)


_COSTS: dict[str, Callable[[AttentionShape], Cost]] = {
    "softmax": _softmax,
    "performer": _performer,
    "longformer": _longformer,
    "hybrid": _hybrid,
    "linformer": _linformer,
}
