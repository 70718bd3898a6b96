"""Blocks of text: paragraphs, captioned values in several arrangements, stacks and frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paperformer.synthesis.fonts import line_width, width_of
from paperformer.synthesis.ink import (
    BLACK,
    NOTHING,
    Area,
    Block,
    Colour,
    Line,
    Mark,
    Pen,
    Piece,
    Rule,
    Text,
    text_of,
)
from paperformer.synthesis.style import Style

Align = Literal["left", "right", "center"]
Arrangement = Literal["inline", "columns", "right", "above", "strip", "boxes"]

_ASCENT = 0.78  # of the type size: where the first baseline lies below the block's top


@dataclass(frozen=True, slots=True)
class Pair:
    """A caption and the value that it announces."""

    caption: str
    value: Line


def text_at(
    line: Line, pen: Pen, x: float, baseline: float, width: float = 0.0, align: Align = "left"
) -> Text:
    """A line of text in a column of ``width`` that starts at ``x``."""
    if align != "left":
        slack = width - line_width(line, pen)
        x += slack if align == "right" else slack / 2
    return Text(x, baseline, line, pen)


def paragraph(
    lines: Sequence[Line], pen: Pen, leading: float, width: float | None = None, align: Align = "left"
) -> Block:
    """Lines one below the other; those longer than ``width`` are broken. Empty lines keep their height."""
    if width is not None:
        lines = [part for line in lines for part in broken(line, pen, width)]
    if not lines:
        return NOTHING
    full = width if width is not None else max(line_width(line, pen) for line in lines)
    step = pen.size * leading
    marks = tuple(
        text_at(line, pen, 0, turn * step + pen.size * _ASCENT, full, align)
        for turn, line in enumerate(lines)
        if text_of(line).strip()
    )
    return Block(full, len(lines) * step, marks)


def fitted(line: Line, pen: Pen, room: float) -> Pen:
    """The pen, made smaller where the line would be wider than ``room`` (not below a third of its size)."""
    wanted = line_width(line, pen)
    return pen if wanted <= room else replace(pen, size=max(pen.size * room / wanted, pen.size / 3))


def widest_word(lines: Iterable[Line], pen: Pen) -> float:
    """The width of the widest word, which no breaking makes narrower."""
    return max((line_width(word, pen) for line in lines for word in _words(line)), default=0.0)


def broken(line: Line, pen: Pen, width: float) -> list[Line]:
    """A line in parts that fit ``width``, broken at spaces; a word that is too long stays whole."""
    if line_width(line, pen) <= width:
        return [line]
    parts: list[list[Piece]] = [[]]
    used = 0.0
    space = width_of(" ", pen)
    for word in _words(line):
        size = line_width(word, pen)
        if parts[-1] and used + space + size > width:
            parts.append([])
            used = 0.0
        if parts[-1]:
            parts[-1].append(Piece(" "))
            used += space
        parts[-1] += word
        used += size
    return [tuple(part) for part in parts]


def _words(line: Line) -> list[Line]:
    words: list[list[Piece]] = [[]]
    for piece in line:
        for turn, part in enumerate(piece.text.split(" ")):
            if turn > 0 and words[-1]:
                words.append([])
            if part:
                words[-1].append(Piece(part, piece.fields, piece.cell))
    return [tuple(word) for word in words if word]


def stack(
    blocks: Sequence[Block], gap: float = 0.0, width: float | None = None, align: Align = "left"
) -> Block:
    """Blocks one below the other."""
    blocks = [block for block in blocks if block.height > 0]
    if not blocks:
        return NOTHING
    full = width if width is not None else max(block.width for block in blocks)
    children = []
    y = 0.0
    for block in blocks:
        slack = full - block.width
        x = 0.0 if align == "left" else slack if align == "right" else slack / 2
        children.append((x, y, block))
        y += block.height + gap
    return Block(full, y - gap, children=tuple(children))


def beside(blocks: Sequence[tuple[float, Block]]) -> Block:
    """Blocks side by side, each at its own x."""
    return Block(
        max((x + block.width for x, block in blocks), default=0.0),
        max((block.height for _, block in blocks), default=0.0),
        children=tuple((x, 0.0, block) for x, block in blocks),
    )


def framed(
    block: Block, pad: float, fill: Colour | None = None, stroke: Colour | None = BLACK, radius: float = 0
) -> Block:
    """A block with a box around it."""
    width, height = block.width + 2 * pad, block.height + 2 * pad
    return Block(width, height, (Area(0, 0, width, height, fill, stroke, radius),), ((pad, pad, block),))


def rule(width: float, thickness: float, colour: Colour = BLACK, dash: float = 0.0) -> Block:
    """A horizontal rule as a block of its own."""
    return Block(width, max(thickness, 0.1), (Rule(0, 0, width, 0, thickness, colour, dash),))


def pairs_block(pairs: Sequence[Pair], style: Style, arrangement: Arrangement, width: float) -> Block:
    """Captioned values, arranged in one of six ways, no wider than ``width`` where that can be."""
    if not pairs:
        return NOTHING
    if arrangement == "inline":
        return _inline(pairs, style, width)
    if arrangement in ("columns", "right"):
        return _columns(pairs, style, width, right=arrangement == "right")
    if arrangement == "above":
        return stack([_cell(pair, style, width) for pair in pairs], style.body * 0.35)
    return _strip(pairs, style, width, boxed=arrangement == "boxes")


def _inline(pairs: Sequence[Pair], style: Style, width: float) -> Block:
    lines = [
        (*style.caption(pair.caption), Piece(" "), *pair.value) if pair.caption else pair.value
        for pair in pairs
    ]
    return paragraph(lines, style.pen(), style.leading, width)


def _columns(pairs: Sequence[Pair], style: Style, width: float, *, right: bool) -> Block:
    pen, caption_pen = style.pen(), style.caption_pen()
    captions = [style.caption(pair.caption) for pair in pairs]
    wanted = max(line_width(caption, caption_pen) for caption in captions) + style.body
    offset = min(wanted, width * 0.62)
    step = style.body * style.leading
    marks: list[Mark] = []
    y = style.body * _ASCENT
    used = width if right else 0.0
    for caption, pair in zip(captions, pairs, strict=True):
        value_width = line_width(pair.value, pen)
        caption_width = line_width(caption, caption_pen)
        marks.append(text_at(caption, caption_pen, 0, y))
        cramped = caption_width + style.body * 0.6 + value_width > width if right else caption_width > offset
        value_pen = fitted(pair.value, pen, width if cramped else width - offset)
        if cramped:
            y += step
            marks.append(text_at(pair.value, value_pen, 0, y, width, "right" if right else "left"))
        else:
            marks.append(
                text_at(pair.value, value_pen, 0 if right else offset, y, width, "right" if right else "left")
            )
        used = max(used, offset + value_width)
        y += step
    return Block(used, y - style.body * _ASCENT, tuple(marks))


def _cell(pair: Pair, style: Style, width: float) -> Block:
    caption = paragraph(
        [style.caption(pair.caption, bare=True)], style.caption_pen(style.small), style.leading, width
    )
    return stack([caption, paragraph([pair.value], style.pen(), style.leading, width)])


def _strip(pairs: Sequence[Pair], style: Style, width: float, *, boxed: bool) -> Block:
    pad = style.body * 0.4
    captions = [style.caption(pair.caption, bare=True) for pair in pairs]
    widest = max(
        widest_word((pair.value for pair in pairs), style.pen()),
        widest_word(captions, style.caption_pen(style.small)),
    )
    narrowest = max(style.body * 10.5, widest + 2 * pad + 1)
    per_row = max(1, min(len(pairs), int(width // narrowest)))
    column = width / per_row
    rows = []
    for start in range(0, len(pairs), per_row):
        cells = [_cell(pair, style, column - 2 * pad) for pair in pairs[start : start + per_row]]
        height = max(cell.height for cell in cells) + 2 * pad
        marks = tuple(
            Area(turn * column, 0, (turn + 1) * column, height, None, style.grey)
            for turn in range(len(cells))
            if boxed
        )
        children = tuple((turn * column + pad, pad, cell) for turn, cell in enumerate(cells))
        rows.append(Block(width, height, marks, children))
    return stack(rows)
