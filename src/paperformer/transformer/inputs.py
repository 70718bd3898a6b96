"""What a model is called with: checked, and under the names that tokenizers of others use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig

# Names of Hugging Face's tokenizers and processors -> ours.
TOKENIZER_NAMES = {
    "input_ids": "ids",
    "attention_mask": "mask",
    "token_type_ids": "segments",
    "position_ids": "places",
    "bbox": "boxes",
}


def named_inputs(batch: Mapping[str, Tensor], ours: Mapping[str, Tensor | None]) -> dict[str, Any]:
    """All inputs under our names; an ``attention_mask`` of zeros and ones becomes boolean.

    Args:
        batch: Inputs under a tokenizer's names.
        ours: Inputs under our names.

    Raises:
        InvalidConfig: a name that is neither, or an input given twice.
    """
    inputs: dict[str, Any] = dict(ours)
    for name, tensor in batch.items():
        our = TOKENIZER_NAMES.get(name)
        if our is None:
            known = ", ".join((*ours, *TOKENIZER_NAMES))
            raise InvalidConfig(f"the encoder takes no {name}", f"It takes {known}")
        if inputs.get(our) is not None:
            raise InvalidConfig(f"{name} and {our} are the same", "Give one of them")
        inputs[our] = tensor.bool() if name == "attention_mask" else tensor
    return inputs


def checked_ids(ids: Tensor | None) -> Tensor:
    """Token ids, ``(batch, length)``.

    Raises:
        InvalidConfig: there are none, or they have other than two axes, or are no whole numbers.
    """
    if ids is None:
        raise InvalidConfig("no token ids were given", "Give ids of shape (batch, length)")
    if ids.ndim != 2:
        remedy = "Give ids[None] for one text" if ids.ndim == 1 else "Give (batch, length)"
        raise InvalidConfig(f"ids have {ids.ndim} axes, not 2", remedy)
    if ids.is_floating_point() or ids.dtype == torch.bool:
        raise InvalidConfig(f"ids are {ids.dtype}, not whole numbers", "Give ids.long()")
    return ids


def check_mask(mask: Tensor | None) -> None:
    """Refuse a mask that is not boolean: added to scores or multiplied, numbers mean different things.

    Raises:
        InvalidConfig: it is not boolean.
    """
    if mask is not None and mask.dtype != torch.bool:
        raise InvalidConfig(
            f"the mask is {mask.dtype}, not boolean", "Give mask.bool(): True for the tokens that exist"
        )
