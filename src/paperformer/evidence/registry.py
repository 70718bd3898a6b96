"""The register of evidence: what can be observed of a candidate, by name, with its examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from paperformer.errors import InvalidConfig, InvalidSettings, did_you_mean
from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import Example
from paperformer.evidence.page import ObservedPage

Observe = Callable[[Candidate, ObservedPage], "float | None"]

_MODULES = (
    "sources",
    "place",
    "labels",
    "rivals",
    "amounts",
    "dates",
    "numbers",
    "kinds",
    "texts",
    "continuation",
    "parties",
    "remembered",
    "known_parties",
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that can be observed of a candidate.

    Args:
        name: Key of its weight.
        says: One sentence, as users see it.
        observe: Candidate and page to a number, about -3 to 3; None where it has nothing to say.
        types: Types of the fields that it is about; empty is all.
        fields: Names of the fields, where it is about single ones.
        fires: A page and a candidate of which it says something; a test in itself.
        abstains: The same of which it says nothing.
        standard: A check digit, or arithmetic: stays whatever it is worth.
    """

    name: str
    says: str
    observe: Observe
    types: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    fires: Example | None = None
    abstains: Example | None = None
    standard: bool = False

    def concerns(self, field: str, type_: str) -> bool:
        """Whether it is about a field of that name and type."""
        if self.fields:
            return field in self.fields
        return not self.types or type_ in self.types


_REGISTER: dict[str, Evidence] = {}


def evidence(
    says: str,
    *,
    types: Iterable[str] = (),
    fields: Iterable[str] = (),
    fires: Example | None = None,
    abstains: Example | None = None,
    standard: bool = False,
    name: str | None = None,
) -> Callable[[Observe], Observe]:
    """Enter a function in the register, under its own name; see ``Evidence``."""

    def enter(observe: Observe) -> Observe:
        own = name or observe.__name__
        if own in _REGISTER:
            raise InvalidConfig(f"two pieces of evidence are called {own}", "Give one another name")
        _REGISTER[own] = Evidence(
            own, says, observe, frozenset(types), frozenset(fields), fires, abstains, standard
        )
        return observe

    return enter


@cache
def all_evidence() -> tuple[Evidence, ...]:
    """Everything that is registered, in the order of its modules."""
    for module in _MODULES:
        import_module(f"paperformer.evidence.observers.{module}")
    return tuple(_REGISTER.values())


def named(names: Iterable[str]) -> tuple[Evidence, ...]:
    """The pieces of evidence of these names; all, where there are none.

    Raises:
        InvalidSettings: a name that no piece has.
    """
    known = {piece.name: piece for piece in all_evidence()}
    wanted = list(names)
    for name in wanted:
        if name not in known:
            remedy = did_you_mean(name, known) or "`paperformer evidence` lists all"
            raise InvalidSettings(f"no evidence is called {name!r}", remedy)
    return tuple(known[name] for name in wanted) if wanted else tuple(known.values())
