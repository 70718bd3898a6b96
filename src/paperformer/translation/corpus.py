"""Parallel texts: a line of one file is the translation of the same line of another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from paperformer.errors import InvalidConfig
from paperformer.translation.config import Cleaning, ParallelText

Pair = tuple[str, str]
# Characters of scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
LETTERS_A_WORD = 2  # of such a script
LONGEST_WORD = 40  # characters: what is longer counts as several words


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """What became of a corpus.

    Args:
        read: Pairs that the files hold.
        empty, too_long, unlike, repeated: Pairs dropped because a side is empty, a side has too many words,
            one side is that much longer than the other, or the same pair came before.
        kept: What is left.
    """

    read: int = 0
    empty: int = 0
    too_long: int = 0
    unlike: int = 0
    repeated: int = 0
    kept: int = 0

    def figures(self) -> dict[str, float]:
        """By name, for a log."""
        return {f"pairs_{field.name}": getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        dropped = ", ".join(
            f"{getattr(self, field.name)} {field.name.replace('_', ' ')}"
            for field in fields(self)
            if field.name not in {"read", "kept"}
        )
        return f"{self.read} pairs read, {self.kept} kept; dropped: {dropped}"


def read_pairs(texts: Sequence[ParallelText]) -> list[Pair]:
    """All pairs of the files, in their order.

    Raises:
        InvalidConfig: a file is missing or not UTF-8, the two sides differ in their number of lines, a line
            of a TSV has not two columns, or there is no pair at all.
    """
    pairs = [pair for text in texts for pair in _pairs(text)]
    if not pairs:
        names = ", ".join(text.tsv or f"{text.source}, {text.target}" for text in texts)
        raise InvalidConfig(f"{names}: the corpus is empty", "Give files with a sentence on each line")
    return pairs


def clean(pairs: Sequence[Pair], cleaning: Cleaning) -> tuple[list[Pair], CorpusReport]:
    """The pairs worth learning from, and what was dropped; for words see ``count_words``.

    Raises:
        InvalidConfig: nothing is left.
    """
    dropped = dict.fromkeys(("empty", "too_long", "unlike", "repeated"), 0)
    kept: list[Pair] = []
    seen: set[Pair] = set()
    for pair in pairs:
        fault = _fault(pair, cleaning) or ("repeated" if cleaning.repeated and pair in seen else None)
        if fault is not None:
            dropped[fault] += 1
            continue
        kept.append(pair)
        seen.add(pair)
    report = CorpusReport(read=len(pairs), kept=len(kept), **dropped)
    if not kept:
        raise InvalidConfig(f"nothing is left of the corpus ({report})", "Loosen cleaning, or mend the files")
    return kept, report


def count_words(text: str) -> int:
    """How many words a text has, about: what spaces separate, where a script puts spaces between words.

    Elsewhere every two letters count as one, and so does every 40 characters of what is longer than a word.
    """
    unspaced = UNSPACED.sub(" ", text)
    letters = len(UNSPACED.findall(text))
    words = sum(-(-len(word) // LONGEST_WORD) for word in unspaced.split())
    return words + -(-letters // LETTERS_A_WORD)


def read_lines(path: Path) -> list[str]:
    """The lines of a text file in UTF-8, without their ends.

    Raises:
        InvalidConfig: the file cannot be read, or is not UTF-8.
    """
    try:
        return split_lines(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InvalidConfig(
            f"{path}: cannot be read ({error.strerror})", "Give a text file, a sentence on each line"
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InvalidConfig(f"{path}: line {line} is not UTF-8", "Convert the file to UTF-8") from error


def split_lines(text: str) -> list[str]:
    """Lines as every other tool counts them: only a line feed ends one."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _pairs(text: ParallelText) -> Iterator[Pair]:
    if text.tsv is not None:
        for number, line in enumerate(read_lines(Path(text.tsv)), start=1):
            columns = line.split("\t")
            if len(columns) != 2:
                raise InvalidConfig(
                    f"{text.tsv}: line {number} has {len(columns)} columns, not 2",
                    "Give source and target, with a tab between them",
                )
            yield columns[0], columns[1]
        return
    source, target = read_lines(Path(text.source or "")), read_lines(Path(text.target or ""))
    if len(source) != len(target):
        raise InvalidConfig(
            f"{text.source} has {len(source)} lines and {text.target} {len(target)}",
            "Give files in which each line translates the other's",
        )
    yield from zip(source, target, strict=True)


def _fault(pair: Pair, cleaning: Cleaning) -> str | None:
    lengths = [count_words(side) for side in pair]
    if 0 in lengths:
        return "empty"
    if max(lengths) > cleaning.max_words:
        return "too_long"
    # A little leeway: "Danke!" and "Thank you very much!" are a good pair.
    unlike = max(lengths) > cleaning.max_ratio * min(lengths) and max(lengths) > cleaning.short_words
    return "unlike" if unlike else None
