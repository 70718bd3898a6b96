"""IBANs that go on in the line below: "IBAN DE16 3804 0007", under it "0112 8456 00", in a narrow column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import NEXT_LINE, Layout, Line
from paperformer.fields.values.iban import LENGTHS, find_ibans
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.reading import NO_CONTEXT

_BEGINNING = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2})[0-9]{2}[A-Z0-9]{0,30}+(?:[ .-][A-Z0-9]{1,30}+){0,8}$")
_LEAST = 2  # digits of a line in which one begins


def wrapped_ibans(layout: Layout) -> Iterator[Finding]:
    """IBANs of two lines: the check digits hold, or the second line prints just the digits that lack.

    Args:
        layout: The document's lines.
    """
    for line in layout.lines:
        begun = _BEGINNING.search(line.text) if line.digits >= _LEAST else None
        if begun is None or sum(map(str.isalnum, begun[0])) >= LENGTHS.get(begun[1], 0):
            continue
        for under in layout.below(line.page, line.box, NEXT_LINE)[:2]:
            whole = _whole(begun[0], under)
            if whole is not None:
                first = line.word_at(begun.start())
                last = under.word_at(whole.end - len(begun[0]) - 2)
                words = (
                    *range(line.first + first, line.first + len(line.words)),
                    *range(under.first, under.first + last + 1),
                )
                text = f"{begun[0]} {under.text}"[: whole.end]
                traits = ("iban",) if whole.parsed.checked else ("iban", "check digit fails")
                yield Finding("iban", tuple(sorted(words)), text, whole.parsed, "checksum", traits)
                break


def _whole(begun: str, under: Line) -> TextMatch | None:
    whole = f"{begun} {under.text}"
    found = (iban for iban in find_ibans(whole, NO_CONTEXT) if iban.start == 0 and iban.end > len(begun))
    return next((match for match in found if match.parsed.checked or _is_complete(match, whole, under)), None)


def _is_complete(match: TextMatch, whole: str, under: Line) -> bool:
    """Whether a line of digits alone makes a number as long as those of its country are."""
    is_all = match.end == len(whole) and under.text.replace(" ", "").isdigit()
    return is_all and len(match.parsed.value) == LENGTHS.get(match.parsed.value[:2])
