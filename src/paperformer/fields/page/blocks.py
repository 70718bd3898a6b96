"""Blocks of text: lines that stand below one another in a column, without a gap between them."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.fields.page.layout import NEXT_LINE, Layout, Line


def find_blocks(layout: Layout) -> Sequence[int]:
    """The block of each word of ``layout``, named by the index of its first line.

    The line right below another one is of its block if they have one left edge, middle or right edge.
    """
    blocks = list(range(len(layout.lines)))
    for line in layout.lines:
        for other in layout.below(line.page, line.box, NEXT_LINE)[:1]:
            if _are_aligned(line, other, layout.height):
                first, second = sorted((_first_line(blocks, line.index), _first_line(blocks, other.index)))
                blocks[second] = first
    return [_first_line(blocks, line.index) for line in layout.lines for _ in line.words]


def _are_aligned(line: Line, other: Line, height: float) -> bool:
    """Whether two lines have one left edge, middle or right edge, but for the height of a line."""
    first, second = line.box, other.box
    edges = (first.x0 - second.x0, first.center[0] - second.center[0], first.x1 - second.x1)
    return min(map(abs, edges)) <= height


def _first_line(blocks: list[int], index: int) -> int:
    """The first line of the block of a line; lines on the way are named by it."""
    while blocks[index] != index:
        blocks[index] = index = blocks[blocks[index]]
    return index
