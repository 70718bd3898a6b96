"""Document facts as a small table: a row of captions over a row of values."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.synthesis.blocks import Align, Pair, fitted, stack, text_at
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import NOTHING, Area, Block, Mark, Rule
from paperformer.synthesis.style import Style


def fact_table(pairs: Sequence[Pair], style: Style, width: float, align: Align = "left") -> Block:
    """Captions in a row (on a tint where the document's tables have one) and the values below them.

    What does not fit into one row of columns goes on in further ones.
    """
    bands: list[list[Pair]] = []
    used = 0.0
    for pair in pairs:
        wanted = _wanted(pair, style)
        if not bands or used + wanted > width:
            bands.append([])
            used = 0.0
        bands[-1].append(pair)
        used += wanted
    return stack([_band(band, style, width, align) for band in bands], style.body * 0.5) if bands else NOTHING


def _wanted(pair: Pair, style: Style) -> float:
    caption = line_width(style.caption(pair.caption, bare=True), style.caption_pen(style.small))
    return max(caption, line_width(pair.value, style.pen())) + style.body * 1.3


def _band(pairs: Sequence[Pair], style: Style, width: float, align: Align) -> Block:
    wanted = [_wanted(pair, style) for pair in pairs]
    spare = max(0.0, width - sum(wanted)) / len(pairs)
    step, pad = style.body * 1.5, style.body * 0.45
    marks: list[Mark] = []
    if style.header_fill:
        marks.append(Area(0, 0, width, step, style.tint))
    if style.grid:
        marks.append(Area(0, 0, width, 2 * step, None, style.grey))
        marks.append(Rule(0, step, width, step, 0.4, style.grey))
    elif style.rules:
        marks.append(Rule(0, step, width, step, style.rules, style.grey))
    x = 0.0
    for turn, (pair, own) in enumerate(zip(pairs, wanted, strict=True)):
        size = own + spare
        room = size - 2 * pad
        if style.grid and turn:
            marks.append(Rule(x, 0, x, 2 * step, 0.4, style.grey))
        caption = style.caption(pair.caption, bare=True)
        pen, value_pen = (
            fitted(caption, style.caption_pen(style.small), room),
            fitted(pair.value, style.pen(), room),
        )
        marks.append(text_at(caption, pen, x + pad, step * 0.68, room, align))
        marks.append(text_at(pair.value, value_pen, x + pad, step * 1.68, room, align))
        x += size
    return Block(width, 2 * step, tuple(marks))
