"""Rows below the lines that print a label and an amount: freight, a discount, a payment.

They explain why a total is not the sum of the lines, or why less than the total is due. They are looked for
only where something has to be explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document, union
from paperformer.extraction.invoicing.column_labels import words_above
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.extraction.sums.row_amounts import words_before
from paperformer.extraction.sums.withheld import withheld_in
from paperformer.fields.context import infer_context, printed_of

if TYPE_CHECKING:
    from paperformer.documents.einvoice.invoice import Adjustment
    from paperformer.extraction.result import Candidate, Extraction, Row

_WITHHELD: Final = "Withheld tax"
_MOST: Final = 24  # rows of one document: more are a table's
LABEL_WORDS: Final = 8
_PERCENT: Final = re.compile(r"\(?\d{1,2}(?:[.,]\d{1,3})?\s?%\)?")
_SIGNS: Final = frozenset({"%", "%)"})
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_TOTALS: Final = ("total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "rounding", "subtotal")
# Fields of allowances and charges, and whether they are added to the lines
_ADDED: Final = {"freight": True, "total_discount": False}


@dataclass(frozen=True, slots=True)
class SumRow:
    """A row that prints a label and an amount.

    Args:
        label: What stands before the amount, or above it; empty where nothing does.
        amount: As it is printed, with its sign.
        page: From 1; None for what an XML states.
        box: Left, top, right and bottom of the amount in parts of the page.
        is_payment: Whether the label says that the amount was paid already.
        is_withheld: Whether the amount is a tax that the buyer keeps back.
        added: Whether it is added to the lines (freight) or taken off them (a discount), whatever its sign;
            None where no field says so.
    """

    label: str
    amount: Decimal
    page: int | None
    box: tuple[float, float, float, float] | None
    is_payment: bool = False
    is_withheld: bool = False
    added: bool | None = None

    @property
    def is_adjustment(self) -> bool:
        """Whether it may be an allowance or a charge: it has a name, and was not paid or withheld."""
        return bool(self.label) and not self.is_payment and not self.is_withheld


def explaining(answer: Extraction, document: Document, *, answer_is_xml: bool = False) -> tuple[SumRow, ...]:
    """The rows that may explain the totals of an answer; none where they need no explanation.

    Args:
        answer: What was read.
        document: Its words, and its e-invoice.
        answer_is_xml: Whether the e-invoice answered: then what it states of the whole document counts.
    """
    if answer_is_xml and document.einvoice is not None:
        return _of_xml(document.einvoice)
    if not document.words or not _has_to_be_explained(answer):
        return ()
    words = document.words
    context = infer_context(words)
    printed = printed_of(words)
    withheld = frozenset(withheld_in(words, printed, context))
    known, end, added = _of_rows(answer), _end_of_lines(answer), _of_fields(answer)
    rows: list[SumRow] = []
    for span in sorted(printed.spans("amount", context), key=lambda span: span.first):
        word = words[span.first]
        if span.weak or known & {*range(span.first, span.last + 1)} or (word.page, word.box.y0) < end:
            continue
        before = words_before(span.first, words, LABEL_WORDS)
        label = readable_label(before)
        if label is None:
            before = words_above(span.first, span.last, words)
            label = readable_label(before)
        if sum(bool(row.label) for row in rows) == _MOST:
            break
        amount = Decimal(span.parsed.value)
        box = union(words[index].box for index in range(span.first, span.last + 1)).clipped()
        rows.append(
            SumRow(label or "", amount, word.page, (box.x0, box.y0, box.x1, box.y1),
                   is_payment=names_a_payment(" ".join(before)),
                   is_withheld=abs(amount) in withheld, added=added.get(span.last))
        )  # fmt: skip
    return tuple(rows)


def _of_xml(xml: bytes) -> tuple[SumRow, ...]:
    """Allowances, charges and withheld taxes that an e-invoice states."""
    from paperformer.documents.einvoice import read_einvoice

    return tuple(
        SumRow(
            _label_of(adjustment),
            -Decimal(adjustment.amount) if adjustment.kind == "allowance" else Decimal(adjustment.amount),
            page=None, box=None, is_withheld=adjustment.kind == "withholding",
        )
        for adjustment in read_einvoice(xml).adjustments
        if adjustment.kind != "stamp_duty"  # the total holds it only where a line charges it
    )  # fmt: skip


def _label_of(adjustment: Adjustment) -> str:
    """What an adjustment is called: its reason or kind, and its rate."""
    rate = f" {adjustment.rate} %" if adjustment.rate else ""
    name = (
        f"{_WITHHELD} {adjustment.reason or ''}".strip()
        if adjustment.kind == "withholding"
        else adjustment.reason or adjustment.kind
    )
    return f"{name}{rate}"


def _has_to_be_explained(answer: Extraction) -> bool:
    """Whether the lines do not make the total without VAT, the total with VAT is not the amount due, or
    allowances and charges may cancel out: a field says that there is one, or the page prints the sum of the
    lines apart from the total without VAT."""
    sums = [next(iter(answer.fields.get(name, ())), None) for name in ("subtotal", "total_excl_vat")]
    if (
        _of_fields(answer)
        or len({tuple(candidate.words) for candidate in sums if candidate is not None and candidate.words})
        > 1
    ):
        return True
    found = {name: Decimal(answer.fields[name][0].value) for name in _TOTALS if answer.fields.get(name)}
    rows = answer.rows.get("purchase_lines", [])
    lines = [row.cells["total"].value for row in rows if "total" in row.cells]
    excl, vat, incl, due = (
        found.get(name) for name in ("total_excl_vat", "total_vat", "total_incl_vat", "amount_due")
    )
    net = {
        amount for amount in (excl, None if incl is None or vat is None else incl - vat) if amount is not None
    }
    if lines and net - {sum(map(Decimal, lines))}:
        return True
    return None not in (incl, due) and incl != due


def _of_fields(answer: Extraction) -> dict[int, bool]:
    """The words of allowances and charges that are fields, with whether they are added to the lines."""
    found = {name: _likely(answer, name) for name in _ADDED}
    return {
        word: _ADDED[name]
        for name, candidate in found.items()
        if candidate is not None
        for word in candidate.words
    }


def _likely(answer: Extraction, name: str) -> Candidate | None:
    """The value of a field that is likelier right than wrong."""
    candidate = next(iter(answer.fields.get(name, ())), None)
    return candidate if candidate is not None and candidate.confidence >= LIKELY else None


def is_adjustment(row: Row, answer: Extraction) -> bool:
    """Whether a row that was read as a purchase line is the discount or freight of the document.

    It prints no more than that amount, with its label.
    """
    amount = row.cells.get("total")
    if amount is None or not amount.words or not row.cells.keys() <= {"description", "total"}:
        return False
    fields = [_likely(answer, name) for name in _ADDED]
    return any(candidate is not None and set(candidate.words) == set(amount.words) for candidate in fields)


def _lines(answer: Extraction) -> list[Row]:
    """The purchase lines, without a discount on the document or its freight below them."""
    return [row for row in answer.rows.get("purchase_lines", []) if not is_adjustment(row, answer)]


def _of_rows(answer: Extraction) -> frozenset[int]:
    """The words that print the lines and the VAT by rate, but for those of the total without VAT."""
    total = _likely(answer, "total_excl_vat")
    shares = _words_of(answer.rows.get("vat_distribution", ()))
    return _words_of(_lines(answer)) | (shares - frozenset(total.words if total is not None else ()))


def _words_of(rows: Sequence[Row]) -> frozenset[int]:
    return frozenset(index for row in rows for cell in row.cells.values() for index in cell.words)


def _end_of_lines(answer: Extraction) -> tuple[int, float]:
    """Page and lower edge of the last line."""
    ends = [(row.page, row.box.y0) for row in _lines(answer) if row.page and row.box]
    return max(ends, default=(0, 0.0))


def readable_label(before: Sequence[str]) -> str | None:
    """The words directly before an amount, or above it; None where there are none."""
    label = " ".join(reversed(list(_until_number(before))))
    label = label.rstrip(" :.").strip()
    return label if _LETTERS.search(label) else None


def _until_number(before: Sequence[str]) -> Iterator[str]:
    """The words from the last one back to a number that is no percentage."""
    behind = ""
    for text in reversed(before):
        is_number = any(character.isdigit() for character in text)
        if is_number and not _PERCENT.fullmatch(f"{text}{behind if behind in _SIGNS else ''}"):
            return
        yield text
        behind = text
