"""How a seller says that it is registered for taxes beside its VAT number: BT-32.

German and Austrian invoices may print the number of the tax office instead of a VAT number. Swedish and
Norwegian ones say in words that the seller is registered, which the rules of Peppol ask for in this term
(SE-R-005, NO-R-002).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.statements import Statement, lines_of, statement
from paperformer.fields.words.patterns import alternatives, pattern

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

REGISTRATION: Final = "BT-32"
# Countries whose sellers are registered by a number, and the words by country, as Peppol writes them
NUMBERED: Final = frozenset({"DE", "AT"})
WORDED: Final = {"SE": "Godkänd för F-skatt", "NO": "Foretaksregisteret"}
_GROUPS: Final = {"SE": "approved_for_tax", "NO": "register_of_enterprises"}
_FEWEST, _MOST = 9, 13  # digits: Austria's have nine, Germany's ten to thirteen


@cache
def _numbered() -> re.Pattern[str]:
    """A label of the seller's own number, and the number in groups."""
    labels = alternatives("registrations", "tax_number")
    number = r"[0-9]{2,}(?:[ /-]{1,3}[0-9]+){0,3}"
    return re.compile(rf"(?<![\w-])(?<!ihre )(?:{labels})[.:]* *({number})(?![\w/])", re.IGNORECASE)


def tax_registration(answer: Extraction, document: Document) -> tuple[Statement, ...]:
    """What the pages say of the seller's registration, where they say one thing and the seller's country is
    one of those that say it so. Numbers are taken from a text layer alone, for they have no check digits."""
    country = next((candidate.value for candidate in answer.fields.get("supplier_country", ())[:1]), "")
    statements = [*_numbers(answer, document)] if country in NUMBERED else [*_words(document, country)]
    return tuple(statements[:1]) if len({statement.value for statement in statements}) == 1 else ()


def _numbers(answer: Extraction, document: Document) -> Iterator[Statement]:
    read = {page.number for page in answer.pages if page.reading == "text_layer"}
    for line in lines_of(document.words):
        if line[0].page not in read:
            continue
        for match in _numbered().finditer(" ".join(word.text for word in line)):
            if _FEWEST <= sum(map(str.isdigit, match[1])) <= _MOST:
                yield statement(REGISTRATION, match[1], match[0], line)


def _words(document: Document, country: str) -> Iterator[Statement]:
    if country not in WORDED:
        return
    for line in lines_of(document.words):
        match = pattern("registrations", _GROUPS[country]).search(" ".join(word.text for word in line))
        if match is not None:
            yield statement(REGISTRATION, WORDED[country], match[0], line)
