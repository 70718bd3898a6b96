"""Moving weights between models that differ in their attention mechanism only."""

from __future__ import annotations

import torch
from torch import nn

from paperformer.errors import ModelMismatch


@torch.no_grad()
def copy_weights(source: nn.Module, target: nn.Module) -> None:
    """Give ``target`` every parameter of ``source``, one to one; what is no parameter stays its own.

    A Performer's directions are such: they are drawn, not learned.

    Raises:
        ModelMismatch: when the two differ in a parameter's name or shape; all of them are listed.
    """
    theirs, ours = dict(source.named_parameters()), dict(target.named_parameters())
    odd = {name for name in theirs.keys() & ours.keys() if theirs[name].shape != ours[name].shape}
    odd |= theirs.keys() ^ ours.keys()
    if odd:
        raise ModelMismatch(
            f"the models differ in {', '.join(sorted(odd))}",
            "Give both the same config but for the attention",
        )
    for name, parameter in ours.items():
        parameter.copy_(theirs[name])
