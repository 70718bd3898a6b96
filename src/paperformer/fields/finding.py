"""Findings of rules: a value of a field, the words that print it, and the probability that it is right."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from paperformer.fields.values.reading import ParsedValue

FITTED: Final = "findings.json"
"""The weights, beside this file; ``benchmarks/findings.py --write`` fits them."""


class Finding(NamedTuple):
    """A field's value that a rule read off the page.

    Args:
        field: Name in the schema.
        words: Indices into ``Document.words``, ascending.
        text: As printed, words joined by a space.
        parsed: The normalised value.
        rule: Which rule found it (``label``, ``checksum``, ``slip``, ``sum`` ...).
        traits: What sets it apart from other findings of the rule: where it stands, how its label is written.
        share: Its part of what the rule found, where it found several values of which one is right.
    """

    field: str
    words: tuple[int, ...]
    text: str
    parsed: ParsedValue
    rule: str
    traits: tuple[str, ...] = ()
    share: float = 1.0

    @property
    def score(self) -> float:
        """How often such findings are right, 0 to 1: logistic in rule and traits, times the share."""
        return self.share * chance(self.rule, self.traits)


@cache
def chance(rule: str, traits: tuple[str, ...]) -> float:
    """How often findings of ``rule`` with ``traits`` are right; 0.5 where nothing is known of them."""
    weights = fitted()
    return 1.0 / (1.0 + math.exp(-sum(weights.get(name, 0.0) for name in features(rule, traits))))


def features(rule: str, traits: tuple[str, ...]) -> tuple[str, ...]:
    """The names of what is weighed: the rule, and each trait of it."""
    return (rule, *(f"{rule}: {trait}" for trait in traits))


@cache
def fitted() -> Mapping[str, float]:
    """The weights that come with Paperformer, in log-odds."""
    weights: dict[str, float] = json.loads(files("paperformer.fields").joinpath(FITTED).read_text("utf-8"))
    return weights
