"""Learn which characters follow one another in documents, for OCR (``documents.ocr.character_model``).

    python -m paperformer.learning.characters OUT CORPUS.jsonl [CORPUS.jsonl ...]
        [--apart CORPUS.jsonl LABELS.jsonl] [--leave-out held_out.json]

The probabilities are those of Witten & Bell (1991, method C), interpolated: a string that was seen often is
believed, one that was followed by many different characters leaves more to shorter ones. Strings seen less
than ``least`` times are left out, and their share goes back to shorter ones.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from paperformer.documents.ocr.character_model import (
    UNKNOWN,
    BackOff,
    CharacterModel,
    is_latin,
    letter,
    shape,
    write_character_model,
)
from paperformer.extraction.flow import segments_of
from paperformer.labelled.documents import load_corpus
from paperformer.learning.held_out_documents import read_held_out

LETTERS_LEAST = (1, 1, 2, 4, 6, 8)  # by length, from 1
SHAPES_LEAST = (1, 1, 2, 4, 8)


def learn(lines: Iterable[str]) -> CharacterModel:
    """The model of some lines of text; those with letters of other scripts than the Latin are left out."""
    letters: Counter[str] = Counter()
    shapes: Counter[str] = Counter()
    for line in filter(is_latin, lines):
        text = f" {' '.join(line.split())} "
        letters.update(strings("".join(map(letter, text)), len(LETTERS_LEAST)))
        shapes.update(strings("".join(map(shape, text)), len(SHAPES_LEAST)))
    return CharacterModel(witten_bell(letters, LETTERS_LEAST), witten_bell(shapes, SHAPES_LEAST))


def strings(text: str, longest: int) -> Iterator[str]:
    """All runs of up to ``longest`` characters; the first of the text only begins them."""
    for end in range(2, len(text) + 1):
        for start in range(max(0, end - longest), end):
            yield text[start:end]


def witten_bell(counts: Counter[str], least: Sequence[int]) -> BackOff:
    """The back-off form of the interpolated model.

    Args:
        counts: String -> how often it was seen, of all lengths.
        least: By length, from 1: strings seen less often are left out.
    """
    followers: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for string, count in counts.items():
        followers[string[:-1]][string[-1]] = count
    # What was never seen is one more symbol, seen once.
    followers[""][UNKNOWN] = 1
    log_probability: dict[str, float] = {}
    weight: dict[str, float] = {}
    model = BackOff(len(least), log_probability, weight)
    everything = sum(followers[""].values())
    for symbol, count in followers[""].items():
        log_probability[symbol] = math.log(count / everything)
    for before in sorted(followers, key=len)[1:]:
        after = followers[before]
        seen, kinds = sum(after.values()), len(after)
        shorter = {symbol: math.exp(model.score(symbol, before[1:])) for symbol in after}
        kept = {
            symbol: (count + kinds * shorter[symbol]) / (seen + kinds)
            for symbol, count in after.items()
            if count >= least[len(before)]
        }
        if not kept:
            continue
        log_probability.update({before + symbol: math.log(p) for symbol, p in kept.items()})
        rest = 1 - sum(shorter[symbol] for symbol in kept)
        left = 1 - sum(kept.values())
        weight[before] = math.log(max(left, 1e-6) / max(rest, 1e-6))
    return model


def lines_of(
    corpora: Iterable[Path], apart: Iterable[tuple[Path, Path]], leave_out: frozenset[str]
) -> Iterator[str]:
    """The lines of labelled corpora, but of documents with the keys ``leave_out``.

    Args:
        corpora: JSONL files.
        apart: JSONL files with the labels that are kept apart from them; only what these name is read.
        leave_out: Keys of documents.
    """
    for path, labels in [*((path, None) for path in corpora), *apart]:
        for labelled in load_corpus(path, standoff=labels):
            if labelled.key not in leave_out:
                words = labelled.document.words
                for segment in segments_of(words):
                    yield " ".join(words[place].text for place in segment)


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+", help="JSONL files of documents with their words")
    parser.add_argument(
        "--apart", type=Path, nargs=2, action="append", default=[], help="one more, and its file of labels"
    )
    parser.add_argument("--leave-out", type=Path, help="held_out.json of a model: documents to leave out")
    options = parser.parse_args()
    held_out = read_held_out(options.leave_out) if options.leave_out else {}
    keys = frozenset(key for members in held_out.values() for key in members)
    write_character_model(learn(lines_of(options.corpora, options.apart, keys)), options.out)


if __name__ == "__main__":
    main()
