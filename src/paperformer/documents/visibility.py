"""Visibility of the characters of a PDF page.

A text layer also holds what nobody sees: words in the colour of the paper, under a picture or a filled
rectangle, outside the clip, in a hidden layer, fully transparent, too small to read. The page itself tells:
it is drawn with its text and without, and a character that makes no difference is hidden. A coarse drawing
settles nearly all of them. What stays doubtful, and what shares its place with other text, is drawn again,
finer and in colour, with only the text objects in question left out.
"""

from __future__ import annotations

import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice, product
from statistics import median
from typing import TYPE_CHECKING, Any

import pypdfium2.raw as pdfium

from paperformer.documents.characters import Character
from paperformer.documents.drawn_changes import DrawnChanges
from paperformer.documents.overlaps import find_overlaps
from paperformer.documents.page_frame import Quad, around
from paperformer.documents.pictures import bounds_of, find_texts
from paperformer.documents.text_objects import Piece, Pieces, TextObject, address

if TYPE_CHECKING:
    from PIL import Image

# Lines lower than both cannot be read: two points, and the same on A4 as a part of the longer side.
UNREADABLE_POINTS, UNREADABLE_PART = 2.0, 0.0024
# Letters narrower than this part of that height are squeezed to a stroke.
SQUEEZED = 0.2
# Differences, of 255, that the coarse drawing and the fine one must show; 0xF0 on white differs by 15.
COARSE_CHANGE, FINE_CHANGE = 40, 16
# Pixels of the two drawings, and the height of the smallest doubtful line in the fine one.
COARSE_PIXELS, FINE_PIXELS, FINE_HEIGHT = 1_000_000, 4_000_000, 16.0
COARSE_SCALE, FINEST_SCALE = 1.0, 8.0
# Texts on top of one another that are told apart; a higher pile cannot be read.
LAYERS = 6
# A page with more words on top of one another is illegible.
MOST_OVERLAPS = 100_000
# Doubtful words with so many points between them are drawn apart, in at most so many drawings.
STRIP_GAP, MOST_STRIPS = 30.0, 8
# How far the second print of the same may stand, in points.
DOUBLE_DISTANCE = 1.5


def find_hidden(page: Any, text_page: Any, words: Sequence[list[Character]]) -> Set[int]:
    """Positions of the characters that cannot be seen on the drawn page.

    Args:
        page: A ``pypdfium2.PdfPage``; drawn several times, and left as it was.
        text_page: pdfium's handle of its text.
        words: The characters of each word.

    Raises:
        pypdfium2.PdfiumError: when pdfium cannot draw it.
    """
    size = page.get_width(), page.get_height()
    text_objects, pieces = Pieces(page, text_page).of(words)
    hidden: set[int] = set()
    printed = []
    for piece in pieces:
        if text_objects[piece.text_object].invisible or _is_unreadable(piece, max(size)):
            hidden.update(character.position for character in piece.characters)
        else:
            printed.append(piece)
    if not printed or not all(0 < side < math.inf for side in size):
        return hidden
    overlaps = list(islice(find_overlaps([piece.box for piece in printed]), MOST_OVERLAPS))
    if len(overlaps) == MOST_OVERLAPS:
        return hidden | {character.position for piece in printed for character in piece.characters}
    for first, other in overlaps:
        _part(printed[first], printed[other], text_objects)
    doubtful = _doubtful(page, printed, text_objects)
    return hidden | _undrawn(page, doubtful, text_objects) if doubtful else hidden


def _is_unreadable(piece: Piece, longer_side: float) -> bool:
    limit = min(UNREADABLE_POINTS, UNREADABLE_PART * longer_side)
    for character in piece.characters:
        left, bottom, right, top = character.line
        narrow, wide = sorted((right - left, top - bottom))
        if wide >= limit and narrow >= SQUEEZED * limit:
            return False
    return True


def _doubtful(page: Any, pieces: list[Piece], text_objects: dict[int, TextObject]) -> list[Piece]:
    """Pieces that the coarse drawing does not show to be seen, and those that share their place."""
    scale = min(COARSE_SCALE, _finest(page.get_width() * page.get_height(), COARSE_PIXELS))
    drawn = DrawnChanges(page, scale, colour=False, least=COARSE_CHANGE)
    changes = drawn.without(_raw(text_objects, {piece.text_object for piece in pieces}))
    return [
        piece
        for piece in pieces
        if text_objects[piece.text_object].conflicts or not _is_seen(piece, drawn, changes)
    ]


def _is_seen(piece: Piece, drawn: DrawnChanges, changes: Image.Image) -> bool:
    down = piece.runs_down
    return drawn.is_whole(changes, piece.box, downward=down) or all(
        drawn.seen(changes, piece.letters, downward=down)
    )


def _part(piece: Piece, other: Piece, text_objects: dict[int, TextObject]) -> None:
    if piece.text_object == other.text_object:
        return
    is_double = _text(piece) == _text(other) and _is_close(piece.box, other.box)
    first, second = text_objects[piece.text_object], text_objects[other.text_object]
    (first.doubles if is_double else first.conflicts).add(other.text_object)
    (second.doubles if is_double else second.conflicts).add(piece.text_object)


def _undrawn(page: Any, pieces: list[Piece], text_objects: dict[int, TextObject]) -> Set[int]:
    """Positions of the characters of ``pieces`` that change nothing when their text object is left out."""
    hidden = {
        character.position
        for piece in pieces
        for character in piece.characters
        if not _has_no_glyph_here(character, text_objects[piece.text_object].raw)
    }
    doubtful = {piece.text_object for piece in pieces}
    layer_of = _layers(doubtful, text_objects)
    unread = _unread_doubles(page, doubtful, text_objects)
    for strip in _strips(pieces):
        drawn = _fine_drawing(page, strip)
        for layer in range(LAYERS):
            inside = [piece for piece in strip if layer_of.get(piece.text_object) == layer]
            if inside:
                hidden.difference_update(_seen_positions(inside, drawn, text_objects, unread))
    return hidden


def _has_no_glyph_here(character: Character, text_object: Any) -> bool:
    """Whether the file leaves it to us to have the font, and we do not: drawing it tells nothing.

    Digits and Latin letters are in pdfium's own fonts: no number, account or sum is excused.
    """
    if character.has_ink or unicodedata.normalize("NFKC", character.text).isascii():
        return False
    font = pdfium.FPDFTextObj_GetFont(text_object) if text_object else None
    return bool(font) and not pdfium.FPDFFont_GetIsEmbedded(font)


def _seen_positions(
    pieces: list[Piece],
    drawn: DrawnChanges,
    text_objects: dict[int, TextObject],
    unread: Mapping[int, Sequence[Any]],
) -> Iterator[int]:
    keys = {piece.text_object for piece in pieces}
    doubles = {double for key in keys for double in text_objects[key].doubles}
    unread_doubles = (raw for key in keys for raw in unread.get(key, ()))
    changes = drawn.without([*_raw(text_objects, keys | doubles), *unread_doubles])
    for piece in pieces:
        yield from piece.positions(drawn.seen(changes, piece.letters, downward=piece.runs_down))


def _unread_doubles(
    page: Any, keys: Set[int], text_objects: dict[int, TextObject]
) -> Mapping[int, Sequence[Any]]:
    """Text objects that print what another does at its place: pdfium reads only the first of them."""
    unread: dict[tuple[int, int], list[tuple[Quad, Any]]] = defaultdict(list)
    for raw in find_texts(page):
        if address(raw) not in text_objects:
            bounds = bounds_of(raw)
            for place in _places(bounds):
                unread[place].append((bounds, raw))
    doubles: dict[int, list[Any]] = {}
    for key in keys if unread else ():
        bounds = bounds_of(text_objects[key].raw)
        near = unread.get(next(_places(bounds)), ())
        doubles[key] = [raw for other, raw in near if _is_close(bounds, other)]
    return doubles


def _places(bounds: Quad) -> Iterator[tuple[int, int]]:
    """Where a corner lies on a coarse grid, and the places around."""
    column, row = (int(side // DOUBLE_DISTANCE) if math.isfinite(side) else 0 for side in bounds[:2])
    yield column, row
    for across, down in product((-1, 0, 1), repeat=2):
        if across or down:
            yield column + across, row + down


def _strips(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Pieces by where they stand on the page: a few small drawings are made sooner than one of all of it."""
    strip: list[Piece] = []
    strips = 1
    end = -math.inf
    for piece in sorted(pieces, key=lambda piece: piece.box[1]):
        if strip and piece.box[1] > end + STRIP_GAP and strips < MOST_STRIPS:
            yield strip
            strip = []
            strips += 1
            end = -math.inf
        strip.append(piece)
        end = max(end, piece.box[3])
    yield strip


def _fine_drawing(page: Any, pieces: list[Piece]) -> DrawnChanges:
    x0, y0, x1, y1 = part = around([piece.box for piece in pieces])
    width = max(min(x1, page.get_width()) - max(x0, 0.0), 1.0)
    height = max(min(y1, page.get_height()) - max(y0, 0.0), 1.0)
    sides = (
        max(right - left, bottom - top) for piece in pieces for left, top, right, bottom in piece.letters
    )
    wanted = FINE_HEIGHT / max(median(sides), FINE_HEIGHT / FINEST_SCALE)
    scale = min(max(wanted, 1.0), _finest(width * height, FINE_PIXELS))
    return DrawnChanges(page, scale, part=part, colour=True, least=FINE_CHANGE)


def _layers(keys: Set[int], text_objects: dict[int, TextObject]) -> dict[int, int]:
    """A layer for each text object, no two of one in conflict; none for what lies in too high a pile."""
    layer_of: dict[int, int] = {}
    for key in sorted(keys):
        taken = {layer_of.get(other) for other in text_objects[key].conflicts}
        free = next((layer for layer in range(LAYERS) if layer not in taken), None)
        if free is not None:
            layer_of[key] = free
    return layer_of


def _raw(text_objects: dict[int, TextObject], keys: Set[int]) -> Iterator[Any]:
    return (text_objects[key].raw for key in keys if key)


def _finest(area: float, pixels: int) -> float:
    return math.sqrt(pixels / area)


def _text(piece: Piece) -> str:
    return "".join(character.text for character in piece.characters)


def _is_close(quad: Quad, other: Quad) -> bool:
    return all(abs(side - its) <= DOUBLE_DISTANCE for side, its in zip(quad, other, strict=True))
