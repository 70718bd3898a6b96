"""draw.py NUMBER FOLDER SEED: shards of freshly drawn and freshly augmented documents, until it is stopped.

The same functions as ``paperformer train`` calls, document by document; only shift and stretch are left to
the GPU, which lays them over every document anew each time that it is shown.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
from numpy.typing import NDArray
from sources import MAX_TOKENS, NAMES, ROOT, SOURCES, Shard, load_prepared, tokenizer_of_start

from paperformer.documents.model import Word
from paperformer.extraction.flow import flow_of
from paperformer.extraction.tokens import _quantised, encode_words
from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import LabelledDocument, labelled_record
from paperformer.labelled.record import Record
from paperformer.learning.alignment import UNKNOWN, align
from paperformer.learning.augmentation import augmented
from paperformer.learning.config import Augmentation
from paperformer.learning.corpus import _with_signs
from paperformer.learning.exchange import Wardrobe, exchanged
from paperformer.synthesis.corpus import place_order, record
from paperformer.synthesis.negatives import draw_negative
from paperformer.synthesis.negatives import record as negative_record

NOISE = Augmentation(shift=0, scale=0, exchange=0.4, sign=0.3, branch=0.15)
DRAWN = {"general": 120, "thirds": 30, "my": 36, "negatives": 8}  # for a shard
VARIANTS = 2  # how often each is augmented
REAL = 0.12  # part of a round of the real documents in a shard
MALAYSIA = ("sroie", "sroie-ocr", "my")  # these lend each other names and addresses
ENDLESS = 10**9

Aligned = tuple[tuple[Word, ...], NDArray[np.int8]]


def drawer(known: Mapping[str, frozenset[str]], base: int) -> Callable[[str, int], LabelledDocument]:
    """Draws document ``index`` of a generated source; ``base`` is the first of four seeds."""
    orders = {
        "general": place_order(ENDLESS, base),
        "thirds": place_order(
            ENDLESS, base + 1, kinds=["invoice", "credit_note"], layouts=["thirds", "letter"]
        ),
        "my": place_order(ENDLESS, base + 2, languages=["en-MY"], kinds=["receipt"]),
    }

    def draw(source: str, index: int) -> LabelledDocument:
        if source == "negatives":
            value = negative_record(draw_negative(base + 3, index), "train")
        else:
            value = record(orders[source].draw(index), "train")
        return labelled_record(Record.model_validate(value), value, known.get(source, frozenset()), ROOT)

    return draw


def merged(one: Wardrobe, other: Wardrobe) -> Wardrobe:
    """The names and addresses of both."""
    keys = one.values.keys() | other.values.keys()
    return Wardrobe({k: (*one.values.get(k, ()), *other.values.get(k, ())) for k in keys})


class Maker:
    """Makes shards."""

    def __init__(self, number: int, seed: int) -> None:
        prepared = load_prepared()
        self.fields: Sequence[str] = prepared["fields"]
        self.free: Sequence[int] = prepared["free"]
        self.real: dict[str, list[Aligned]] = prepared["train"]
        self.schema = load_schema(None)
        self.tokenizer = tokenizer_of_start()
        self.rng = np.random.default_rng((seed, number))
        self.draw = drawer(prepared["known"], 1_000_000 + 1000 * seed + 10 * number)
        self.drawn = dict.fromkeys(DRAWN, 0)
        receipts = [d for name in MALAYSIA for d in self.real.get(name, ())]
        self.malaysia = Wardrobe.of(receipts, self.free)
        self.wardrobes = {name: Wardrobe.of(those, self.free) for name, those in self.real.items()}

    def shard(self) -> dict[str, NDArray[Any]]:
        """One shard: new documents, and a part of the real ones augmented anew."""
        shard, lent = Shard(), self.malaysia
        for source, count in DRAWN.items():
            documents = list(self._some(source, count))
            wardrobe = Wardrobe.of(documents, self.free)
            if source in MALAYSIA:
                wardrobe = lent = merged(self.malaysia, wardrobe)
            for words, targets in documents:
                for _ in range(VARIANTS):
                    self._add(shard, source, words, targets, wardrobe)
        for source, documents in self.real.items():
            wardrobe = lent if source in MALAYSIA else self.wardrobes[source]
            shown = min(1.0, REAL * SOURCES[source].share / len(documents))
            for words, targets in documents:
                if self.rng.random() < shown:
                    self._add(shard, source, words, targets, wardrobe)
        return shard.arrays()

    def _some(self, source: str, count: int) -> list[Aligned]:
        documents = []
        for _ in range(count):
            labelled = self.draw(source, self.drawn[source])
            self.drawn[source] += 1
            words = labelled.document.words
            targets = align(labelled, self.schema, self.fields, infer_context(words))
            if words and (targets != UNKNOWN).any():
                documents.append((words, targets))
        return documents

    def _add(
        self,
        shard: Shard,
        source: str,
        words: tuple[Word, ...],
        targets: NDArray[np.int8],
        wardrobe: Wardrobe,
    ) -> None:
        words, targets = exchanged(words, targets, wardrobe, self.free, NOISE.exchange, self.rng)
        words, targets = _with_signs(words, targets, wardrobe, self.fields, NOISE, self.rng)
        words, targets = augmented(words, targets, NOISE, self.rng)
        for window in encode_words(words, self.tokenizer, MAX_TOKENS):
            part = slice(window.first, window.first + window.words)
            these = words[part]
            number = NAMES.index(source)
            shard.add(number, window, these, targets[part], flow_of(these), _quantised(these))


def main() -> None:
    """Write shards to FOLDER until the process is stopped."""
    number, folder, seed = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    maker, made = Maker(number, seed), 0
    while True:
        began = time.time()
        arrays = maker.shard()
        draft = folder / f".{number}-{made}.npz"
        np.savez(draft, **arrays)  # type: ignore[arg-type]
        draft.rename(folder / f"{number}-{made:05d}.npz")
        made += 1
        if made <= 2 or made % 20 == 0:
            count, tokens = len(arrays["tokens"]), arrays["tokens"].sum()
            print(f"shard {made}: {count} examples, {tokens} tokens, {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
