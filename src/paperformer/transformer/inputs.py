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


def checked_ids(ids: Tensor | None, name: str = "ids") -> Tensor:
    """Token ids, ``(batch, length)``.

    Raises:
        InvalidConfig: there are none, or they have other than two axes, or are no whole numbers.
    """
    if ids is None:
        raise InvalidConfig(f"no {name} were given", "Give ids of shape (batch, length)")
    if ids.ndim != 2:
        remedy = "Give ids[None] for one text" if ids.ndim == 1 else "Give (batch, length)"
        raise InvalidConfig(f"{name} have {ids.ndim} axes, not 2", remedy)
    if ids.is_floating_point() or ids.dtype == torch.bool:
        raise InvalidConfig(f"{name} are {ids.dtype}, not whole numbers", "Give ids.long()")
    if _readable() and not ids.numel():
        raise InvalidConfig(f"{name} of shape {tuple(ids.shape)} hold no token", "Give one token at least")
    return ids


def check_vocabulary(ids: Tensor, size: int, name: str = "ids") -> None:
    """Refuse ids that the token table does not have; on a GPU the kernel does, without waiting.

    Raises:
        InvalidConfig: an id below 0, or beyond the vocabulary.
    """
    if not _readable() or ids.device.type != "cpu" or not ids.numel():
        return
    least, most = (int(end) for end in ids.aminmax())
    if least < 0 or most >= size:
        wrong = least if least < 0 else most
        raise InvalidConfig(
            f"{name} hold {wrong}, which is not in the vocabulary of {size:,}",
            f"Give numbers from 0 to {size - 1}, by the tokenizer of this model",
        )


def check_mask(mask: Tensor | None, ids: Tensor, name: str = "ids") -> None:
    """Refuse a mask that is not boolean, since numbers may mean other things, or of another length.

    Raises:
        InvalidConfig: it is not boolean, or has a number for other tokens than there are.
    """
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise InvalidConfig(
            f"the mask is {mask.dtype}, not boolean", "Give mask.bool(): True for the tokens that exist"
        )
    if _readable() and mask.ndim == 2 and mask.shape != ids.shape:
        raise InvalidConfig(
            f"the mask is {tuple(mask.shape)}, but {name} are {tuple(ids.shape)}", "Give both the same shape"
        )


def check_boxes(boxes: Tensor | None, ids: Tensor) -> None:
    """Refuse boxes that are fractions of the page, or of other tokens than there are.

    Raises:
        InvalidConfig: they are no whole numbers, or not ``(batch, length, 4)``.
    """
    if boxes is None:
        return
    if boxes.is_floating_point():
        raise InvalidConfig(
            f"boxes are {boxes.dtype}, not whole numbers",
            "Give thousandths of the page from 0 to 1000: (1000 * boxes).round().long() for boxes in 0..1",
        )
    if _readable() and boxes.shape != (*ids.shape, 4):
        raise InvalidConfig(
            f"boxes are {tuple(boxes.shape)}, but ids are {tuple(ids.shape)}", "Give (batch, length, 4)"
        )


def check_beside(ids: Tensor, **beside: Tensor | None) -> None:
    """Refuse what goes with the ids, token by token, and is of another shape or no whole numbers.

    Args:
        ids: Token ids.
        **beside: By name; None is left out.

    Raises:
        InvalidConfig: one of them does not fit.
    """
    for name, tensor in beside.items():
        if tensor is None:
            continue
        if tensor.is_floating_point() or tensor.dtype == torch.bool:
            raise InvalidConfig(f"{name} are {tensor.dtype}, not whole numbers", f"Give {name}.long()")
        if _readable() and tensor.shape != ids.shape:
            raise InvalidConfig(
                f"{name} are {tuple(tensor.shape)}, but ids are {tuple(ids.shape)}",
                "Give both the same shape",
            )


def check_segments(segments: Tensor | None, size: int) -> None:
    """Refuse segments that the table does not have; on a GPU the kernel does, without waiting.

    A model without segments leaves them out, as a tokenizer may give them to every model.

    Raises:
        InvalidConfig: a segment below 0 or beyond the table.
    """
    if segments is None or not size or not _readable() or segments.device.type != "cpu":
        return
    least, most = (int(end) for end in segments.aminmax())
    if least < 0 or most >= size:
        wrong = least if least < 0 else most
        raise InvalidConfig(
            f"segments hold {wrong}, but the model has {size}", f"Give numbers from 0 to {size - 1}"
        )


def check_words(word_index: Tensor | None, word_mask: Tensor | None) -> None:
    """Refuse numbers of words that the mask of words has no place for.

    Raises:
        InvalidConfig: a number beyond the mask.
    """
    if word_index is None or word_mask is None or not _readable() or word_index.device.type != "cpu":
        return
    most, words = int(word_index.max()), word_mask.shape[1]
    if most >= words:
        raise InvalidConfig(
            f"word_index holds {most}, but word_mask has {words} words",
            "Give numbers below it, and -1 for none",
        )


def check_rows(source: Tensor, target: Tensor) -> None:
    """Refuse sources and targets of which there are not equally many.

    Raises:
        InvalidConfig: their numbers of rows differ.
    """
    if _readable() and source.shape[0] != target.shape[0]:
        raise InvalidConfig(
            f"there are {source.shape[0]} sources, but {target.shape[0]} targets", "Give one for each"
        )


def _readable() -> bool:
    """Whether numbers can be looked at: a compiler or an exporter would freeze them."""
    return not torch.compiler.is_compiling() and not torch.jit.is_tracing()  # type: ignore[attr-defined, no-untyped-call]
