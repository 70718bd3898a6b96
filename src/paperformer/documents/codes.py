"""QR codes and bar codes on the picture of a page, decoded by zxing-cpp."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperformer.documents.model import Box, Code

if TYPE_CHECKING:
    from PIL import Image

# Codes of a page, and bytes of a code: the largest QR code holds 2,953, an Aztec code 1,914, PDF417 1,108.
MOST_CODES, MOST_BYTES = 32, 4_096
_WHOLE = (Box(0.0, 0.0, 1.0, 1.0),)
_FEWEST_PIXELS = 16  # of a side of a patch

# Letters with the separators of ASCII between fields, as in France's 2D-Doc: zxing calls them binary.
_SEPARATED = re.compile(rb"[\x1c-\x7e]+")
_NAMES = {
    "QRCode": "qr_code",
    "DataMatrix": "data_matrix",
    "Aztec": "aztec",
    "PDF417": "pdf417",
    "Code128": "code_128",
}
_VARIANTS = {
    "QRCodeModel1": "QRCode",
    "QRCodeModel2": "QRCode",
    "AztecCode": "Aztec",
    "CompactPDF417": "PDF417",
}
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A code on a picture.

    Args:
        format: As ``Code`` says.
        text: What it says, if that is text.
        data: Its bytes.
        corners: In pixels of the picture, clockwise from its own top left.
    """

    format: str
    text: str | None
    data: bytes
    corners: tuple[Point, ...]


def find_codes(picture: Image.Image, patches: Sequence[Box] = _WHOLE) -> list[Seen]:
    """The codes on a picture, each once, at most ``MOST_CODES``.

    Args:
        picture: Of a page, in any mode.
        patches: The parts of it that are searched.
    """
    import numpy as np
    import zxingcpp

    formats = zxingcpp.barcode_formats_from_str(",".join(_NAMES))
    grey = np.asarray(picture.convert("L"))
    height, width = grey.shape
    found: list[Seen] = []
    for patch in patches:
        left, top = math.floor(patch.x0 * width), math.floor(patch.y0 * height)
        part = grey[top : math.ceil(patch.y1 * height), left : math.ceil(patch.x1 * width)]
        if min(part.shape) < _FEWEST_PIXELS:
            continue
        for barcode in zxingcpp.read_barcodes(np.ascontiguousarray(part), formats=formats, try_invert=False):
            seen = _seen(barcode, left, top)
            if (
                len(found) < MOST_CODES
                and seen is not None
                and not any(_is_same(seen, other) for other in found)
            ):
                found.append(seen)
    return found


def _seen(barcode: Any, left: int, top: int) -> Seen | None:
    name = barcode.format.name
    form = _NAMES.get(_VARIANTS.get(name, name))
    data = bytes(barcode.bytes)
    if form is None or not data or len(data) > MOST_BYTES:
        return None
    at = barcode.position
    corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return Seen(
        form, _text(barcode, data), data, tuple((left + corner.x, top + corner.y) for corner in corners)
    )


def _text(barcode: Any, data: bytes) -> str | None:
    """The text of a code. Where it does not name its characters, zxing guesses, and often guesses Japan."""
    if barcode.content_type.name in {"Binary", "UnknownECI"}:
        return data.decode("ascii") if _SEPARATED.fullmatch(data) else None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text: str = barcode.text
        # Shift-JIS begins its kanji with bytes that Latin 1, the standard's own characters, does not use.
        is_latin = not any(0x80 <= byte < 0xA0 for byte in data)
        guessed = any("\uff61" <= letter <= "\uff9f" for letter in text)
        return data.decode("latin-1") if is_latin and guessed else text


def _is_same(seen: Seen, other: Seen) -> bool:
    """Whether two patches that overlap show one code."""
    if (seen.format, seen.data) != (other.format, other.data):
        return False
    box, own = _bounds(seen.corners), _bounds(other.corners)
    x, y = box.center
    return own.x0 <= x <= own.x1 and own.y0 <= y <= own.y1


def _bounds(corners: Sequence[Point]) -> Box:
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def standing(found: Sequence[Seen], size: tuple[int, int], rotation: int, skew: float) -> Iterator[Code]:
    """The codes with their places on the upright page, from top to bottom.

    Args:
        found: On a picture of the page.
        size: Width and height of the picture.
        rotation: Degrees clockwise by which the picture is turned to stand upright.
        skew: How far it is still tilted then, in degrees clockwise.
    """
    placed = []
    for seen in found:
        corners = [_turned(corner, size, rotation) for corner in seen.corners]
        wide, high = size if rotation in (0, 180) else size[::-1]
        box = _bounds([_levelled(corner, wide, high, skew) for corner in corners])
        on_page = Box(box.x0 / wide, box.y0 / high, box.x1 / wide, box.y1 / high).clipped()
        placed.append(Code(seen.format, seen.text, seen.data, on_page))
    yield from sorted(placed, key=lambda code: (code.box.y0, code.box.x0))


def _turned(point: Point, size: tuple[int, int], rotation: int) -> Point:
    """A point of a picture after the picture is turned clockwise by a multiple of 90 degrees."""
    (x, y), (width, height) = point, size
    return {0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[rotation]


def _levelled(point: Point, width: int, height: int, skew: float) -> Point:
    """A point after a picture is turned counter-clockwise by ``skew`` degrees about its centre."""
    angle = math.radians(skew)
    x, y = point[0] - width / 2, point[1] - height / 2
    return (
        x * math.cos(angle) + y * math.sin(angle) + width / 2,
        y * math.cos(angle) - x * math.sin(angle) + height / 2,
    )
