"""The invoice that an answer tells of, in the terms of EN 16931."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from paperformer.einvoicing.invoice import Group, Origin, Term
from paperformer.extraction.invoicing.amounts import draft_amounts
from paperformer.extraction.invoicing.draft import Draft, Drafting, Remark, origin_of_statement
from paperformer.extraction.invoicing.known_terms import check_terms
from paperformer.extraction.invoicing.parties import draft_buyer, draft_seller
from paperformer.extraction.invoicing.payment import draft_payment
from paperformer.extraction.invoicing.preceding_invoices import DAY, NUMBER
from paperformer.extraction.invoicing.profiles import PROFILES, ProfileName
from paperformer.extraction.invoicing.references_in_words import REFERENCES
from paperformer.extraction.invoicing.statements import (
    BUYER_REFERENCE,
    DELIVERY,
    Statement,
)
from paperformer.extraction.invoicing.term_values import ADDRESSES, AMOUNTS, check_values, failing_sums
from paperformer.extraction.result import Extraction
from paperformer.fields.countries.country import countries

# UNTDID 1001. A receipt is an invoice to EN 16931, which asks for its buyer.
_TYPES: Final = {"invoice": "380", "receipt": "380", "credit_note": "381"}
_REFERENCES: Final = ("BT-14", "BT-13", "BT-12")


def draft_invoice(
    answer: Extraction,
    profile: ProfileName = "en16931",
    *,
    force: bool = False,
    known: Mapping[str, str] | None = None,
) -> Draft:
    """The invoice that an answer tells of.

    Nothing is invented: a term stands in the invoice where the page says it surely, where it follows from
    what the page says, or where the caller knows it. What follows is listed with the reason.

    Args:
        answer: What was read.
        profile: The specification that the invoice is to keep.
        force: Whether doubtful values are used, and marked as such.
        known: Terms of the invoice that the caller knows, by number (``BT-10``); they replace what was read.
    """
    drafting = Drafting(answer, force)
    _head(drafting, profile)
    draft_amounts(drafting)
    draft_seller(drafting)
    draft_buyer(drafting)
    draft_payment(drafting)
    _check_reverse_charge(drafting)
    _add_known(drafting, known or {})
    _check_profile(drafting, profile)
    return drafting.done()


def _head(drafting: Drafting, profile: ProfileName) -> None:
    chosen = PROFILES[profile]
    drafting.put("BT-24", chosen.specification, Origin(reason="the profile that was asked for"))
    if chosen.process is not None:
        drafting.put("BT-23", chosen.process, Origin(reason="the profile that was asked for"))
    drafting.require("BT-1", "document_number")
    drafting.require("BT-2", "document_date")
    kind = drafting.candidate("document_type")
    if kind is not None and kind.value not in _TYPES:
        drafting.problems.append(f"document_type (BT-3) is {kind.value}: only invoices and credit notes are")
    drafting.require("BT-3", "document_type", text=_TYPES.get(kind.value) if kind is not None else None)
    _currency(drafting)
    for term in _REFERENCES:
        _reference(drafting, term)
    _preceding_invoice(drafting)
    _period(drafting)
    _delivery(drafting)
    _buyer_reference(drafting)


def _delivery(drafting: Drafting) -> None:
    """The day of delivery or service: as it is printed, or that of the invoice where the pages say so."""
    said, day = drafting.statement(DELIVERY), drafting.sure("document_date")
    if drafting.candidate("delivery_date") is None and said is not None and day is not None:
        drafting.derived.append(Remark(DELIVERY, said.text, day))
        origin = origin_of_statement(said, "the page says that it is the day of the invoice")
        drafting.put(DELIVERY, day, origin)
    else:
        drafting.offer(DELIVERY, "delivery_date")


def _reference(drafting: Drafting, term: str) -> None:
    """A reference: the number that was read, else the words behind its label."""
    said, name = drafting.statement(term), REFERENCES[term]
    if said is None or drafting.candidate(name) is not None:
        drafting.offer(term, name)
        return
    drafting.put(term, said.value, origin_of_statement(said, "the label says that it is the reference"))


def _buyer_reference(drafting: Drafting) -> None:
    """What the buyer asked to be quoted: a routing number wherever it stands, else what is labelled so."""
    said = drafting.statement(BUYER_REFERENCE)
    if said is None:
        drafting.offer(BUYER_REFERENCE, REFERENCES[BUYER_REFERENCE])
        return
    origin = origin_of_statement(said, "a Leitweg-ID, whose check digits hold, or the words behind the label")
    drafting.put(BUYER_REFERENCE, said.value, origin)


def _preceding_invoice(drafting: Drafting) -> None:
    """The invoices that this one corrects (BG-3), as they are listed; else the one that was read."""
    said = [statement for statement in drafting.answer.statements if statement.term in (NUMBER, DAY)]
    if said:
        drafting.groups["BG-3"] = [*_listed(said)]
        return
    if drafting.candidate("preceding_invoice_number") is None:
        return
    if drafting.offer("BT-25", "preceding_invoice_number"):
        group = {"BT-25": drafting.terms.pop("BT-25")}
        if drafting.offer("BT-26", "preceding_invoice_date"):
            group["BT-26"] = drafting.terms.pop("BT-26")
        drafting.groups["BG-3"] = [Group(group)]


def _listed(said: Sequence[Statement]) -> Iterator[Group]:
    """A group for each number, with the day that follows it."""
    for statement, following in zip_longest(said, said[1:]):
        if statement.term == NUMBER:
            own = [statement, following] if following is not None and following.term == DAY else [statement]
            reason = "the label says that it is the invoice"
            yield Group({of.term: (Term(of.value, origin=origin_of_statement(of, reason)),) for of in own})


def _currency(drafting: Drafting) -> None:
    """The currency: as it is printed, else that of the country of both parties.

    Whatever currency an invoice is in, its VAT has to be stated in that of the country (Directive
    2006/112/EC, article 230): one without any has no other.
    """
    candidate = drafting.candidate("currency")
    home, abroad = (drafting.sure(name) for name in ("supplier_country", "receiver_country"))
    country = countries().get(home or "") if home == abroad else None
    day = drafting.candidate("document_date")
    if candidate is None or candidate.text or country is None or drafting.is_sure("currency"):
        drafting.require("BT-5", "currency")
    elif candidate.value == country.money_on(None if day is None else day.value):
        drafting.derive("BT-5", candidate.value, f"no currency is printed: that of {home}, of both parties")
    else:
        drafting.require("BT-5", "currency")


def _check_reverse_charge(drafting: Drafting) -> None:
    """Where the buyer owes the VAT, its VAT number is required (BR-AE-02)."""
    categories = {share.first("BT-118") for share in drafting.groups.get("BG-23", ())}
    if "AE" in categories and "BT-48" not in drafting.terms:
        reason = "a reverse charge requires it" + (
            "" if drafting.candidate("receiver_vat_number") is None else ", and it is doubtful")  # fmt: skip
        drafting.problems.append(f"receiver_vat_number (BT-48) is missing: {reason}")


def _period(drafting: Drafting) -> None:
    """The period that is invoiced, where it does not end before it begins (BR-29)."""
    start, end = drafting.candidate("period_start"), drafting.candidate("period_end")
    if start is not None and end is not None and end.value < start.value:
        reason = f"the period would end on {end.value}, before it begins (BR-29)"
        drafting.left_out.append(Remark("BT-73", reason, start.value))
        return
    drafting.offer("BT-73", "period_start")
    drafting.offer("BT-74", "period_end")


def _add_known(drafting: Drafting, known: Mapping[str, str]) -> None:
    """Put what the caller knows, in place of what is missing or doubtful."""
    check_terms(known)
    check_values(known)
    for term, value in known.items():
        scheme, colon, identifier = value.partition(":")
        parts = {"scheme": scheme} if term in ADDRESSES and colon else {}
        drafting.put(term, identifier if parts else value, Origin(reason="given by the user"), **parts)
        drafting.problems[:] = [line for line in drafting.problems if f"({term}) " not in line]
        drafting.left_out[:] = [remark for remark in drafting.left_out if remark.term != term]
    if not AMOUNTS.isdisjoint(known):
        drafting.problems += failing_sums(drafting.terms)


def _check_profile(drafting: Drafting, profile: ProfileName) -> None:
    for terms, meaning in PROFILES[profile].required:
        if not any(term in drafting.terms for term in terms):
            names = " or ".join(terms)
            drafting.problems.append(f"{names} is missing: {profile} requires {meaning}, give it with --term")
