"""WordPiece (Schuster and Nakajima 2012, as BERT uses it), on the ``tokenizers`` library.

No text is special: a printed "[CLS]" is three ordinary pieces.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import ModelMismatch
from paperformer.text.pieces import Pieces
from paperformer.text.word_tokenizer import WordTokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

PADDING, UNKNOWN, FIRST, SEPARATOR, MASK = SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LONGEST_WORD = 100  # characters; what is longer becomes [UNK], as in BERT


class WordPiece(WordTokenizer):
    """A vocabulary of pieces and the way to cut words into them.

    Args:
        vocabulary: The pieces, in the order of their numbers; a piece inside a word starts with ``##``.
        lowercase: Fold case first.
        strip_accents: Take accents off first (é becomes e); None does so when ``lowercase`` is set.

    Raises:
        ModelMismatch: when a special piece is missing or a piece comes twice.
    """

    kind = "WordPiece"

    def __init__(
        self, vocabulary: Sequence[str], *, lowercase: bool = True, strip_accents: bool | None = None
    ) -> None:
        ids = {piece: number for number, piece in enumerate(vocabulary)}
        if len(ids) != len(vocabulary):
            raise ModelMismatch("a piece comes twice in the vocabulary", "Give each piece one line")
        missing = [piece for piece in SPECIAL if piece not in ids]
        if missing:
            raise ModelMismatch(f"the vocabulary lacks {', '.join(missing)}", "Give a BERT vocabulary")
        padding, unknown, first, separator, mask = (ids[piece] for piece in SPECIAL)
        super().__init__(vocabulary, (padding, unknown, first, separator, mask))
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        self._tokenizer = _tokenizer(ids, lowercase, strip_accents)

    def save(self, path: Path) -> None:
        """Write the vocabulary and its settings as a ``tokenizer.json``."""
        path.write_text(self._tokenizer.to_str(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path, *, lowercase: bool = True, strip_accents: bool | None = None) -> WordPiece:
        """Read a ``tokenizer.json``, or a ``vocab.txt`` of one piece a line.

        Args:
            path: The file; its ending decides.
            lowercase: For a ``vocab.txt``, which does not say.
            strip_accents: The same.

        Raises:
            ModelMismatch: when the file is missing, damaged or no WordPiece vocabulary.
        """
        try:
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".json":
                return cls.from_json(json.loads(text))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ModelMismatch(f"{path} is no WordPiece vocabulary ({reason})", "Give one") from error
        return cls(text.removesuffix("\n").split("\n"), lowercase=lowercase, strip_accents=strip_accents)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> WordPiece:
        """What a ``tokenizer.json`` says; what it adds for special tokens is left out on purpose.

        Raises:
            ModelMismatch: as the class.
            AttributeError, KeyError, TypeError, ValueError: it is damaged or no WordPiece vocabulary.
        """
        model, normalizer = saved["model"], saved["normalizer"]
        if model["type"] != cls.kind or normalizer["type"] != "BertNormalizer":
            raise ValueError(f"it holds {model['type']} with {normalizer['type']}")
        ids: dict[str, int] = model["vocab"]
        return cls(
            sorted(ids, key=ids.__getitem__),
            lowercase=bool(normalizer["lowercase"]),
            strip_accents=normalizer["strip_accents"],
        )

    def _encode_distinct(self, words: list[str]) -> Pieces:
        """One call for all: the words joined by spaces, then each piece sent home by its offset."""
        starts = _starts(words)
        encoding = self._tokenizer.encode(" ".join(words), add_special_tokens=False)
        ids = np.array(encoding.ids, np.int64)
        spans = np.array(encoding.offsets, np.int64).reshape(-1, 2)
        home = np.searchsorted(starts, spans[:, 0], side="right") - 1
        return Pieces(ids=ids, words=home, offsets=spans - starts[home, None])


def _starts(words: list[str]) -> NDArray[np.int64]:
    """Where each word starts when they are joined by single spaces."""
    lengths = np.fromiter((len(word) + 1 for word in words), np.int64, len(words))
    starts: NDArray[np.int64] = np.cumsum(lengths) - lengths
    return starts


def _tokenizer(ids: dict[str, int], lowercase: bool, strip_accents: bool | None) -> Tokenizer:
    from tokenizers import Tokenizer, models

    model = models.WordPiece(vocab=ids, unk_token=UNKNOWN, max_input_chars_per_word=LONGEST_WORD)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer, tokenizer.pre_tokenizer = bert_steps(lowercase, strip_accents)
    return tokenizer


def bert_steps(lowercase: bool, strip_accents: bool | None) -> tuple[BertNormalizer, BertPreTokenizer]:
    """What happens to a text before it is cut: case and accents; words and punctuation apart."""
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    return BertNormalizer(lowercase=lowercase, strip_accents=strip_accents), BertPreTokenizer()
