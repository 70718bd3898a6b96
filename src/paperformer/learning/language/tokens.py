"""The tokens of a pre-training: its pieces, learned or read, and its texts in pieces, on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperformer.errors import InvalidConfig, TrainingFailed, write_remedy
from paperformer.learning.language.config import PretrainConfig
from paperformer.learning.language.folder import Tokenizer, load_tokenizer
from paperformer.learning.language.sequences import (
    TokenSequence,
    causal_sequences,
    layout_sequences,
    masked_sequences,
)
from paperformer.learning.language.sources import documents, fingerprint, fragments
from paperformer.learning.language.store import TokenStore, open_store, write_store
from paperformer.text.subword_training import train_subwords
from paperformer.text.subwords import Subwords
from paperformer.text.vocabulary import train_vocabulary

TOKENIZER, NOTE = "tokenizer.json", "tokenizer.note.json"
COLUMNS = {"causal": ("ids",), "masked": ("ids", "words"), "layout": ("ids", "words", "boxes", "pages")}


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sequences to learn from, and those held out."""

    train: TokenStore
    held_out: TokenStore

    def figures(self) -> dict[str, float]:
        """How many there are."""
        return {
            "sequences": len(self.train),
            "tokens": self.train.tokens,
            "held_out": len(self.held_out),
            "held_out_tokens": self.held_out.tokens,
        }


def tokenizer_for(config: PretrainConfig, folder: Path) -> Tokenizer:
    """The pieces that the configuration names, or learned from its data and kept in ``folder``.

    Raises:
        ModelMismatch: the file that is named holds no pieces of the kind.
        InvalidConfig: the data cannot be read, or hold no text.
        TrainingFailed: the folder cannot be written.
    """
    choice = config.tokenizer
    if choice.path is not None:
        return load_tokenizer(Path(choice.path), config.objective)
    made_from = json.dumps([fingerprint(config.data), config.objective, choice.model_dump()])
    if _is_kept(folder, made_from):
        return load_tokenizer(folder / TOKENIZER, config.objective)
    learned = _learned(config)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        learned.save(folder / TOKENIZER)
        (folder / NOTE).write_text(made_from, encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(
            f"{folder}: the vocabulary cannot be written ({error.strerror})",
            write_remedy(error, "another output folder"),
        ) from error
    return learned


def read_tokens(config: PretrainConfig, tokenizer: Tokenizer, folder: Path) -> Corpus:
    """All texts in pieces, written to ``folder`` unless an earlier run did.

    Raises:
        InvalidConfig: the data cannot be read.
        TrainingFailed: nothing is left to learn from, or the folder cannot be written.
    """
    pieces = hashlib.sha256("\n".join(tokenizer.vocabulary).encode()).hexdigest()
    identity = json.dumps([fingerprint(config.data), config.objective, config.max_tokens, pieces])
    columns = COLUMNS[config.objective]
    stores = []
    for part, held_out in (("train", False), ("held_out", True)):
        store = open_store(folder / part, columns, identity)
        rows = sequences(config, tokenizer, held_out=held_out)
        stores.append(store or write_store(folder / part, rows, columns, identity))
    if not len(stores[0]):
        raise TrainingFailed("no text is left to learn from", "Check the paths and hold_out of the data")
    return Corpus(*stores)


def sequences(config: PretrainConfig, tokenizer: Tokenizer, *, held_out: bool) -> Iterator[TokenSequence]:
    """The texts to learn from, or those held out, in pieces.

    Raises:
        InvalidConfig: the data cannot be read.
    """
    if isinstance(tokenizer, Subwords):
        return causal_sequences(fragments(config.data, held_out=held_out), tokenizer, config.max_tokens)
    if config.objective == "layout":
        return layout_sequences(documents(config.data, held_out=held_out), tokenizer, config.max_tokens)
    return masked_sequences(fragments(config.data, held_out=held_out), tokenizer, config.max_tokens)


def _is_kept(folder: Path, made_from: str) -> bool:
    try:
        return (folder / NOTE).read_text(encoding="utf-8") == made_from
    except OSError:
        return False  # not there: it is learned


def _learned(config: PretrainConfig) -> Tokenizer:
    choice = config.tokenizer
    texts = _sample(config, choice.sample)
    try:
        if config.objective == "causal":
            return train_subwords(texts, choice.size)
        return train_vocabulary(
            texts, choice.size, lowercase=not choice.cased, strip_accents=not choice.cased
        )
    except InvalidConfig as error:
        named = ", ".join(source.path for source in config.data)
        raise InvalidConfig(f"{named}: {error.message}", error.remedy) from error


def _sample(config: PretrainConfig, most: int) -> Iterator[str]:
    """The first so many characters of the texts to learn from."""
    for fragment in fragments(config.data, held_out=False):
        if most <= 0:
            return
        yield fragment.text[:most]
        most -= len(fragment.text)
