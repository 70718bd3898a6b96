"""Account numbers that are the customer's with the seller, not the seller's with a bank."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.labelled_otherwise import label_of
from paperformer.extraction.scored import Scored
from paperformer.fields.values.plain import compact

_ACCOUNT = "bank_account_number"
_AFTER_ALL = 0.15  # how often such a number is a bank's after all, by judgement
_LINES = 4.0  # heights of a number that its label may stand above it
_FOOT = 0.85  # part of a page below which sellers print their own accounts
_AROUND = 25  # words on either side among which what belongs to banks is looked for
# What both kinds of account are called, at the end of what stands before the number.
_EITHER = re.compile(
    r"(?:\b(?:your |customer |client |service |billing |utility )?(?:account|acct|a/c)"
    r"|\b(?:votre |num[eé]ro (?:de )?|n[°ºo] (?:de )?)?compte(?: client)?|\b(?:su )?cuenta"
    r"|\b(?:kunden|vertrags)konto|\bconto(?: cliente)?|\bconta)"
    r"(?: ?(?:number|no|nr|n[°ºo]|id|nummer))?[.:# ]*$",
    re.IGNORECASE,
)
_BANKS = re.compile(
    r"\b(?:\w*bank\w*|banque|banco|banca|sparkasse|credit union|building society|bic|swift|iban|bsb"
    r"|sort[ -]?code|ifsc?|rib|routing|aba|clearing|beneficiary|payee|remit(?! to\b)|wire|transfer|eft"
    r"|ach|bacs"
    r"|überweis\w*|virement|transferencia|ingreso|bonifico|r[eè]glement|pay(?:able"
    r"|ment details)?(?! this amount)|deposit"
    r"|account name|direct credit|giro\w*|blz|[0-9]{2}-[0-9]{2}-[0-9]{2})\b",
    re.IGNORECASE,
)
# What is bought of those who number their customers' accounts.
_SUPPLIES = re.compile(
    r"\b(?:kwh|m³|m3|meter (?:no|number|reading)|billing period|service (?:period|address|charges)"
    r"|statement date|date of service|patient|your account|electricity|[eé]lectricit[eé]|gaz|broadband"
    r"|subscription|abonnement"
    r"|contrat|points? de livraison|z[aä]hler\w*|consommation|consumo|suministro|cups|pdl)\b",
    re.IGNORECASE,
)
_CUSTOMER, _SURE = "customer_number", 0.4
_BESIDE = 8  # words on either side among which a bank's code stands
_SORTED = re.compile(r"\b(?:sort[ -]?code|bsb|bic|swift|routing|aba|ifsc?)\b", re.IGNORECASE)
_CUSTOMERS = ("customer_number", "contract_number")
_LIKELY = 0.05  # probability from which another field claims the number


def weigh_accounts(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> None:
    """Trust a bank's account number less where only "account number" says so, and more says the customer's.

    Providers of power, telephones and software number their customers' accounts. It is one of these where
    nothing that belongs to banks stands around, and the document is of such a provider or the number may be
    the customer's.

    Args:
        proposed: Candidates by field; those of ``bank_account_number`` are changed in place.
        words: Of the document.
    """
    if _ACCOUNT not in proposed:
        return
    supplies = _SUPPLIES.search(" ".join(word.text for word in words)) is not None
    if not supplies:
        _weigh_customers(proposed, words)
    claimed = {
        compact(one.value)
        for field in _CUSTOMERS
        for one in proposed.get(field, ())
        if one.probability >= _LIKELY
    }
    proposed[_ACCOUNT] = [
        one._replace(probability=one.probability * _AFTER_ALL)
        if (supplies or compact(one.value) in claimed) and _is_customers(one, words)
        else one
        for one in proposed[_ACCOUNT]
    ]


def _weigh_customers(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> None:
    """Trust a customer's number less that is a likely account, where a bank's code stands beside it."""
    accounts = {compact(one.value) for one in proposed[_ACCOUNT] if one.probability >= _SURE}
    if _CUSTOMER in proposed:
        proposed[_CUSTOMER] = [
            one._replace(probability=one.probability * _AFTER_ALL)
            if compact(one.value) in accounts and _is_banks(one, words)
            else one
            for one in proposed[_CUSTOMER]
        ]


def _is_banks(candidate: Scored, words: Sequence[Word]) -> bool:
    if not candidate.words:
        return False
    first, last = candidate.words[0], candidate.words[-1]
    around = words[max(0, first - _BESIDE) : last + 1 + _BESIDE]
    return _SORTED.search(" ".join(word.text for word in around)) is not None


def _is_customers(candidate: Scored, words: Sequence[Word]) -> bool:
    if not candidate.words or not _EITHER.search(_label(candidate, words)):
        return False
    first, last = candidate.words[0], candidate.words[-1]
    if words[first].box.y0 > _FOOT:
        return False
    around = words[max(0, first - _AROUND) : last + 1 + _AROUND]
    return _BANKS.search(" ".join(word.text for word in around)) is None


def _label(candidate: Scored, words: Sequence[Word]) -> str:
    """What stands before the number on its row, or, where nothing does, above it."""
    beside = label_of(candidate, words)
    return beside if any(map(str.isalpha, beside)) else " ".join(_above(candidate.words[0], words))


def _above(first: int, words: Sequence[Word]) -> list[str]:
    """The words a little above the one at ``first``, from its left edge on."""
    box, page = words[first].box, words[first].page
    height = box.y1 - box.y0
    return [
        word.text
        for word in words[max(0, first - _AROUND) : first]
        if word.page == page
        and 0 < box.y0 - word.box.y0 <= _LINES * height
        and box.x0 - height <= word.box.x0 <= box.x1
    ]
