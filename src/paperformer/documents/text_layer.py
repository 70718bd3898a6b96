"""The text layer of a PDF page: pdfium's characters grouped into words with boxes.

pdfium hands out characters with boxes in page coordinates (origin bottom left, before the page's own
rotation). Words are cut at white space and wherever the next character does not continue the line.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium

from paperformer.documents.characters import Character, read_characters
from paperformer.documents.order import PlacedWord
from paperformer.documents.outlines import along, outline_agreement
from paperformer.documents.page_frame import PageFrame, around
from paperformer.documents.touching import Span, are_torn, chains
from paperformer.documents.visibility import find_hidden

# A gap within a line that parts two words, in heights of the line (about 1.15 em), where the file has
# no space character: pdfium invents spaces for most, not between the narrow columns of a table.
WORD_GAP = 0.4
# A character that starts further left than the last one overprints it: it begins another word.
BACKWARD = 0.5
# Part of the height that neighbours share; little, because superscripts belong to their word.
SAME_LINE = 0.3
# At least so many characters, and so large a part of them, decide that a page is stored sideways.
TURNING_CHARACTERS, TURNING_PART = 40, 0.8
# A page is in pieces where this part of its runs, and more, goes on without a gap.
TORN_PART = 0.1


@dataclass(frozen=True, slots=True)
class TextLayer:
    """All words of a page's text layer.

    Args:
        words: Those that can be seen, in the order of the file, on the upright page, in points.
        hidden: Those that cannot: in invisible ink, as a scanner's OCR layer is, or as ``visibility`` says.
        width, height: Size of the upright page, in points.
        rotation: Degrees clockwise from the stored page to the upright one.
        agreement: How well the outlines of words in ink fit what they are called, 0 to 1
            (``glyph_shapes``); None where nobody can tell.
    """

    words: tuple[PlacedWord, ...]
    hidden: tuple[PlacedWord, ...]
    width: float
    height: float
    rotation: int
    agreement: float | None = None


@dataclass(slots=True)
class _Run:
    """Characters of one word, and the way they read: at 0 degrees to the right, at 90 up, at 270 down."""

    characters: list[Character]
    degrees: float
    angle: int = field(init=False)
    """The nearest quarter turn."""

    def __post_init__(self) -> None:
        self.angle = round(self.degrees / 90) % 4 * 90


def read_text_layer(page: Any, text_page: Any, rotation: int | None = None) -> TextLayer:
    """The text layer of a ``pypdfium2.PdfPage``, whose ``pypdfium2.PdfTextPage`` is loaded.

    Args:
        page: The page.
        text_page: Its text.
        rotation: Degrees clockwise from the stored page to the upright one; None goes by its text.

    Raises:
        pypdfium2.PdfiumError: when pdfium cannot tell the page's size.
    """
    runs = list(_runs(text_page.raw))
    if rotation is None:
        rotation = _upright_rotation(runs, page.get_rotation())
    frame = PageFrame(page.get_bbox(), rotation)
    hidden = find_hidden(page, text_page.raw, [run.characters for run in runs])
    visible = _rejoined(list(_without(runs, hidden)))
    return TextLayer(
        words=tuple(_unique(_place(run, frame) for run in visible)),
        hidden=tuple(_unique(_place(run, frame) for run in _rejoined(list(_only(runs, hidden))))),
        width=frame.width,
        height=frame.height,
        rotation=rotation,
        agreement=outline_agreement([(run.characters, run.angle) for run in visible], text_page.raw),
    )


def _runs(text_page: Any) -> Iterator[_Run]:
    run: _Run | None = None
    for character in read_characters(text_page):
        if run and (character is None or not _continues(run, character)):
            yield run
            run = None
        if character is None:
            continue
        if run is None:
            run = _Run([], _degrees(text_page, character.position))
        run.characters.append(character)
    if run:
        yield run


def _without(runs: list[_Run], hidden: Set[int]) -> Iterator[_Run]:
    for run in runs:
        if hidden.isdisjoint(character.position for character in run.characters):
            yield run
        else:
            yield from _regrouped(run, [c for c in run.characters if c.position not in hidden])


def _only(runs: list[_Run], hidden: Set[int]) -> Iterator[_Run]:
    for run in runs if hidden else ():
        yield from _regrouped(run, [c for c in run.characters if c.position in hidden])


def _regrouped(run: _Run, characters: list[Character]) -> Iterator[_Run]:
    """Words of what is left of one."""
    part = _Run([], run.degrees)
    for character in characters:
        if part.characters and not _continues(part, character):
            yield part
            part = _Run([], run.degrees)
        part.characters.append(character)
    if part.characters:
        yield part


def _degrees(text_page: Any, index: int) -> float:
    radians = pdfium.FPDFText_GetCharAngle(text_page, index)
    # pdfium measures clockwise.
    return -math.degrees(radians) % 360 if math.isfinite(radians) else 0.0


def _continues(run: _Run, character: Character) -> bool:
    """Whether ``character`` stands right after the run's last one, on the same line."""
    angle = run.angle
    last_line, line = run.characters[-1].line, character.line
    if angle:  # level text, which is nearly all, is compared as it is
        last_start, last_end, last_low, last_high = along(last_line, angle)
        start, _, low, high = along(line, angle)
    else:
        last_start, last_low, last_end, last_high = last_line
        start, low, _, high = line
    last_height, height = last_high - last_low, high - low
    if last_height < height:
        height = last_height
    if start - last_end > WORD_GAP * height or start < last_start - BACKWARD * height:
        return False
    shared = (last_high if last_high < high else high) - (last_low if last_low > low else low)
    return shared >= SAME_LINE * height


def _rejoined(runs: list[_Run]) -> list[_Run]:
    """The runs, or the words that they are pieces of where the page was drawn in pieces."""
    if not are_torn([len(run.characters) for run in runs]):
        return runs
    kinds: dict[float, list[_Run]] = defaultdict(list)
    for run in runs:
        kinds[round(run.degrees)].append(run)
    words = []
    for degrees, pieces in kinds.items():
        for chain in chains([_span(piece) for piece in pieces]):
            characters = [character for number in chain for character in pieces[number].characters]
            words.append(_Run(characters, degrees))
    # What touches by chance, as the cells of a narrow table do, is no page in pieces.
    return words if len(words) <= (1 - TORN_PART) * len(runs) else runs


def _span(run: _Run) -> Span:
    start, _, low, high = along(run.characters[0].line, run.angle)
    return Span(start, along(run.characters[-1].line, run.angle)[1], low, high)


def _upright_rotation(runs: list[_Run], stored: int) -> int:
    """The page's own rotation, unless nearly all text then still lies on its side."""
    angles: Counter[int] = Counter()
    for run in runs:
        angles[run.angle] += len(run.characters)
    total = angles.total()
    if total < TURNING_CHARACTERS:
        return stored
    angle, count = angles.most_common(1)[0]
    return angle if count >= TURNING_PART * total else stored


def _place(run: _Run, frame: PageFrame) -> PlacedWord:
    box = frame.box(around([character.ink for character in run.characters]))
    line = frame.box(around([character.line for character in run.characters]))
    text = "".join(character.text for character in run.characters)
    return PlacedWord(text, box, (line[1], line[3]), tilt=(run.degrees - frame.rotation) % 360)


def _unique(words: Iterator[PlacedWord]) -> Iterator[PlacedWord]:
    """Drop what is printed twice within a point, as some programs do to make it look bold."""
    seen: set[tuple[str, int, int]] = set()
    for word in words:
        x, y = round(word.box[0]), round(word.box[1])
        if not any((word.text, x + dx, y + dy) in seen for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            yield word
        seen.add((word.text, x, y))
