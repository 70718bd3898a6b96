"""Places a receipt on a strip of thermal paper (or on a sheet): parts in an order drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Callable

from paperformer.synthesis import receipt_extras, receipt_head, receipt_rows
from paperformer.synthesis.blocks import stack
from paperformer.synthesis.chance import chance
from paperformer.synthesis.ink import Block, Sheet
from paperformer.synthesis.receipt import Receipt
from paperformer.synthesis.strip import Strip, draw_strip


def lay_out_receipt(rng: random.Random, receipt: Receipt) -> list[Sheet]:
    """The one page of ``receipt``: a strip as long as it needs, sometimes lying on a larger sheet."""
    strip = draw_strip(rng, receipt)
    info_late = chance(rng, 0.25)
    parts: list[Callable[[Strip], list[Block]]] = [receipt_head.head]
    if not info_late:
        parts.append(receipt_head.info)
    parts += [receipt_rows.goods, receipt_rows.totals, receipt_rows.payment]
    if chance(rng, 0.4):
        parts.insert(rng.choice((-1, len(parts))), receipt_rows.tax_table)
    parts += _extras(rng, receipt)
    if info_late:
        parts.append(receipt_head.info)
    parts.append(receipt_rows.foot)
    blocks: list[Block] = []
    for part in parts:
        own = part(strip)
        if own and blocks and chance(rng, 0.75):
            blocks.append(strip.separator())
        blocks += own
    return [_on_paper(rng, strip, stack(blocks, 0.0, strip.width))]


def _extras(rng: random.Random, receipt: Receipt) -> list[Callable[[Strip], list[Block]]]:
    """What else stands below the payment: tips to choose from and a slip to sign, savings, points."""
    american = receipt.locale.country in ("US", "CA")
    parts: list[Callable[[Strip], list[Block]]] = []
    if (
        receipt.dining
        and receipt.by_card
        and not receipt.sums.tip
        and chance(rng, 0.45 if american else 0.06)
    ):
        parts.append(receipt_extras.card_slip)
    if receipt.dining and chance(rng, 0.35 if american else 0.04):
        parts.append(receipt_extras.tip_guide)
    if chance(rng, 0.12):
        parts.append(receipt_extras.distractors)
    rng.shuffle(parts)
    return parts


def _on_paper(rng: random.Random, strip: Strip, block: Block) -> Sheet:
    top = rng.uniform(6, 40)
    height = block.height + top + rng.uniform(6, 40)
    if chance(rng, 0.85):
        sheet = Sheet(strip.paper, height)
        sheet.put(block, strip.margin, top)
        return sheet
    sheet = Sheet(595.28, max(841.89, height + 40))
    sheet.put(block, rng.uniform(40, 595 - strip.paper), rng.uniform(20, sheet.height - height))
    return sheet
