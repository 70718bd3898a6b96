"""Amounts of a document, by what stands before them on their row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from paperformer.documents.model import Word, on_row
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_BEGINS = re.compile(r"[-+(0-9]")
_LEADERS = re.compile(r"[.·_…]{4,}")  # that lead the eye from a label to its sum
_ROW = 12  # words before an amount that are looked at


def amounts_labelled(
    names_it: Callable[[str], bool], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> Iterator[Decimal]:
    """The amounts that ``places_labelled`` gives, without their places."""
    return (amount for _, amount in places_labelled(names_it, words, printed, context))


def places_labelled(
    names_it: Callable[[str], bool], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> Iterator[tuple[int, Decimal]]:
    """The amounts whose row ``names_it``, in printed order, without sign; zeros are left out.

    Each comes with the index of its first word.

    Args:
        names_it: Told what stands before an amount on its row, and within its own word.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    reach = -1  # an amount inside another one ("000,00" of "1 000,00") is none
    for span in sorted(printed.spans("amount", context), key=lambda span: (span.first, -span.last)):
        if span.weak or span.last <= reach:
            continue
        reach = span.last
        amount = abs(Decimal(span.parsed.value))
        within = _BEGINS.split(words[span.first].text, maxsplit=1)[0]  # "s/1.150,00": of that much
        label = _LEADERS.sub(" ", " ".join([*words_before(span.first, words, _ROW), within]))
        if amount and names_it(label.strip()):
            yield span.first, amount


def with_sum(amounts: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """Each of ``amounts`` once, and the sum of several."""
    return tuple(dict.fromkeys([*amounts, *([sum(amounts, Decimal(0))] if len(amounts) > 1 else ())]))


def words_before(first: int, words: Sequence[Word], most: int) -> list[str]:
    """The texts on the row of the word at ``first`` that stand before it, ``most`` at most."""
    box, page = words[first].box, words[first].page
    return [
        word.text
        for word in words[max(0, first - most) : first]
        if word.page == page and on_row(word.box, box)
    ]
