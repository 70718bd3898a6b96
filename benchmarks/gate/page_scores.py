"""When a field, a purchase line and a cell of ``labelled_pages`` count as right.

Fields: names at a likeness of 0.85 or where one holds the other, tax numbers with or without the country's
letters. Lines, *lax*: the description alike to 0.8 or contained, quantity, unit price and total right where
printed. *Strict*: every printed cell right (descriptions alike to 0.93), and none invented.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from gate.labelled_pages import Cells

FIELDS = (
    "document_number", "document_date", "due_date", "currency", "total_incl_vat", "total_excl_vat",
    "total_vat", "supplier_name", "receiver_name", "iban", "supplier_vat_number",
)  # fmt: skip
_NUMBERS = ("quantity", "unit_price", "total")
_INVENTED = ("quantity", "unit", "unit_price", "discount", "vat_rate")
_NAME, _DESCRIPTION, _EVERY_CELL = 0.85, 0.8, 0.93
_SHORT_NAME, _SHORT_NUMBER = 4, 8  # letters from which one may hold the other

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LineCounts:
    """Purchase lines of a document: printed, given, right by both measures."""

    printed: int
    given: int
    lax: int
    strict: int

    @property
    def whole(self) -> bool:
        """Whether every line is right and none is too much."""
        return self.strict == self.printed == self.given


def line_counts(given: Sequence[Row], printed: Sequence[Cells]) -> LineCounts:
    """How many lines are right."""
    return LineCounts(len(printed), len(given), _paired(given, printed, lax), _paired(given, printed, strict))


def f1_of_lines(counts: Sequence[LineCounts], right: Callable[[LineCounts], int]) -> float:
    """Micro F1 of lines."""
    lines = sum(one.printed + one.given for one in counts)
    return 2 * sum(map(right, counts)) / max(1, lines)


def _paired(given: Sequence[Row], printed: Sequence[Cells], rule: Callable[[Row, Cells], bool]) -> int:
    left = list(given)
    right = 0
    for cells in printed:
        hit = next((row for row in left if rule(row, cells)), None)
        if hit is not None:
            left.remove(hit)
            right += 1
    return right


def lax(given: Row, printed: Cells) -> bool:
    """Name, quantity, unit price and total right where printed."""
    name, wanted = squeezed(given.get("description", "")), printed.get("description", ())
    near = not wanted or any(_holds(name, squeezed(w), _SHORT_NAME) for w in wanted)
    near = near or likeness(name, wanted) >= _DESCRIPTION
    return near and all(same_number(given.get(cell), printed[cell]) for cell in _NUMBERS if cell in printed)


def strict(given: Row, printed: Cells) -> bool:
    """Every printed cell right, and none invented; a quantity of one that is not printed is no invention."""
    wanted = printed.get("description", ())
    if wanted and likeness(given.get("description", ""), wanted) < _EVERY_CELL:
        return False
    numbers = (*_NUMBERS, "vat_rate", "discount")
    if any(c in printed and not same_number(given.get(c), printed[c]) for c in numbers):
        return False
    texts = [cell for cell in ("unit", "code") if cell in printed]
    if any(squeezed(given.get(c, "")) not in map(squeezed, printed[c]) for c in texts):
        return False
    invented = set(_INVENTED)
    if "unit_price" not in printed and "quantity" not in printed and number(given.get("quantity")) == 1:
        invented -= {"quantity", "unit_price"}
    return not any(c not in printed and given.get(c) not in (None, "", "0.00", "0") for c in invented)


def same_field(field: str, given: str, wanted: str) -> bool:
    """Whether the answer is the accepted value."""
    if field.startswith("total"):
        return number(given) is not None and number(given) == number(wanted)
    one, other = squeezed(given), squeezed(wanted)
    if field == "supplier_vat_number":
        long = min(len(one), len(other)) >= _SHORT_NUMBER
        return one == other or (long and (one.endswith(other) or other.endswith(one)))
    if field.endswith("name"):
        alike = difflib.SequenceMatcher(None, one, other).ratio() >= _NAME
        return alike or _holds(one, other, _SHORT_NAME)
    return given[:10] == wanted if field.endswith("date") else one == other


def field_counts(
    best: Mapping[str, str], fields: Mapping[str, Sequence[str]]
) -> tuple[Counter[str], Counter[str]]:
    """By field how many values are printed, and how many of the best answers are right."""
    printed = Counter(name for name in FIELDS if fields.get(name))
    right = Counter(
        name
        for name in printed
        if best.get(name) and any(same_field(name, best[name], wanted) for wanted in fields[name])
    )
    return printed, right


def squeezed(text: str) -> str:
    """Letters and digits in small letters."""
    return re.sub(r"[\W_]", "", text.lower())


def number(text: str | None) -> Decimal | None:
    """A normalised number, its per cent sign aside."""
    try:
        return Decimal(re.sub(r"[%\s]", "", text or ""))
    except ArithmeticError:
        return None


def same_number(given: str | None, wanted: Sequence[str]) -> bool:
    """Whether the number is an accepted one; a percentage counts with either sign."""
    value = number(given)
    if value is None:
        return False
    others = [(number(text), "%" in f"{given}{text}") for text in wanted]
    return any(o is not None and (value == o or (percent and abs(value) == abs(o))) for o, percent in others)


def likeness(given: str, wanted: Sequence[str]) -> float:
    """The best ratio of matching letters."""
    texts = [squeezed(text) for text in wanted]
    return max((difflib.SequenceMatcher(None, squeezed(given), text).ratio() for text in texts), default=1.0)


def _holds(one: str, other: str, least: int) -> bool:
    return one == other or (min(len(one), len(other)) >= least and (one in other or other in one))
