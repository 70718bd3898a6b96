"""Operations of matrix products, by part: a multiplication and its addition are two.

An attention's are those of the table in ``transformer/attention/cost.py``; where heads of values have another
width than those of keys, a pair costs both, and cross-attention has queries and keys of two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.transformer.attention.cost import AttentionShape, mechanism_cost
from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
    StackConfig,
)
from paperformer.transformer.config.tensors import TensorSpec, feature_count


def linear_operations(rows: int, inputs: int, outputs: int) -> int:
    """A matrix of ``inputs`` times ``outputs``, applied to so many rows."""
    return 2 * rows * inputs * outputs


def cell_operations(steps: int, tensors: Sequence[TensorSpec]) -> int:
    """Recurrent cells, whose matrices are all applied once a step."""
    return 2 * steps * sum(tensor.size for tensor in tensors if len(tensor.shape) == 2)


def attention_operations(
    config: StackConfig,
    mechanism: AttentionConfig,
    queries: int,
    keys: int,
    *,
    causal: bool = False,
    block: int | None = None,
) -> int:
    """One layer: the four projections, and what happens between them; ``block`` is that of the encoder."""
    size, heads, shared = config.hidden_size, config.heads, config.shared_heads
    asked, valued = config.head_dim, config.value_dim
    projections = (
        linear_operations(queries, size, heads * asked)
        + linear_operations(keys, size, shared * (asked + valued))
        + linear_operations(queries, heads * valued, size)
    )
    width = heads * (asked + valued)  # a pair of query and key costs 2 of it
    if block is not None:
        return projections + 2 * queries * min(3 * block, keys) * width
    if isinstance(mechanism, SoftmaxConfig):
        pairs = queries * (queries + 1) // 2 if causal else queries * keys
        return projections + 2 * pairs * width
    if queries == keys:
        return projections + _among_themselves(config, mechanism, queries, causal=causal)
    if isinstance(mechanism, PerformerConfig):
        features = feature_count(mechanism, asked)
        of_both = linear_operations(queries + keys, asked, features) * heads
        return projections + of_both + 2 * features * heads * valued * (queries + keys)
    if isinstance(mechanism, LinformerConfig):
        mixed = min(mechanism.projected_length, keys)
        return projections + 2 * mixed * width * (queries + keys)
    return projections + 2 * queries * keys * width


def _among_themselves(config: StackConfig, mechanism: AttentionConfig, tokens: int, *, causal: bool) -> int:
    wide = -(-(config.head_dim + config.value_dim) // 2)
    settings: dict[str, int] = {}
    if isinstance(mechanism, PerformerConfig | HybridConfig):
        settings["features"] = feature_count(mechanism, config.head_dim)
    if isinstance(mechanism, LongformerConfig | HybridConfig):
        settings["window"] = mechanism.window
    if isinstance(mechanism, LongformerConfig):
        settings["global_tokens"] = mechanism.global_tokens
    if isinstance(mechanism, LinformerConfig):
        settings["projected_length"] = mechanism.projected_length
    shape = AttentionShape(
        length=tokens, width=config.heads * wide, heads=config.heads, causal=causal, **settings
    )
    return mechanism_cost(mechanism.mechanism, shape).flops
