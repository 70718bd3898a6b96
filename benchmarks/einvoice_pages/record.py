"""Which terms of an e-invoice a page prints, and which of them another e-invoice says again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from paperformer.einvoicing.invoice import Group, Invoice

# Groups whose terms stand on pages, with the term by which one invoice's group is that of another.
_KEYS: Mapping[str, str] = {
    "BG-3": "BT-25", "BG-16": "BT-84", "BG-20": "BT-92", "BG-21": "BT-99", "BG-23": "BT-119",
    "BG-25": "BT-131", "BG-27": "BT-136", "BG-28": "BT-141",
}  # fmt: skip
_AMOUNTS = frozenset(
    {
        "BT-92",
        "BT-99",
        "BT-116",
        "BT-117",
        "BT-119",
        "BT-129",
        "BT-131",
        "BT-136",
        "BT-141",
        "BT-146",
        "BT-152",
    }
    | {f"BT-{number}" for number in range(106, 116)}
)
_PHONES = frozenset({"BT-42"})
_CLOSED_UP = frozenset({"BT-30", "BT-31", "BT-32", "BT-38", "BT-48", "BT-53", "BT-83", "BT-84", "BT-86"})
_MAILS = frozenset({"BT-43"})
_UNITS = ({"C62", "H87", "EA", "XPP"},)  # codes that pages print the same word for
PLACES = Decimal("0.0001")
_LEAST_DIGITS = 6


@dataclass(frozen=True)
class Printed:
    """A term that a page prints; ``path`` leads to its group (``BG-25[2]``), empty for the invoice's own."""

    path: str
    term: str
    value: str


@dataclass
class Record:
    """What a page prints, in order."""

    items: list[Printed] = field(default_factory=list)

    def note(self, term: str, value: str, path: str = "") -> None:
        """Record a term as printed."""
        self.items.append(Printed(path, term, value))


def compared(record: Record, original: Invoice, other: Invoice) -> Iterator[tuple[Printed, str | None]]:
    """Each printed term, with what the other invoice says in its place where that differs; None if equal.

    A missing value is told as an empty text.
    """
    matched = dict(_matched(original, other, ""))
    for item in record.items:
        place = other if not item.path else matched.get(item.path)
        said = [] if place is None else _said(place, item.term)
        if any(_is_equal(item.term, item.value, one) for one in said):
            yield item, None
        else:
            yield item, " | ".join(said)


def price_of_one(line: Group) -> str | None:
    """The price of one unit: BT-146 is that of BT-149 units."""
    price, base = line.first("BT-146"), line.first("BT-149")
    if price is None or base is None or not Decimal(base):
        return price
    return f"{(Decimal(price) / Decimal(base)).normalize():f}"


def shown_price(price: str) -> Decimal:
    """A price as pages print it, with four places at most."""
    return Decimal(price).quantize(PLACES, ROUND_HALF_UP)


def _said(place: Group, term: str) -> list[str]:
    if term == "BT-146":
        price = price_of_one(place)
        return [] if price is None else [price]
    return [one.text for one in place.terms.get(term, ())]


def _matched(original: Group, other: Group, above: str) -> Iterator[tuple[str, Group]]:
    """The groups of another invoice by the paths that their like have in the original one."""
    for name, key in _KEYS.items():
        mine, left = original.groups.get(name, ()), list(other.groups.get(name, ()))
        for index, (group, same) in enumerate(zip(mine, _pairs(mine, left, key), strict=True), start=1):
            path = f"{above}{name}[{index}]"
            if same is not None:
                yield path, same
                yield from _matched(group, same, f"{path}/")


def _pairs(mine: Sequence[Group], others: Sequence[Group], key: str) -> list[Group | None]:
    """For each group its like: with the same key, each once and in order; then what is left, in order."""
    left = list(others)
    pairs: list[Group | None] = []
    for group in mine:
        value = group.first(key) or ""
        same = next((one for one in left if _is_equal(key, value, one.first(key) or "")), None)
        if same is not None:
            left.remove(same)
        pairs.append(same)
    return [left.pop(0) if one is None and left else one for one in pairs]


def _is_equal(term: str, printed: str, said: str) -> bool:
    if term == "BT-146":
        mine, its = (_number(text) for text in (printed, said))
        return None not in (mine, its) and shown_price(printed) == shown_price(said)
    if term in _AMOUNTS:
        return _number(printed) is not None and _number(printed) == _number(said)
    if term in _PHONES:
        mine, its = (re.sub(r"\D", "", text.replace("(0)", "")).lstrip("0") for text in (printed, said))
        shorter, longer = sorted((mine, its), key=len)
        return len(shorter) >= _LEAST_DIGITS and longer.endswith(shorter)
    if term in _MAILS:
        return printed.casefold() == said.casefold()
    if term == "BT-130" and any({printed, said} <= same for same in _UNITS):
        return True
    if term in _CLOSED_UP:
        return re.sub(r"[\s.-]", "", printed) == re.sub(r"[\s.-]", "", said)
    return printed.split() == said.split()


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
