"""Look inside a model while it runs: attention, queries, keys and states, without changing its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.mask import AnyMask


@dataclass(frozen=True, slots=True)
class AttentionTrace:
    """One attention of one layer, by head.

    Args:
        query: What each token asked, already projected.
        key: What it was compared with; ``shared`` is fewer than ``heads`` where heads share keys.
        matrix: The weights, or None where they were not wanted.
        mask: Which keys could be seen, as the mechanism was given it.
        settings: What else it was given: ``causal``, and ``hidden`` where it has projections of its own.
    """

    query: Float[Tensor, "batch heads query head_dim"]
    key: Float[Tensor, "batch shared key head_dim"]
    matrix: Float[Tensor, "batch heads query key"] | None = None
    mask: AnyMask | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        (batch, heads, queries, width), keys = self.query.shape, self.key.shape[2]
        kept = "weights" if self.matrix is not None else "no weights"
        return f"AttentionTrace({batch=}, {heads=}, {queries=}, {keys=}, head_dim={width}, {kept})"

    @property
    def weights(self) -> Float[Tensor, "batch heads query key"]:
        """How much each query took from each key: the mechanism's own matrix, dropout aside.

        Raises:
            InvalidConfig: when the trace was made without weights.
        """
        if self.matrix is None:
            raise InvalidConfig("the attention weights were not traced", "Trace with weights=True")
        return self.matrix


@dataclass(frozen=True, slots=True)
class TraceRecord:
    """What was seen; a module that ran more than once shows its last run.

    Args:
        attention: By the attention's name in the model, such as ``encoder.layers.0.attention`` or
            ``decoder.layers.0.cross_attention``.
        hidden: The states that left each layer, by its name, such as ``encoder.layers.0``.
    """

    attention: dict[str, AttentionTrace] = field(default_factory=dict)
    hidden: dict[str, Float[Tensor, "batch length size"]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"TraceRecord(attention of {_some(self.attention)}; hidden of {_some(self.hidden)})"


def _some(names: Mapping[str, object]) -> str:
    """How many there are, and the first and the last."""
    if len(names) < 3:
        return ", ".join(names) or "nothing"
    first, *_, last = names
    return f"{len(names)}: {first} ... {last}"


@contextmanager
def trace(model: nn.Module, *, weights: bool = True) -> Iterator[TraceRecord]:
    """Record every attention and every layer of ``model`` that runs inside the ``with`` block.

    The record outlives the block; the hooks do not, whatever happens in it. Step-by-step decoding does
    not call a mechanism as a whole and leaves no trace: run the finished sequence through the model.

    Args:
        model: Anything that holds ``MultiHeadAttention``: encoder, decoder, or both.
        weights: Record the attention weights too. They take queries times keys, which a linear mechanism
            never needs by itself: say False for long inputs.
    """
    record = TraceRecord()
    modules = dict(model.named_modules())
    attentions = {name: m for name, m in modules.items() if isinstance(m, MultiHeadAttention)}
    with ExitStack() as hooks:
        for name, attention in attentions.items():
            if isinstance(attention.mechanism, nn.Module):
                hook = _attention_hook(record, name, weights)
                hooks.enter_context(attention.mechanism.register_forward_hook(hook, with_kwargs=True))
        for layer in sorted({name.rpartition(".")[0] for name in attentions if "." in name}):
            hooks.enter_context(modules[layer].register_forward_hook(_hidden_hook(record, layer)))
        yield record


def _attention_hook(record: TraceRecord, name: str, weights: bool) -> Callable[..., None]:
    looking = False

    @torch.no_grad()
    def hook(mechanism: Any, args: tuple[Any, ...], settings: dict[str, Any], _: object) -> None:
        nonlocal looking
        if looking:  # a mechanism may call itself to find its weights
            return
        query, key, _value, *rest = args
        mask = rest[0] if rest else settings.get("mask")
        others = {name: _detached(value) for name, value in settings.items() if name != "mask"}
        looking = True
        try:
            # At once, not when asked for: a Performer may redraw, a Longformer get other global tokens.
            matrix = mechanism.weights(query, key, *rest, **settings) if weights else None
        finally:
            looking = False
        record.attention[name] = AttentionTrace(query.detach(), key.detach(), matrix, mask, others)

    return hook


def _detached(value: object) -> object:
    return value.detach() if isinstance(value, Tensor) else value


def _hidden_hook(record: TraceRecord, name: str) -> Callable[..., None]:
    def hook(_module: nn.Module, _args: object, output: Tensor) -> None:
        record.hidden[name] = output.detach()

    return hook
