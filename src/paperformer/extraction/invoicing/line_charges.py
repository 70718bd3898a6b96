"""Charges of a single line, printed below it: BG-28. "+ Cleaning: 1.00" says why 10 x 100.00 is 1001.00."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.documents.model import Document, Word
from paperformer.einvoicing.invoice import Group, Term
from paperformer.extraction.invoicing.draft import Drafting, origin_of_statement
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.extraction.invoicing.sum_rows import LABEL_WORDS, readable_label
from paperformer.extraction.sums.row_amounts import words_before
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.totals import decimal_of

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction, Row

CHARGE: Final = "BT-141"
_REASON: Final = "BT-144"
_BELOW: Final = 1.5  # heights of the amount by which it may stand below the last line
Charge = tuple[Decimal, Statement]


def line_charges(answer: Extraction, document: Document) -> tuple[Statement, ...]:
    """Labelled amounts below lines whose quantity and price do not give their amount, or give it although a
    discount is printed.

    The value of each is the amount, the text its label.
    """
    rows = answer.rows.get("purchase_lines", [])
    if not any(map(_leaves_room, rows)):
        return ()
    cells = frozenset(index for row in rows for cell in row.cells.values() for index in cell.words)
    return tuple(_labelled_amounts(rows, cells, document.words))


def _labelled_amounts(
    rows: Sequence[Row], cells: frozenset[int], words: Sequence[Word]
) -> Iterator[Statement]:
    for span in printed_of(words).spans("amount", infer_context(words)):
        own = words[span.first : span.last + 1]
        if span.weak or cells & {*range(span.first, span.last + 1)}:
            continue
        row = _row_above(rows, own[0].page, own[0].box.center[1])
        if row is None or not _leaves_room(row) or not _is_below(row, rows, own[0]):
            continue
        label = readable_label(words_before(span.first, words, LABEL_WORDS))
        if label is not None:
            yield statement(CHARGE, span.parsed.value, label.lstrip("+* "), own)


def _leaves_room(row: Row) -> bool:
    """Whether something is added to a row: its arithmetic fails, or holds although a discount is printed."""
    if row.holds is False:
        return True
    given = {name: decimal_of(cell.value) for name, cell in row.cells.items()}
    quantity, price, total = given.get("quantity"), given.get("unit_price"), given.get("total")
    if "discount" not in given or quantity is None or price is None:
        return False
    return quantity * price == total


def _row_above(rows: Sequence[Row], page: int | None, y: float) -> Row | None:
    """The last row of a page that begins above a place."""
    above = [row for row in rows if row.page == page and row.box is not None and row.box.y0 < y]
    return max(above, key=lambda row: row.box.y0 if row.box is not None else 0.0, default=None)


def _is_below(row: Row, rows: Sequence[Row], word: Word) -> bool:
    """Whether a word stands below a row: before the next one of the page, or close to the last one."""
    if row.box is None or word.box.center[1] <= row.box.y1:
        return False
    is_last = not any(
        other.page == row.page and other.box is not None and other.box.y0 > row.box.y0 for other in rows
    )
    return not is_last or word.box.y0 - row.box.y1 <= _BELOW * word.box.height


def charges_of(drafting: Drafting, row: Row) -> tuple[Charge, ...]:
    """The charges that the pages print below a row."""
    rows = drafting.answer.rows.get("purchase_lines", [])
    return tuple(
        (Decimal(said.value), said)
        for said in drafting.answer.statements
        if said.term == CHARGE and _row_above(rows, said.page, (said.box[1] + said.box[3]) / 2) is row
    )


def charge_groups(charges: Sequence[Charge]) -> tuple[Group, ...]:
    """The charges of a line, with what they are for."""
    made = []
    for amount, said in charges:
        origin = origin_of_statement(said, "it makes the amount of the line")
        texts = {CHARGE: print_amount(amount), _REASON: said.text}
        made.append(Group({term: (Term(text, origin=origin),) for term, text in texts.items()}))
    return tuple(made)
