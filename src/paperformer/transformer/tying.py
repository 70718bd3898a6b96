"""One matrix in several places (Press & Wolf 2017; Vaswani et al. 2017, section 3.4)."""

from __future__ import annotations

from torch import nn

from paperformer.errors import InvalidConfig


def tie_weights(source: nn.Embedding | nn.Linear, *others: nn.Embedding | nn.Linear) -> None:
    """Let ``others`` use the weight of ``source`` itself, so that training moves all of them as one.

    A token table ``(vocabulary, size)`` and the output layer from ``size`` to ``vocabulary`` hold their
    weights in the same shape. Biases stay apart.

    Raises:
        InvalidConfig: when a weight is of another shape; then none is tied.
    """
    for other in others:
        if other.weight.shape != source.weight.shape:
            raise InvalidConfig(
                f"a weight of {tuple(other.weight.shape)} cannot be tied to {tuple(source.weight.shape)}",
                "Give both the same vocabulary and width",
            )
    for other in others:
        other.weight = source.weight
