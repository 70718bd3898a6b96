"""Whether the letters of a text layer are those that the page draws.

A font may draw an "N" and call it a "T": its table to Unicode is shifted, or its alphabet is its own. The
outline tells without a picture and in every language: an "l" is tall and an "n" is not, a "p" hangs below the
line, a full stop is low, an "i" is narrow and an "m" wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

# How high letters and signs of the Latin, Greek and Cyrillic alphabets rise. Those that typefaces draw
# differently are left out (t, and what has a dot or an accent).
_TALL, _LOW, _FLAT = 1.0, 0.65, 0.1
_HEIGHTS: Mapping[str, float] = {
    **dict.fromkeys("bdfhklABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", _TALL),
    **dict.fromkeys("βδθλξζΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", _TALL),
    **dict.fromkeys("бфАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", _TALL),
    **dict.fromkeys("acegmnopqrsuvwxyz", _LOW),
    **dict.fromkeys("αεηικνοπρσςτυχω", _LOW),
    **dict.fromkeys("авгежзиклмнопрстухцчшщъыьэюя", _LOW),
    **dict.fromkeys(".,_", _FLAT),
}
_HANGING = frozenset("gpqyj,;βγημρφχψруцщ")
_STANDING = frozenset(_HEIGHTS) - _HANGING - frozenset("Qfфдξζς_")
_WIDTHS: Mapping[str, float] = {
    **dict.fromkeys("il.,:;'!|Iι", 0.0),
    **dict.fromkeys("abcdeghknopquvxyz023456789αβδεηνοπρσυχавгезиклнопрстухцчья", 1.0),
    **dict.fromkeys("mwMW@%ωшщжмюШЩЖМЮΩ", 2.0),
}
# A feature says nothing of fewer characters than this.
ENOUGH = 30
# Figures are compared that stand there so often. In some typefaces all are as wide as the 1, and in letters
# that look written by hand a 7 is 0.64 times as wide.
FEW, NARROW = 3, 0.6
_FIGURES = frozenset("0123456789")
# Part of letters without ink from which white space must be among them: it is a seventh of most texts.
SOME_BLANK = 0.03
# Part of small letters that rise above the others in most texts, and fewer in Cyrillic ones.
SOME_TALL = 0.1
# Least variances that can be compared, of what should be and of outlines, and that of heights which differ:
# small letters have 0.005, capitals 0.0001.
_VARIED, _DRAWN, _EQUAL = 1e-3, 1e-6, 5e-4


class Glyph(NamedTuple):
    """A character: what the layer calls it, and its outline in parts of its line's height; 0 without ink."""

    text: str
    top: float
    bottom: float
    width: float


def agreement(glyphs: Sequence[Glyph]) -> float | None:
    """How well outlines fit what the characters are called: near 1 where they do, near 0 where they do not.

    It is the mean correlation of height, hanging and width, of all characters or of the small letters alone,
    whichever is less: figures and stops may be right where letters are not. It is 0 where another figure is
    clearly narrower than what is called a 1, and where white space is called a letter. None where too few
    characters are known, or the font has no outlines.
    """
    if _some_are_blank(glyphs) or _another_figure_is_the_one(glyphs):
        return 0.0
    small = [glyph for glyph in glyphs if glyph.text.islower()]
    if _are_capitals(small):
        return _mean_correlation([glyph._replace(text=glyph.text.upper()) for glyph in glyphs])
    both = (_mean_correlation(glyphs), _mean_correlation(small))
    return min((value for value in both if value is not None), default=None)


def _are_capitals(small: Sequence[Glyph]) -> bool:
    """Whether the font draws small letters as capitals: all are equally high, and some should rise above."""
    known = [(glyph.top, _HEIGHTS[glyph.text] == _TALL) for glyph in small if glyph.text in _HEIGHTS]
    if len(known) < ENOUGH or sum(tall for _, tall in known) < SOME_TALL * len(known):
        return False
    mean = sum(top for top, _ in known) / len(known)
    return sum((top - mean) ** 2 for top, _ in known) < _EQUAL * len(known)


def _mean_correlation(glyphs: Sequence[Glyph]) -> float | None:
    found = (
        _correlation((_HEIGHTS[glyph.text], glyph.top) for glyph in glyphs if glyph.text in _HEIGHTS),
        _correlation(
            (float(glyph.text in _STANDING), glyph.bottom)
            for glyph in glyphs
            if glyph.text in _HANGING or glyph.text in _STANDING
        ),
        _correlation((_WIDTHS[glyph.text], glyph.width) for glyph in glyphs if glyph.text in _WIDTHS),
    )
    known = [value for value in found if value is not None]
    return sum(known) / len(known) if known else None


def _some_are_blank(glyphs: Sequence[Glyph]) -> bool:
    """Whether some letters leave no ink where the others do."""
    letters = [glyph for glyph in glyphs if glyph.text in _HEIGHTS]
    blank = sum(letter.top == letter.bottom for letter in letters)
    return SOME_BLANK * len(letters) < blank < len(letters) / 2


def _another_figure_is_the_one(glyphs: Sequence[Glyph]) -> bool:
    """Whether figures are called by one another's names: in every typeface the 1 is as narrow as any."""
    widths: dict[str, list[float]] = {}
    for glyph in glyphs:
        if glyph.text in _FIGURES:
            widths.setdefault(glyph.text, []).append(glyph.width)
    means = {figure: sum(all_) / len(all_) for figure, all_ in widths.items() if len(all_) >= FEW}
    ones = means.pop("1", None)
    return ones is not None and bool(means) and min(means.values()) < NARROW * ones


def _correlation(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Pearson's; None where one side hardly varies."""
    points = [pair for pair in pairs if math.isfinite(pair[1])]
    count = len(points)
    if count < ENOUGH:
        return None
    mean_x, mean_y = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
    xx = sum((x - mean_x) ** 2 for x, _ in points)
    yy = sum((y - mean_y) ** 2 for _, y in points)
    if xx < _VARIED * count or yy < _DRAWN * count:
        return None
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / math.sqrt(xx * yy)
