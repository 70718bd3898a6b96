"""A page with the fields that were found on it: coloured boxes, names beside them, a legend below.

Beside its name each field has its confidence and the level of it. Names stand where the page is empty, so
that they cover no word; a thin line leads from a name to its box where they are not next to each other.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paperformer.errors import InvalidConfig
from paperformer.extraction.overlay_layout import Place, Rectangle, place_labels
from paperformer.extraction.result import PageBox

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    from paperformer.extraction.result import Extraction

    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

# Dark enough for white letters (contrast over 4.5, WCAG 2.1) and told apart by the colour-blind
# (after Okabe and Ito's palette, darkened).
GROUPS: dict[str, tuple[str, str]] = {
    "document": ("#00609c", "number, dates, orders"),
    "amounts": ("#a63d00", "amounts"),
    "supplier": ("#00735a", "supplier"),
    "receiver": ("#a0417c", "receiver"),
    "payment": ("#6a4c00", "payment"),
    "other": ("#4d4d4d", "other"),
}
_AMOUNTS = ("total_", "amount_", "subtotal", "rounding", "currency", "tip", "vat_", "purchase_")
_PAYMENT = ("iban", "bic", "bank_", "payment_", "card_")
_DOCUMENT = (
    "document_", "due_date", "order_", "receiver_order_", "customer_", "contract_", "period_", "time",
)  # fmt: skip


def field_group(name: str) -> str:
    """Which of ``GROUPS`` a field belongs to; ``other`` for fields of other schemas."""
    prefixes = {
        "document": _DOCUMENT,  # before receiver: receiver_order_number
        "amounts": _AMOUNTS,
        "payment": _PAYMENT,
        "supplier": ("supplier_",),
        "receiver": ("receiver_",),
    }
    return next((group for group, starts in prefixes.items() if name.startswith(starts)), "other")


def marked_pages(extraction: Extraction) -> tuple[int, ...]:
    """The pages on which the best candidate of a field, a row or a code stands."""
    pages = {page for _, page, _ in _marks(extraction)} | {code.page for code in extraction.codes}
    return tuple(sorted(pages | {page for _, page, _ in _row_marks(extraction)}))


def draw_overlay(image: Image.Image, extraction: Extraction, page: int) -> Image.Image:
    """A picture of a page with the best candidate of every field marked, and every row of its tables.

    Args:
        image: The page, upright, as its boxes expect it; any mode. It is not changed.
        extraction: What was found in the document.
        page: Which page this is, from 1.

    Returns:
        An RGB picture, as wide as the page, higher by the legend.

    Raises:
        InvalidConfig: when the document has no such page, or the picture is empty.
    """
    from PIL import Image, ImageDraw

    first, last = extraction.first_page, extraction.first_page + len(extraction.pages) - 1
    if not first <= page <= last:
        raise InvalidConfig(f"{extraction.file} has no page {page}", f"Give {first} to {last}")
    if not image.width or not image.height:
        raise InvalidConfig(f"the picture of page {page} of {extraction.file} is empty", "Render it again")
    font = label_font(max(10, image.width // 85))
    names = _names_by_box(extraction, page, image.size)
    rows = [(name, _pixels(box, image.size)) for name, where, box in _row_marks(extraction) if where == page]
    codes = [code for code in extraction.codes if code.page == page]
    marked = [*(name for fields in names.values() for name in fields), *(name for name, _ in rows)]
    marked += ["code"] * bool(codes)
    legend = _legend_rows([field_group(name) for name in marked], font, image.width)
    row = _label_size("X", font)[1] * 3 // 2
    canvas = Image.new("RGB", (image.width, image.height + row * len(legend)), "white")
    canvas.paste(image.convert("RGB"))
    draw = ImageDraw.Draw(canvas, "RGBA")
    for name, box in rows:
        _draw_row(draw, box, GROUPS[field_group(name)][0])
    marks = [
        _Mark(
            box, ", ".join(label_of(name, extraction) for name in fields), GROUPS[field_group(fields[0])][0]
        )
        for box, fields in names.items()
    ]
    for code in codes:
        label = f"{code.format} {code.scheme or ''}".strip().replace("_", " ")
        marks.append(_Mark(_pixels(code.box, image.size), label, GROUPS["other"][0]))
    _place_and_draw(draw, image, marks, font)
    for number, entries in enumerate(legend):
        _draw_legend_row(draw, entries, image.height + number * row, row, font)
    return canvas


def draw_marks(image: Image.Image, marks: Sequence[tuple[Sequence[float], str, str]]) -> Image.Image:
    """A picture of a page with boxes, each with a label beside it.

    Args:
        image: The page; any mode. It is not changed.
        marks: Box (x0, y0, x1, y1 in parts of the page), label, and a colour dark enough for white letters.
            Labels of one box and colour are joined; a box may have none.
    """
    from PIL import ImageDraw

    labels: dict[tuple[Rectangle, str], list[str]] = {}
    for (x0, y0, x1, y1), label, colour in marks:
        box = _pixels(PageBox(x0=x0, y0=y0, x1=x1, y1=y1), image.size)
        labels.setdefault((box, colour), []).append(label)
    canvas = image.convert("RGB")
    joined = [_Mark(box, ", ".join(filter(None, texts)), colour) for (box, colour), texts in labels.items()]
    draw = ImageDraw.Draw(canvas, "RGBA")
    _place_and_draw(draw, image, joined, label_font(max(10, image.width // 85)))
    return canvas


class _Mark(NamedTuple):
    box: Rectangle
    label: str
    colour: str


def _place_and_draw(
    draw: ImageDraw.ImageDraw, image: Image.Image, marks: Sequence[_Mark], font: Font
) -> None:
    for mark in marks:
        if not mark.label:
            _draw_box(draw, mark.box, mark.colour)
    marks = [mark for mark in marks if mark.label]
    sizes = [_label_size(mark.label, font) for mark in marks]
    places = place_labels(_ink(image), [mark.box for mark in marks], sizes)
    for mark, place in zip(marks, places, strict=True):
        _draw_mark(draw, mark.box, mark.label, place, mark.colour, font)


def save_picture(image: Image.Image, path: Path) -> None:
    """Write a PNG, whole or not at all; a link of that name is replaced, not followed.

    Raises:
        InvalidConfig: when it cannot be written there.
    """
    # A name of its own: another process may be writing a picture of the same name.
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as stream:
                image.save(stream, format="PNG")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)  # there only where something went wrong
    except OSError as error:
        raise InvalidConfig(
            f"{path} cannot be written: {error.strerror or error}", "Choose another folder with --overlay"
        ) from error


def _marks(extraction: Extraction) -> list[tuple[str, int, PageBox]]:
    best = [(name, candidates[0]) for name, candidates in extraction.fields.items() if candidates]
    return [(name, c.page, c.box) for name, c in best if c.page is not None and c.box is not None]


def label_of(name: str, extraction: Extraction) -> str:
    """``total_incl_vat 0.98 high``: cut, not rounded, so that 0.99 is very high."""
    best = extraction.fields[name][0]
    return f"{name} {int(100 * best.confidence + 1e-9) / 100:.2f} {best.level.replace('_', ' ')}"


def _row_marks(extraction: Extraction) -> list[tuple[str, int, PageBox]]:
    found = [(name, row) for name, rows in extraction.rows.items() for row in rows]
    return [(name, row.page, row.box) for name, row in found if row.page is not None and row.box is not None]


def _names_by_box(extraction: Extraction, page: int, size: tuple[int, int]) -> dict[Rectangle, list[str]]:
    """The fields of each box in pixels: a total is often the amount due as well."""
    names: dict[Rectangle, list[str]] = {}
    for name, where, box in _marks(extraction):
        if where == page:
            names.setdefault(_pixels(box, size), []).append(name)
    return names


def _pixels(box: PageBox, size: tuple[int, int]) -> Rectangle:
    """The box on the picture, two pixels wider on each side, so that the line is not on the letters."""
    width, height = size
    x0, x1 = sorted((box.x0 * width, box.x1 * width))
    y0, y1 = sorted((box.y0 * height, box.y1 * height))
    return Rectangle(
        min(max(0, round(x0) - 2), width - 1),
        min(max(0, round(y0) - 2), height - 1),
        max(1, min(width, round(x1) + 2)),
        max(1, min(height, round(y1) + 2)),
    )


def _ink(image: Image.Image) -> Image.Image:
    """White where something is printed, against the lightness around it: paper is not always white."""
    from PIL import ImageChops, ImageFilter

    grey = image.convert("L")
    paper = grey.resize((max(1, grey.width // 16), max(1, grey.height // 16)))
    paper = paper.filter(ImageFilter.MaxFilter(5)).resize(grey.size)
    return ImageChops.subtract(paper, grey).point(lambda difference: 255 * (difference > 48))


def label_font(size: int) -> Font:
    """A typeface that Pillow brings, ``size`` pixels high."""
    from PIL import ImageFont

    return ImageFont.load_default(size=size)


def _label_size(text: str, font: Font) -> tuple[int, int]:
    left, _, right, _ = font.getbbox(text)
    _, top, _, bottom = font.getbbox("Xpg|")  # one height for all
    return round(right - left) + 6, round(bottom - top) + 4


def _draw_mark(
    draw: ImageDraw.ImageDraw, box: Rectangle, text: str, place: Place, colour: str, font: Font
) -> None:
    _draw_box(draw, box, colour)
    label = place.label
    if place.leader is not None:
        draw.line(place.leader, fill=colour, width=1)
    draw.rectangle((label.x0, label.y0, label.x1 - 1, label.y1 - 1), fill=colour)
    draw.text((label.x0 + 3, (label.y0 + label.y1) / 2), text, fill="white", font=font, anchor="lm")


def _draw_box(draw: ImageDraw.ImageDraw, box: Rectangle, colour: str) -> None:
    draw.rectangle((box.x0, box.y0, box.x1 - 1, box.y1 - 1), fill=f"{colour}26", outline=colour, width=2)


def _draw_row(draw: ImageDraw.ImageDraw, box: Rectangle, colour: str) -> None:
    """A row of a table: a thin frame without a name, for there are many and they stand close."""
    draw.rectangle((box.x0, box.y0, box.x1 - 1, box.y1 - 1), fill=f"{colour}12", outline=colour, width=1)


def _legend_rows(groups: list[str], font: Font, width: int) -> list[list[tuple[int, str]]]:
    """The groups in use as rows of (left edge, group), in the order of ``GROUPS``."""
    rows: list[list[tuple[int, str]]] = []
    x = width
    for group in (name for name in GROUPS if name in groups):
        entry = _label_size(GROUPS[group][1], font)
        needed = entry[0] + 3 * entry[1]
        if x + needed > width:
            rows.append([])
            x = entry[1]
        rows[-1].append((x, group))
        x += needed
    return rows


def _draw_legend_row(
    draw: ImageDraw.ImageDraw, entries: list[tuple[int, str]], top: int, height: int, font: Font
) -> None:
    middle, half = top + height / 2, height / 4
    for x, group in entries:
        colour, words = GROUPS[group]
        draw.rectangle((x, middle - half, x + 2 * half, middle + half), fill=colour)
        draw.text((x + 3 * half, middle), words, fill="black", font=font, anchor="lm")
