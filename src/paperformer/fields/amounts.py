"""Choice among the sums on a label's row: rows of VAT, rows of net, VAT and total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from paperformer.fields.anchored import Anchored
from paperformer.fields.page.cells import CellReading
from paperformer.fields.totals import adds_up


def amount_of(reading: CellReading) -> Decimal:
    """The amount that ``reading`` says."""
    return Decimal(reading.parsed.value)


def chosen_on_row(found: Sequence[Anchored]) -> Iterator[tuple[str, CellReading, tuple[str, ...]]]:
    """Field, value and traits of the sums that stand at one label, the label's own field first.

    A row of several sums is read as net, VAT and total where they add up, or else by the custom that the sum
    of a row stands last.
    """
    if not found:
        return
    field = found[0].meaning.name
    strong = [anchored for anchored in found if not anchored.reading.weak] or list(found)
    # A row opens with the label of a sum of all; "Provision sur charges" has its own net, VAT and total.
    if len(strong) >= 3 and field != "rounding" and found[0].anchor.opens:
        triple = strong[-3:]
        excl, vat, incl = (amount_of(anchored.reading) for anchored in triple)
        if vat and adds_up(excl, vat, incl):
            for name, anchored in zip(("total_excl_vat", "total_vat", "total_incl_vat"), triple, strict=True):
                trait = "one of three that add up" if name == field else "beside one of these"
                yield name, anchored.reading, (*anchored.traits, trait)
            return
    best = strong[-1]
    yield field, best.reading, best.traits
    for other in strong[:-1]:
        yield field, other.reading, (*other.traits, "not the last on its row")
