"""A head of three columns, each a stack of parts, as bookkeeping programs print it.

Nothing but the place may tell who is who: often the buyer stands below the title without a heading, the
facts in a narrow column beside it, each caption above its value, and the seller at the far right.
"""

from __future__ import annotations

from paperformer.synthesis import party_blocks as parties
from paperformer.synthesis.blocks import Align, Arrangement, beside, paragraph, stack
from paperformer.synthesis.chance import chance, weighted
from paperformer.synthesis.head_parts import Part, draw_part
from paperformer.synthesis.ink import Block
from paperformer.synthesis.pages import Pages

Thirds = tuple[tuple[Part, ...], tuple[Part, ...], tuple[Part, ...]]

_USUAL: dict[Thirds, float] = {
    (("title", "buyer"), ("meta",), ("brand", "seller")): 5,
    (("title", "buyer"), ("meta",), ("seller",)): 2,
    (("brand", "seller"), ("buyer", "delivery"), ("title", "meta")): 1.5,
    (("brand", "seller"), ("title", "meta"), ("buyer", "delivery")): 1,
    (("title", "meta"), ("brand", "seller"), ("buyer",)): 1,
    (("title", "meta"), ("buyer", "delivery"), ("brand", "seller")): 1.5,
    (("brand", "buyer"), ("title", "meta"), ("seller",)): 1,
}
_FACTS: dict[Arrangement, float] = {"above": 6, "inline": 2, "columns": 1}


def draw_thirds(pages: Pages, *, seller_in_footer: bool) -> Block:
    """The head as one block across the page's width; brand, title and facts each at most once."""
    style, rng = pages.style, pages.rng
    numbered, gap = chance(rng, 0.1), style.body * rng.choice((0.8, 1.3, 2.0))
    gutter = style.body * rng.choice((1.2, 2.0))
    shares = _widths(pages)
    room = style.content_width - 2 * gutter
    bare = chance(rng, 0.55)
    placed, x = [], 0.0
    columns: Thirds = weighted(rng, _USUAL)
    for parts, share in zip(columns, shares, strict=True):
        width = room * share
        blocks = [
            _buyer(pages, width)
            if part == "buyer" and bare
            else draw_part(
                pages, part, width, numbered=numbered, seller_in_footer=seller_in_footer, arrangements=_FACTS
            )
            for part in parts
        ]
        align: Align = "right" if x and "meta" not in parts and chance(rng, 0.15) else "left"
        placed.append((x, stack(blocks, gap, width, align)))
        x += width + gutter
    late = style.body * rng.choice((0, 0, 2, 4))
    placed[1:] = [(x, stack([Block(1.0, late), block]) if late else block) for x, block in placed[1:]]
    return beside(placed)


def _widths(pages: Pages) -> tuple[float, float, float]:
    """The parts of the width that the columns take."""
    left, middle = pages.rng.uniform(0.36, 0.48), pages.rng.uniform(0.22, 0.28)
    return (left, middle, 1 - left - middle) if chance(pages.rng, 0.7) else (1 / 3, 1 / 3, 1 / 3)


def _buyer(pages: Pages, width: float) -> Block:
    """The buyer without a heading."""
    return paragraph(parties.buyer_lines(pages), pages.style.pen(), pages.style.leading, width)
