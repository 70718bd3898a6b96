"""Answers that a second place of the page bears out: names and numbers printed twice, the seller's address, a
reference that holds the number, the invoice that a credit note names.

What is not sure by itself is taken for sure where it is at least ``mid``: of such answers at least 19 of
20 were right (figures in docs/einvoice.md).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document, Word
from paperformer.extraction.levels import bound_of
from paperformer.fields.values.plain import digits_of, folded

if TYPE_CHECKING:
    from paperformer.extraction.result import Candidate, Extraction

_LEAST: Final = bound_of("mid")
_NAMES: Final = ("supplier_name", "receiver_name")
_TWICE: Final = "confirmed by a second print of it"
_ADDRESSED: Final = "confirmed by the seller's web or e-mail address"
_REFERENCED: Final = "confirmed by the payment reference, which holds it"
_CORRECTING: Final = "confirmed by the invoice that it corrects"
_TITLED: Final = "confirmed by a line of its own"
_LEAST_DIGITS: Final = 4  # of a number that is no part of a reference by chance
_LEAST_TAX_DIGITS: Final = 7  # likewise of a number of a register or for taxes, anywhere on the pages
_HOST: Final = re.compile(r"(?:@|www\.|https?://)([a-z0-9-]{4,})\.[a-z0-9.-]*[a-z]")
_APART: Final = re.compile(r"[^a-z0-9]")


def borne_out(answer: Extraction, document: Document) -> dict[str, str]:
    """The fields whose answer something else on the pages bears out, with what does.

    - A name stands on a line of its own in two places or more: so it neither begins nor ends elsewhere.
    - The seller's name stands on a line of its own, and a web or e-mail address begins as it does.
    - The document's number is printed in two places or more, or the payment reference holds it.
    - The seller's tax number is printed in two places or more, and is not the buyer's.
    - A credit note names the invoice that it corrects, or is called so on a line of its own.
    """
    lines = Counter(_lines(document.words))
    found = {}
    for name in _NAMES:
        candidate = _first(answer, name)
        if candidate is not None and lines[folded(candidate.value)] > 1:
            found[name] = _TWICE
    seller = _first(answer, "supplier_name")
    if seller is not None and lines[folded(seller.value)] and _is_host(seller.value, document.words):
        found.setdefault("supplier_name", _ADDRESSED)
    number = _first(answer, "document_number")
    if number is not None and number.text and _prints(number.text.split(), document.words) > 1:
        found["document_number"] = _TWICE
    elif number is not None and _is_referenced(number, answer):
        found["document_number"] = _REFERENCED
    taxpayer = _taxpayer(answer)
    tax_number = _first(answer, taxpayer)
    if tax_number is not None and _is_repeated(tax_number.value, answer, document.words):
        found[taxpayer] = _TWICE
    kind = _first(answer, "document_type")
    if kind is not None and kind.value == "credit_note":
        if answer.fields.get("preceding_invoice_number"):
            found["document_type"] = _CORRECTING
        elif lines[folded(kind.text or "")]:
            found["document_type"] = _TITLED
    return found


def _is_referenced(number: Candidate, answer: Extraction) -> bool:
    """Whether the payment reference, printed elsewhere, holds the digits of a number."""
    digits = digits_of(number.value)
    references = answer.fields.get("payment_reference", ())[:1]
    return len(digits) >= _LEAST_DIGITS and any(
        digits in digits_of(reference.value) and {*reference.words}.isdisjoint(number.words)
        for reference in references
    )


def _taxpayer(answer: Extraction) -> str:
    """The field of the seller's tax number: that of the register where no VAT number was read."""
    has_vat_number = bool(answer.fields.get("supplier_vat_number"))
    return "supplier_vat_number" if has_vat_number else "supplier_organisation_number"


def _is_repeated(number: str, answer: Extraction, words: Sequence[Word]) -> bool:
    """Whether the digits of a tax number are printed twice, and are not those of the buyer's.

    Blanks and signs between digits do not count: a number of a register is often part of that for taxes.
    """
    digits = digits_of(number)
    buyers = answer.fields.get("receiver_vat_number", ())[:1]
    if len(digits) < _LEAST_TAX_DIGITS or any(digits in digits_of(buyer.value) for buyer in buyers):
        return False
    return _APART.sub("", " ".join(word.text for word in words).lower()).count(digits) > 1


def _first(answer: Extraction, name: str) -> Candidate | None:
    """The answer of a field, if it is likely enough to be borne out."""
    candidate = next(iter(answer.fields.get(name, ())), None)
    return candidate if candidate is not None and candidate.confidence >= _LEAST else None


def _lines(words: Sequence[Word]) -> Iterator[str]:
    """The folded texts of the line segments."""
    lines: dict[tuple[int, int], list[str]] = defaultdict(list)
    for word in words:
        lines[word.page, word.line].append(word.text)
    return (folded(" ".join(texts)) for texts in lines.values())


def _is_host(name: str, words: Sequence[Word]) -> bool:
    """Whether an address of the Internet begins as a name does, or the name as it."""
    compact = _APART.sub("", folded(name))
    hosts = {_APART.sub("", host) for word in words for host in _HOST.findall(word.text.lower())}
    return bool(compact) and any(compact.startswith(host) or host.startswith(compact) for host in hosts)


def _prints(texts: Sequence[str], words: Sequence[Word]) -> int:
    """How often words of these texts stand one after another; punctuation behind the last does not count."""
    printed = [word.text.rstrip(".,;:)") for word in words]
    return sum(printed[index : index + len(texts)] == list(texts) for index in range(len(printed)))
