"""The country that closes a party's address: by itself below the town, behind it, or its last word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from paperformer.documents.model import Box, Word, on_row, union
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.page.party_words import PARTIES
from paperformer.fields.page.view import PageView
from paperformer.fields.scored import Scored
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan
from paperformer.fields.words.load import all_words

_LEAST = 0.3  # probability of an address that is looked at
_MOST = 2  # addresses of a party
_ROW = 12  # words before a country among which its postcode is
_MOST_NEAR = 4  # countries near an address that are looked at
_TRUST = 0.9  # times the address' probability
# In heights of a line: how far below the address' last row the country may be, how far its left edge or its
# middle may be from the address', and how far it is from any other word of its row.
_BELOW, _ASIDE, _ALONE = 2.4, 1.5, 1.5


def printed_countries(proposed: Mapping[str, Sequence[Scored]], page: PageView) -> Iterator[Scored]:
    """``supplier_country`` and ``receiver_country`` where an address that was found ends in one.

    Args:
        proposed: Candidates by field: the addresses.
        page: The document.
    """
    words = page.words
    for party in PARTIES:
        field = f"{party}_country"
        likely = [
            candidate for candidate in proposed.get(f"{party}_address", ()) if candidate.probability >= _LEAST
        ]
        if field not in page.schema or not likely:
            continue
        names = _names(page.printed, page.context)
        for address in sorted(likely, key=lambda candidate: -candidate.probability)[:_MOST]:
            span = _closing(address, names, words)
            if span is not None:
                found = tuple(range(span.first, span.last + 1))
                trust = _TRUST * address.probability
                yield Scored(field, span.parsed.value, span.text, found, trust, "rule")


def _names(printed: PrintedWords, context: ValueContext) -> list[ValueSpan]:
    """Countries whose names are whole words; none inside another, as Ireland is in Northern Ireland."""
    names: list[ValueSpan] = []
    for span in printed.spans("country", context):
        whole = " ".join(printed[span.first : span.last + 1]).strip(" ,;.()")
        if whole != span.text.strip(" ,;.()") or (span.weak and whole != "UK"):
            continue
        if not names or span.first > names[-1].last:
            names.append(span)
    return names


def _closing(address: Scored, names: Sequence[ValueSpan], words: Sequence[Word]) -> ValueSpan | None:
    """The country that ends ``address`` or follows it, None where none does."""
    last = words[address.words[-1]]
    block = union(words[i].box for i in address.words if words[i].page == last.page)
    inside = set(address.words)
    for span in names:
        if span.last == address.words[-1] and span.first > address.words[0] and _ends(span, words):
            return span
    outside = (
        span for span in names if words[span.first].page == last.page and inside.isdisjoint(_indices(span))
    )
    near = (
        span for span in outside if _follows(union(words[i].box for i in _indices(span)), block, last.box)
    )
    for span in islice(near, _MOST_NEAR):
        behind = on_row(words[span.first].box, last.box)
        if _is_alone(span, inside, words) and (not behind or _ends(span, words)):
            return span
    return None


def _indices(span: ValueSpan) -> range:
    return range(span.first, span.last + 1)


def _ends(span: ValueSpan, words: Sequence[Word]) -> bool:
    """Whether a country's name ends an address rather than the name of a street or region in it."""
    before, first = words[span.first - 1], words[span.first]
    if not on_row(first.box, before.box) or before.text.endswith(","):
        return True
    if folded(before.text) in all_words("parties", "part_of_place"):
        return False
    row = [word.text for word in words[max(0, span.first - _ROW) : span.first] if on_row(word.box, first.box)]
    # Postcodes of Australia, Canada and Ireland stand behind the town: a digit there is one's.
    return any(map(str.isdigit, before.text)) or has_postcode(" ".join(row))


def _follows(box: Box, block: Box, last: Box) -> bool:
    """Whether an address goes on at ``box``: below ``block`` in its column, or right behind its last word."""
    height = last.height
    if on_row(box, last):
        return 0 <= box.x0 - last.x1 < _ALONE * height
    in_column = (
        abs(box.x0 - block.x0) < _ASIDE * height or abs(box.center[0] - block.center[0]) < _ASIDE * height
    )
    return in_column and 0 < box.center[1] - last.center[1] < _BELOW * height


def _is_alone(span: ValueSpan, address: Collection[int], words: Sequence[Word]) -> bool:
    """Whether no other word of its row stands near, but for those of the address."""
    box, first = union(words[i].box for i in _indices(span)), words[span.first]
    own = set(_indices(span)).union(address)
    for index, word in enumerate(words):
        if index in own or word.page != first.page or not on_row(word.box, first.box):
            continue
        if max(word.box.x0 - box.x1, box.x0 - word.box.x1) < _ALONE * first.box.height:
            return False
    return True
