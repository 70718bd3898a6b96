"""Below a page with its answers: why each of them is believed, the weightiest reasons first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paperformer.extraction.explain import Explained, explain
from paperformer.extraction.overlay import GROUPS, draw_overlay, field_group, label_font, label_of

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    from paperformer.extraction.result import Extraction

    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

COLUMNS = 2


def draw_explained(image: Image.Image, extraction: Extraction, page: int, reasons: int) -> Image.Image:
    """The overlay of a page, and below it the reasons for each answer that stands on the page.

    Args:
        image: The page, upright; see ``draw_overlay``.
        extraction: What was found, with its evidence.
        page: Which page this is, from 1.
        reasons: The most of one answer.
    """
    from PIL import Image, ImageDraw

    drawn = draw_overlay(image, extraction, page)
    font = label_font(max(10, image.width // 85))
    height = font_height(font)
    room = drawn.width // COLUMNS
    blocks = [
        (
            GROUPS[field_group(name)][0],
            [label_of(name, extraction), *_lines_of(explained, reasons, font, room)],
        )
        for name, (explained, *_) in explain(extraction).items()
        if explained.candidate.page == page
    ]
    most = 2 * height * sum(len(lines) + 1 for _, lines in blocks)
    canvas = Image.new("RGB", (drawn.width, drawn.height + most), "white")
    canvas.paste(drawn)
    draw = ImageDraw.Draw(canvas)
    tops = [drawn.height + height] * COLUMNS
    for colour, lines in blocks:
        column = tops.index(min(tops))
        for place, line in enumerate(lines):
            fill = "black" if place else colour
            draw.text((column * room + height, tops[column]), line, fill=fill, font=font)
            tops[column] += height * 5 // 4
        tops[column] += height
    return canvas.crop((0, 0, canvas.width, max(tops)))


def font_height(font: Font) -> int:
    """The height of a line of letters, in pixels."""
    _, top, _, bottom = font.getbbox("Xpg|")
    return round(bottom - top)


def _lines_of(explained: Explained, most: int, font: Font, room: int) -> Iterator[str]:
    """A line for each reason; what is wider than the room is cut."""
    for reason in explained.reasons[:most]:
        line = f"    {reason.counts:+.2f}  {reason.says}"
        while font.getlength(line) > room - 2 * font_height(font):
            line = f"{line[:-2]}…"
        yield line
