"""Invoice lines, VAT shares and adjustments from the raw texts that a syntax gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from paperformer.documents.einvoice import normal_form
from paperformer.documents.einvoice.collector import Collector, sum_of
from paperformer.documents.einvoice.invoice import Adjustment, AdjustmentKind, PurchaseLine, VatShare


def vat_share(
    collector: Collector, *, category: str | None, rate: str | None, base: str | None, tax: str | None
) -> VatShare:
    """One VAT share; a part that is no number is left out with a warning."""
    field = "vat_distribution"
    return VatShare(
        category=category,
        rate=collector.normal(field, rate, normal_form.number),
        base=collector.normal(field, base, normal_form.amount),
        amount=collector.normal(field, tax, normal_form.amount),
    )


def purchase_line(
    collector: Collector,
    *,
    code: str | None,
    description: str | None,
    quantity: str | None,
    unit: str | None,
    price: str | None,
    base_quantity: str | None,
    allowances: Sequence[str],
    charges: Sequence[str] = (),
    vat_rate: str | None,
    total: str | None,
) -> PurchaseLine:
    """One invoice line; a part that is no number is left out with a warning."""
    field = "purchase_lines"
    return PurchaseLine(
        code=code,
        description=description,
        quantity=collector.normal(field, quantity, normal_form.number),
        unit=unit,
        unit_price=collector.normal(field, price, lambda text: normal_form.unit_price(text, base_quantity)),
        discount=_sum_of(collector, allowances),
        charge=_sum_of(collector, charges),
        vat_rate=collector.normal(field, vat_rate, normal_form.number),
        total=collector.normal(field, total, normal_form.amount),
    )


def adjustment(
    collector: Collector,
    kind: AdjustmentKind,
    amount: str | None,
    reason: str | None = None,
    rate: str | None = None,
) -> Adjustment | None:
    """One adjustment of the whole document; None where it has no amount."""
    value = collector.normal("adjustments", amount, normal_form.amount)
    if value is None:
        return None
    return Adjustment(kind, value, reason, collector.normal("adjustments", rate, normal_form.number))


def present(found: Iterable[Adjustment | None]) -> tuple[Adjustment, ...]:
    """Those that have an amount other than zero."""
    return tuple(
        adjustment for adjustment in found if adjustment is not None and Decimal(adjustment.amount) != 0
    )


def _sum_of(collector: Collector, amounts: Sequence[str]) -> str | None:
    return sum_of(collector.normal("purchase_lines", text, normal_form.amount) for text in amounts)
