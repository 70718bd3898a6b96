"""Receipts of a till, without a title or with an invoice's: paid on the spot, with nothing left to pay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.resolve import merge
from paperformer.extraction.scored import Scored

_KIND = "document_type"
_SURE = 0.5  # probability from which a sign counts
_LIKELY = 0.35  # the same of the means of payment, beside the other signs
_PAID = frozenset({"card", "cash", "mobile"})
_REFERENCE = "payment_reference"
_LATER = ("due_date", "iban", _REFERENCE, "period_end")  # what asks for a payment to come
_NAMED = ("receiver_name", "receiver_vat_number")  # whom tills do not know
_TRUST = 0.85  # by judgement
_AFTER_ALL = 0.2  # how often what a till calls an invoice is one and no receipt, by judgement
_TO_PAY_BY = 0.2  # how often a paid receipt has a reference to pay by, by judgement
_ENOUGH = 2  # signs of a till, the hour among them
# What only tills print: who served, at which till or table, what was handed back.
_TILL = re.compile(
    r"\b(?:cashier|served by|server|till|register|terminal|table|covers|change(?: due)?|tendered|cash back"
    r"|kass(?:e|ier(?:er|in)?|a|apersonal|ör)|bedien(?:t|ung)|tisch|r[uü]ckgeld|gegeben|bon(?:-?nr)?"
    r"|caisse|caissi[eè]re?|serveu(?:r|se)|rendu|couverts?|ticket|caja|cajero|mesa|cambio|entregado|tiquet"
    r"|cassa|operatore|tavolo|resto|scontrino|kassabon|pinbon|wisselgeld|tafel|kvitto|kvittering|kuitti"
    r"|växel|tilbage|byttepenge|bord|ekspedient|pokladn[aí]|[uú][cč]tenka|vr[aá]tit|kasjer|paragon"
    r"|reszta|stolik|nyugta|p[eé]nzt[aá]r|visszaj[aá]r[oó]|t[sš]ekk|kviitung|kassiir|tagastada|kvitas"
    r"|kasininkas|gr[aą][zž]a|talão|troco|atendido|blagajn(?:a|ik|i[cč]ki|i[cč]arka)|konobar(?:ica)?|stol"
    r"|povrat|kusur|fiskalni|ZKI|JIR|IKOF|JIKR|PFR|ESIR|kasir|juruwang|kaunter|meja|baki|kembali(?:an)?"
    r"|kasiyer|para [uü]st[uü]|masa|fi[sş] no|yazar ?kasa|vuelto|mozo|mesero|mesera|cubiertos|tique|boleta"
    r"|cupom|consumidor final|casier|bon fiscal|rest|kas[ei]eris|[cč]eks|atlikums|galds|ark[eë]tar[ei]?"
    r"|kuponi?|ταμ[ιί]ας|ρ[εέ]στα|τραπ[εέ]ζι|απ[οό]δειξη|касиер|ресто|фискален|касир|кусур|благајна|конобар"
    r"|повраћај|фискална|каса|маса)\b",
    re.IGNORECASE,
)
_READ = 4000  # characters of a document that are searched for these


def with_receipt(
    proposed: Mapping[str, Sequence[Scored]], words: Sequence[Word] = ()
) -> Mapping[str, Sequence[Scored]]:
    """``proposed``, with the candidate that ``signs_of_receipt`` gives, if it gives one.

    An invoice's title counts less then. References on a receipt that was paid are the card terminal's: they
    become less probable.

    Args:
        proposed: Candidates by field, of the model and of rules.
        words: Of the document; they tell a till.
    """
    receipt = signs_of_receipt(proposed, words)
    if receipt is not None:
        kinds = [*proposed.get(_KIND, ()), receipt]
        against = [one.value == "invoice" for one in kinds]
        weighed = doubted(kinds, against, _AFTER_ALL, [False] * len(kinds))
        proposed = {**proposed, _KIND: merge(weighed)}
    if not _is_paid_receipt(proposed):
        return proposed
    references = [
        one._replace(probability=one.probability * _TO_PAY_BY) for one in proposed.get(_REFERENCE, ())
    ]
    return {**proposed, _REFERENCE: references}


def signs_of_receipt(proposed: Mapping[str, Sequence[Scored]], words: Sequence[Word] = ()) -> Scored | None:
    """``document_type`` ``receipt``, at the words that name the means of payment; None without such signs.

    A title that calls the document something else is believed, but for an invoice's on what a till printed
    for nobody by name. A reference of no scheme is no sign against it: a card's terminal prints some,
    "Payment ID".

    Args:
        proposed: Candidates by field, of the model and of rules.
        words: Of the document.
    """
    title, hour = (_best(proposed, field) for field in (_KIND, "time"))
    method = _best(proposed, "payment_method", _LIKELY)
    if method is None or method.value not in _PAID:
        return None
    later = (best for field in _LATER if (best := _best(proposed, field)) is not None)
    if any(one.field != _REFERENCE or one.scheme is not None for one in later):
        return None
    if title is not None and title.value not in ("receipt", "invoice"):
        return None
    is_invoice = title is not None and title.value == "invoice"
    if is_invoice or hour is None:
        said = {found.lower() for found in _TILL.findall(" ".join(word.text for word in words)[:_READ])}
        is_named = any(_best(proposed, field) for field in _NAMED)
        if is_named or len(said) + (hour is not None) < _ENOUGH:
            return None
    return Scored(_KIND, "receipt", method.text, method.words, _TRUST, "rule")


def _is_paid_receipt(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    title, method = _best(proposed, _KIND), _best(proposed, "payment_method")
    to_pay = any(_best(proposed, field) is not None for field in _LATER if field != _REFERENCE)
    is_paid = method is not None and method.value in _PAID
    return title is not None and title.value == "receipt" and is_paid and not to_pay


def _best(proposed: Mapping[str, Sequence[Scored]], field: str, least: float = _SURE) -> Scored | None:
    best = max(proposed.get(field, ()), key=lambda one: one.probability, default=None)
    return best if best is not None and best.probability >= least else None
