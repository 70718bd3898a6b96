"""WikiText's articles as windows of tokens, some of them hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from paperformer.text.wordpiece import WordPiece

TITLE = re.compile(r" = [^=]+ = ")
ESCAPED = re.compile(r"@(.)@")  # "red @-@ tipped", "0 @.@ 7"
UNSPELLABLE = "\ue000"  # what the text writes as <unk> becomes [UNK], which nobody is asked to guess


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The numbers that hiding needs.

    Args:
        size: How many tokens there are.
        mask: What stands where a token is hidden.
        special: What is never hidden.
    """

    size: int
    mask: int
    special: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Masked:
    """Windows with hidden tokens.

    Args:
        ids: What the model sees, (windows, length).
        chosen: Where it shall guess, (windows, length).
        targets: What stood there, (chosen,).
    """

    ids: Tensor
    chosen: Tensor
    targets: Tensor

    def batches(self, size: int) -> Iterator[Masked]:
        """``size`` windows at a time."""
        ids, chosen = self.ids.split(size), self.chosen.split(size)
        targets = self.targets.split([int(part.sum()) for part in chosen])
        yield from map(Masked, ids, chosen, targets)


def articles(text: str) -> Iterator[list[str]]:
    """The words of each article, without headings."""
    words: list[str] = []
    for line in text.splitlines():
        if TITLE.fullmatch(line) and words:
            yield words
            words = []
        elif not line.startswith(" ="):
            words += ESCAPED.sub(r"\1", line).replace("<unk>", UNSPELLABLE).split()
    yield words


def windows(pieces: WordPiece, words: Sequence[str], length: int) -> Tensor:
    """[CLS] ... [SEP], each of ``length`` tokens; what is left at the end of an article is not used."""
    ids = torch.from_numpy(pieces.encode(words).ids)
    rows = ids[: len(ids) // (length - 2) * (length - 2)].view(-1, length - 2)
    ends = rows.new_tensor([pieces.first_id, pieces.separator_id]).expand(len(rows), 2)
    return torch.cat([ends[:, :1], rows, ends[:, 1:]], dim=1)


def hide(ids: Tensor, vocabulary: Vocabulary, generator: Generator) -> Masked:
    """Choose 15 % of the tokens; of ten, eight become the mask, one any token, one stays: as BERT."""
    chance, fate = torch.rand(2, *ids.shape, generator=generator)
    chosen = (chance < 0.15) & ~torch.isin(ids, torch.tensor(vocabulary.special))
    other = torch.randint(vocabulary.size, ids.shape, generator=generator)
    hidden = torch.where(chosen & (fate < 0.8), vocabulary.mask, ids)
    return Masked(torch.where(chosen & (fate >= 0.9), other, hidden), chosen, ids[chosen])
