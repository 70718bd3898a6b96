"""Meaning of a code of any scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paperformer.documents.model import Code, Document
from paperformer.errors import ValueUnreadable
from paperformer.fields.codes import (
    balkan_payments,
    balkan_tills,
    east_asia,
    emvco,
    epc,
    hungary,
    json_codes,
    latin_america,
    links,
    nordic_payments,
    pay_by_square,
    portugal,
    spayd,
    swiss,
    till_links,
    tills,
    two_d_doc,
    zatca,
)
from paperformer.fields.codes.statement import Statement
from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView

_LONGEST = 4_096  # characters
_PARSERS: tuple[Callable[[str], Statement | None], ...] = (
    epc.parse,
    swiss.parse,
    spayd.parse,
    balkan_payments.parse_croatian,
    balkan_payments.parse_slovenian,
    balkan_payments.parse_serbian,
    tills.parse_austrian,
    tills.parse_german,
    tills.parse_croatian,
    portugal.parse,
    zatca.parse,
    json_codes.parse_argentine,
    json_codes.parse_turkish,
    links.parse_mexican,
    links.parse_polish,
    links.parse_spanish,
    links.parse_basque,
    links.parse_brazilian,
    links.parse_salvadoran,
    emvco.parse,
    hungary.parse,
    json_codes.parse_indian,
    json_codes.parse_using_qr,
    latin_america.parse_peruvian,
    latin_america.parse_ecuadorian,
    latin_america.parse_colombian,
    latin_america.parse_chilean,
    balkan_tills.parse_serbian,
    balkan_tills.parse_slovene,
    east_asia.parse_taiwanese,
    east_asia.parse_chinese,
    two_d_doc.parse,
    pay_by_square.parse,
    balkan_tills.parse_bosnian,
    till_links.parse_lithuanian,
    till_links.parse_greek,
    till_links.parse_mydata,
    till_links.parse_azerbaijani,
    nordic_payments.parse_swish,
    nordic_payments.parse_swish_link,
    nordic_payments.parse_mobilepay,
    nordic_payments.parse_danish_slip,
)


def meaning_of(text: str | None) -> Statement | None:
    """What a code states; None where it is of no known scheme, damaged or not what it claims to be.

    Args:
        text: Of the code; None where it holds bytes.
    """
    if not text or len(text) > _LONGEST:
        return None
    for parse in _PARSERS:
        try:
            statement = parse(text)
        except ValueUnreadable:
            return None
        if statement is not None:
            return statement
    return None


def statements_of(document: Document) -> Iterator[tuple[int, Code, Statement]]:
    """The codes of a document whose meaning is known, each with the number of its page."""
    for page, code in document.codes:
        statement = meaning_of(code.text)
        if statement is not None:
            yield page, code, statement


def find_in_codes(page: PageView) -> Iterator[Finding]:
    """The values that codes state, as findings that no word prints."""
    for _, _, statement in statements_of(page.document):
        traits = (statement.scheme, "asks" if statement.asks else "records")
        for value in statement.values:
            if value.field in page.schema:
                yield Finding(value.field, (), value.text, value.parsed, "code", traits)
