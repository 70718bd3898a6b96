"""Which characters follow one another in invoices and receipts: an n-gram model in back-off form.

Two tables: the letters, whatever their case, with all figures as one; and the shapes (capital, small
letter, figure, space, other), which tell capitals. ``learning.characters`` makes them (Witten & Bell 1991).
Of strings of a few characters the file has what ARPA's format has: the logarithm of the probability of the
last after the others, and the weight that shorter strings get where none goes on from it.
"""

from __future__ import annotations

import json
import lzma
import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from paperformer.errors import OcrUnavailable

FIGURE = "0"
UNKNOWN = "\x00"  # stands for every character that the texts did not have
_FILE = "characters.json.xz"
_LOG_TEN = math.log(10)
_SIGNS = "ºªµ"
SCALE = 20  # steps a nat, in the file
_REMEMBERED = 4096  # characters after texts, as a page repeats them; other pages have others


@dataclass(frozen=True)
class BackOff:
    """An n-gram model of one kind of symbol.

    Args:
        order: Length of the longest strings.
        log_probability: String -> natural logarithm of the probability of its last symbol after the others.
        weight: String -> logarithm of what the shorter strings are worth after it, where it has no entry.
    """

    order: int
    log_probability: Mapping[str, float]
    weight: Mapping[str, float]

    def score(self, symbol: str, before: str) -> float:
        """Logarithm of the probability of ``symbol`` after ``before``."""
        if symbol not in self.log_probability:
            symbol = UNKNOWN
        before = before[len(before) - min(len(before), self.order - 1) :]
        lost = 0.0
        while True:
            found = self.log_probability.get(before + symbol)
            if found is not None:
                return lost + found
            lost += self.weight.get(before, 0.0)
            before = before[1:]


class CharacterModel:
    """Scores a character by those before it.

    Args:
        letters: Of small letters, ``FIGURE`` for every figure, and the rest as it is.
        shapes: Of what ``shape`` gives.
    """

    def __init__(self, letters: BackOff, shapes: BackOff) -> None:
        self.letters = letters
        self.shapes = shapes
        self._reach = max(letters.order, shapes.order) - 1
        self._score = lru_cache(maxsize=_REMEMBERED)(self._scored)

    def score(self, character: str, before: str) -> float:
        """Logarithm of the probability of ``character`` after the text ``before``, itself after a space."""
        return self._score(character, before[-self._reach :])

    def _scored(self, character: str, before: str) -> float:
        before = " " + before
        symbol = letter(character)
        found = self.letters.score(symbol, "".join(map(letter, before)))
        if symbol == FIGURE:
            return found - _LOG_TEN
        return found + self._case(character, "".join(map(shape, before)))

    def _case(self, character: str, before: str) -> float:
        own = shape(character)
        if own not in "Aa":
            return 0.0
        capital, small = self.shapes.score("A", before), self.shapes.score("a", before)
        return (capital if own == "A" else small) - float(math.log(math.exp(capital) + math.exp(small)))


def is_latin(text: str) -> bool:
    """Whether all letters of a text are Latin, or signs that stand beside them: no others were learned."""
    return text.isascii() or all(
        character in _SIGNS or unicodedata.name(character, "").startswith("LATIN")
        for character in text
        if character.isalpha()
    )


def letter(character: str) -> str:
    """A character as the table of letters has it."""
    if character.isdecimal() and character.isascii():
        return FIGURE
    small = character.lower()
    return small if len(small) == 1 else character


def shape(character: str) -> str:
    """A character as the table of shapes has it."""
    if character.isupper():
        return "A"
    if character.islower():
        return "a"
    if character.isdecimal() and character.isascii():
        return FIGURE
    return " " if character.isspace() else "."


@lru_cache(maxsize=1)
def load_character_model() -> CharacterModel:
    """The model that comes with the package.

    Raises:
        OcrUnavailable: when its file is not there or damaged.
    """
    try:
        tables = json.loads(lzma.decompress(files(__package__).joinpath(_FILE).read_bytes()))
        return CharacterModel(*(_back_off(tables[name]) for name in ("letters", "shapes")))
    except (OSError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise OcrUnavailable(f"{_FILE} is missing or damaged", "reinstall paperformer") from error


def _back_off(table: Mapping[str, Any]) -> BackOff:
    return BackOff(int(table["order"]), _unpacked(table["log_probability"]), _unpacked(table["weight"]))


def _unpacked(blocks: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """One block for each length of string: the strings one behind the other, and their values."""
    values: dict[str, float] = {}
    for block in blocks:
        strings, length = block["strings"], int(block["length"])
        parts = (strings[start : start + length] for start in range(0, len(strings), length))
        values.update(zip(parts, [value / SCALE for value in block["values"]], strict=True))
    return values


def write_character_model(model: CharacterModel, path: Path) -> None:
    """Write a model as ``load_character_model`` reads it."""
    tables = {
        name: {
            "order": table.order,
            "log_probability": _packed(table.log_probability),
            "weight": _packed(table.weight),
        }
        for name, table in (("letters", model.letters), ("shapes", model.shapes))
    }
    text = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(lzma.compress(text.encode()))


def _packed(values: Mapping[str, float]) -> list[dict[str, Any]]:
    blocks: dict[int, list[str]] = {}
    for string in sorted(values):
        blocks.setdefault(len(string), []).append(string)
    return [
        {
            "length": length,
            "strings": "".join(strings),
            "values": [round(values[string] * SCALE) for string in strings],
        }
        for length, strings in sorted(blocks.items())
    ]
