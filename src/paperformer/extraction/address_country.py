"""The country that closes a party's address: by itself below the town, behind it, or its last word."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence

from paperformer.documents.model import Box, Word, union
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

_PARTIES = ("supplier", "receiver")
_LEAST = 0.3  # probability of an address that is looked at
_MOST = 2  # addresses of a party
_TRUST = 0.9  # times the address' probability
# In heights of a line: how far below the address' last row the country may be, how far its left edge or its
# middle may be from the address', and how far it is from any other word of its row.
_BELOW, _ASIDE, _ALONE = 2.0, 1.5, 1.5


def add_countries(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
    schema: Schema,
) -> None:
    """Propose ``supplier_country`` and ``receiver_country`` where an address that was found ends in one.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    for party in _PARTIES:
        field = f"{party}_country"
        likely = [one for one in proposed.get(f"{party}_address", ()) if one.probability >= _LEAST]
        if field not in schema or not likely:
            continue
        spans = [span for span in printed.spans("country", context) if not span.weak]
        for address in sorted(likely, key=lambda one: -one.probability)[:_MOST]:
            for span in _closing(address, spans, words):
                found = tuple(range(span.first, span.last + 1))
                trust = _TRUST * address.probability
                proposed.setdefault(field, []).append(
                    Scored(field, span.parsed.value, span.text, found, trust, "rule")
                )


def _closing(address: Scored, spans: Sequence[ValueSpan], words: Sequence[Word]) -> Iterator[ValueSpan]:
    """The countries that end ``address`` or follow it."""
    last = words[address.words[-1]]
    page = [word for word in words if word.page == last.page]
    block = union(words[i].box for i in address.words if words[i].page == last.page)
    for span in spans:
        first = words[span.first]
        if first.page != last.page:
            continue
        if span.last == address.words[-1] and span.first > address.words[0]:
            yield span
        elif span.first > address.words[-1] or span.last < address.words[0]:
            box = union(words[i].box for i in range(span.first, span.last + 1))
            if _follows(box, block, last.box) and _is_alone(box, first.box.height, page, block):
                yield span


def _follows(box: Box, block: Box, last: Box) -> bool:
    """Whether an address goes on at ``box``: below ``block`` in its column, or right behind its last word."""
    height = last.height
    if abs(box.center[1] - last.center[1]) < height / 2:
        return 0 <= box.x0 - last.x1 < _ALONE * height
    in_column = (
        abs(box.x0 - block.x0) < _ASIDE * height or abs(box.center[0] - block.center[0]) < _ASIDE * height
    )
    return in_column and 0 < box.center[1] - last.center[1] < _BELOW * height


def _is_alone(box: Box, height: float, page: Sequence[Word], block: Box) -> bool:
    """Whether no other word of its row stands near, but for those of the address."""
    for word in page:
        beside = abs(word.box.center[1] - box.center[1]) < height / 2
        apart = max(word.box.x0 - box.x1, box.x0 - word.box.x1)
        if beside and 0 <= apart < _ALONE * height and word.box.center[1] > block.y1:
            return False
    return True
