"""Which pieces of a vocabulary of many languages the model of documents keeps."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from wordfreq import top_n_list, word_frequency

from paperformer.synthesis.corpus import write_corpus
from paperformer.text.unigram import Unigram

SOURCES = Path(__file__).parents[2] / "src" / "paperformer"
LISTS = ("fields/page/labels.yaml", "fields/tables/captions.yaml", "synthesis/locales/*.yaml")
# Scripts that the reader of documents knows: Latin, Greek and Cyrillic letters, with all that has no script.
KNOWN = re.compile(r"[\u2581\x21-\u052f\u1e00-\u1fff\u2000-\u22ff\u25a0-\u27bf]+")
NUMBER = re.compile(r"\u2581?[\d.,:/%€$£-]+")
LANGUAGES = (
    "bg", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "is", "it", "lt", "lv", "mk", "nb",
    "nl", "pl", "pt", "ro", "ru", "sh", "sk", "sl", "sv", "tr", "uk", "vi",
)  # fmt: skip
WORDS = 30_000  # of each language
FLATTER = 0.7  # exponent of a piece's share in its language, so that rare ones count in every language
GENERATED, SEED = 400, 51_301
CASES = ((str, 0.6), (str.capitalize, 0.3), (str.upper, 0.1))  # how often print has a word so


def chosen_pieces(tokenizer: Unigram, count: int, pages: Path) -> list[int]:
    """Numbers of the pieces to keep, ascending.

    First what must stay: special pieces, single characters of the known scripts, pieces of numbers. Then what
    the product's own words need, those that occur most first, and what real pages print. The rest of the room
    goes to the most used pieces of the languages' words.

    Args:
        tokenizer: With the whole vocabulary.
        count: How many to keep.
        pages: Documents in JSONL, whose words count.
    """
    kept = dict.fromkeys(tokenizer.special_ids)
    kept |= dict.fromkeys(n for n, piece in enumerate(tokenizer.vocabulary) if _stays(piece))
    own = Counter(_own_words())
    printed = Counter(printed_words(pages)) + Counter(printed_words(_generated(pages.parent)))
    for ranked in (_ranked(tokenizer, own), _ranked(tokenizer, printed), _of_languages(tokenizer)):
        fitting = [n for n in ranked if n not in kept and KNOWN.fullmatch(tokenizer.vocabulary[n])]
        kept |= dict.fromkeys(fitting[: max(0, count - len(kept))])
    return sorted(kept)


def _stays(piece: str) -> bool:
    bare = piece.replace("\u2581", "")
    return bool(KNOWN.fullmatch(piece)) and (len(bare) <= 1 or bool(NUMBER.fullmatch(piece)))


def _ranked(tokenizer: Unigram, words: Counter[str]) -> list[int]:
    """Pieces by how often they occur."""
    distinct = list(words)
    pieces = tokenizer.encode(distinct)
    mass: Counter[int] = Counter()
    for number, word in zip(pieces.ids.tolist(), pieces.words.tolist(), strict=True):
        mass[number] += words[distinct[word]]
    return [number for number, _ in mass.most_common()]


def _of_languages(tokenizer: Unigram) -> list[int]:
    """Pieces by their share in the words of all languages."""
    mass: Counter[int] = Counter()
    for language in LANGUAGES:
        words = top_n_list(language, WORDS)
        shares = [(word, word_frequency(word, language)) for word in words]
        forms = [(case(word), share * times) for word, share in shares for case, times in CASES]
        pieces = tokenizer.encode([form for form, _ in forms])
        own: Counter[int] = Counter()
        for number, form in zip(pieces.ids.tolist(), pieces.words.tolist(), strict=True):
            own[number] += forms[form][1]
        for number, share in own.items():
            mass[number] += share**FLATTER
    return [number for number, _ in mass.most_common()]


def _own_words() -> Iterator[str]:
    """The words of the product's lists, as they stand, with a capital, and in capitals."""
    paths = [path for pattern in LISTS for path in sorted(SOURCES.glob(pattern))]
    for path in paths:
        for word in re.findall(r"[^\s\[\]{}\"'#|]+", path.read_text("utf-8")):
            yield from (case(word) for case, _ in CASES)


def printed_words(path: Path) -> Iterator[str]:
    """All words of documents in JSONL."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield from (word["text"] for word in json.loads(line)["words"])


def _generated(folder: Path) -> Path:
    """Generated documents of all locales, drawn once."""
    path = folder / "of-all-locales.jsonl.gz"
    if not path.is_file():
        write_corpus(path, GENERATED, SEED)
    return path


def cut(tokenizer: Unigram, kept: Sequence[int]) -> Unigram:
    """The tokenizer with these pieces only."""
    return Unigram(
        [(tokenizer.vocabulary[n], tokenizer.scores[n]) for n in kept],
        normalizer=tokenizer.normalizer,
        pre_tokenizer=tokenizer.pre_tokenizer,
    )


def pieces_per_word(tokenizer: Unigram, words: Iterable[str]) -> tuple[float, float]:
    """How many pieces a word has, and the share of words with an unknown one."""
    every = list(words)
    pieces = tokenizer.encode(every)
    unknown = len(set(pieces.words[pieces.ids == tokenizer.unknown_id].tolist()))
    return len(pieces) / max(1, len(every)), unknown / max(1, len(every))
