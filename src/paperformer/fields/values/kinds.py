"""Which functions read and find the values of each field type.

Each type's module is imported when it is first asked for: compiling all their patterns at once would
cost every start of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import cast

from paperformer.errors import InvalidConfig
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.reading import ParsedValue, ValueContext

Parser = Callable[[str, ValueContext], ParsedValue]
Finder = Callable[[str, ValueContext], Iterator[TextMatch]]

# Type -> module, name of its parser, name of its finder. Names, addresses, languages and free text have no
# grammar by which to find them.
_KINDS: dict[str, tuple[str, str, str | None]] = {
    "address": ("free", "parse_address", None),
    "amount": ("amount", "parse_amount", "find_amounts"),
    "bank_account": ("bank_account", "parse_bank_account", "find_bank_accounts"),
    "bic": ("bic", "parse_bic", "find_bics"),
    "card_last_four": ("card", "parse_card_last_four", "find_cards"),
    "country": ("country", "parse_country", "find_countries"),
    "currency": ("currency", "parse_currency", "find_currencies"),
    "date": ("date", "parse_date", "find_dates"),
    "document_type": ("document_type", "parse_document_type", "find_document_types"),
    "iban": ("iban", "parse_iban", "find_ibans"),
    "language": ("language", "parse_language", None),
    "name": ("free", "parse_name", None),
    "number": ("number", "parse_number", "find_numbers"),
    "organisation_number": ("organisation_number", "parse_organisation_number", "find_organisation_numbers"),
    "payment_method": ("payment_method", "parse_payment_method", "find_payment_methods"),
    "phone": ("phone", "parse_phone", "find_phones"),
    "reference": ("reference", "parse_reference", "find_references"),
    "tax_id": ("tax_id", "parse_tax_id", "find_tax_ids"),
    "text": ("free", "parse_text", None),
    "time": ("time", "parse_time", "find_times"),
}
# Types whose finder reads the context; the others find the same values in any document.
READ_BY_CONTEXT = frozenset(
    {"amount", "bank_account", "currency", "date", "organisation_number", "phone", "reference"}
)
# Types whose values end with their line: the digits that open the next one are another number.
ON_ONE_LINE = frozenset({"phone"})
VALUE_TYPES = tuple(_KINDS)
GRAMMAR_TYPES = tuple(kind for kind, (_, _, finder) in _KINDS.items() if finder)


@cache
def parser_of(kind: str) -> Parser:
    """The function that reads a printed value of type ``kind``.

    Raises:
        InvalidConfig: when there is no such type.
    """
    if kind not in _KINDS:
        raise InvalidConfig(f"no field type {kind!r}", f"Use one of {', '.join(VALUE_TYPES)}")
    module, parser, _ = _KINDS[kind]
    return cast(Parser, getattr(_module(module), parser))


@cache
def finder_of(kind: str) -> Finder | None:
    """The function that finds values of type ``kind`` in a text; None where the type has no grammar."""
    module, _, finder = _KINDS.get(kind, ("", "", None))
    return cast(Finder, getattr(_module(module), finder)) if finder else None


def _module(name: str) -> object:
    return import_module(f"paperformer.fields.values.{name}")
