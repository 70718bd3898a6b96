"""The types of values, and what is so of all values of a type: one record for each.

What reads, finds or compares values asks these records instead of keeping lists of types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueType:
    """A type of value.

    Args:
        name: As the schema says it.
        module: In ``fields/values``; it has the parser and the finder.
        parser: Its function that reads a printed value.
        finder: Its function that finds values in a text; None where the type has no grammar.
        reads_context: Whether the finder reads the context; the others find the same in any document.
        on_one_line: Whether a value ends with its line: the digits that open the next one are another number.
        has_digits: Whether every value holds a digit.
        has_spaces: Whether a value may hold spaces, so that words of the next column could pass for a part.
        in_words: Whether a value is written in words, so that a row of labels is no row of values.
        labels: Which labels tell it: any, only the name of a field in the schema, or none. What labels do not
            tell, blocks, titles or the whole document do.
        parser_takes_more: Whether the parser takes more than the finder sees, once a label tells what it is.
        is_identifier: Whether it is a number or code that stands for something.
        is_code: Whether the answer is a code from a list, however the document says it.
        is_learned: Whether the model learns it; the others are read off the document as a whole, by rules.
        is_single: Whether a document has one: the more one candidate has, the less is left to the others.
        is_settled: Whether its normal form is open to misreading when it is read again as print.
        compared: How two values are compared: as numbers, to the letter, or by letters and digits alone.
        searched: How a known value is looked for on a page: among the values that are read there, character
            by character, or the second where the first finds nothing.
    """

    name: str
    module: str
    parser: str
    finder: str | None = None
    reads_context: bool = False
    on_one_line: bool = False
    has_digits: bool = False
    has_spaces: bool = False
    in_words: bool = False
    labels: Literal["any", "field_name", "none"] = "any"
    parser_takes_more: bool = False
    is_identifier: bool = False
    is_code: bool = False
    is_learned: bool = True
    is_single: bool = False
    is_settled: bool = False
    compared: Literal["number", "letter", "content"] = "content"
    searched: Literal["values", "characters", "both"] = "values"


TYPES = (
    ValueType(
        name="address", module="free", parser="parse_address", in_words=True, labels="field_name",
        is_settled=True, searched="characters",
    ),
    ValueType(
        name="amount", module="amount", parser="parse_amount", finder="find_amounts", reads_context=True,
        has_digits=True, is_single=True, is_settled=True, compared="number",
    ),
    ValueType(
        name="bank_account", module="bank_account", parser="parse_bank_account", finder="find_bank_accounts",
        reads_context=True, has_digits=True, has_spaces=True, parser_takes_more=True, is_identifier=True,
        searched="both",
    ),
    ValueType(
        name="bic", module="bic", parser="parse_bic", finder="find_bics", parser_takes_more=True,
        is_identifier=True, searched="both",
    ),
    ValueType(
        name="card_last_four", module="card", parser="parse_card_last_four", finder="find_cards",
        has_digits=True, parser_takes_more=True,
    ),
    ValueType(
        name="country", module="country", parser="parse_country", finder="find_countries", in_words=True,
        labels="none", is_code=True, is_learned=False, is_single=True,
    ),
    ValueType(
        name="currency", module="currency", parser="parse_currency", finder="find_currencies",
        reads_context=True, is_code=True, is_learned=False, is_single=True,
    ),
    ValueType(
        name="date", module="date", parser="parse_date", finder="find_dates", reads_context=True,
        has_digits=True, parser_takes_more=True, is_single=True, is_settled=True, compared="letter",
    ),
    ValueType(
        name="document_type", module="document_type", parser="parse_document_type",
        finder="find_document_types", in_words=True, labels="none", is_code=True, is_learned=False,
        is_single=True,
    ),
    ValueType(
        name="email", module="contact", parser="parse_email", finder="find_emails", is_learned=False,
    ),
    ValueType(
        name="iban", module="iban", parser="parse_iban", finder="find_ibans", has_digits=True,
        parser_takes_more=True, is_identifier=True, searched="both",
    ),
    ValueType(
        name="language", module="language", parser="parse_language", in_words=True, labels="none",
        is_code=True, is_learned=False, is_single=True,
    ),
    ValueType(
        name="name", module="free", parser="parse_name", in_words=True, labels="field_name",
        is_settled=True, searched="characters",
    ),
    ValueType(
        name="number", module="number", parser="parse_number", finder="find_numbers", has_digits=True,
        has_spaces=True, is_identifier=True, is_settled=True, searched="characters",
    ),
    ValueType(
        name="organisation_number", module="organisation_number", parser="parse_organisation_number",
        finder="find_organisation_numbers", reads_context=True, has_digits=True, has_spaces=True,
        parser_takes_more=True, is_identifier=True, searched="both",
    ),
    ValueType(
        name="payment_method", module="payment_method", parser="parse_payment_method",
        finder="find_payment_methods", in_words=True, is_code=True, is_single=True,
    ),
    ValueType(
        name="payment_terms", module="payment_terms", parser="parse_payment_terms",
        finder="find_payment_terms", is_learned=False,
    ),
    ValueType(
        name="phone", module="phone", parser="parse_phone", finder="find_phones", reads_context=True,
        on_one_line=True, has_digits=True, has_spaces=True, parser_takes_more=True, searched="both",
    ),
    ValueType(
        name="reference", module="reference", parser="parse_reference", finder="find_references",
        reads_context=True, has_digits=True, has_spaces=True, parser_takes_more=True, is_identifier=True,
        searched="both",
    ),
    ValueType(
        name="tax_id", module="tax_id", parser="parse_tax_id", finder="find_tax_ids", has_digits=True,
        has_spaces=True, parser_takes_more=True, is_identifier=True, searched="both",
    ),
    ValueType(
        name="text", module="free", parser="parse_text", in_words=True, is_settled=True,
        searched="characters",
    ),
    ValueType(
        name="time", module="time", parser="parse_time", finder="find_times", has_digits=True,
        is_single=True, is_settled=True, compared="letter",
    ),
    ValueType(
        name="website", module="contact", parser="parse_website", finder="find_websites", is_learned=False,
    ),
)  # fmt: skip
BY_NAME = {value_type.name: value_type for value_type in TYPES}


def types_where(holds: Callable[[ValueType], bool]) -> frozenset[str]:
    """The names of all types of which something is so."""
    return frozenset(value_type.name for value_type in TYPES if holds(value_type))
