"""A printed address, parted into the lines, town and postcode that e-invoices have."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

_PART: Final = re.compile(r"\s*(?:,|\n)\s*")
# A postcode of digits, with or without the country before it, and the town behind: "SE-156 61 Umeå"
_BEFORE: Final = re.compile(
    r"(?:[A-Z]{1,2}[- ])?(\d{2}-\d{3}|\d{3} \d{2}|\d{4} ?[A-Z]{2}|\d{4}-\d{3}|\d{4,5})\s+(['’]?[^\W\d].*)"
)
# Three digits, in Iceland and on the Faroe Islands; on the first line they may be the number of a street
_SHORT: Final = re.compile(r"(?:[A-Z]{2}[- ])?(\d{3})\s+([^\W\d].*)")
_BRITISH: Final = re.compile(r"(?:(.*?\S)\s+)?([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})")
_IRISH: Final = re.compile(r"(?:(.*?\S)\s+)?([AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4})")


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of an address; what cannot be told apart stays in the lines."""

    lines: tuple[str, ...]
    town: str | None = None
    postcode: str | None = None


def part_address(text: str, printed: str = "") -> Address:
    """The parts of an address on one line or several, apart by commas or ends of lines.

    Args:
        text: The address.
        printed: The same as the page prints it, without ends of lines: a comma that stands there parts none.
    """
    address = _parted(text)
    return replace(address, lines=_printed_lines(address.lines, " ".join(printed.split())))


def _printed_lines(parts: tuple[str, ...], printed: str) -> tuple[str, ...]:
    lines: list[str] = []
    for part in parts:
        if lines and f"{lines[-1]}, {part}" in printed:
            lines[-1] = f"{lines[-1]}, {part}"
        else:
            lines.append(part)
    return tuple(lines)


def _parted(text: str) -> Address:
    parts = [part for part in _PART.split(text.strip()) if part]
    if not parts:
        return Address(())
    *before, last = parts
    match = _BEFORE.fullmatch(last) or (_SHORT.fullmatch(last) if before else None)
    if match is not None:
        return Address(tuple(before), town=match[2], postcode=match[1])
    match = _BRITISH.fullmatch(last) or _IRISH.fullmatch(last)
    if match is not None and (match[1] or len(before) > 1):
        town = match[1] or before.pop()
        return Address(tuple(before), town=town, postcode=match[2])
    return Address(tuple(parts))
