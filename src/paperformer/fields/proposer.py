"""A proposer: a pure function that proposes values of fields, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

Inputs = ParamSpec("Inputs")
Made = TypeVar("Made", covariant=True)


@dataclass(frozen=True, slots=True)
class Proposer(Generic[Inputs, Made]):
    """A pure function that proposes values of fields.

    Args:
        name: By which it is switched off.
        says: What it proposes, in a few words, as users see it.
        propose: Gives its proposals, always in the same order, and changes nothing that it is given.
    """

    name: str
    says: str
    propose: Callable[Inputs, Made]
