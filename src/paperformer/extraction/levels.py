"""Names of ranges of calibrated probability, and the lowest one of an answer that is shown."""

from __future__ import annotations

from typing import Literal

Level = Literal["very_low", "low", "mid", "high", "very_high"]

# Lower bounds of the calibrated probability; fixed, so that levels mean the same for every model.
LEVELS: tuple[tuple[float, Level], ...] = (
    (0.99, "very_high"),
    (0.95, "high"),
    (0.80, "mid"),
    (0.50, "low"),
    (0.00, "very_low"),
)


def bound_of(level: Level) -> float:
    """The lowest probability of a level."""
    return next(bound for bound, name in LEVELS if name == level)


LIKELY = bound_of("low")  # what is below is more likely wrong than right
MIN_CONFIDENCE = LIKELY  # the one default of the command line and of ``Extractor``
LABEL_CONFIDENCE = bound_of("high")  # from here on an answer that nobody confirmed may stand for a label


def level_of(confidence: float) -> Level:
    """The level of a calibrated probability.

    Raises:
        ValueError: when ``confidence`` is not in [0, 1].
    """
    if not 0.0 <= confidence <= 1.0:
        raise ValueError(f"confidence {confidence} is outside 0 to 1")
    return next(level for bound, level in LEVELS if confidence >= bound)
