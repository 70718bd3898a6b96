"""Seller and buyer of a drafted invoice: BG-4 to BG-8."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from paperformer.extraction.invoicing.addresses import part_address
from paperformer.extraction.invoicing.draft import SURE, Drafting, Remark, origin_of, origin_of_statement
from paperformer.extraction.invoicing.tax_registration import NUMBERED, REGISTRATION, WORDED
from paperformer.fields.values.plain import digits_of

if TYPE_CHECKING:
    from paperformer.extraction.result import Candidate

_PREFIXED: Final = re.compile(r"([A-Z]{2})[A-Z0-9]{2,}")
# The prefix of a VAT number is the country's code, but for Greece and Northern Ireland.
_OTHER_PREFIXES: Final = {"EL": "GR", "XI": "GB"}


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of one party: name, address in three lines, town, postcode, country and VAT number."""

    role: str
    name: str
    lines: tuple[str, str, str]
    town: str
    postcode: str
    country: str
    vat_number: str


_SELLER: Final = _Terms("supplier", "BT-27", ("BT-35", "BT-36", "BT-162"), "BT-37", "BT-38", "BT-40", "BT-31")
_BUYER: Final = _Terms("receiver", "BT-44", ("BT-50", "BT-51", "BT-163"), "BT-52", "BT-53", "BT-55", "BT-48")
# Where the number in the register is that of the taxpayer too. The United States tax sales without a VAT: the
# number of the employer (EIN) is that of the taxpayer (26 CFR 301.6109-1), and invoices call it "Tax ID". In
# the others the VAT number is that number with letters or digits of a form around it: BCE, BN, UID, CVR, NIF,
# Y-tunnus, OIB, codice fiscale of a company, organisasjonsnummer, NIPC, organisationsnummer.
_WITHOUT_VAT: Final = frozenset({"US"})
_ONE_NUMBER: Final = frozenset({"BE", "CA", "CH", "DK", "ES", "FI", "HR", "IT", "NO", "PT", "SE"})
_LEAST_DIGITS: Final = 7  # of an organisation number that is no part of another number by chance


def draft_seller(drafting: Drafting) -> None:
    """Put the seller. A tax number is required (BR-S-02), and a number that names the seller (BR-CO-26)."""
    _party(drafting, _SELLER)
    number = drafting.candidate("supplier_organisation_number")
    _tax_number(drafting)
    _registration_in_words(drafting)
    text = None if number is None else _register_number(number)
    known = drafting.offer("BT-30", "supplier_organisation_number", text=text)
    if not known and _SELLER.vat_number not in drafting.terms and REGISTRATION in drafting.terms:
        named = drafting.terms[REGISTRATION][0]
        reason = "the tax number names the seller, whose other numbers are not sure (BR-CO-26)"
        drafting.derived.append(Remark("BT-29", reason, named.text))
        drafting.terms["BT-29"] = (named,)
    drafting.offer("BT-42", "supplier_phone")
    drafting.offer("BT-43", "supplier_email")


def _register_number(number: Candidate) -> str:
    """A number of a register, with the country if that is printed before it, as Danish ones have it."""
    printed = re.sub(r"[\s.-]", "", number.text)
    is_prefixed = printed[:2].isalpha() and printed[2:] == number.value
    return printed if is_prefixed else number.value.replace(":", " ")


def _tax_number(drafting: Drafting) -> None:
    """Put the VAT number (BT-31) or, where the page does not say it surely, the tax registration (BT-32)."""
    candidate, country = drafting.candidate("supplier_vat_number"), drafting.sure("supplier_country")
    number = drafting.statement(REGISTRATION) if country in NUMBERED else None
    if number is not None:
        origin = origin_of_statement(number, "the label says that it is for taxes")
        drafting.put(REGISTRATION, number.value, origin)
        if candidate is not None and _country_of(candidate.value) is not None:
            drafting.offer(_SELLER.vat_number, "supplier_vat_number")
        return
    if candidate is None and country in _WITHOUT_VAT:
        _registration(drafting, "the country has no VAT number, this one is for all its taxes")
        return
    confirmed = _by_organisation_number(drafting)
    is_sure = drafting.is_sure("supplier_vat_number") or confirmed
    if not is_sure and country in _ONE_NUMBER and drafting.is_sure("supplier_organisation_number"):
        _registration(drafting, f"in {country} the taxpayer has the number of the register")
        if candidate is not None and _country_of(candidate.value) is not None:
            drafting.offer(_SELLER.vat_number, "supplier_vat_number")
        return
    is_national = candidate is not None and _country_of(candidate.value) is None
    term = REGISTRATION if is_national else _SELLER.vat_number
    drafting.require(term, "supplier_vat_number", confirmed=confirmed)


def _registration_in_words(drafting: Drafting) -> None:
    """Put that a seller with a VAT number is registered, where the pages say so in words."""
    said, country = drafting.statement(REGISTRATION), drafting.sure("supplier_country")
    if said is not None and country in WORDED and _SELLER.vat_number in drafting.terms:
        drafting.put(REGISTRATION, said.value, origin_of_statement(said, "the page says so in words"))


def _registration(drafting: Drafting, reason: str) -> None:
    """The tax registration of a seller whose organisation number is that."""
    drafting.require(REGISTRATION, "supplier_organisation_number")
    number = drafting.candidate("supplier_organisation_number")
    if number is not None:
        reason = f"supplier_organisation_number: {reason}"
        drafting.derived.append(Remark(REGISTRATION, reason, number.value))


def _by_organisation_number(drafting: Drafting) -> str:
    """Why a VAT number is right that holds the seller's organisation number, which is sure; else empty."""
    candidate, number = (
        drafting.candidate("supplier_vat_number"),
        drafting.sure("supplier_organisation_number"),
    )
    if candidate is None or number in (None, candidate.value):
        return ""
    digits = digits_of(number)
    holds = len(digits) >= _LEAST_DIGITS and digits in candidate.value
    return "confirmed by the organisation number, which it holds" if holds else ""


def draft_buyer(drafting: Drafting) -> None:
    """Put the buyer."""
    _party(drafting, _BUYER)
    candidate = drafting.candidate("receiver_vat_number")
    if candidate is None or _country_of(candidate.value) is not None:
        drafting.offer(_BUYER.vat_number, "receiver_vat_number")
    else:
        reason = "receiver_vat_number: it does not begin with a country (BR-CO-09)"
        drafting.left_out.append(Remark(_BUYER.vat_number, reason, candidate.value))
    drafting.offer("BT-46", "customer_number")


def _party(drafting: Drafting, terms: _Terms) -> None:
    drafting.require(terms.name, f"{terms.role}_name")
    _address(drafting, terms)
    _country(drafting, terms)


def _address(drafting: Drafting, terms: _Terms) -> None:
    name = f"{terms.role}_address"
    first = terms.lines[0]
    if not drafting.offer(first, name):
        return
    whole = drafting.terms.pop(first)[0]
    address = part_address(whole.text, (whole.origin.text if whole.origin is not None else None) or "")
    *lines, rest = (*address.lines[:2], ", ".join(address.lines[2:]))
    parts = [*zip(terms.lines, lines, strict=False), (terms.lines[2], rest)]
    for term, text in [*parts, (terms.town, address.town), (terms.postcode, address.postcode)]:
        if text:
            drafting.put(term, text, whole.origin)


def _country(drafting: Drafting, terms: _Terms) -> None:
    """The country: as it was read, or as a sure VAT number begins."""
    name, number = f"{terms.role}_country", drafting.candidate(f"{terms.role}_vat_number")
    sure = number is not None and number.confidence >= SURE
    by_number = _country_of(number.value) if number is not None and sure else None
    candidate = drafting.candidate(name)
    if candidate is not None and candidate.value == by_number:
        drafting.require(terms.country, name, confirmed="confirmed by the VAT number")
    elif candidate is None and by_number is not None and number is not None:
        reason = f"{terms.role}_vat_number begins with the country"
        drafting.derive(terms.country, by_number, reason)
        origin = origin_of(f"{terms.role}_vat_number", number, reason)
        drafting.put(terms.country, by_number, origin)
    else:
        drafting.require(terms.country, name)


def _country_of(vat_number: str) -> str | None:
    """The country that a VAT number begins with; None where it begins with none."""
    match = _PREFIXED.fullmatch(vat_number.replace(" ", ""))
    return _OTHER_PREFIXES.get(match[1], match[1]) if match else None
