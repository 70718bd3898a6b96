"""Byte pairs: any text becomes pieces, and comes back exactly, on the ``tokenizers`` library.

Merges are learned from text (Sennrich et al. 2016) over its UTF-8 bytes (Radford et al. 2019), so that
nothing is unknown. No text is special: a printed "< end >" is ordinary pieces.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig, ModelMismatch

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# A piece writes the byte of a blank with another character, so no text can ever merge into one of these.
PADDING, BEGIN, END = SPECIAL = ("< padding >", "< begin >", "< end >")
SMALLEST = 256 + len(SPECIAL)  # every byte is a piece


class BytePairs:
    """Pieces and merges, and the way between text and numbers of pieces.

    Args:
        vocabulary: The pieces, in the order of their numbers; each character stands for one byte.
        merges: Which two pieces become one, the most urgent first.

    Raises:
        ModelMismatch: when a special piece is missing or a piece comes twice.
    """

    def __init__(self, vocabulary: Sequence[str], merges: Sequence[tuple[str, str]]) -> None:
        self.vocabulary = tuple(vocabulary)
        ids = {piece: number for number, piece in enumerate(self.vocabulary)}
        if len(ids) != len(self.vocabulary):
            raise ModelMismatch("a piece comes twice in the vocabulary", "Learn the vocabulary again")
        missing = [piece for piece in SPECIAL if piece not in ids]
        if missing:
            raise ModelMismatch(f"the vocabulary lacks {', '.join(missing)}", "Learn the vocabulary again")
        self.padding_id, self.begin_id, self.end_id = (ids[piece] for piece in SPECIAL)
        self._tokenizer = _tokenizer(ids, merges)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, text: str) -> list[int]:
        """The numbers of the text's pieces, without special ones around them."""
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        return list(encoding.ids)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these pieces; special ones print nothing, bytes that are no UTF-8 a replacement."""
        special = {self.padding_id, self.begin_id, self.end_id}
        return str(self._tokenizer.decode([number for number in ids if number not in special]))

    def byte_counts(self) -> NDArray[np.int64]:
        """How many bytes of text each piece stands for; 0 for special ones."""
        return np.array([0 if piece in SPECIAL else len(piece) for piece in self.vocabulary], np.int64)

    def save(self, path: Path) -> None:
        """Write pieces and merges as a ``tokenizer.json``."""
        path.write_text(self._tokenizer.to_str(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> BytePairs:
        """Read a ``tokenizer.json`` that ``save`` wrote.

        Raises:
            ModelMismatch: when the file is missing, damaged, or holds something else.
        """
        try:
            return cls(*_model(json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ModelMismatch(f"{path} is no byte-pair vocabulary ({reason})", "Give one") from error


def train_byte_pairs(texts: Iterable[str], size: int, *, min_frequency: int = 2) -> BytePairs:
    """A vocabulary of at most ``size`` pieces, made by merging the pairs that occur most.

    Args:
        texts: The corpus, a text at a time; it is read once and counted, not kept.
        size: How many pieces, every single byte and the special ones included.
        min_frequency: Pairs that occur less often are not merged.

    Raises:
        InvalidConfig: when ``size`` leaves no room, or the corpus holds no text.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    if size < SMALLEST:
        raise InvalidConfig(
            f"a vocabulary of {size} pieces is too small for all bytes", f"Give {SMALLEST} or more"
        )
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        min_frequency=min_frequency,
        special_tokens=list(SPECIAL),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    seen = _Seen(texts)
    tokenizer.train_from_iterator(seen, trainer)
    if not seen.any:
        raise InvalidConfig("the corpus holds no text", "Give texts to learn a vocabulary from")
    return BytePairs(*_model(json.loads(tokenizer.to_str())))


class _Seen:
    """Passes texts on, and notes whether there was any print among them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts, self.any = iter(texts), False

    def __iter__(self) -> _Seen:
        return self

    def __next__(self) -> str:
        text = next(self._texts)
        self.any = self.any or bool(text.strip())
        return text


def _tokenizer(ids: dict[str, int], merges: Sequence[tuple[str, str]]) -> Tokenizer:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    # Special pieces are plain entries of the vocabulary: added as special tokens, texts could name them.
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=list(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _model(saved: dict[str, Any]) -> tuple[list[str], list[tuple[str, str]]]:
    """Pieces and merges of a ``tokenizer.json``."""
    model = saved["model"]
    if model["type"] != "BPE" or saved["pre_tokenizer"]["type"] != "ByteLevel":
        raise ValueError(f"it holds {model['type']}")
    ids: dict[str, int] = model["vocab"]
    merges = [(str(left), str(right)) for left, right in model["merges"]]
    return sorted(ids, key=ids.__getitem__), merges
