"""Invoice lines and VAT shares from the raw texts that either syntax gives."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.einvoice import normal_form
from paperformer.documents.einvoice.collector import Collector
from paperformer.documents.einvoice.invoice import PurchaseLine, VatShare


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
        vat_rate=collector.normal(field, vat_rate, normal_form.number),
        total=collector.normal(field, total, normal_form.amount),
    )


def _sum_of(collector: Collector, allowances: Sequence[str]) -> str | None:
    amounts = [collector.normal("purchase_lines", text, normal_form.amount) for text in allowances]
    given = [Decimal(text) for text in amounts if text is not None]
    return normal_form.print_amount(sum(given, Decimal(0))) if given else None
