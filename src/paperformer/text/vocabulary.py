"""Learning a WordPiece vocabulary from text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperformer.errors import InvalidConfig
from paperformer.text.wordpiece import SPECIAL, UNKNOWN, WordPiece, bert_steps

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def train_vocabulary(
    texts: Iterable[str],
    size: int,
    *,
    lowercase: bool = True,
    strip_accents: bool | None = None,
    min_frequency: int = 2,
    alphabet: int = 1000,
) -> WordPiece:
    """A vocabulary of at most ``size`` pieces, made by merging the pairs that occur most.

    Args:
        texts: The corpus, a text at a time.
        size: How many pieces, special ones included.
        lowercase: Fold case first.
        strip_accents: Take accents off first; None does so when ``lowercase`` is set.
        min_frequency: Pairs that occur less often are not merged.
        alphabet: How many single characters are kept; rarer ones become unknown.

    Raises:
        InvalidConfig: when ``size`` leaves no room for pieces, or the corpus holds no text.
    """
    from tokenizers import Tokenizer, models, trainers

    room = (size - len(SPECIAL)) // 2  # every character may stand first in a word or further in
    if room < 1:
        raise InvalidConfig(f"a vocabulary of {size} pieces is too small", f"Give over {len(SPECIAL) + 1}")
    texts = list(texts)
    tokenizer = Tokenizer(models.WordPiece(vocab={UNKNOWN: 0}, unk_token=UNKNOWN))
    tokenizer.normalizer, tokenizer.pre_tokenizer = bert_steps(lowercase, strip_accents)
    characters = _characters(texts, tokenizer, min(alphabet, room))
    # The trainer numbers single pieces in the order of a hash table, and breaks ties by number: naming
    # them beforehand makes the same corpus give the same vocabulary.
    single = [*characters, *(f"##{c}" for c in characters if _continues(c, tokenizer))]
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=min_frequency,
        initial_alphabet=characters,
        limit_alphabet=len(characters),
        special_tokens=[*SPECIAL, *single],
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    ids = tokenizer.get_vocab()
    return WordPiece(sorted(ids, key=ids.__getitem__), lowercase=lowercase, strip_accents=strip_accents)


def _characters(texts: list[str], tokenizer: Tokenizer, most: int) -> list[str]:
    """The ``most`` frequent characters of the corpus as the model will see them, in order."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(tokenizer.normalizer.normalize_str(text))
    kept = sorted((c for c in counts if not c.isspace()), key=lambda c: (-counts[c], c))[:most]
    if not kept:
        raise InvalidConfig("the corpus holds no text", "Give texts to learn a vocabulary from")
    return sorted(kept)


def _continues(character: str, tokenizer: Tokenizer) -> bool:
    """Whether it can stand inside a word: punctuation is always a word of its own."""
    return len(tokenizer.pre_tokenizer.pre_tokenize_str(f"a{character}")) == 1
