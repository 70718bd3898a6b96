"""Account numbers that are the customer's with the seller, not the seller's with a bank."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.labelled_otherwise import label_of
from paperformer.extraction.scored import Scored

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
    r"|sort ?code|ifsc?|rib|routing|aba|clearing|beneficiary|payee|remit|wire|transfer|eft|ach|bacs"
    r"|überweis\w*|virement|transferencia|bonifico|payable|pay to|deposit|giro\w*|blz)\b",
    re.IGNORECASE,
)


def weigh_accounts(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` of a bank's account number, less probable where only "account number" says so.

    Providers of power, telephones and software number their customers' accounts: where nothing that belongs
    to banks stands around, it is one of these.

    Args:
        candidates: Of ``bank_account_number``.
        words: Of the document.
    """
    return [
        one._replace(probability=one.probability * _AFTER_ALL) if _is_customers(one, words) else one
        for one in candidates
    ]


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
    """The words over the one at ``first``, up to two lines above it, from its left edge on."""
    box, page = words[first].box, words[first].page
    height = box.y1 - box.y0
    return [
        word.text
        for word in words[max(0, first - _AROUND) : first]
        if word.page == page
        and 0 < box.y0 - word.box.y0 <= _LINES * height
        and box.x0 - height <= word.box.x0 <= box.x1
    ]
