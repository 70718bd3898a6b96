"""From a score to a probability that can be trusted.

A curve a group (field, its type, who proposed), fitted on documents that no training saw: a monotone
function, so that calibration never changes the order of candidates of one group. Between its knots the curve
is linear. Of a field's candidates the first is the answer, and how often answers are right has a curve of its
own: the others have shown by then that they are less likely. What it says is multiplied by the probability
that the document is an invoice or receipt (``relevance``) and that OCR read the value right (``legibility``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from paperformer.documents.model import Word
from paperformer.errors import ModelMismatch
from paperformer.extraction import legibility, relevance
from paperformer.extraction.legibility import Legibility
from paperformer.extraction.relevance import Relevance
from paperformer.fields.scored import Scored
from paperformer.fields.tables.group import GroupRow

# No held-out set of some hundred documents can support more certainty than this.
LEAST, MOST = 0.001, 0.995


@dataclass(frozen=True, slots=True)
class Curve:
    """Knots of a monotone, piecewise linear function from score to probability."""

    scores: tuple[float, ...]
    probabilities: tuple[float, ...]

    def __call__(self, score: float) -> float:
        """The probability of a score, within the bounds that data can support."""
        return min(max(float(np.interp(score, self.scores, self.probabilities)), LEAST), MOST)


IDENTITY = Curve((0.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Calibration:
    """How scores become probabilities.

    Args:
        curves: By group; the most special one that there is counts: of the field, the type, or the source.
        relevance: Whether a document is an invoice or receipt; None where nothing is known of others.
        answers: From the first candidate's probability to that of an answer.
        legibility: How likely OCR read a value right; None where nothing is known of that.
    """

    curves: Mapping[str, Curve] = field(default_factory=dict)
    relevance: Relevance | None = None
    answers: Curve | None = None
    legibility: Legibility | None = None

    def curve(self, source: str, name: str, type_: str) -> Curve:
        """The curve for a candidate."""
        for group in groups(source, name, type_):
            if group in self.curves:
                return self.curves[group]
        return IDENTITY

    def of_answers(self, probabilities: Sequence[float], *, one_is_right: bool = False) -> list[float]:
        """Probabilities of a field's candidates, best first: the answer's, and what it leaves to the others.

        Args:
            probabilities: Of the candidates.
            one_is_right: Whether one candidate at most is right, so that all of them sum to 1 at most. Of
                others several may be, and they keep what they had where the answer leaves them more.
        """
        if not probabilities:
            return []
        best, *others = probabilities
        first = best if self.answers is None else self.answers(best)
        left, claimed = 1.0 - first, max(1.0 - best, sum(others) if one_is_right else 0.0)
        share = 1.0 if left >= claimed else left / claimed
        return [first, *(min(first, share * probability) for probability in others)]

    def of_document(self, words: Sequence[Word], proposed: Mapping[str, Sequence[Scored]]) -> float:
        """The probability that the document is an invoice or receipt, 1 where nothing is known of others."""
        return 1.0 if self.relevance is None else self.relevance(relevance.features_of(words, proposed))

    def of_reading(self, candidate: Scored, words: Sequence[Word]) -> float:
        """The probability that a candidate was read right, 1 where nothing is known of that."""
        if self.legibility is None:
            return 1.0
        return self.legibility(legibility.features_of(candidate, words))

    def of_row(self, row: GroupRow, words: Sequence[Word]) -> float:
        """The same for a table's row."""
        return 1.0 if self.legibility is None else self.legibility(legibility.features_of_row(row, words))


def groups(source: str, name: str, type_: str) -> tuple[str, str, str]:
    """The groups a candidate belongs to, the most special first."""
    return f"{source}:field:{name}", f"{source}:type:{type_}", source


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write curves and relevance as JSON."""
    values: dict[str, Any] = {
        "curves": {
            group: [list(c.scores), list(c.probabilities)] for group, c in sorted(calibration.curves.items())
        }
    }
    if calibration.answers is not None:
        values["answers"] = [list(calibration.answers.scores), list(calibration.answers.probabilities)]
    if calibration.relevance is not None:
        known = calibration.relevance
        values["relevance"] = {"bias": known.bias, "weights": dict(known.weights)}
    if calibration.legibility is not None:
        values["legibility"] = dict(calibration.legibility.weights)
    path.write_text(json.dumps(values) + "\n", encoding="utf-8")


def load_calibration(path: Path) -> Calibration:
    """The calibration of a file; none where there is no file: a model that was never calibrated.

    Files of before ``relevance``, ``answers`` or ``legibility`` have none, and are read as they were.

    Raises:
        ModelMismatch: the file is damaged.
    """
    if not path.exists():
        return Calibration()
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        curves = {g: _curve(scores, heights) for g, (scores, heights) in values["curves"].items()}
        answers = values.get("answers")
        return Calibration(
            curves,
            _relevance(values.get("relevance")),
            _curve(*answers) if answers else None,
            _legibility(values.get("legibility")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelMismatch(f"{path}: the calibration is damaged", "Export the model again") from error


def _curve(scores: Sequence[float], probabilities: Sequence[float]) -> Curve:
    knots, heights = tuple(map(float, scores)), tuple(map(float, probabilities))
    if not knots or len(knots) != len(heights):
        raise ValueError("a curve has as many probabilities as scores")
    if not all(map(math.isfinite, knots + heights)) or sorted(knots) != list(knots):
        raise ValueError("a curve's scores rise")
    return Curve(knots, heights)


def _relevance(values: Mapping[str, Any] | None) -> Relevance | None:
    if values is None:
        return None
    known = Relevance(_weights(values["weights"], relevance.FEATURES), float(values["bias"]))
    if not math.isfinite(known.bias):
        raise ValueError("a bias is no number")
    return known


def _legibility(values: Mapping[str, Any] | None) -> Legibility | None:
    if values is None:
        return None
    weights = _weights(values, legibility.FEATURES)
    if min(weights.values(), default=0.0) < 0.0:
        raise ValueError("what speaks against a reading speaks for it")
    return Legibility(weights)


def _weights(values: Mapping[str, Any], features: Collection[str]) -> dict[str, float]:
    weights = {name: float(weight) for name, weight in values.items()}
    if not set(weights) <= set(features):
        raise ValueError("a feature that is not known")
    if not all(map(math.isfinite, weights.values())):
        raise ValueError("a weight is no number")
    return weights
