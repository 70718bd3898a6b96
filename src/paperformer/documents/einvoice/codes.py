"""UN/EDIFACT codes that e-invoices use, to the words of our fields."""

from __future__ import annotations

from typing import Final

# UNTDID 1001 as EN 16931 (CEN/TS 16931-3-2, table of BT-3) splits it between the two UBL messages
_CREDIT_NOTES: Final = frozenset(
    {"81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532"}
)
_PROFORMA: Final = "325"

# UNTDID 4461, the codes that name a way to pay that people know
_PAYMENT_METHODS: Final = {
    "10": "cash",
    "20": "cheque",
    "23": "cheque",
    "30": "transfer",
    "31": "transfer",
    "42": "transfer",
    "48": "card",
    "49": "direct_debit",
    "50": "transfer",
    "54": "card",
    "55": "card",
    "56": "transfer",
    "58": "transfer",
    "59": "direct_debit",
    "68": "online",
    "93": "transfer",
}


def document_type(code: str) -> str:
    """``invoice``, ``credit_note`` or ``proforma`` for a UNTDID 1001 code (380, 381, 384, 389 ...)."""
    if code == _PROFORMA:
        return "proforma"
    return "credit_note" if code in _CREDIT_NOTES else "invoice"


def payment_method(code: str) -> str | None:
    """The way to pay for a UNTDID 4461 code, None where the code names none."""
    return _PAYMENT_METHODS.get(code)
