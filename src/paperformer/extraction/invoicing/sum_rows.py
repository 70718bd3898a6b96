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

from paperformer.documents.model import Document, Word, union
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.extraction.sums.row_amounts import words_before
from paperformer.extraction.sums.withheld import withheld_in
from paperformer.fields.context import infer_context, printed_of

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

_MOST: Final = 24  # rows of one document: more are a table's
_LABEL_WORDS: Final = 8
_PERCENT: Final = re.compile(r"\(?\d{1,2}(?:[.,]\d{1,3})?\s?%\)?")
_SIGNS: Final = frozenset({"%", "%)"})
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_TOTALS: Final = ("total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "rounding", "subtotal")


@dataclass(frozen=True, slots=True)
class SumRow:
    """A row that prints a label and an amount.

    Args:
        label: What stands before the amount.
        amount: As it is printed, with its sign.
        page: From 1.
        box: Left, top, right and bottom of the amount in parts of the page.
        is_payment: Whether the label says that the amount was paid already.
        is_withheld: Whether the amount is a tax that the buyer keeps back.
    """

    label: str
    amount: Decimal
    page: int
    box: tuple[float, float, float, float]
    is_payment: bool = False
    is_withheld: bool = False


def explaining(answer: Extraction, document: Document) -> tuple[SumRow, ...]:
    """The rows that may explain the totals of an answer; none where they need no explanation."""
    if not document.words or not _has_to_be_explained(answer):
        return ()
    words = document.words
    context = infer_context(words)
    printed = printed_of(words)
    withheld = frozenset(withheld_in(words, printed, context))
    known, end = _of_rows(answer), _end_of_lines(answer)
    rows: list[SumRow] = []
    for span in sorted(printed.spans("amount", context), key=lambda span: span.first):
        word = words[span.first]
        if span.weak or known & {*range(span.first, span.last + 1)} or (word.page, word.box.y0) < end:
            continue
        label = _label(words, span.first)
        if label is None or len(rows) == _MOST:
            continue
        amount = Decimal(span.parsed.value)
        box = union(words[index].box for index in range(span.first, span.last + 1)).clipped()
        rows.append(
            SumRow(label, amount, word.page, (box.x0, box.y0, box.x1, box.y1),
                   is_payment=names_a_payment(" ".join(words_before(span.first, words, _LABEL_WORDS))),
                   is_withheld=abs(amount) in withheld)
        )  # fmt: skip
    return tuple(rows)


def _has_to_be_explained(answer: Extraction) -> bool:
    """Whether the lines do not make the total without VAT, or the total with VAT is not the amount due."""
    found = {name: Decimal(answer.fields[name][0].value) for name in _TOTALS if answer.fields.get(name)}
    rows = answer.rows.get("purchase_lines", [])
    lines = [row.cells["total"].value for row in rows if "total" in row.cells]
    excl, incl, due = (found.get(name) for name in ("total_excl_vat", "total_incl_vat", "amount_due"))
    if lines and excl is not None and sum(map(Decimal, lines)) != excl:
        return True
    return None not in (incl, due) and incl != due


def _of_rows(answer: Extraction) -> frozenset[int]:
    """The words that print the lines and the VAT by rate."""
    cells = (cell for rows in answer.rows.values() for row in rows for cell in row.cells.values())
    return frozenset(index for cell in cells for index in cell.words)


def _end_of_lines(answer: Extraction) -> tuple[int, float]:
    """Page and lower edge of the last line."""
    ends = [(row.page, row.box.y0) for row in answer.rows.get("purchase_lines", []) if row.page and row.box]
    return max(ends, default=(0, 0.0))


def _label(words: Sequence[Word], first: int) -> str | None:
    """The words directly before an amount on its row, None where there are none."""
    label = " ".join(reversed(list(_until_number(words_before(first, words, _LABEL_WORDS)))))
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
