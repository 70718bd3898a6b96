"""What every setting must be, and the error that says what it is instead."""

from __future__ import annotations

from dataclasses import fields
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
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and value >= least and (most is None or value <= most):  # type: ignore[operator]
        return
    remedy = f"Give a whole number, {least} or more" if most is None else f"Give {least} to {most}"
    raise InvalidConfig(f"{name} is {value!r}", remedy)


def check_probability(name: str, value: object) -> None:
    """Refuses all but numbers from 0 up to 1, without 1."""
    if isinstance(value, bool) or not (isinstance(value, int | float) and 0.0 <= value < 1.0):
        raise InvalidConfig(f"{name} is {value!r}", "Give a probability from 0 up to 1")


def check_flags(config: object, prefix: str = "") -> None:
    """Refuses a setting of a dataclass that is true or false and holds anything else."""
    for field in fields(config):  # type: ignore[arg-type]
        value = getattr(config, field.name)
        if field.type in ("bool", "bool | None") and not isinstance(value, bool):
            if value is None and field.type == "bool | None":
                continue
            raise InvalidConfig(f"{prefix}{field.name} is {value!r}", "Give true or false")


def check_choice(name: str, value: object, choices: Any) -> None:
    """Refuses all but the names of ``choices``, a ``Literal``."""
    known = get_args(choices)
    if not isinstance(value, str) or value not in known:
        raise InvalidConfig(f"{name} {value!r} is neither {' nor '.join(known)}", "Use one of them")
