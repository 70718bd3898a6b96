"""The model that is trained: an encoder over tokens with boxes, and a head that scores words for fields.

Four scores a word and field, from one pass:

* ``inside``: the word is part of the field's value (a sigmoid each). It says how far a value reaches.
* ``pick``: where the field stands, as one distribution over all words of the document and "nowhere" (a
  softmax). Its mass on the words of a candidate is the probability of that candidate. Training asks only that
  the mass lies on some printed occurrence of the value (the marginal likelihood), so that a total printed
  three times is no contradiction: Clark & Gardner 2018, arXiv 1710.10723, eq. 2.
* ``begin`` and ``end``: with ``inside``, one distribution over all runs of words and "nowhere", for free text
  (``span_loss``). A word by itself cannot know whether the trade name above the legal one belongs to the
  answer; a run that is weighed against all other runs can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from paperformer.extraction.scores import SCORES, WordLogits
from paperformer.learning.alignment import PRESENT, UNKNOWN
from paperformer.learning.batches import Batch
from paperformer.learning.span_loss import span_loss
from paperformer.transformer.build import build_encoder, build_word_head
from paperformer.transformer.config import EncoderConfig


class LayoutModel(nn.Module):
    """Encoder and head.

    Args:
        config: The encoder's shape.
        fields: Field names, four scores each.
        seed: Of the random weights.
    """

    def __init__(self, config: EncoderConfig, fields: Sequence[str], *, seed: int = 0) -> None:
        super().__init__()
        self.config, self.fields = config, tuple(fields)
        generator = torch.Generator().manual_seed(seed)
        self.encoder = build_encoder(config, generator)
        self.head = build_word_head(config, len(SCORES) * len(self.fields), generator)
        with torch.no_grad():
            # Most words belong to no field; where it begins and ends nothing is known yet.
            self.head.scores.bias[: 2 * len(self.fields)] = -4.0

    def forward(
        self,
        ids: Int[Tensor, "batch tokens"],
        boxes: Int[Tensor, "batch tokens 4"],
        pages: Int[Tensor, "batch tokens"],
        word_index: Int[Tensor, "batch tokens"],
        word_mask: Bool[Tensor, "batch words"],
        mask: Bool[Tensor, "batch tokens"] | None = None,
    ) -> WordLogits[Tensor]:
        """The logits of every word for every field, ``(batch, words, fields)`` each.

        Args:
            ids: Of every token.
            boxes: Its x0, y0, x1, y1, 0..1000.
            pages: Its page, from 0.
            word_index: Word of each token, -1 where it belongs to none.
            word_mask: True for words that exist.
            mask: True for tokens that are no padding; None where nothing is padded.
        """
        states = self.encoder(ids, mask, boxes=boxes, pages=pages, word_index=word_index, word_mask=word_mask)
        return WordLogits(*self.head(states).chunk(len(SCORES), dim=-1))


@dataclass(frozen=True, slots=True)
class FieldLoss:
    """The loss of all scores over what is known.

    Every document counts as much as another, however many fields it labels: a receipt with four known fields
    would not be heard beside an invoice with thirty.

    Args:
        free_text: Which fields are free text, decided over runs of words.
        pick: Weight of the distribution over words beside the sigmoids.
        span: Weight of the distribution over runs of words.
    """

    free_text: Sequence[bool]
    pick: float = 1.0
    span: float = 1.0

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """Summed over the batch's documents, and their number."""
        batch = batch.to(next(model.parameters()).device)
        logits: WordLogits[Tensor] = model(*batch.inputs)
        inside, pick, begin, end = (scores.float() for scores in logits)
        known = (batch.targets != UNKNOWN).any(dim=1)  # (batch, fields)
        each = inside_loss(inside, batch.targets) + self.pick * pick_loss(pick, batch)
        text = torch.tensor(self.free_text, device=each.device).nonzero()[:, 0]
        spans = span_loss(inside[..., text], begin[..., text], end[..., text], batch, text)
        each = each.index_add(1, text, self.span * spans)
        return (each.masked_fill(~known, 0.0).sum(dim=1) / known.sum(dim=1).clamp(min=1)).sum(), len(known)


def inside_loss(
    scores: Float[Tensor, "batch words fields"], targets: Int[Tensor, "batch words fields"]
) -> Float[Tensor, "batch fields"]:
    """Binary cross entropy of every word whose truth is known, summed over a document's words."""
    each = binary_cross_entropy_with_logits(scores, (targets == PRESENT).to(scores.dtype), reduction="none")
    return each.masked_fill(targets == UNKNOWN, 0.0).sum(dim=1)


def pick_loss(scores: Float[Tensor, "batch words fields"], batch: Batch) -> Float[Tensor, "batch fields"]:
    """Minus log of the mass on all true words, or on "nowhere" (logit 0) for a field without a value."""
    scores = scores.masked_fill(~batch.word_mask[..., None], float("-inf"))
    nowhere = scores.new_zeros(scores.shape[0], 1, scores.shape[2])
    everything = torch.logsumexp(torch.cat([nowhere, scores], dim=1), dim=1)
    present = batch.targets == PRESENT
    has_value = present.any(dim=1)
    # A field without a value gets a finite stand-in: logsumexp over nothing has no gradient but nan.
    truth = scores.masked_fill(~present, float("-inf")).masked_fill(~has_value[:, None, :], 0.0)
    return everything - torch.where(has_value, torch.logsumexp(truth, dim=1), 0.0)
