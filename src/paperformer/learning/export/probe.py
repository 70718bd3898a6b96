"""Documents to compare graph and torch on: made here, so that an export needs no data."""

from __future__ import annotations

import numpy as np

from paperformer.documents.model import Box, Word

PRINT = """
INVOICE Rechnung Faktura Total TOTAL: Summe Moms VAT 25% 19% Date Datum 2024-03-01 01.02.2024 12/03/2024 No.
Nr ACME Ltd. GmbH AB Street 12 Stockholm 114 55 London SW1A Amount 1.234,56 1,234.56 99.00 12,50 EUR SEK $
IBAN DE89370400440532013000 Bankgiro 2654507 Due Customer 10042 Phone +46 8 123 45 67 Thank you Subtotal Qty
"""
PER_PAGE, PER_LINE = 240, 6  # words


def probe_documents(count: int = 8, longest: int = 600, seed: int = 0) -> list[list[Word]]:
    """Random words on a grid of lines, from a few to ``longest``, over one or more pages."""
    generator = np.random.default_rng(seed)
    return [_document(int(words), generator) for words in np.geomspace(5, longest, count)]


def _document(words: int, generator: np.random.Generator) -> list[Word]:
    texts = generator.choice(PRINT.split(), size=words)
    return [_placed(str(text), *divmod(place, PER_PAGE)) for place, text in enumerate(texts)]


def _placed(text: str, page: int, place: int) -> Word:
    line, column = divmod(place, PER_LINE)
    x, y = 0.05 + 0.15 * column, 0.03 + 0.023 * line
    box = Box(x, y, x + 0.012 * len(text), y + 0.015).clipped()
    return Word(text, box, page=page + 1, line=2 * line + column // 3)
