"""Small draws from a seeded generator: everything random in a document goes through these."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

_CONSONANTS = "bdfghklmnprstvz"
_VOWELS = "aeiou"
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def generator(*key: object) -> random.Random:
    """A generator that depends on ``key`` only, the same on every machine and in every process."""
    return random.Random(":".join(str(part) for part in key))


def chance(rng: random.Random, probability: float) -> bool:
    """True with ``probability``."""
    return rng.random() < probability


def pick(rng: random.Random, options: Sequence[T]) -> T:
    """One of ``options``, all alike likely."""
    return options[int(rng.random() * len(options))]


def weighted(rng: random.Random, options: Mapping[T, float]) -> T:
    """One key of ``options``, its value being its weight."""
    return rng.choices(list(options), weights=list(options.values()))[0]


def some(rng: random.Random, options: Sequence[T], count: int) -> list[T]:
    """``count`` different ``options`` (or all of them) in random order."""
    return rng.sample(list(options), min(count, len(options)))


def filled(rng: random.Random, pattern: str) -> str:
    """``pattern`` with every ``#`` made a digit and every ``@`` a capital letter."""
    return "".join(
        rng.choice("0123456789") if sign == "#" else rng.choice(_LETTERS) if sign == "@" else sign
        for sign in pattern
    )


def digits(rng: random.Random, count: int) -> str:
    """``count`` digits, the first of them not zero."""
    return str(rng.randint(1, 9)) + "".join(rng.choice("0123456789") for _ in range(count - 1))


def coined_name(rng: random.Random) -> str:
    """A made-up name of two or three syllables, such as "Velmora"."""
    syllables = "".join(
        rng.choice(_CONSONANTS) + rng.choice(_VOWELS) + (rng.choice("lnrsx") if chance(rng, 0.35) else "")
        for _ in range(rng.choice((2, 2, 3)))
    )
    return syllables.capitalize()
