"""What every setting must be, and the error that says what it is instead."""

from __future__ import annotations

from typing import Any, get_args

from paperformer.errors import InvalidConfig

POSITIVE = (
    "vocabulary_size",
    "hidden_size",
    "layers",
    "heads",
    "feedforward_size",
    "max_positions",
)  # of a stack


def check_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Refuses all but whole numbers from ``least`` to ``most``."""
    if isinstance(value, int) and value >= least and (most is None or value <= most):
        return
    remedy = f"Give a whole number, {least} or more" if most is None else f"Give {least} to {most}"
    raise InvalidConfig(f"{name} is {value!r}", remedy)


def check_probability(name: str, value: object) -> None:
    """Refuses all but numbers from 0 up to 1, without 1."""
    if not (isinstance(value, int | float) and 0.0 <= value < 1.0):
        raise InvalidConfig(f"{name} is {value!r}", "Give a probability from 0 up to 1")


def check_choice(name: str, value: object, choices: Any) -> None:
    """Refuses all but the names of ``choices``, a ``Literal``."""
    known = get_args(choices)
    if value not in known:
        raise InvalidConfig(f"{name} {value!r} is neither {' nor '.join(known)}", "Use one of them")
