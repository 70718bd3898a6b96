"""Which attention is cheapest for a shape, by the model of ``cost``."""

from __future__ import annotations

from collections.abc import Iterable

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.cost import MECHANISM_NAMES, AttentionShape, Machine, layer_cost


def choose(
    shape: AttentionShape,
    *,
    among: Iterable[str] = MECHANISM_NAMES,
    machine: Machine | None = None,
) -> str:
    """The mechanism that takes the least time, by this model; of equals, the one named first.

    Only the cost is compared. What a mechanism leaves out or estimates, and that Linformer is bound to a
    longest input, is for the caller to weigh: that is what ``among`` is for.

    Args:
        shape: Of the layer.
        among: The mechanisms to choose from; those that cannot be causal drop out where it is.
        machine: What to run on; None is one core.

    Raises:
        InvalidConfig: when nothing is left to choose from.
    """
    able = [name for name in among if not (shape.causal and name == "linformer")]
    if not able:
        raise InvalidConfig("no attention mechanism is left to choose from", "Name more in among")
    on = machine or Machine()
    return min(able, key=lambda name: layer_cost(name, shape).seconds(on))
