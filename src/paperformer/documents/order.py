"""From words scattered on a page to line segments in reading order.

A segment is a run of words on one baseline without a wide gap, so that the cells of a table row and
the columns of an address block stay apart. Segments are read row by row, top to bottom, and left to
right within a row: the custom in invoices, where a label stands left of its value.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from paperformer.documents.model import Box, Word

# Gaps between words, in heights of the smaller of the two. A space is about 0.3, stretched to 0.8 in
# justified text; columns of a table are 1.5 and more apart.
WIDE_GAP = 1.0
# Negative gaps: kerning and slanted letters overlap a little, overprinted text overlaps a lot.
DEEP_OVERLAP = -0.6
# Part of the smaller height that two words on one baseline share.
SAME_BASELINE = 0.5
# Text that leans no more than this from the page's own lines is read with them.
UPRIGHT_DEGREES = 15


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word where it stands on the upright page, in the page's own unit (points or pixels).

    Args:
        text: The characters, without white space.
        box: x0, y0, x1, y1 around the ink, origin top left.
        band: Top and bottom of the line the word stands on: ascender to descender, whatever its letters.
        confidence: The OCR engine's figure, 1.0 for a text layer.
        tilt: Degrees counter-clockwise from the way the page reads to the way the word does.
        line: The line that an OCR engine read it in, which is one run of words; None where nobody says.
        letter_height: See ``Word``.
    """

    text: str
    box: tuple[float, float, float, float]
    band: tuple[float, float]
    confidence: float = 1.0
    tilt: float = 0.0
    line: int | None = None
    letter_height: float | None = None

    @property
    def height(self) -> float:
        return self.band[1] - self.band[0]

    @property
    def upright(self) -> bool:
        """Whether it reads as the page does."""
        return abs((self.tilt + 180) % 360 - 180) <= UPRIGHT_DEGREES


@dataclass(slots=True)
class _Segment:
    words: list[PlacedWord]

    @property
    def left(self) -> float:
        return self.words[0].box[0]

    @property
    def middle(self) -> float:
        return median((word.band[0] + word.band[1]) / 2 for word in self.words)

    @property
    def height(self) -> float:
        return median(word.height for word in self.words)


@dataclass(slots=True)
class _Row:
    segments: list[_Segment] = field(default_factory=list)
    middle: float = 0.0
    height: float = 0.0

    def add(self, segment: _Segment) -> None:
        count = len(self.segments)
        self.middle = (self.middle * count + segment.middle) / (count + 1)
        self.height = (self.height * count + segment.height) / (count + 1)
        self.segments.append(segment)

    def holds(self, segment: _Segment) -> bool:
        apart = abs(self.middle - segment.middle)
        shared = (self.height + segment.height) / 2 - apart
        return shared >= SAME_BASELINE * min(self.height, segment.height)


def order_words(words: Iterable[PlacedWord], *, page: int, width: float, height: float) -> tuple[Word, ...]:
    """Words of the document model, in reading order.

    Words without a finite box, without text, or with their middle off the page are left out; boxes are
    cut at the page's edge.

    Args:
        words: In any order, in the unit of ``width`` and ``height``.
        page: The page's number, from 1.
        width: Of the upright page.
        height: Of the upright page.

    Returns:
        The words with boxes in parts of the page, ``line`` counting segments from 0.
    """
    usable = [word for word in words if _is_on_page(word, width, height)]
    segments = _in_rows(_join([word for word in usable if word.upright]))
    segments += _stack([word for word in usable if not word.upright])
    return tuple(
        Word(
            word.text,
            relative_box(word.box, width, height),
            page,
            line,
            word.confidence,
            word.upright,
            word.letter_height,
        )
        for line, segment in enumerate(segments)
        for word in segment.words
    )


def _is_on_page(word: PlacedWord, width: float, height: float) -> bool:
    x0, y0, x1, y1 = word.box
    if not word.text or not all(map(math.isfinite, (*word.box, *word.band))):
        return False
    return x0 <= x1 and y0 <= y1 and 0 <= x0 + x1 <= 2 * width and 0 <= y0 + y1 <= 2 * height


def relative_box(box: tuple[float, float, float, float], width: float, height: float) -> Box:
    """A box in units of the page as one in parts of it."""
    return Box(box[0] / width, box[1] / height, box[2] / width, box[3] / height).clipped()


_Inner = tuple[frozenset[PlacedWord], frozenset[PlacedWord]]


def _join(words: Sequence[PlacedWord]) -> list[_Segment]:
    """Grow segments from left to right: each word follows the segment whose end it continues best."""
    if not words:
        return []
    step = max(median(word.height for word in words), 1e-6)
    inner = _inner_ends(words)
    ends: dict[int, list[_Segment]] = defaultdict(list)  # by the band's rows on a grid: few to compare with
    segments = []
    for word in sorted(words, key=lambda word: (word.box[0], word.box[1])):
        segment = _best(word, ends, step, inner)
        if segment is None:
            segment = _Segment([])
            segments.append(segment)
        else:
            for row in _grid_rows(segment.words[-1], step):
                ends[row].remove(segment)
        segment.words.append(word)
        for row in _grid_rows(word, step):
            ends[row].append(segment)
    return segments


def _grid_rows(word: PlacedWord, step: float) -> range:
    # A word 1000 lines high is a fault of its font: its middle is enough.
    first, last = int(word.band[0] // step), int(word.band[1] // step)
    if last - first > 50:
        first = last = (first + last) // 2
    return range(first, last + 1)


def _inner_ends(words: Sequence[PlacedWord]) -> _Inner:
    """The words that go on from one of their engine's line, and those that one of it goes on from."""
    lines: dict[int, list[PlacedWord]] = defaultdict(list)
    for word in words:
        if word.line is not None:
            lines[word.line].append(word)
    ordered = [sorted(line, key=lambda word: word.box[0]) for line in lines.values()]
    joined = [pair for line in ordered for pair in pairwise(line) if _gap(*pair) is not None]
    return frozenset(right for _, right in joined), frozenset(left for left, _ in joined)


def _best(
    word: PlacedWord,
    ends: dict[int, list[_Segment]],
    step: float,
    inner: _Inner,
) -> _Segment | None:
    best, best_gap = None, math.inf
    for row in _grid_rows(word, step):
        for segment in ends.get(row, ()):
            last = segment.words[-1]
            if last.line != word.line and (word in inner[0] or last in inner[1]):
                continue  # the line that one of them stands in goes on elsewhere
            gap = _gap(last, word)
            if gap is not None and gap < best_gap:
                best, best_gap = segment, gap
    return best


def _gap(left: PlacedWord, right: PlacedWord) -> float | None:
    """Distance in heights when ``right`` continues ``left``, else None."""
    (left_top, left_bottom), (right_top, right_bottom) = left.band, right.band
    smaller = max(min(left_bottom - left_top, right_bottom - right_top), 1e-6)
    gap = (right.box[0] - left.box[2]) / smaller
    if not DEEP_OVERLAP <= gap <= WIDE_GAP:
        return None
    shared = min(left_bottom, right_bottom) - max(left_top, right_top)
    return abs(gap) if shared >= SAME_BASELINE * smaller else None


def _in_rows(segments: list[_Segment]) -> list[_Segment]:
    rows: list[_Row] = []
    for segment in sorted(segments, key=lambda segment: segment.middle):
        row = next((row for row in rows[:-4:-1] if row.holds(segment)), None)
        if row is None:
            row = _Row()
            rows.append(row)
        row.add(segment)
    rows.sort(key=lambda row: row.middle)
    return [segment for row in rows for segment in sorted(row.segments, key=lambda segment: segment.left)]


def _stack(words: Sequence[PlacedWord]) -> list[_Segment]:
    """Words not upright in the order given, a new segment wherever they leave the column they stand in."""
    segments: list[_Segment] = []
    for word in words:
        if segments and _same_column(segments[-1].words[-1], word):
            segments[-1].words.append(word)
        else:
            segments.append(_Segment([word]))
    return segments


def _same_column(above: PlacedWord, below: PlacedWord) -> bool:
    smaller = min(above.box[2] - above.box[0], below.box[2] - below.box[0])
    shared = min(above.box[2], below.box[2]) - max(above.box[0], below.box[0])
    gap = max(below.box[1] - above.box[3], above.box[1] - below.box[3])
    return shared >= SAME_BASELINE * smaller and gap <= WIDE_GAP * max(smaller, 1e-6)
