"""How a value stands on its page: the words beside and above it, its place, and the form it is written in.

Two pages of one supplier print a field so that these agree, whatever its value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

from paperformer.documents.model import Word, union
from paperformer.fields.page.layout import Layout
from paperformer.fields.values.plain import folded
from paperformer.fields.values.value_types import types_where

_LETTERS = 24  # of the words beside and above that are kept
_ALIGNED = 20  # thousandths of the page by which the edges of one column differ
_LEVEL = 12  # the same between rows
_BESIDE, _BESIDE_MOVED, _BELOW, _BELOW_OTHERS, _PLACE, _OTHER_WORDS = 1.0, 0.8, 0.9, 0.7, 0.8, 0.3
_LONGEST_FORM = 32
_WITHOUT_FORM = types_where(lambda value_type: value_type.finder is None and not value_type.is_code)
_FIGURES = re.compile(r"\d+")
_CENTS = re.compile(r"([.,])\d{2}\D*$")


class Standing(NamedTuple):
    """How one print of a value stands.

    Args:
        before: Letters of the words before it on its line, and of the segment left of it: the last of them.
        above: Letters of the line above it: the first of them.
        page: The page's number; 0 where no word prints the value.
        x0, x1, y0: Left and right edge and top, in thousandths of the page.
        form: The form of the value, see ``form_of``.
        value: Fingerprint of the value.
    """

    before: str = ""
    above: str = ""
    page: int = 0
    x0: int = 0
    x1: int = 0
    y0: int = 0
    form: str = ""
    value: int = 0

    def likeness(self, other: Standing) -> float:
        """How far the two stand alike, 0 to 1, whatever the form."""
        if not self.page or not other.page:
            return 0.0
        aligned = abs(self.x0 - other.x0) <= _ALIGNED or abs(self.x1 - other.x1) <= _ALIGNED
        if self.before and self.before == other.before:
            return _BESIDE if aligned else _BESIDE_MOVED
        is_below = self.above == other.above and aligned
        others = bool(self.before and other.before)
        if is_below and self.above:
            return _BELOW_OTHERS if others else _BELOW
        if aligned and self.page == other.page and abs(self.y0 - other.y0) <= _LEVEL:
            return _PLACE if is_below and not others else _OTHER_WORDS
        return 0.0


def standing_of(
    layout: Layout, all_words: Sequence[Word], words: tuple[int, ...], form: str = "", value: int = 0
) -> Standing:
    """How a value stands that ``words`` print; without a place where there are none.

    Args:
        layout: Of the document.
        all_words: Of the document.
        words: Indices of those that print the value, ascending.
        form: Of the value.
        value: Its fingerprint.
    """
    if not words:
        return Standing(form=form, value=value)
    line = layout.line_of(words[0])
    left = next(layout.left_of(line), None)
    own = " ".join(word.text for word in line.words[: words[0] - line.first])
    above = layout.above(line)
    page = all_words[words[0]].page
    box = union(all_words[at].box for at in words if all_words[at].page == page)
    return Standing(
        letters_only(f"{left.text if left else ''} {own}")[-_LETTERS:],
        letters_only(above.text if above else "")[:_LETTERS],
        page,
        round(1000 * box.x0),
        round(1000 * box.x1),
        round(1000 * box.y0),
        form,
        value,
    )


def letters_only(text: str) -> str:
    """The letters of a text, folded: figures change from page to page."""
    return "".join(filter(str.isalpha, folded(text)))


def form_of(type_: str, text: str, value: str) -> str:
    """The form in which a value is written; empty where its type has none, or it does not show.

    A date has the order of day, month and year, an amount its decimal mark, a number its runs of letters and
    figures with their lengths: ``RE-2024/0012`` is ``A2-94/94``.

    Args:
        type_: Of the field.
        text: As printed.
        value: Its normal form.
    """
    if type_ == "date":
        return _date_order(text, value)
    if type_ == "amount":
        match = _CENTS.search(text)
        return match.group(1) if match else ""
    return "" if type_ in _WITHOUT_FORM else _shape(text)


def _date_order(text: str, value: str) -> str:
    """``DMY`` and the like; empty where the figures do not tell, as on the third of March."""
    parts = value.split("-")
    figures = _FIGURES.findall(text)
    if len(parts) != 3 or len(figures) != 3 or int(parts[1]) == int(parts[2]):
        return ""
    year, month, day = map(int, parts)
    meant = {day: "D", month: "M", year % 100: "Y", year: "Y"} if year % 100 not in (day, month) else {}
    order = "".join(meant.get(int(figure), "?") for figure in figures)
    return order if set(order) == set("DMY") else ""


def _shape(text: str) -> str:
    runs = groupby(text[:_LONGEST_FORM], key=_kind)
    return "".join(kind if kind not in "A9" else f"{kind}{len(list(run))}" for kind, run in runs)


def _kind(character: str) -> str:
    return "9" if character.isdigit() else "A" if character.isalpha() else character


def fingerprint(text: str) -> int:
    """A number of 63 bits that stands for a text, so that the text need not be kept."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1
