"""A small vocabulary of Unigram, learned from text made up here."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from paperformer.text.unigram import SPECIAL, Unigram

STEMS = (
    "Rech",
    "nung",
    "Total",
    "faktura",
    "nummer",
    "no",
    "Zahl",
    "betrag",
    "Å",
    "ø",
    "το",
    "сум",
    "12",
    ".5",
)
TEXTS = tuple(" ".join((a + b, b + a, a)) for a, b in itertools.product(STEMS, STEMS))


def toy_unigram(texts: Sequence[str] = TEXTS, size: int = 120) -> Unigram:
    """At most ``size`` pieces, the special ones first."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=size, special_tokens=list(SPECIAL), unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer)
    return Unigram.from_json(json.loads(tokenizer.to_str()))
