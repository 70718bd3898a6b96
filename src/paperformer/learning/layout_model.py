"""The model that is trained: an encoder over tokens with boxes, and a head that scores every word for every field.

Two scores a word and field, from one pass:

* ``inside``: the word is part of the field's value (a sigmoid each). It says how far a value reaches.
* ``pick``: where the field stands, as one distribution over all words of the document and "nowhere" (a softmax).
  Its mass on the words of a candidate is the probability of that candidate. Training asks only that the mass lies
  on some printed occurrence of the value (the marginal likelihood), so that a total printed three times is no
  contradiction: Clark & Gardner 2018, arXiv 1710.10723, eq. 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from paperformer.learning.alignment import PRESENT, UNKNOWN
from paperformer.learning.batches import Batch
from paperformer.transformer.build import build_encoder, build_word_head
from paperformer.transformer.config import EncoderConfig


class LayoutModel(nn.Module):
    """Encoder and head.

    Args:
        config: The encoder's shape.
        fields: Field names, one pair of scores each.
        seed: Of the random weights.
    """

    def __init__(self, config: EncoderConfig, fields: Sequence[str], *, seed: int = 0) -> None:
        super().__init__()
        self.config, self.fields = config, tuple(fields)
        generator = torch.Generator().manual_seed(seed)
        self.encoder = build_encoder(config, generator)
        self.head = build_word_head(config, 2 * len(self.fields), generator)
        nn.init.constant_(self.head.scores.bias, -4.0)  # most words belong to no field

    def forward(
        self,
        ids: Int[Tensor, "batch tokens"],
        boxes: Int[Tensor, "batch tokens 4"],
        pages: Int[Tensor, "batch tokens"],
        word_index: Int[Tensor, "batch tokens"],
        word_mask: Bool[Tensor, "batch words"],
        mask: Bool[Tensor, "batch tokens"] | None = None,
    ) -> tuple[Float[Tensor, "batch words fields"], Float[Tensor, "batch words fields"]]:
        """The logits ``inside`` and ``pick`` of every word for every field.

        Args:
            ids, pages: Of every token.
            boxes: x0, y0, x1, y1, 0..1000.
            word_index: Word of each token, -1 where it belongs to none.
            word_mask: True for words that exist.
            mask: True for tokens that are no padding; None where nothing is padded.
        """
        states = self.encoder(ids, mask, boxes=boxes, pages=pages, word_index=word_index, word_mask=word_mask)
        inside, pick = self.head(states).chunk(2, dim=-1)
        return inside, pick


@dataclass(frozen=True, slots=True)
class FieldLoss:
    """The loss of both scores over what is known.

    Args:
        pick: Weight of the distribution's loss beside the sigmoids'.
    """

    pick: float = 1.0

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """Summed over the batch's documents, and their number."""
        device = next(model.parameters()).device
        batch = batch.to(device)
        inside, pick = model(
            batch.ids, batch.boxes, batch.pages, batch.word_index, batch.word_mask, batch.mask
        )
        total = inside_loss(inside.float(), batch.targets) + self.pick * pick_loss(pick.float(), batch)
        return total, batch.ids.shape[0]


def inside_loss(scores: Tensor, targets: Tensor) -> Tensor:
    """Binary cross entropy of every word whose truth is known, summed; ``(batch, words, fields)`` each."""
    known = targets != UNKNOWN
    return binary_cross_entropy_with_logits(
        scores[known], (targets[known] == PRESENT).float(), reduction="sum"
    )


def pick_loss(scores: Tensor, batch: Batch) -> Tensor:
    """Minus log of the mass on all true words, or on "nowhere" for a field that is absent; summed.

    "Nowhere" has the fixed logit 0. A field is left out where nothing is known of it.
    """
    targets, word_mask = batch.targets, batch.word_mask
    scores = scores.masked_fill(~word_mask[..., None], float("-inf"))
    nowhere = scores.new_zeros(scores.shape[0], 1, scores.shape[2])
    everything = torch.logsumexp(torch.cat([nowhere, scores], dim=1), dim=1)
    present = targets == PRESENT
    has_value = present.any(dim=1)
    # masked_fill before logsumexp would give nan gradients for fields without a value: give those a finite stand-in.
    truth = torch.where(present | ~has_value[:, None, :], scores, float("-inf"))
    truth = torch.where(has_value[:, None, :], truth, torch.zeros_like(truth))
    value_mass = torch.logsumexp(truth, dim=1)
    known = (targets != UNKNOWN).any(dim=1) if targets.shape[1] else torch.zeros_like(has_value)
    loss = everything - torch.where(has_value, value_mass, torch.zeros_like(value_mass))
    return loss[known].sum()
