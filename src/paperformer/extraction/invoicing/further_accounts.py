"""Further accounts of the seller: IBANs that stand beside the one that was read (BG-16, several times).

A firm with several banks prints them together, and any of them may be paid to. The field ``iban`` has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Box, Document, Word, union
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.context import infer_context, printed_of

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

ACCOUNT: Final = "BT-84"
_REACH: Final = 4.0  # heights of a line to the next account of a list
_MOST: Final = 5
_DEBIT: Final = "direct_debit"


def further_accounts(answer: Extraction, document: Document) -> tuple[Statement, ...]:
    """IBANs whose check digits hold, on the page of the one that was read, each near another one of them.

    Empty where the seller collects the money itself: then an IBAN may be the buyer's.
    """
    read = next(iter(answer.fields.get("iban", ())), None)
    method = next((one.value for one in answer.fields.get("payment_method", ())[:1]), "")
    if read is None or not read.words or method == _DEBIT:
        return ()
    height = median(word.box.height for word in document.words)
    near = [_box([document.words[index] for index in read.words])]
    found: dict[str, Sequence[Word]] = {read.value: ()}
    left = [one for one in _ibans(document) if one[1][0].page == read.page]
    while len(found) <= _MOST:
        beside = next((one for one in left if one[0] not in found and _is_near(one[1], near, height)), None)
        if beside is None:
            break
        found[beside[0]] = beside[1]
        near.append(_box(beside[1]))
    return tuple(
        statement(ACCOUNT, value, " ".join(word.text for word in words), words)
        for value, words in found.items() if words
    )  # fmt: skip


def _ibans(document: Document) -> Iterator[tuple[str, Sequence[Word]]]:
    words = document.words
    for span in printed_of(words).spans("iban", infer_context(words)):
        if span.parsed.checked:
            yield span.parsed.value, words[span.first : span.last + 1]


def _is_near(words: Sequence[Word], others: Sequence[Box], height: float) -> bool:
    box = _box(words)
    return any(abs(box.center[1] - other.center[1]) <= _REACH * height for other in others)


def _box(words: Sequence[Word]) -> Box:
    return union(word.box for word in words)
