"""Content of an e-invoice in any syntax."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from paperformer.documents.invoice_roots import Syntax

__all__ = ["Adjustment", "AdjustmentKind", "EInvoice", "PurchaseLine", "Syntax", "VatShare"]

AdjustmentKind = Literal["allowance", "charge", "withholding", "stamp_duty"]


@dataclass(frozen=True, slots=True)
class VatShare:
    """One line of the VAT breakdown (EN 16931 group BG-23).

    Args:
        category: UNTDID 5305 code: ``S`` standard, ``Z`` zero, ``E`` exempt, ``AE`` reverse charge ...
        rate: Per cent, a plain decimal (``19``, ``5.5``).
        base: The taxable amount.
        amount: The tax on it.
    """

    category: str | None = None
    rate: str | None = None
    base: str | None = None
    amount: str | None = None


@dataclass(frozen=True, slots=True)
class PurchaseLine:
    """One invoice line (EN 16931 group BG-25). Everything is a normalised string, None where not given.

    Args:
        code: The seller's article number (BT-155), else the standard one (BT-157).
        description: The article's name (BT-153), else its description (BT-154).
        quantity: A plain decimal (BT-129).
        unit: UN/ECE recommendation 20 code (BT-130): ``C62`` one, ``HUR`` hour, ``KGM`` kilogram ...
        unit_price: Net price of one unit: BT-146 divided by its base quantity BT-149.
        discount: The sum of the line's allowances (BT-136).
        vat_rate: Per cent (BT-152).
        total: The line's net amount (BT-131).
        charge: The sum of the line's charges (BT-141).
    """

    code: str | None = None
    description: str | None = None
    quantity: str | None = None
    unit: str | None = None
    unit_price: str | None = None
    discount: str | None = None
    vat_rate: str | None = None
    total: str | None = None
    charge: str | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An amount of the whole document beside its lines.

    Args:
        kind: ``allowance`` (EN 16931 group BG-20), ``charge`` (BG-21); or what EN 16931 does not know:
            ``withholding``, a tax that the buyer keeps back and pays to the state, and ``stamp_duty``, which
            the seller pays and the total holds only where a line charges it.
        amount: Without VAT (BT-92, BT-99).
        reason: Its reason, or the code that stands for it (BT-97, BT-98, BT-104, BT-105).
        rate: Per cent, where it is a part of another amount (BT-94, BT-101).
    """

    kind: AdjustmentKind
    amount: str
    reason: str | None = None
    rate: str | None = None


@dataclass(frozen=True, slots=True)
class EInvoice:
    """One e-invoice.

    Args:
        syntax: ``cii`` (Factur-X, ZUGFeRD, XRechnung CII), ``ubl`` (Peppol, XRechnung UBL), or a national
            format (see ``documents.invoice_roots``).
        profile: What it calls its own rules (BT-24), empty where it does not say.
        fields: Canonical field names with their normalised values, in the document's order, none twice.
        vat_distribution: The VAT breakdown.
        purchase_lines: The invoice lines.
        adjustments: Allowances, charges and withheld taxes of the whole document.
        warnings: Values that stand in the XML but are not what they should be; they are left out.
    """

    syntax: Syntax
    profile: str
    fields: Mapping[str, tuple[str, ...]]
    vat_distribution: tuple[VatShare, ...] = ()
    purchase_lines: tuple[PurchaseLine, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    warnings: tuple[str, ...] = ()
