"""The tokenizer of a model of documents from its file, whichever kind it is."""

from __future__ import annotations

import json
from pathlib import Path

from paperformer.errors import ModelMismatch
from paperformer.text.unigram import Unigram
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.text.wordpiece import WordPiece


def load_tokenizer(path: Path) -> WordTokenizer:
    """Read a ``tokenizer.json`` of WordPiece or Unigram, or WordPiece's ``vocab.txt``.

    Raises:
        ModelMismatch: the file is missing, damaged, or its pieces are of another kind.
    """
    if path.suffix != ".json":
        return WordPiece.load(path)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        return (Unigram if saved["model"]["type"] == Unigram.kind else WordPiece).from_json(saved)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ModelMismatch(
            f"{path} is no vocabulary of WordPiece or Unigram ({reason})", "Give one"
        ) from error
    except ModelMismatch as error:
        raise ModelMismatch(f"{path}: {error.message}", error.remedy) from error
