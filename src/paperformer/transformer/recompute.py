"""Activation checkpointing: what is inside a layer is made again on the way back.

Chen et al. 2016, arXiv 1604.06174.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint


def recompute_activations(model: nn.Module, on: bool = True) -> None:
    """Let every stack of ``model`` keep the states between its layers only, and what is inside not.

    Gradients are the same, dropout included. A step takes about a third longer, and activations of one layer
    instead of all.

    Args:
        model: Any that holds an ``EncoderStack`` or a ``DecoderStack``.
        on: Whether to do so from now on.
    """
    for module in model.modules():
        if "recompute" in vars(module):
            setattr(module, "recompute", on)  # noqa: B010  a module's attributes have no type of their own


def run_layer(layer: nn.Module, *inputs: Any, recompute: bool, **named: Any) -> Tensor:
    """Call a layer; where gradients are wanted and ``recompute`` says so, keep only its input for them."""
    if recompute and torch.is_grad_enabled():
        states: Tensor = checkpoint(layer, *inputs, use_reentrant=False, **named)
        return states
    return layer(*inputs, **named)  # type: ignore[no-any-return]
