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
from paperformer.fields.words.load import phrases

TYPES = (
    "credit_note", "reminder", "proforma", "receipt", "order", "delivery_note", "quote", "statement",
    "invoice",
)  # fmt: skip
"""The rarer kinds first: of several names in one text the first kind speaks."""
_PRO_FORMA = ("pro forma", "proforma")
_SHORT = frozenset({"DDT"})  # in capitals wherever it stands, in a reference too
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_a-zà-ÿ] ){4,}[^\W\d_a-zà-ÿ](?!\S)")  # "R E C H N U N G"
# "Prämienrechnung", "Huurfactuur", "Salærfaktura".
_COMPOUND = re.compile(
    r"\b[^\W\d_]{4,24}(?:rechnung|faktura|factuur|regning|räkning|reikningur)\b", re.IGNORECASE
)
# Words that end so and are no bill: calculations ("Zinsberechnung"), accounts settled, other kinds.
_NO_BILL = re.compile(
    r"(?:ab|an|be|ver|um|auf|hoch|ein|vor|gewinn|verlust|erfolgs)rechnung$|(?:be|av|af|om|ud|ut)regning$"
    r"|(?:be|av|om|ut|upp)räkning$|kredit|credit|pro ?forma|storno|korrektur|förskott"
    r"|p[åa]minnelse|rykker|purre|mahn|gutschrift",
    re.IGNORECASE,
)
_MANY_MEANINGS = frozenset({"receipt", "order", "quote", "statement", "delivery_note"})
# Of these the names that mean nothing else: a till's and a customer's, and the simplified invoice.
_PLAIN = re.compile(
    r"(?:kassen|kunden|kassa|kasse)\w+|till receipt|simplified .+|.+ simplificada|forenklet .+|förenklad .+"
    r"|faktura uproszczona|vereenvoudigde .+|zjednodušený .+|ticket de caisse|paragon fiskalny",
    re.IGNORECASE,
)


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
    for start, end, value in sorted(find_phrases(text, _index()), key=lambda found: (found[0], -found[1])):
        if end <= reach and value != longest:
            continue
        if end > reach:
            reach, longest = end, value
        heading = text[start:end].isupper() or text[start].isupper()
        is_title = text[start:end].isupper() and text[start:end] not in _SHORT
        is_plain = is_title or _PLAIN.fullmatch(text, start, end) is not None
        weak = not heading or (value in _MANY_MEANINGS and not is_plain)
        yield TextMatch(start, end, ParsedValue(value), weak)
    for match in _COMPOUND.finditer(text):
        if _NO_BILL.search(match[0]) is None and folded(match[0]) not in _index():
            # A noun within a sentence is a capital too in German.
            is_title = match[0][0].isupper() and not any(map(str.islower, text[: match.start()]))
            yield TextMatch(match.start(), match.end(), ParsedValue("invoice"), not is_title)
    for match in _SPACED.finditer(text):
        joined = match[0].replace(" ", "")
        for name in (joined, joined[:-1]):  # "H O N O R A R N O T E N r."
            if any(end - start == len(name) for start, end, _ in find_phrases(name, _index())):
                yield TextMatch(match.start(), match.end(), parse_document_type(name))
                break


@cache
def _index() -> PhraseIndex:
    table = phrases("document_types")
    pro_formas = [
        pair
        for invoice in table["invoice"]
        for form in _PRO_FORMA
        for pair in (f"{form} {invoice}", f"{invoice} {form}")
    ]
    named = {**table, "proforma": (*_PRO_FORMA, *pro_formas, *table["proforma"])}
    return index_phrases({kind: named[kind] for kind in TYPES})
