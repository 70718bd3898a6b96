"""Where an invented document is to be paid to."""

from __future__ import annotations

import random

from paperformer.synthesis import banking
from paperformer.synthesis.chance import chance
from paperformer.synthesis.content import Payment
from paperformer.synthesis.identifiers import Printed
from paperformer.synthesis.locale import Locale


def draw_payment(rng: random.Random, locale: Locale, number: str) -> Payment:
    """Accounts as sellers of the country print them, and a reference to the document ``number``."""
    country = locale.country
    account, registration = banking.account(rng, country)
    in_iban_zone = country not in banking.NO_IBAN
    has_iban = in_iban_zone and chance(rng, {"SE": 0.4, "DK": 0.5, "NO": 0.4, "CZ": 0.5}.get(country, 0.85))
    iban = banking.iban(rng, country) if has_iban else None
    if country == "SE":
        account = banking.bankgiro(rng) if chance(rng, 0.85) else banking.plusgiro(rng)
    return Payment(
        iban=iban,
        bic=banking.bic(rng, country)
        if (iban and chance(rng, 0.75)) or (not in_iban_zone and chance(rng, 0.3))
        else None,
        bank=banking.bank_name(rng) if chance(rng, 0.6) else "",
        account=account if chance(rng, 0.8) or not iban else None,
        account_kind=_account_kind(account, country),
        other_account=banking.plusgiro(rng) if country == "SE" and chance(rng, 0.15) else None,
        registration=registration,
        reference=banking.reference(rng, country, number) if chance(rng, 0.8) else None,
        creditor=str(rng.randint(80000000, 89999999)) if country == "DK" else "",
    )


def _account_kind(account: Printed | None, country: str) -> str:
    if country != "SE" or account is None:
        return "bank_account_number"
    return "bankgiro" if len(account.text.split("-")[1]) == 4 else "plusgiro"
