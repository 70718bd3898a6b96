"""Totals that say how much of them is tax: "Total (includes GST of $160.00) $1,760.00"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Line
from paperformer.fields.totals import is_share

_SCORE = 0.85
_REACH = 120  # characters from where the tax is named in which a second rate is looked for
_MOST_LINES = 4  # to the right of the first that a row's sums stand on
_TOTALS = frozenset({"total_incl_vat", "amount_due"})
_RATE = r"[ :]*(?:[0-9.,]+ ?%)? ?"
# The tax as a part of what is named before it, by language. "Total incl. VAT 72.00" has no "of": the whole.
_PARTS = (
    rf"(?:includ(?:es|ing)|incl?\.?|contains|of which|inclusive of){_RATE}(?:gst|vat|(?:sales )?tax|sst|hst)"
    r" (?:of\b|at [0-9.,]+ ?%)",
    rf"(?:davon|darin(?: enthalten)?|enthaltene|enth[aä]lt){_RATE}(?:mwst|mehrwertsteuer|ust|umsatzsteuer)\b",
    rf"dont{_RATE}(?:de )?t\.?v\.?a\b",
    rf"(?:waarvan|bevat){_RATE}btw\b",
    rf"(?:varav|h[ae]raf|herav|derav){_RATE}(?:moms|mva|merverdiavgift)\b",
    rf"(?:di cui|de los cuales|dos quais){_RATE}iva\b",
    rf"w tym{_RATE}(?:vat|ptu)\b",
    rf"z toho{_RATE}dph\b",
    rf"(?:sis[aä]lt[aä][aä]|josta){_RATE}alv\b",
)
_PART = re.compile(rf"\b(?:{'|'.join(_PARTS)})", re.IGNORECASE)
_OTHER_RATE = re.compile(r"[0-9] ?%.*?[0-9] ?%|[0-9][.,][0-9]{2}\b.*[0-9] ?%")  # the taxes of several rates


def find_included_tax(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """The tax and the total of rows that say how much of the total is tax, where it can be that.

    Args:
        labelled: The document's labels.
        reader: Knows what the document says about its values.
    """
    for line in labelled.layout.lines:
        match = _PART.search(line.text)
        if match is None or not _is_total(line, labelled):
            continue
        if _OTHER_RATE.search(line.text[match.start() : match.start() + _REACH]):
            continue
        right = [other for _, other in zip(range(_MOST_LINES), labelled.layout.right_of(line), strict=False)]
        before = _amounts([Cell(line, 0, match.start())], reader)
        behind = _amounts(
            [Cell(line, match.end(), len(line.text)), *(Cell(one, 0, len(one.text)) for one in right)], reader
        )
        if not behind:
            continue
        tax, whole = behind[0], (before or behind)[-1]
        if whole is not tax and _holds(tax, whole):
            yield Finding("total_vat", tax.words, tax.text, tax.parsed, _SCORE, "included tax")
            yield Finding("total_incl_vat", whole.words, whole.text, whole.parsed, _SCORE, "included tax")


def _is_total(line: Line, labelled: Labelled) -> bool:
    """Whether a label on the row up to the end of ``line`` names a total."""
    return any(
        meaning.name in _TOTALS
        for part in (line, *labelled.layout.left_of(line))
        for anchor in labelled.by_line.get(part.index, ())
        for meaning in anchor.hit.meanings
    )


def _amounts(cells: Sequence[Cell], reader: CellReader) -> list[Reading]:
    return [reading for cell in cells for reading in reader.read("amount", cell) if not reading.weak]


def _holds(tax: Reading, whole: Reading) -> bool:
    part, total = Decimal(tax.parsed.value), Decimal(whole.parsed.value)
    return part != 0 and is_share(part, total - part)
