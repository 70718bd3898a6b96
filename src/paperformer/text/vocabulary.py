"""Learning a WordPiece vocabulary from text."""

from __future__ import annotations

from collections.abc import Iterable

from paperformer.errors import InvalidConfig
from paperformer.text.wordpiece import SPECIAL, UNKNOWN, WordPiece


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
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

    if size <= len(SPECIAL):
        raise InvalidConfig(f"a vocabulary of {size} pieces is too small", f"Give more than {len(SPECIAL)}")
    tokenizer = Tokenizer(models.WordPiece(vocab={UNKNOWN: 0}, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=min_frequency,
        limit_alphabet=min(alphabet, size - len(SPECIAL)),
        special_tokens=list(SPECIAL),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    ids = tokenizer.get_vocab()
    if len(ids) <= len(SPECIAL):
        raise InvalidConfig("the corpus holds no text", "Give texts to learn a vocabulary from")
    return WordPiece(sorted(ids, key=ids.__getitem__), lowercase=lowercase, strip_accents=strip_accents)
