"""Invoices without a title: a number and a total, to be paid by a day or to an account."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from paperformer.documents.model import Word
from paperformer.extraction.resolve import merge
from paperformer.extraction.scored import Scored

_KIND = "document_type"
_SURE = 0.5  # probability from which a sign counts, or a title is believed
_NAMED = 0.3  # probability from which another kind, where it is named, may be what this is
_TRUST = 0.8  # by judgement
_DUE, _SUM = "due_date", ("amount_due", "total_incl_vat")
_TOLD = ("document_number", "document_date")
_BY_TRANSFER = ("iban", "payment_reference")
# What papers say that bill nothing yet, titled or not: quotes, confirmations of orders, delivery notes.
_OTHERWISE = re.compile(
    r"\b(?:offre(?:r|te)|offert|angebot|quot(?:e|ation)|estimate|kostenvoranschlag|prijsopgave|presupuesto"
    r"|preventivo|devis|tilbud|tarjous|orçamento|nab[ií]dka|ponud|ofert|auftragsbest[aä]tigung"
    r"|order ?confirmation|ordre?bekr|orderbekr|orderbevestiging|conferma d.ordine|tilausvahvistus"
    r"|pro ?forma|d[ií]jbek[eé]r[oő]|lieferschein|delivery note|trasporto|mahnung|reminder|statement)",
    re.IGNORECASE,
)
# Titles of what asks for payment and is no bill: contracts, notices, confirmations.
_TITLES = re.compile(
    r"\w*vertrag(?!s)|contrat (?:de|d['’])|(?:lease|rental|loan|service)s? (?:agreement|contract)"
    r"|contratto di|contrato de|k[uü]ndigung|\w*steuerbescheid|(?:zahlungs)?best[aä]tigung"
    r"|payment (?:receipt|confirmation)|proposta commerciale|umowa|(?:n[aá]jemn[ií] )?smlouva"
    r"|\w*avtal|\w*kontrakt",
    re.IGNORECASE,
)
_HEAD, _FEW = 0.4, 5  # part of the first page where titles stand; words of one
_READ = 4000  # characters of a document that are searched for these


def with_invoice(
    proposed: Mapping[str, Sequence[Scored]], words: Sequence[Word]
) -> Mapping[str, Sequence[Scored]]:
    """``proposed``, with the candidate that ``signs_of_invoice`` gives, if it gives one.

    Args:
        proposed: Candidates by field, of the model and of rules.
        words: Of the document; where they speak of a quote or of an order confirmed, it is no invoice.
    """
    invoice = signs_of_invoice(proposed)
    if invoice is None or _OTHERWISE.search(" ".join(word.text for word in words)[:_READ]):
        return proposed
    if _has_other_title(words):
        return proposed
    return {**proposed, _KIND: merge([*proposed.get(_KIND, ()), invoice])}


def _has_other_title(words: Sequence[Word]) -> bool:
    """Whether a short line by itself in the head of the page calls it a contract, a notice or the like."""
    head = [word for word in words if word.page == 1 and word.box.y0 < _HEAD]
    for _, line in groupby(head, key=lambda word: word.line):
        texts = [word.text for word in line]
        if len(texts) <= _FEW and ":" not in " ".join(texts) and _TITLES.match(" ".join(texts)):
            return True
    return False


def signs_of_invoice(proposed: Mapping[str, Sequence[Scored]]) -> Scored | None:
    """``document_type`` ``invoice``, at the words that ask for payment; None without such signs.

    A bill for electricity, a dentist's or a rent notice often calls itself nothing. A title of any kind is
    believed; that receipts are named ("Recibo domiciliado") is no title where a day to pay by is printed.

    Args:
        proposed: Candidates by field, of the model and of rules.
    """
    kinds = proposed.get(_KIND, ())
    if any(one.probability >= _SURE for one in kinds):
        return None
    due = _sure(proposed, _DUE)
    excused = {"invoice", "receipt"} if due is not None else {"invoice"}
    if any(one.value not in excused and one.probability >= _NAMED for one in kinds):
        return None
    if not any(_sure(proposed, field) for field in _SUM):
        return None
    told = [field for field in _TOLD if _sure(proposed, field)]
    asks = due
    if asks is None and len(told) == len(_TOLD):
        asks = next((one for field in _BY_TRANSFER if (one := _sure(proposed, field))), None)
    if asks is None or not told:
        return None
    return Scored(_KIND, "invoice", asks.text, asks.words, _TRUST, "rule")


def _sure(proposed: Mapping[str, Sequence[Scored]], field: str) -> Scored | None:
    best = max(proposed.get(field, ()), key=lambda one: one.probability, default=None)
    return best if best is not None and best.probability >= _SURE else None
