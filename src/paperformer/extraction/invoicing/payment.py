"""Payment of a drafted invoice: BG-16 to BG-19, and the due date."""

from __future__ import annotations

from typing import Final

from paperformer.einvoicing.invoice import Group, Origin, Term
from paperformer.extraction.invoicing.draft import Drafting, Remark, origin_of_statement
from paperformer.extraction.invoicing.further_accounts import ACCOUNT, BANK, bank_of
from paperformer.extraction.invoicing.reference_in_full import REFERENCE
from paperformer.extraction.invoicing.terms_of_payment import TERMS
from paperformer.fields.values.plain import digits_of

# UNTDID 4461
_TRANSFER: Final = "30"
_UNDEFINED: Final = "1"
_CODES: Final = {
    "cash": "10", "cheque": "20", "transfer": _TRANSFER, "card": "48", "direct_debit": "49", "online": "68",
}  # fmt: skip
_ACCOUNTS: Final = ("iban", "bank_account_number")
_OF_A_LIST: Final = "the page lists several accounts, and all of them are written"


def draft_payment(drafting: Drafting) -> None:
    """Put the due date and the means of payment.

    EN 16931-1 asks for a due date or terms of payment (BR-CO-25); the rules that CEN published in 2026 do
    not.
    """
    drafting.offer("BT-9", "due_date")
    _terms(drafting)
    group: dict[str, tuple[Term, ...]] = {}
    account = next(
        (name for name in _ACCOUNTS if drafting.offer(ACCOUNT, name, confirmed=_listed(drafting, name))), None
    )
    if account is not None:
        _without_remarks(drafting, ACCOUNT)
        group[ACCOUNT] = drafting.terms.pop(ACCOUNT)
        group |= _bank(drafting, group[ACCOUNT][0], is_first=True)
    _reference(drafting)
    code = _code(drafting, has_account=account is not None)
    if code is None and REFERENCE in drafting.terms:
        reason = "a reference to pay with is printed, and no account that is sure"
        drafting.derived.append(Remark("BT-81", reason, _UNDEFINED))
        code = Term(_UNDEFINED, origin=Origin(reason=reason))
    if code is None or code.text != _TRANSFER or account is None:
        _leave_out_further(drafting)
    if code is None:
        return
    if code.text == _CODES["card"] and drafting.offer("BT-87", "card_last_four"):
        group["BT-87"] = drafting.terms.pop("BT-87")
    drafting.groups["BG-16"] = [Group({"BT-81": (code,), **group})]
    if account is not None and code.text == _TRANSFER:
        if account == "iban" and _is_another(drafting):
            _second_account(drafting)
        _further_accounts(drafting)


def _listed(drafting: Drafting, name: str) -> str:
    """Why an account is right that is doubtful by itself: it is one of a list, which is written whole.

    The doubt is then which of them is meant. An IBAN must have check digits that hold.
    """
    candidate = drafting.candidate(name)
    others = any(statement.term == ACCOUNT for statement in drafting.answer.statements)
    is_one = candidate is not None and candidate.checked is True and others
    return _OF_A_LIST if name == "iban" and is_one else ""


def _leave_out_further(drafting: Drafting) -> None:
    """List the further accounts, where the first is not sure or the money is not transferred."""
    for said in (statement for statement in drafting.answer.statements if statement.term == ACCOUNT):
        drafting.left_out.append(
            Remark(ACCOUNT, "a further account, and no transfer to the first", said.value)
        )


def _bank(drafting: Drafting, account: Term, *, is_first: bool) -> dict[str, tuple[Term, ...]]:
    """The bank of an account: the one on its row; of the page's only account else that of the page."""
    origin = account.origin
    if origin is not None:
        said = bank_of(origin.page, origin.box, drafting.answer.statements)
        if said is not None:
            beside = origin_of_statement(said, "it stands beside the account")
            return {BANK: (Term(said.value, origin=beside),)}
    is_only = is_first and not any(statement.term == ACCOUNT for statement in drafting.answer.statements)
    return {BANK: drafting.terms.pop(BANK)} if is_only and drafting.offer(BANK, "bic") else {}


def _terms(drafting: Drafting) -> None:
    """The terms of payment, in full; words behind their label are terms without a field's value too."""
    said = drafting.statement(TERMS)
    if said is not None and drafting.candidate("payment_terms") is None:
        drafting.put(TERMS, said.value, origin_of_statement(said, "the label says that these are the terms"))
    else:
        drafting.offer_in_full(TERMS, "payment_terms")


def _reference(drafting: Drafting) -> None:
    """What to write on the transfer, in full; without a field's value the words behind its label."""
    said = drafting.statement(REFERENCE)
    if said is not None and drafting.candidate("payment_reference") is None:
        origin = origin_of_statement(said, "the label says that it is the reference")
        drafting.put(REFERENCE, said.value, origin)
    else:
        drafting.offer_in_full(REFERENCE, "payment_reference")


def _is_another(drafting: Drafting) -> bool:
    """Whether the national account is another one than that of the IBAN, which holds its digits."""
    iban, national = (drafting.sure(name) for name in _ACCOUNTS)
    return bool(digits_of(national or "")) and not _is_within(national or "", iban or "")


def _is_within(national: str, account: str) -> bool:
    """Whether an account is the same one, or an IBAN of it, which holds its digits."""
    digits = digits_of(national).lstrip("0")
    return digits in account if account[:2].isalpha() else digits == digits_of(account).lstrip("0")


def _second_account(drafting: Drafting) -> None:
    """Put a second account that the page prints, a giro beside an IBAN."""
    if drafting.offer(ACCOUNT, _ACCOUNTS[1]):
        _another_transfer(drafting, drafting.terms.pop(ACCOUNT)[0])


def _further_accounts(drafting: Drafting) -> None:
    """Put the accounts that stand beside the first one."""
    reason = "an account beside the first one"
    for said in (statement for statement in drafting.answer.statements if statement.term == ACCOUNT):
        known = [group.first(ACCOUNT) or "" for group in drafting.groups["BG-16"]]
        if any(_is_within(said.value, account) for account in known):
            continue
        _another_transfer(drafting, Term(said.value, origin=origin_of_statement(said, reason)))


def _another_transfer(drafting: Drafting, account: Term) -> None:
    """Put a transfer to another account as a means of payment of its own."""
    reason = "another account to pay to is printed: credit transfer"
    number = len(drafting.groups["BG-16"]) + 1
    drafting.derived.append(Remark(f"BG-16[{number}]/BT-81", reason, _TRANSFER))
    code = Term(_TRANSFER, origin=Origin(reason=reason))
    bank = _bank(drafting, account, is_first=False)
    drafting.groups["BG-16"].append(Group({"BT-81": (code,), ACCOUNT: (account,), **bank}))


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
