"""Which words of the source each word of a translation was made from, by cross-attention.

A Transformer attends to the source in every layer and head. The mean over the heads of the last layer but one
follows a translator's alignment best (Garg et al. 2019, section 4.1); a recurrent model has one attention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor

from paperformer.text.subwords import Subwords
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.transformer.tracing import trace
from paperformer.translation.translator import Translation, Translator

END_MARK = "\u2022"  # what the end of a sentence is shown as


@dataclass(frozen=True, slots=True)
class Alignment:
    """One translation's.

    Args:
        source: The words read, the end of the sentence at last.
        target: The words written, likewise.
        weights: How much of its attention each word written gave to each word read: rows add up to 1.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    weights: Float[NDArray[np.float64], "target source"]


def align(translator: Translator, translation: Translation) -> Alignment:
    """The alignment of a translation; an empty one has none but that of its end."""
    reading, writing = translator.parts.subwords
    source = [*translation.source_ids, reading.end_id]
    given = [writing.begin_id, *translation.target_ids]
    device = translator.device
    with torch.no_grad():
        weights = _cross_attention(
            translator.model, torch.tensor([source], device=device), torch.tensor([given], device=device)
        )
    matrix = weights.double().cpu().numpy()
    columns, rows = _words(source, reading), _words([*translation.target_ids, writing.end_id], writing)
    # All that goes to a word's pieces goes to the word; a word asks with the mean of its pieces.
    matrix = np.stack([matrix[:, first:last].sum(axis=1) for first, last in columns], axis=1)
    matrix = np.stack([matrix[first:last].mean(axis=0) for first, last in rows])
    return Alignment(
        source=_texts(source, columns, reading),
        target=_texts([*translation.target_ids, writing.end_id], rows, writing),
        weights=matrix,
    )


def _cross_attention(
    model: Seq2Seq | RecurrentSeq2Seq, source: Tensor, given: Tensor
) -> Float[Tensor, "target source"]:
    model.eval()
    if isinstance(model, RecurrentSeq2Seq):
        return recurrent_attention(model, source, given)
    with trace(model) as record:
        model.states(source, given)
    last = max(0, len(model.decoder.layers) - 2)
    return record.attention[f"decoder.layers.{last}.cross_attention"].weights[0].mean(dim=0)


@torch.no_grad()
def recurrent_attention(
    model: RecurrentSeq2Seq, source: Int[Tensor, "1 source"], given: Int[Tensor, "1 target"]
) -> Float[Tensor, "target source"]:
    """The weights with which a recurrent decoder looked at the source before each next token."""
    seen: list[Tensor] = []
    attention = model.decoder.attention

    def look(_module: Any, asked: tuple[Any, ...], _answer: Any) -> None:
        query, keys, _annotations, mask = asked
        seen.append(attention.weights(query, keys, mask)[0])

    hook = attention.register_forward_hook(look)
    try:
        model.states(source, given)
    finally:
        hook.remove()
    return torch.stack(seen)


def _words(ids: Sequence[int], subwords: Subwords) -> list[tuple[int, int]]:
    """First piece of each word, and the one after its last."""
    numbers = subwords.words(ids)
    starts = [place for place, word in enumerate(numbers) if place == 0 or word != numbers[place - 1]]
    return list(zip(starts, [*starts[1:], len(ids)], strict=True))


def _texts(ids: Sequence[int], words: Sequence[tuple[int, int]], subwords: Subwords) -> tuple[str, ...]:
    return tuple(subwords.decode(ids[first:last]).strip() or END_MARK for first, last in words)
