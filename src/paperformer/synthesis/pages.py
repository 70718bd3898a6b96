"""What the parts of one invoice share while it is laid out: its content, its look, and the dice."""

from __future__ import annotations

import random
from dataclasses import dataclass

from paperformer.synthesis.blocks import Pair
from paperformer.synthesis.chance import pick
from paperformer.synthesis.content import Invoice
from paperformer.synthesis.style import Style


@dataclass(frozen=True, slots=True)
class Pages:
    """One document in the making."""

    rng: random.Random
    invoice: Invoice
    style: Style

    def label(self, key: str, **more: str) -> str:
        """One of the synonyms of a caption, filled in."""
        invoice = self.invoice
        text = pick(self.rng, invoice.locale.labels[key])
        return text.format(
            **{"tax": invoice.tax_name, "code": invoice.printer.currency, "rate": "", **more}
        ).strip()

    def pair(self, field: str, key: str | None = None) -> Pair | None:
        """The captioned value of a field, None where the document does not have it."""
        fact = self.invoice.facts.get(field)
        return Pair(self.label(key or field), fact.line()) if fact else None
