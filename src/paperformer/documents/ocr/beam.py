"""What a line most likely says, when both its picture and the language of documents have a say.

Prefix beam search over the columns of a CTC network (Graves & Jaitly 2014; Hannun et al. 2014): all ways to
spread a text over the columns count together, and each character is weighed by how likely it is after those
before it. Where the characters of a text stand, Viterbi's alignment tells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Score = Callable[[str, str], float]
"""Logarithm of the probability of a character after a text."""
_NEVER = -math.inf


@dataclass(frozen=True, slots=True)
class BeamConfig:
    """How far the language is followed.

    Args:
        width: Texts that are kept at each column.
        behind: Texts less likely than the best by so many nats are dropped.
        weight: Of the language: 1 is as much as the picture.
        bonus: Nats that each character gains, which make up for what the language takes from longer texts.
    """

    width: int = 8
    behind: float = 8.0
    weight: float = 0.3
    bonus: float = 0.6


@dataclass(slots=True)
class _Prefix:
    """Logarithms: of the ways that end in nothing new, of those that end in a character; of the language."""

    blank: float = _NEVER
    drawn: float = _NEVER
    language: float = 0.0

    @property
    def total(self) -> float:
        return _sum(self.blank, self.drawn)


def likeliest(columns: Sequence[Sequence[tuple[str, float]]], score: Score, config: BeamConfig) -> str:
    """The text with the most of both.

    Args:
        columns: Of each column the characters that may stand there with their probabilities; the empty one
            is nothing new.
        score: The language.
        config: How far it is followed.
    """
    beam = {"": _Prefix(blank=0.0)}
    for column in columns:
        after: dict[str, _Prefix] = {}
        for text, prefix in beam.items():
            for character, probability in column:
                _extend(after, text, prefix, character, math.log(probability), score, config)
        beam = _best(after, config)
    for text, prefix in beam.items():
        prefix.language += config.weight * score(" ", text)
    return max(beam, key=lambda text: beam[text].total + beam[text].language)


def _extend(
    after: dict[str, _Prefix],
    text: str,
    prefix: _Prefix,
    character: str,
    gain: float,
    score: Score,
    config: BeamConfig,
) -> None:
    if not character:
        same = after.setdefault(text, _Prefix(language=prefix.language))
        same.blank = _sum(same.blank, prefix.total + gain)
        return
    before = prefix.total
    if text.endswith(character):
        same = after.setdefault(text, _Prefix(language=prefix.language))
        same.drawn = _sum(same.drawn, prefix.drawn + gain)
        before = prefix.blank
    if before == _NEVER:
        return
    longer = after.get(text + character)
    if longer is None:
        language = prefix.language + config.weight * score(character, text) + config.bonus
        longer = after[text + character] = _Prefix(language=language)
    longer.drawn = _sum(longer.drawn, before + gain)


def _best(beam: dict[str, _Prefix], config: BeamConfig) -> dict[str, _Prefix]:
    if len(beam) == 1:
        return beam
    values = {text: prefix.total + prefix.language for text, prefix in beam.items()}
    kept = sorted(beam, key=values.__getitem__, reverse=True)[: config.width]
    least = values[kept[0]] - config.behind
    return {text: beam[text] for text in kept if values[text] >= least}


def _sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b))."""
    if a < b:
        a, b = b, a
    return a if b == _NEVER else a + math.log1p(math.exp(b - a))


def align(log_probabilities: NDArray[np.float64], classes: Sequence[int]) -> list[tuple[int, int]] | None:
    """For each character of a text its likeliest first column and the one after its last.

    None when the columns are too few.

    Args:
        log_probabilities: (columns, classes) of the network; class 0 is nothing new.
        classes: Of the characters.
    """
    if not classes:
        return []
    states = np.zeros(2 * len(classes) + 1, np.int64)  # nothing new, first, nothing new, second ...
    states[1::2] = classes
    may_skip = np.zeros(len(states), bool)
    may_skip[2:] = (states[2:] != 0) & (states[2:] != states[:-2])
    emitted = log_probabilities[:, states]
    best = np.full(len(states), _NEVER)
    best[:2] = emitted[0, :2]
    steps = np.zeros(emitted.shape, np.int64)  # by how many states the way came forward
    for column in range(1, len(emitted)):
        ways = np.full((3, len(states)), _NEVER)
        ways[0] = best
        ways[1, 1:] = best[:-1]
        ways[2, 2:] = np.where(may_skip[2:], best[:-2], _NEVER)
        steps[column] = ways.argmax(0)
        best = ways.max(0) + emitted[column]
    if not np.isfinite(best[-2:]).any():
        return None
    state = len(states) - 1 if best[-1] >= best[-2] else len(states) - 2
    spans = [(0, 0)] * len(classes)
    for column in range(len(emitted) - 1, -1, -1):
        if state % 2:
            end = spans[state // 2][1] or column + 1
            spans[state // 2] = column, end
        state -= int(steps[column, state])
    return spans
