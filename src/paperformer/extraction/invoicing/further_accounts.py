"""Accounts of the seller that pages print beside the one that was read, and the banks of each: BG-16.

A firm with several banks or giros prints them together, and any of them may be paid to. The fields have one
IBAN, one national account and one BIC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Box, Document, Word, union
from paperformer.extraction.invoicing.behind_labels import behind_labels
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.layout import NEXT_LINE, Layout
from paperformer.fields.values.plain import plain
from paperformer.fields.words.load import all_words

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

ACCOUNT: Final = "BT-84"
BANK: Final = "BT-86"
_REACH: Final = 4.0  # heights of a line to the next account of a list
_MOST: Final = 5
_DEBIT: Final = "direct_debit"
_NATIONAL: Final = re.compile(r"(?=(?:[ .-]?\d){4})\d[\d .-]*\d")
_BIC: Final = re.compile(r"[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?")
# What Swedish e-invoices have in the place of a bank (SFTI, Peppol BIS Billing 3: SE-R-007, SE-R-008)
_SWEDEN: Final = "SE"
_GIROS: Final = {"bankgiro": "SE:BANKGIRO", "plusgiro": "SE:PLUSGIRO"}


def further_accounts(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """IBANs whose check digits hold, and national accounts behind their label: those in a list with what
    was read.

    Empty where the seller collects the money itself: then an account may be the buyer's.
    """
    method = next((candidate.value for candidate in answer.fields.get("payment_method", ())[:1]), "")
    fields = [answer.fields.get(name, ())[:1] for name in ("iban", "bank_account_number")]
    read = [candidate for found in fields for candidate in found if candidate.words]
    if not read or method == _DEBIT:
        return ()
    printed = [[document.words[index] for index in candidate.words] for candidate in read]
    page = printed[0][0].page
    near = [_box(words) for words in printed if words[0].page == page]
    seen = {_compact(read[0].value)}
    every = [*_ibans(document), *_national(answer, document, labelled)]
    left = [(value, words) for value, words in every if words[0].page == page]
    found: list[tuple[str, Sequence[Word]]] = []
    while len(found) < _MOST:
        new = (account for account in left if _compact(account[0]) not in seen)
        beside = next(
            (account for account in new if _is_near(_box(account[1]), near, page, labelled.layout)), None
        )
        if beside is None:
            break
        seen.add(_compact(beside[0]))
        found.append(beside)
        near.append(_box(beside[1]))
    return tuple(
        statement(ACCOUNT, value, " ".join(word.text for word in words), words) for value, words in found
    )


def banks(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """BICs behind their label, and giros that the label of a Swedish seller's account names.

    Norwegian sellers call any account so.
    """
    statements = []
    for cell in behind_labels(labelled, "bic"):
        text = cell.text.strip()
        if _BIC.fullmatch(text):
            statements.append(statement(BANK, text, text, _words(cell, document)))
    country = next((candidate.value for candidate in answer.fields.get("supplier_country", ())[:1]), "")
    for cell in behind_labels(labelled, "bank_account_number") if country == _SWEDEN else ():
        giro = _giro(cell, labelled) if _NATIONAL.fullmatch(cell.text.strip()) else ""
        if giro:
            statements.append(statement(BANK, giro, cell.line.text, _words(cell, document)))
    return tuple(statements)


def bank_of(
    page: int | None, box: tuple[float, float, float, float] | None, said: Sequence[Statement]
) -> Statement | None:
    """The bank on the row of an account: the giro that it is of, or the first BIC to the right of it."""
    if box is None:
        return None
    middle = (box[1] + box[3]) / 2
    own = (
        statement
        for statement in said
        if statement.term == BANK and statement.page == page and statement.box[1] < middle < statement.box[3]
    )
    return min(
        (statement for statement in own if statement.box[2] > box[0]),
        key=lambda statement: statement.box[0],
        default=None,
    )


def _giro(cell: Cell, labelled: Labelled) -> str:
    """The giro that the label before a number names."""
    left = next(iter(labelled.layout.left_of(cell.line)), None)
    label = cell.line.text[: cell.start] or (left.text if left is not None else "")
    opening = plain(label).lower()
    return next((code for name, code in _GIROS.items() if opening.startswith(all_words("numbers", name))), "")


def _ibans(document: Document) -> Iterator[tuple[str, Sequence[Word]]]:
    words = document.words
    for span in printed_of(words).spans("iban", infer_context(words)):
        if span.parsed.checked:
            yield span.parsed.value, words[span.first : span.last + 1]


def _national(
    answer: Extraction, document: Document, labelled: Labelled
) -> Iterator[tuple[str, Sequence[Word]]]:
    """Numbers behind labels of an account; from a text layer alone, for most have no check digits."""
    layers = {page.number for page in answer.pages if page.reading == "text_layer"}
    for cell in behind_labels(labelled, "bank_account_number"):
        text = cell.text.strip()
        if cell.line.page in layers and _NATIONAL.fullmatch(text):
            yield text, _words(cell, document)


def _words(cell: Cell, document: Document) -> Sequence[Word]:
    return [document.words[index] for index in cell.words]


def _compact(text: str) -> str:
    return re.sub(r"[ .-]", "", text)


def _is_near(box: Box, others: Sequence[Box], page: int, layout: Layout) -> bool:
    """Whether an account stands close to another one, or a line of text is all that stands between them."""
    return any(
        abs(box.center[1] - other.center[1]) <= _REACH * layout.height
        or _is_below(min(box, other, key=_top), max(box, other, key=_top), page, layout)
        for other in others
    )


def _top(box: Box) -> float:
    return box.y0


def _is_below(upper: Box, lower: Box, page: int, layout: Layout) -> bool:
    """Whether the lower one stands on the second line below the upper one, or on the first."""
    for line in layout.below(page, upper, NEXT_LINE):
        if lower.center[1] <= line.box.y1 + NEXT_LINE * layout.height:
            return True
    return False


def _box(words: Sequence[Word]) -> Box:
    return union(word.box for word in words)
