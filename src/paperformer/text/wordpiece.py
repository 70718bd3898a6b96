"""WordPiece (Schuster and Nakajima 2012, as BERT uses it), on the ``tokenizers`` library.

Words of a document come in, numbers of pieces go out. No text is special: a printed "[CLS]" is four
ordinary pieces, so a document cannot speak to the model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import ModelMismatch
from paperformer.text.pieces import Pieces

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

PADDING, UNKNOWN, FIRST, SEPARATOR, MASK = SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LONGEST_WORD = 100  # characters; what is longer becomes [UNK], as in BERT


class WordPiece:
    """A vocabulary of pieces and the way to cut words into them.

    Args:
        vocabulary: The pieces, in the order of their numbers; a piece inside a word starts with ``##``.
        lowercase: Fold case first.
        strip_accents: Take accents off first (é becomes e); None does so when ``lowercase`` is set.

    Raises:
        ModelMismatch: when a special piece is missing or a piece comes twice.
    """

    def __init__(
        self, vocabulary: Sequence[str], *, lowercase: bool = True, strip_accents: bool | None = None
    ) -> None:
        self.vocabulary = tuple(vocabulary)
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        ids = {piece: number for number, piece in enumerate(self.vocabulary)}
        if len(ids) != len(self.vocabulary):
            raise ModelMismatch("a piece comes twice in the vocabulary", "Give each piece one line")
        missing = [piece for piece in SPECIAL if piece not in ids]
        if missing:
            raise ModelMismatch(f"the vocabulary lacks {', '.join(missing)}", "Give a BERT vocabulary")
        self.padding_id, self.unknown_id, self.first_id, self.separator_id, self.mask_id = (
            ids[piece] for piece in SPECIAL
        )
        self._tokenizer = _tokenizer(ids, lowercase, strip_accents)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, words: Sequence[str]) -> Pieces:
        """The pieces of all words, without special ones around them.

        A word that no piece spells, or that normalises to nothing, is one unknown piece.
        """
        distinct = list(dict.fromkeys(words))  # documents repeat themselves: cut each word once
        place = {word: number for number, word in enumerate(distinct)}
        pieces = self._encode_distinct(distinct)
        counts = np.bincount(pieces.words, minlength=len(distinct))
        order = np.fromiter((place[word] for word in words), np.int64, len(words))
        picked = _runs(np.cumsum(counts) - counts, counts, order)
        return Pieces(
            ids=pieces.ids[picked],
            words=np.repeat(np.arange(len(words)), counts[order]),
            offsets=pieces.offsets[picked],
        )

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """The pieces of these numbers."""
        return [self.vocabulary[number] for number in ids]

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
                return cls(**_settings(json.loads(text)))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ModelMismatch(f"{path} is no WordPiece vocabulary ({reason})", "Give one") from error
        return cls(text.removesuffix("\n").split("\n"), lowercase=lowercase, strip_accents=strip_accents)

    def _encode_distinct(self, words: list[str]) -> Pieces:
        """One call for all: the words joined by spaces, then each piece sent home by its offset."""
        starts = _starts(words)
        encoding = self._tokenizer.encode(" ".join(words), add_special_tokens=False)
        ids = np.array(encoding.ids, np.int64)
        spans = np.array(encoding.offsets, np.int64).reshape(-1, 2)
        home = np.searchsorted(starts, spans[:, 0], side="right") - 1
        offsets = spans - starts[home, None]
        return self._with_unknown(Pieces(ids=ids, words=home, offsets=offsets), words)

    def _with_unknown(self, pieces: Pieces, words: list[str]) -> Pieces:
        """Give every word that was left without a piece an unknown one."""
        bare = np.setdiff1d(np.arange(len(words)), pieces.words)
        if not len(bare):
            return pieces
        lengths = np.array([len(words[number]) for number in bare], np.int64)
        ids = np.concatenate([pieces.ids, np.full(len(bare), self.unknown_id)])
        home = np.concatenate([pieces.words, bare])
        offsets = np.concatenate([pieces.offsets, np.stack([np.zeros_like(lengths), lengths], axis=1)])
        order = np.argsort(home, kind="stable")
        return Pieces(ids=ids[order], words=home[order], offsets=offsets[order])


def _starts(words: list[str]) -> NDArray[np.int64]:
    """Where each word starts when they are joined by single spaces."""
    lengths = np.fromiter((len(word) + 1 for word in words), np.int64, len(words))
    starts: NDArray[np.int64] = np.cumsum(lengths) - lengths
    return starts


def _runs(
    starts: NDArray[np.int64], counts: NDArray[np.int64], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The indices of runs ``starts[i] .. starts[i] + counts[i]``, for every i of ``order`` in turn."""
    lengths = counts[order]
    ends = np.cumsum(lengths)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)
    runs: NDArray[np.int64] = np.repeat(starts[order], lengths) + within
    return runs


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


def _settings(saved: dict[str, Any]) -> dict[str, Any]:
    """What a ``tokenizer.json`` says; its special tokens are left out on purpose (see above)."""
    model, normalizer = saved["model"], saved["normalizer"]
    if model["type"] != "WordPiece" or normalizer["type"] != "BertNormalizer":
        raise ValueError(f"it holds {model['type']} with {normalizer['type']}")
    ids: dict[str, int] = model["vocab"]
    return {
        "vocabulary": sorted(ids, key=ids.__getitem__),
        "lowercase": bool(normalizer["lowercase"]),
        "strip_accents": normalizer["strip_accents"],
    }
