"""The parts of an invoice's head by their names, for heads whose columns hold any of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from paperformer.synthesis import invoice_head as head
from paperformer.synthesis import party_blocks as parties
from paperformer.synthesis.blocks import Arrangement
from paperformer.synthesis.chance import chance
from paperformer.synthesis.ink import NOTHING, Block
from paperformer.synthesis.pages import Pages

Part = Literal["brand", "title", "seller", "buyer", "delivery", "meta"]


def draw_part(
    pages: Pages,
    part: Part,
    room: float,
    *,
    numbered: bool,
    seller_in_footer: bool,
    arrangements: Mapping[Arrangement, float] | None = None,
) -> Block:
    """One part, ``room`` points wide; the facts in one of ``arrangements`` (None: any)."""
    rng = pages.rng
    if part == "brand":
        return head.brand(pages, room)
    if part == "title":
        return head.title(pages, room, with_number=numbered)
    if part == "seller":
        if seller_in_footer and chance(rng, 0.5):
            return NOTHING
        named = chance(rng, 0.6) or not seller_in_footer
        return parties.seller(pages, room, named=named, full=chance(rng, 0.7))
    if part == "buyer":
        return parties.buyer(pages, room)
    if part == "delivery":
        return parties.delivery(pages, room)
    return head.meta(pages, room, number_shown=numbered, arrangements=arrangements)
