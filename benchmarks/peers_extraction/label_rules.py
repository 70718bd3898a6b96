"""One set of rules for all readers that give text: labels in many languages, and the value beside or below.

It stands for what a programmer writes in a day on top of an OCR engine, and is the same for every engine.
Nothing but the standard library is imported: it runs in the environment of each reader. It was written on
documents that the comparison does not use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class TextLine(NamedTuple):
    """A line of text and its box on a page, in any unit, y downwards."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    text: str


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _patterns(section: str) -> dict[str, str]:
    return {name: re.sub(r"\s+", "", pattern) for name, pattern in _WRITTEN[section].items()}


LABELS, VALUES, CURRENCIES = map(_patterns, ("labels", "values", "currencies"))
MONTHS = _WRITTEN["months"]["names"]


def read_fields(lines: Sequence[TextLine]) -> dict[str, str]:
    """The fields that the rules find, in normal form."""
    rows = rows_of(lines)
    text = "\n".join(line.text for row in rows for line in row)
    found = {
        "document_number": beside(rows, "document_number", VALUES["number"])
        or beside(rows, "titled_number", VALUES["number"]),
        "document_date": as_date(
            beside(rows, "document_date", VALUES["date"]) or first(VALUES["date"], text)
        ),
        "due_date": as_date(beside(rows, "due_date", VALUES["date"])),
        "total_excl_vat": as_amount(beside(rows, "total_excl_vat", VALUES["amount"])),
        "total_vat": as_amount(beside(rows, "total_vat", VALUES["amount"], last=True)),
        "total_incl_vat": as_amount(beside(rows, "total_incl_vat", VALUES["amount"], last=True))
        or largest(text),
        "currency": max(CURRENCIES, key=lambda code: len(re.findall(CURRENCIES[code], text, re.I))),
        "iban": re.sub(r"\s", "", first(VALUES["iban"], text) or ""),
        "supplier_vat_number": re.sub(
            r"[\s.-]",
            "",
            first(VALUES["tax_id"], text) or beside(rows, "supplier_vat_number", VALUES["number"]) or "",
        ),
        "supplier_name": first_name(rows),
        "receiver_name": receiver(rows),
    }
    return {name: value for name, value in found.items() if value}


def rows_of(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines that share a baseline, left to right; from the top of the first page down."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda line: (line.page, (line.y0 + line.y1) / 2)):
        last = rows[-1][-1] if rows else None
        height = line.y1 - line.y0
        if last and last.page == line.page and abs((last.y0 + last.y1) - (line.y0 + line.y1)) < height:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [joined(sorted(row, key=lambda line: line.x0)) for row in rows]


def joined(row: Sequence[TextLine]) -> list[TextLine]:
    """A row whose pieces are put together where the gap between them is that of a word."""
    pieces = [row[0]]
    for line in row[1:]:
        before = pieces[-1]
        if line.x0 - before.x1 < 0.8 * (line.y1 - line.y0):
            box = (before.x0, min(before.y0, line.y0), line.x1, max(before.y1, line.y1))
            pieces[-1] = TextLine(line.page, *box, f"{before.text.rstrip()} {line.text.lstrip()}")
        else:
            pieces.append(line)
    return pieces


def beside(rows: Sequence[Sequence[TextLine]], field: str, value: str, *, last: bool = False) -> str | None:
    """The value behind the first (or last) label of a field on its row, or else below the label."""
    hits = [hit for at, row in enumerate(rows) if (hit := _behind(rows, at, row, LABELS[field], value))]
    return hits[-1 if last else 0] if hits else None


def _behind(
    rows: Sequence[Sequence[TextLine]], at: int, row: Sequence[TextLine], label: str, value: str
) -> str | None:
    for place, line in enumerate(row):
        match = re.search(rf"(?<!\w)(?:{label})[^\w]*", line.text, re.I)
        if not match:
            continue
        behind = line.text[match.end() :] + "  " + "  ".join(other.text for other in row[place + 1 :])
        hit = re.findall(value, behind, re.I)
        if hit:
            return str(hit[-1] if value == VALUES["amount"] else hit[0])
        for below in rows[at + 1 : at + 2]:
            for other in below:
                if other.x0 < line.x1 and other.x1 > line.x0 and (hit := re.findall(value, other.text, re.I)):
                    return str(hit[0])
    return None


def first(pattern: str, text: str) -> str | None:
    """The first match in a text."""
    match = re.search(pattern, text, re.I if pattern == VALUES["date"] else 0)
    return match.group() if match else None


def largest(text: str) -> str | None:
    """The largest amount that is printed."""
    amounts = filter(None, map(as_amount, re.findall(VALUES["amount"], text)))
    return max(amounts, key=float, default=None)


def first_name(rows: Sequence[Sequence[TextLine]]) -> str | None:
    """A line with a legal form near the top, or else the first line of letters."""
    head = [line.text.strip() for row in rows[:12] for line in row]
    named = next((text for text in head if re.search(VALUES["legal_form"], text)), None)
    plain = (t for t in head if re.fullmatch(r"[^\d:]{4,60}", t) and not re.search(VALUES["title"], t, re.I))
    return named or next(plain, None)


def receiver(rows: Sequence[Sequence[TextLine]]) -> str | None:
    """What stands behind or below the caption of the buyer."""
    for at, row in enumerate(rows):
        for line in row:
            match = re.match(rf"\s*(?:{LABELS['receiver_name']})\W*", line.text, re.I)
            if match and len(line.text) > match.end() + 3:
                return line.text[match.end() :].strip()
            if match:
                below = (other for row in rows[at + 1 : at + 3] for other in row)
                return next((o.text.strip() for o in below if o.x0 < line.x1 and o.x1 > line.x0), None)
    return None


def as_amount(text: str | None) -> str | None:
    """``1.234,50`` as ``1234.50``."""
    return None if text is None else re.sub(r"[^\d-]", "", text)[:-2] + "." + text[-2:]


def as_date(text: str | None) -> str | None:
    """A date as ``2024-06-16``, day before month; None where it is no date."""
    if text is None:
        return None
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    words = list(_months(text))
    if len(numbers) == 2 and words:
        day, year = sorted(numbers)
        return f"{year:04}-{words[0]:02}-{day:02}" if day <= 31 else None
    if len(numbers) != 3:
        return None
    year, month, day = numbers if numbers[0] > 31 else reversed(numbers)
    month, day = (day, month) if month > 12 else (month, day)
    year += 2000 if year < 100 else 0
    return f"{year:04}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else None


def _months(text: str) -> Iterator[int]:
    for word in re.findall(r"[^\W\d]{3,}", text.lower()):
        for number, names in enumerate(MONTHS, start=1):
            if any(map(word.startswith, names)):
                yield number
