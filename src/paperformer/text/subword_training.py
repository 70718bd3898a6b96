"""Learning subwords from text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from paperformer.errors import InvalidConfig
from paperformer.text.subwords import BYTES, INSIDE, SPECIAL, UNKNOWN, SubwordKind, Subwords, subword_steps


def train_subwords(
    texts: Iterable[str],
    size: int,
    *,
    kind: SubwordKind = "bpe",
    min_frequency: int = 2,
    alphabet: int = 1000,
) -> Subwords:
    """At most ``size`` subwords, made by merging the pairs that occur most; the same texts give the same.

    Args:
        texts: The corpus, a text at a time.
        size: How many pieces, special ones and bytes included.
        kind: ``bpe`` or ``wordpiece``.
        min_frequency: Pairs that occur less often are not merged.
        alphabet: How many single characters are kept, the frequent ones.

    Raises:
        InvalidConfig: when ``size`` leaves no room for pieces, or the corpus holds no text.
    """
    from tokenizers import Tokenizer, models, trainers

    fixed = [*SPECIAL, *BYTES]
    if size <= len(fixed) + 1:
        raise InvalidConfig(f"a vocabulary of {size} subwords is too small", f"Give over {len(fixed) + 1}")
    tokenizer = Tokenizer(models.BPE(unk_token=UNKNOWN))
    tokenizer.normalizer, tokenizer.pre_tokenizer = subword_steps()
    texts = list(texts)
    room = (size - len(fixed)) // (1 if kind == "bpe" else 2)
    characters = _characters(texts, tokenizer, min(alphabet, room))
    inside = [INSIDE + c for c in characters] if kind == "wordpiece" else []
    # Naming single characters beforehand gives them fixed numbers: see ``train_vocabulary``.
    named = [*fixed, *characters, *inside]
    settings: dict[str, Any] = {"continuing_subword_prefix": INSIDE} if kind == "wordpiece" else {}
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        min_frequency=min_frequency,
        initial_alphabet=characters,
        limit_alphabet=len(characters),
        special_tokens=named,
        show_progress=False,
        **settings,
    )
    tokenizer.train_from_iterator(texts, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    ids: dict[str, int] = model["vocab"]
    merges = [(left, right) for left, right in model["merges"]] if kind == "bpe" else []
    return Subwords(kind, sorted(ids, key=ids.__getitem__), merges)


def _characters(texts: list[str], tokenizer: Any, most: int) -> list[str]:
    """The ``most`` frequent characters of the corpus as the model will see them, in order."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(tokenizer.normalizer.normalize_str(text))
    if not any(text.strip() for text in texts):
        raise InvalidConfig("the corpus holds no text", "Give texts to learn subwords from")
    return sorted(sorted(counts, key=lambda c: (-counts[c], c))[:most])
