"""Kinds of document: ``invoice``, ``credit_note``, ``receipt``, ``reminder``, ``proforma``, ``order``,
``delivery_note``, ``quote`` or ``statement``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, unreadable
from paperformer.fields.values.phrases import PhraseIndex, find_phrases, index_phrases
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import pattern

# The rarer ones first: of several kinds that a text names the first is it.
_RARER = ("credit_note", "reminder", "proforma", "receipt", "order", "delivery_note", "quote", "statement")
TYPES = (*_RARER, "invoice")
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_a-zà-ÿ] ){4,}[^\W\d_a-zà-ÿ](?!\S)")  # "R E C H N U N G"
_MANY_MEANINGS = frozenset({"receipt", "order", "quote", "statement", "delivery_note"})


def parse_document_type(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The kind of document that ``text`` names, in any of the languages that we read.

    Of several kinds the rarer one speaks: a "credit note for invoice 12" is a credit note.

    Raises:
        ValueUnreadable: when it names none.
    """
    exact = text.strip().lower()
    if exact in TYPES:
        return ParsedValue(exact)
    named = {value for _, _, value in find_phrases(plain(text), _index())}
    for kind in TYPES:
        if kind in named:
            return ParsedValue(kind)
    raise unreadable("kind of document", text)


def find_document_types(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All names of kinds of document in plain ``text``; weak where the word often means something else.

    A name within a longer one of another kind is none: a "simplified tax invoice" is a receipt.
    """
    reach, longest = 0, ""
    short = all_words("document_types", "short_names")
    plain_name = pattern("document_types", "plain_names", "(?:{})")
    for start, end, value in sorted(find_phrases(text, _index()), key=lambda found: (found[0], -found[1])):
        if end <= reach and value != longest:
            continue
        if end > reach:
            reach, longest = end, value
        heading = text[start:end].isupper() or text[start].isupper()
        is_title = text[start:end].isupper() and text[start:end] not in short
        is_plain = is_title or plain_name.fullmatch(text, start, end) is not None
        weak = not heading or (value in _MANY_MEANINGS and not is_plain)
        yield TextMatch(start, end, ParsedValue(value), weak)
    for match in _long_names().finditer(text):
        if _is_bill(match[0]) and folded(match[0]) not in _index():
            # A noun within a sentence is a capital too in German.
            is_title = match[0][0].isupper() and not any(map(str.islower, text[: match.start()]))
            yield TextMatch(match.start(), match.end(), ParsedValue("invoice"), not is_title)
    for match in _SPACED.finditer(text):
        joined = match[0].replace(" ", "")
        for name in (joined, joined[:-1]):  # "H O N O R A R N O T E N r."
            if any(end - start == len(name) for start, end, _ in find_phrases(name, _index())):
                yield TextMatch(match.start(), match.end(), parse_document_type(name))
                break


def _long_names() -> re.Pattern[str]:
    """Long words that end as names of bills do: "Prämienrechnung", "Huurfactuur", "Salærfaktura"."""
    return pattern("document_types", "ends_of_bills", r"\b[^\W\d_]{4,24}(?:{})\b")


def _is_bill(name: str) -> bool:
    """Whether a long word that ends so is a bill: no calculation ("Zinsberechnung"), nor of another kind."""
    calculation = pattern("document_types", "ends_of_no_bills", "(?:{})$")
    other = pattern("document_types", "other_kinds", "{}")
    return not (calculation.search(name) or other.search(name))


@cache
def _index() -> PhraseIndex:
    names = {kind: all_words("document_types", kind) for kind in TYPES}
    return index_phrases({**names, "proforma": (*_pro_formas(), *names["proforma"])})


def _pro_formas() -> Iterator[str]:
    """What is invoiced for form's sake, in the languages that say so before or behind the word."""
    for form in all_words("document_types", "for_form"):
        yield form
        for name in all_words("document_types", "invoiced_for_form"):
            yield from (f"{form} {name}", f"{name} {form}")
