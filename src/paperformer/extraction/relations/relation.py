"""What the joint choice is made of: choices, the relations between them, and what a document says besides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from paperformer.fields.scored import Scored
from paperformer.fields.values.plain import letters_of
from paperformer.fields.values.reading import NO_CONTEXT, ValueContext

Choice = Scored | None
Outcome = Literal["holds", "fails"]


class Seen(NamedTuple):
    """A relation that a choice of candidates keeps or breaks."""

    name: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Facts:
    """What a document says besides its candidates.

    Args:
        context: Its country, language and currency.
        deductions: Amounts that it says were paid before, or withheld.
        previous_balances: Amounts that it says earlier bills left to pay.
        blocks: The block of text of each word; empty where they are not known.
    """

    context: ValueContext = NO_CONTEXT
    deductions: Sequence[Decimal] = ()
    previous_balances: Sequence[Decimal] = ()
    blocks: Sequence[int] = ()

    @property
    def payments(self) -> Sequence[Decimal]:
        """What may lie between the total and the amount due; nothing too."""
        return (Decimal(0), *self.deductions, *(-balance for balance in self.previous_balances))


NO_FACTS = Facts()


@dataclass(frozen=True, slots=True)
class Relation:
    """Interdependent fields.

    Args:
        fields: Their names.
        observe: Which relations a choice for each of the fields keeps or breaks, in that order and None where
            a field is left empty. It does not know their weights.
    """

    fields: tuple[str, ...]
    observe: Callable[[Sequence[Choice], Facts], Iterable[Seen]]


def whether(name: str, holds: bool) -> Sequence[Seen]:
    """One relation that holds or fails."""
    return (Seen(name, "holds" if holds else "fails"),)


def apart(name: str, fields: tuple[str, str]) -> Relation:
    """One print does not serve two fields; but one word may print two values: 05/28/20-06/01/20."""

    def observe(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
        first, second = chosen
        if first is None or second is None or set(first.words).isdisjoint(second.words):
            return ()
        glued = len(first.words) == 1 and first.words == second.words and first.value != second.value
        return () if glued else (Seen(name, "fails"),)

    return Relation(fields, observe)


def same_value(candidate: Scored) -> str:
    """What two candidates of one value have in common: letters and digits of names and addresses."""
    if candidate.field.endswith(("_name", "_address")):
        return letters_of(candidate.value) or candidate.value
    return candidate.value
