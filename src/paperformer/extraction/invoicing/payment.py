"""Payment of a drafted invoice: BG-16 to BG-19, and the due date."""

from __future__ import annotations

from typing import Final

from paperformer.einvoicing.invoice import Group, Origin, Term
from paperformer.extraction.invoicing.draft import Drafting, Remark

# UNTDID 4461
_TRANSFER: Final = "30"
_CODES: Final = {
    "cash": "10", "cheque": "20", "transfer": _TRANSFER, "card": "48", "direct_debit": "49", "online": "68",
}  # fmt: skip
_ACCOUNTS: Final = ("iban", "bank_account_number")


def draft_payment(drafting: Drafting) -> None:
    """Put the due date and the means of payment.

    EN 16931-1 asks for a due date or terms of payment (BR-CO-25); the rules that CEN published in 2026 do
    not.
    """
    drafting.offer("BT-9", "due_date")
    group: dict[str, tuple[Term, ...]] = {}
    account = next((name for name in _ACCOUNTS if drafting.offer("BT-84", name)), None)
    if account is not None:
        _without_remarks(drafting, "BT-84")
        group["BT-84"] = drafting.terms.pop("BT-84")
        if drafting.offer("BT-86", "bic"):
            group["BT-86"] = drafting.terms.pop("BT-86")
    code = _code(drafting, has_account=account is not None)
    if code is None:
        return
    if code.text == _CODES["card"] and drafting.offer("BT-87", "card_last_four"):
        group["BT-87"] = drafting.terms.pop("BT-87")
    drafting.offer("BT-83", "payment_reference")
    drafting.groups["BG-16"] = [Group({"BT-81": (code,), **group})]


def _code(drafting: Drafting, *, has_account: bool) -> Term | None:
    """The code of the means of payment: as it is printed, or a transfer where an account is."""
    candidate = drafting.candidate("payment_method")
    printed = _CODES.get(candidate.value) if candidate is not None else None
    if (
        printed is not None
        and (has_account or printed != _TRANSFER)
        and drafting.offer("BT-81", "payment_method", text=printed)
    ):
        return drafting.terms.pop("BT-81")[0]
    if not has_account:
        if printed == _TRANSFER:
            drafting.left_out.append(Remark("BG-16", "a transfer needs an account (BR-61), and none is sure"))
        elif printed is None:
            drafting.left_out.append(Remark("BG-16", "the page says neither account nor means of payment"))
        return None
    reason = "an account to pay to is printed: credit transfer"
    drafting.derived.append(Remark("BT-81", reason, _TRANSFER))
    return Term(_TRANSFER, origin=Origin(reason=reason))


def _without_remarks(drafting: Drafting, term: str) -> None:
    """Drop what was said of an account of another form, since there is one."""
    drafting.left_out[:] = [remark for remark in drafting.left_out if remark.term != term]
