"""The normal form of an invoice: business terms and groups of EN 16931-1, whatever its syntax."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

EMPTY: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of a term comes from.

    Args:
        field: The field of the answer, or its cell (``purchase_lines[1].quantity``); empty if there is none.
        page: The page that prints it, from 1.
        box: Left, top, right and bottom in parts of the page.
        confidence: The probability that it is right.
        text: What is printed.
        reason: Why the value is known though it is not printed itself: how it was derived or assumed.
        doubtful: Whether it is less sure than an invoice should be.
    """

    field: str = ""
    page: int | None = None
    box: tuple[float, float, float, float] | None = None
    confidence: float | None = None
    text: str | None = None
    reason: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """One value of a business term. Two are equal where they say the same, wherever they come from.

    Args:
        text: The value: an ISO date, a decimal with a dot, a code, an identifier or text.
        parts: What belongs to it: ``scheme`` and ``version`` of an identifier, ``name`` of a code, ``mime``
            and ``filename`` of an attachment.
        origin: Where it comes from, if that is known.
    """

    text: str
    parts: Mapping[str, str] = field(default_factory=dict)
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A business group: an invoice, or a part of it that may occur several times.

    Groups that occur once are not nested. Their terms stand in the invoice (BT-27 of the seller), or in the
    line (BT-153 of the item), since no two terms have the same number.

    Args:
        terms: Values by term (``BT-1``), in the document's order.
        groups: Parts by group (``BG-25``), in the document's order.
    """

    terms: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)

    def first(self, term: str) -> str | None:
        """The text of the first value of a term."""
        values = self.terms.get(term, ())
        return values[0].text if values else None


Invoice = Group
