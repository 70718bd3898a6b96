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


LABELS, OTHERS, VALUES, CURRENCIES = map(_patterns, ("labels", "others", "values", "currencies"))
MONTHS = _WRITTEN["months"]["names"]


def read_fields(lines: Sequence[TextLine]) -> dict[str, str]:
    """The fields that the rules find, in normal form."""
    rows = rows_of([line._replace(text=re.sub("[‐‑‒–]", "-", line.text)) for line in lines])
    text = "\n".join(line.text for row in rows for line in row)
    tax_id = first(VALUES["tax_id"], text) or beside(rows, "supplier_vat_number", VALUES["number"])
    found = {
        "document_number": beside(rows, "document_number", VALUES["number"])
        or beside(rows, "titled_number", VALUES["number"]),
        "document_date": as_date(beside(rows, "document_date", VALUES["date"])) or first_date(text),
        "due_date": as_date(beside(rows, "due_date", VALUES["date"])),
        "total_excl_vat": as_amount(beside(rows, "total_excl_vat", VALUES["amount"])),
        "total_vat": as_amount(beside(rows, "total_vat", VALUES["amount"], last=True)),
        "total_incl_vat": as_amount(beside(rows, "total_incl_vat", VALUES["amount"], last=True))
        or largest(text),
        "currency": most_printed(text),
        "iban": re.sub(r"\s", "", first(VALUES["iban"], text) or ""),
        "supplier_vat_number": re.sub(r"[\s.-]", "", tax_id or ""),
        "supplier_name": party(rows, "supplier_name") or first_name(rows),
        "receiver_name": party(rows, "receiver_name"),
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
    other = OTHERS.get(field)
    hits = [
        hit
        for at, row in enumerate(rows)
        if not (other and any(re.search(other, line.text, re.I) for line in row))
        if (hit := _behind(rows, at, LABELS[field], value))
    ]
    return hits[-1 if last else 0] if hits else None


def _behind(rows: Sequence[Sequence[TextLine]], at: int, label: str, value: str) -> str | None:
    row = rows[at]
    for place, line in enumerate(row):
        match = re.search(rf"(?<!\w)(?:{label})[^\w-]*", line.text, re.I)
        if not match:
            continue
        behind = line.text[match.end() :] + "  " + "  ".join(other.text for other in row[place + 1 :])
        below = (other.text for other in _below(rows, at, line, 1))
        for text in (behind, *below):
            if hit := _values(value, text):
                return hit[-1] if value == VALUES["amount"] else hit[0]
    return None


def _values(value: str, text: str) -> list[str]:
    """The values in a text: whole amounts where none has cents; numbers that are no dates."""
    hits = [str(hit) for hit in re.findall(value, text, re.I)]
    if value == VALUES["amount"] and not hits:
        return re.findall(VALUES["whole_amount"], text)
    if value == VALUES["number"]:
        return [hit for hit in hits if not re.fullmatch(VALUES["date"], hit)]
    return hits


def _below(rows: Sequence[Sequence[TextLine]], at: int, label: TextLine, count: int) -> Iterator[TextLine]:
    for row in rows[at + 1 : at + 1 + count]:
        yield from (other for other in row if other.x0 < label.x1 and other.x1 > label.x0)


def first(pattern: str, text: str) -> str | None:
    """The first match in a text."""
    match = re.search(pattern, text)
    return match.group() if match else None


def largest(text: str) -> str | None:
    """The largest amount that is printed."""
    amounts = filter(None, map(as_amount, re.findall(VALUES["amount"], text)))
    return max(amounts, key=float, default=None)


def first_date(text: str) -> str | None:
    """The first date in a text."""
    return next(filter(None, map(as_date, re.findall(VALUES["date"], text, re.I))), None)


def most_printed(text: str) -> str | None:
    """The currency whose code and sign are printed most often; None where there is none."""
    counts = {code: len(re.findall(pattern, text, re.I)) for code, pattern in CURRENCIES.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else None


def first_name(rows: Sequence[Sequence[TextLine]]) -> str | None:
    """A line with a legal form near the top, or else the first line of letters."""
    captions = "|".join((VALUES["title"], LABELS["supplier_name"], LABELS["receiver_name"]))
    head = [line.text.strip() for row in rows[:12] for line in row]
    named = next((text for text in head if re.search(VALUES["legal_form"], text)), None)
    plain = (text for text in head if re.fullmatch(r"[^\d:]{4,60}", text))
    return named or next((text for text in plain if not re.search(captions, text, re.I)), None)


def party(rows: Sequence[Sequence[TextLine]], field: str) -> str | None:
    """The name that stands behind or below the caption of a party."""
    for at, row in enumerate(rows):
        for line in row:
            match = re.match(rf"\W*(?:{LABELS[field]})(?!\w)(?:[^\w:]*:)?\s*", line.text, re.I)
            if not match:
                continue
            behind = line.text[match.end() :].strip()
            texts = ([behind] if ":" in match.group() else []) + [
                other.text for other in _below(rows, at, line, 2)
            ]
            for text in texts:
                name = re.sub(rf"^(?:{LABELS['name']})\W+", "", text.strip(), flags=re.I)
                if re.search(r"[^\W\d]{2}", name):
                    return name
    return None


def as_amount(text: str | None) -> str | None:
    """``1.234,50`` as ``1234.50``."""
    if text is None:
        return None
    digits = re.sub(r"[^\d-]", "", text)
    return f"{digits[:-2]}.{digits[-2:]}" if re.search(r"[.,]\d\d$", text) else f"{digits}.00"


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
    possible = 1 <= month <= 12 and 1 <= day <= 31 and 1990 <= year <= 2050
    return f"{year:04}-{month:02}-{day:02}" if possible else None


def _months(text: str) -> Iterator[int]:
    for word in re.findall(r"[^\W\d]{3,}", text.lower()):
        for number, names in enumerate(MONTHS, start=1):
            if any(map(word.startswith, names)):
                yield number
