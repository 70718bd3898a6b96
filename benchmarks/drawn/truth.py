"""What a document that was drawn says: every field of the schema, but for those that can be argued about."""

from __future__ import annotations

from collections.abc import Iterable

from drawn.case import Case

# Where the VAT number is, or holds, the number in the register.
ONE_NUMBER = {
    "SE",
    "NO",
    "DK",
    "FI",
    "CH",
    "BE",
    "FR",
    "AU",
    "HR",
    "ES",
    "PT",
    "PL",
    "SI",
    "RO",
    "HU",
    "CZ",
    "IN",
    "SG",
    "JP",
    "CA",
}

# Fields that the drawings print without saying so: the addresses of letter-heads, terms in sentences ...
NOT_SAID = frozenset({
    "order_date", "preceding_invoice_number", "preceding_invoice_date", "total_discount", "freight",
    "previous_balance", "supplier_email", "supplier_website", "delivery_address", "payment_terms",
    "delivery_date", "buyer_reference",
})  # fmt: skip


def truth_of(case: Case, schema: Iterable[str]) -> dict[str, list[str] | None]:
    """All fields: what was said, null for what was not; what can be argued about is left out."""
    case.say("currency")
    case.say("language")
    _settle(case)
    argued = set(case.option("argued", ()))
    left_out = case.open_questions - set(case.said) | argued | {"purchase_lines", "vat_distribution"}
    if "amount_due" not in case.said and not case.issuer.get("settled"):
        left_out.add("amount_due")  # a total alone: whether it is also what is due can be argued
    return {name: case.said.get(name) for name in schema if name not in left_out | NOT_SAID}


def _settle(case: Case) -> None:
    """What a bookkeeper concludes of totals that have no line of their own."""
    amounts, said = case.amounts, case.said
    if "subtotal" in case.open_questions and "total_excl_vat" in amounts:
        said.setdefault("total_excl_vat", [f"{amounts['total_excl_vat']:f}"])
    if case.issuer.get("vat") is False:
        case.open_questions |= {"total_excl_vat", "subtotal"}
    if "vat_distribution" in case.rows:
        case.open_questions |= {"total_vat", "total_excl_vat"}  # sums of the rates that no line states
    one_number, vat, register = (
        case.issuer["country"] in ONE_NUMBER,
        "supplier_vat_number",
        "supplier_organisation_number",
    )
    if one_number and (vat in said or register in said):
        case.open_questions |= {vat, register}  # the one is made of the other
    if "total_incl_vat" not in said and "amount_due" in said:
        if "prepaid" in amounts or case.kind in ("reminder", "statement"):
            case.open_questions.add("total_incl_vat")
        else:
            said["total_incl_vat"] = list(
                dict.fromkeys(f"{amounts[name]:f}" for name in ("total_incl_vat", "amount_due"))
            )
