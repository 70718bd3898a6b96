"""Filling gaps: a masked language model says which words are likely where [MASK] stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paperformer.documents.model import Word
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.model_folder import MANIFEST
from paperformer.extraction.tokens import encode_words
from paperformer.learning.checkpoint_folder import checkpoint_folder, checkpoint_tokenizer
from paperformer.learning.language.folder import LANGUAGE, load_language_model
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.text.subwords import Subwords
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.text.wordpiece import MASK
from paperformer.transformer.pretrained.load import load_pretrained

REMEDY = (
    "Give the repository's models/tiny-masked, or train one: "
    "`paperformer pretrain recipes/language-masked-minilm.yaml`"
)


@dataclass(frozen=True, slots=True)
class Guess:
    """A piece that may stand in a gap, and its probability there."""

    piece: str
    probability: float


@dataclass(frozen=True, slots=True)
class FilledGap:
    """One gap.

    Args:
        place: Its number, from 0.
        guesses: Likeliest first.
        truth: What stood there, where that is known.
        rank: From 1, the place of the truth among all pieces; None where it is not known.
    """

    place: int
    guesses: tuple[Guess, ...]
    truth: str | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class GapFiller:
    """A masked language model and its pieces.

    Args:
        model: Gives the scores of what stands at each token; in evaluation.
        tokenizer: Its pieces.
        max_tokens: Longest input.
        reads_layout: Whether it sees boxes.
    """

    model: nn.Module
    tokenizer: WordTokenizer
    max_tokens: int
    reads_layout: bool = False

    def fill(self, text: str, *, top: int = 5) -> list[FilledGap]:
        """The likely words of each [MASK] of a text.

        Raises:
            InvalidConfig: there is no [MASK], or the text is too long.
            ModelMismatch: the model reads documents.
        """
        if self.reads_layout:
            raise ModelMismatch("this model reads words in their layout", "Give --page and a document")
        ids = self._ids(text)
        gaps = np.flatnonzero(ids == self.tokenizer.mask_id)
        if not len(gaps):
            raise InvalidConfig(f"there is no {MASK} in the text", f'Write one: "Make {MASK} happen"')
        if len(ids) > self.max_tokens:
            raise InvalidConfig(
                f"{len(ids)} tokens are more than the model's {self.max_tokens}", "Give fewer"
            )
        with torch.no_grad():
            scores = self.model(torch.from_numpy(ids)[None])[0, torch.from_numpy(gaps)]
        return [self._filled(place, row, top) for place, row in enumerate(scores)]

    def fill_word(self, words: Sequence[Word], number: int, *, top: int = 5) -> list[FilledGap]:
        """The likely pieces of a document's word that is masked in its layout; a gap for each of its pieces.

        Args:
            words: Of the document, in reading order.
            number: Which of them, from 0.
            top: Guesses of a gap.

        Raises:
            ModelMismatch: the model reads plain text.
            InvalidConfig: there is no such word.
        """
        if not self.reads_layout:
            raise ModelMismatch(
                "this model reads plain text, not pages",
                "Give a layout model, such as the repository's models/tiny-layout",
            )
        if not 0 <= number < len(words):
            raise InvalidConfig(f"the document has no word {number}", f"It has {len(words)}, from 0")
        window = next(
            w
            for w in encode_words(words, self.tokenizer, self.max_tokens)
            if w.first <= number < w.first + w.words
        )
        gaps = np.flatnonzero(window.word_index == number - window.first)
        ids = window.ids.copy()
        truths = ids[gaps].tolist()
        ids[gaps] = self.tokenizer.mask_id
        exists = torch.ones(1, window.words, dtype=torch.bool)
        arrays = (ids, window.boxes, window.pages, window.word_index)
        seen, boxes, pages, index = (torch.from_numpy(x)[None] for x in arrays)
        with torch.no_grad():
            scores = self.model(seen, boxes=boxes, pages=pages, word_index=index, word_mask=exists)[0]
        rows = scores[torch.from_numpy(gaps)]
        return [
            self._filled(p, row, top, truth) for p, (row, truth) in enumerate(zip(rows, truths, strict=True))
        ]

    def rank_words(self, text: str, places: Sequence[int]) -> list[int]:
        """The rank of each of these words (between spaces) when it alone is masked, from 1.

        Words of several pieces, or unknown ones, cannot be told by one gap and are left out.
        """
        pieces = self.tokenizer.encode(text.split())
        single = np.bincount(pieces.words)[list(places)] == 1
        spots = [
            int(np.flatnonzero(pieces.words == p)[0])
            for p, is_single in zip(places, single, strict=True)
            if is_single
        ]
        spots = [spot for spot in spots if pieces.ids[spot] != self.tokenizer.unknown_id]
        if not spots:
            return []
        framed = self._framed(pieces.ids)
        rows = torch.from_numpy(np.repeat(framed[None], len(spots), axis=0))
        where = torch.tensor(spots) + 1
        index = torch.arange(len(spots))
        truths = rows[index, where].clone()
        rows[index, where] = self.tokenizer.mask_id
        with torch.no_grad():
            scores = self.model(rows)[index, where]
        own = scores.gather(1, truths[:, None])
        return ((scores > own).sum(dim=1) + 1).tolist()  # type: ignore[no-any-return]

    def _ids(self, text: str) -> NDArray[np.int64]:
        """The pieces of a text in which [MASK] is the gap, and not seven letters and signs."""
        parts = text.split(MASK)
        found: list[int] = []
        for number, part in enumerate(parts):
            found += [self.tokenizer.mask_id] if number else []
            found += self.tokenizer.encode(part.split()).ids.tolist() if part.strip() else []
        return self._framed(np.array(found, np.int64))

    def _framed(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.concatenate([[self.tokenizer.first_id], ids, [self.tokenizer.separator_id]])

    def _filled(self, place: int, scores: Tensor, top: int, truth: int | None = None) -> FilledGap:
        likely = scores.float().softmax(dim=-1).topk(min(top, len(scores)))
        pieces = self.tokenizer.pieces(likely.indices.tolist())
        guesses = tuple(Guess(p, float(q)) for p, q in zip(pieces, likely.values.tolist(), strict=True))
        if truth is None:
            return FilledGap(place, guesses)
        rank = int((scores > scores[truth]).sum()) + 1
        return FilledGap(place, guesses, self.tokenizer.pieces([truth])[0], rank)


def load_gap_filler(name: str) -> GapFiller:
    """The masked language model of a folder: one of ours, or a BERT checkpoint with its head.

    Raises:
        ModelMismatch: it is none, or its head is missing.
    """
    folder = checkpoint_folder(name)
    if (folder / LANGUAGE).exists():
        loaded = load_language_model(folder)
        if not isinstance(loaded.model, MaskedModel) or isinstance(loaded.tokenizer, Subwords):
            raise ModelMismatch(f"{name}: a causal model writes on and fills no gaps", REMEDY)
        config = loaded.model.config
        return GapFiller(loaded.model, loaded.tokenizer, config.max_positions, config.layout is not None)
    if (folder / MANIFEST).exists():
        raise ModelMismatch(f"{name}: a model of fields has no head for words", REMEDY)
    try:
        bert = load_pretrained(folder, torch.Generator().manual_seed(0), head="masked_language")
    except ModelMismatch as error:
        if "missing head." not in error.message:
            raise
        raise ModelMismatch(
            f"{name}: this checkpoint came without its masked-language head", REMEDY
        ) from error
    return GapFiller(bert.model.eval(), checkpoint_tokenizer(folder), bert.config.max_positions)


def word_number(words: Sequence[Word], wanted: str) -> int:
    """The word that a text or a number names; of equal ones the first.

    Raises:
        InvalidConfig: there is none.
    """
    for number, word in enumerate(words):
        if word.text.casefold() == wanted.casefold():
            return number
    if wanted.isdigit() and int(wanted) < len(words):
        return int(wanted)
    raise InvalidConfig(f"the document has no word {wanted!r}", f"Give one, or a number below {len(words)}")
