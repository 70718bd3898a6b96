"""Unigram (Kudo 2018, as SentencePiece and XLM-RoBERTa use it), on the ``tokenizers`` library.

Each piece has a log probability, and a word is cut so that their sum is largest. Case and accents
stay. A word begins with the mark U+2581 in the place of the space before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paperformer.errors import ModelMismatch
from paperformer.text.pieces import Pieces
from paperformer.text.word_tokenizer import WordTokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PADDING, UNKNOWN, FIRST, SEPARATOR, MASK = SPECIAL = ("<pad>", "<unk>", "<s>", "</s>", "<mask>")
SPACE_MARKS = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}


class Unigram(WordTokenizer):
    """A vocabulary of pieces with their log probabilities.

    Args:
        vocabulary: Pieces and log probabilities, in the order of their numbers.
        normalizer: What happens to a text first, as ``tokenizer.json`` writes it; None leaves it as it is.
        pre_tokenizer: How spaces are marked, as ``tokenizer.json`` writes it.

    Raises:
        ModelMismatch: when a special piece is missing, a piece comes twice, or a setting is unknown.
    """

    kind = "Unigram"

    def __init__(
        self,
        vocabulary: Sequence[tuple[str, float]],
        *,
        normalizer: Mapping[str, Any] | None = None,
        pre_tokenizer: Mapping[str, Any] = SPACE_MARKS,
    ) -> None:
        ids = {piece: number for number, (piece, _) in enumerate(vocabulary)}
        if len(ids) != len(vocabulary):
            raise ModelMismatch("a piece comes twice in the vocabulary", "Give each piece once")
        missing = [piece for piece in SPECIAL if piece not in ids]
        if missing:
            raise ModelMismatch(
                f"the vocabulary lacks {', '.join(missing)}", "Give the vocabulary of an XLM-RoBERTa model"
            )
        padding, unknown, first, separator, mask = (ids[piece] for piece in SPECIAL)
        super().__init__([piece for piece, _ in vocabulary], (padding, unknown, first, separator, mask))
        self.scores = tuple(score for _, score in vocabulary)
        self.normalizer, self.pre_tokenizer = normalizer, pre_tokenizer
        # A space before a special piece keeps it out of reach: in what is cut a mark replaces every space.
        hidden = [f" {piece}" if piece in SPECIAL else piece for piece in self.vocabulary]
        self._tokenizer = _tokenizer(self._written(hidden, added=[]))

    def save(self, path: Path) -> None:
        """Write the vocabulary and its settings as a ``tokenizer.json`` that Hugging Face reads too."""
        added = [
            {
                "id": number, "content": self.vocabulary[number], "single_word": False, "lstrip": False,
                "rstrip": False, "normalized": False, "special": True,
            }
            for number in sorted(self.special_ids)
        ]  # fmt: skip
        text = json.dumps(self._written(self.vocabulary, added=added), ensure_ascii=False)
        path.write_text(text, encoding="utf-8")

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Unigram:
        """What a ``tokenizer.json`` says; what it adds for special tokens is left out on purpose.

        Raises:
            ModelMismatch: as the class.
            KeyError, TypeError, ValueError: it is damaged, or cuts words in a way that is not known here.
        """
        model, pre_tokenizer = saved["model"], saved["pre_tokenizer"]
        if model["type"] != cls.kind or model.get("byte_fallback"):
            raise ValueError(f"it holds {model['type']}{' with bytes' if model.get('byte_fallback') else ''}")
        parts = pre_tokenizer.get("pretokenizers", [pre_tokenizer])
        steps = [part["type"] for part in parts]
        if steps not in (["Metaspace"], ["WhitespaceSplit", "Metaspace"]):
            raise ValueError(f"it cuts at {' and '.join(steps)}")
        vocabulary = [(str(piece), float(score)) for piece, score in model["vocab"]]
        return cls(vocabulary, normalizer=saved["normalizer"], pre_tokenizer=pre_tokenizer)

    def _encode_distinct(self, words: list[str]) -> Pieces:
        encoding = self._tokenizer.encode(words, is_pretokenized=True, add_special_tokens=False)
        return Pieces(
            ids=np.array(encoding.ids, np.int64),
            words=np.array(encoding.word_ids, np.int64),
            offsets=np.array(encoding.offsets, np.int64).reshape(-1, 2),
        )

    def _written(self, pieces: Sequence[str], added: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The content of a ``tokenizer.json`` with these pieces."""
        return {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": added,
            "normalizer": self.normalizer,
            "pre_tokenizer": self.pre_tokenizer,
            "post_processor": None,
            "decoder": None,
            "model": {
                "type": self.kind,
                "unk_id": self.unknown_id,
                "vocab": list(zip(pieces, self.scores, strict=True)),
                "byte_fallback": False,
            },
        }


def _tokenizer(written: Mapping[str, Any]) -> Tokenizer:
    from tokenizers import Tokenizer

    try:
        return Tokenizer.from_str(json.dumps(written))
    except Exception as error:  # the library raises nothing narrower
        raise ModelMismatch(
            f"the vocabulary cannot be used ({error})", "Give a tokenizer.json that Hugging Face wrote"
        ) from error
