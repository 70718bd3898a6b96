"""What is due of an invoice that was paid in part or in full: its total less what a row calls paid."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal, InvalidOperation

from paperformer.documents.model import Word
from paperformer.extraction.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

# What stands before a sum that the payer has handed over already; dates and receipts' numbers may follow it.
_PAID = re.compile(
    r"\b(?:(?:already |amount |amounts |total |less:? )?paid|payments?(?: (?:received|made|applied))?"
    r"|deposit(?: (?:paid|received))?|pre-?pa(?:id|yment)s?|advance(?: payment)?"
    r"|(?:bereits |schon )?(?:ge|be)zahlt|anzahlung(?:en)?|vorauszahlung(?:en)?|abschlagszahlung(?:en)?"
    r"|geleistete (?:an)?zahlung(?:en)?|zahlungseingang"
    r"|d[eé]j[aà] (?:r[eé]gl[eé]|pay[eé])e?s?|acomptes?|montant pay[eé]|arrhes"
    r"|acconto|gi[aà] (?:pagato|versato)|(?:importe )?pagado|anticipos?|a cuenta"
    r"|(?:reeds |al )?(?:betaald|voldaan)|aanbetaling|vooruitbetal(?:ing|d)"
    r"|(?:allerede )?(?:ind|inn)?betalt|forud?betal(?:t|ing)|forskudd?|a conto"
    r"|(?:redan )?inbetalt|f[oö]rskott(?:sbetal\w+)?|maksettu|ennakko(?:maksu)?"
    r"|zap[lł]acono|zaliczka|zaplaceno|z[aá]loha|pago|adiantamento|sinal"
    r"|tasutud|ettemaks|apmok[eė]ta|avansas|samaks[aā]ts|avanss)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:to be|not(?: yet)?|un|if|when|until|nicht|noch nicht|zu|niet|nog niet|ikke|inte|non|no) ?-?$",
    re.IGNORECASE,
)
_SURER, _LESS = 0.15, 0.3  # of the doubt in what is left; of the trust in the total that was paid from
_ROW = 12  # words in front of a sum that are looked at
_LEAST = 0.05  # probability of what may be what is left


def names_a_payment(label: str) -> bool:
    """Whether ``label``, what stands before an amount on its row, says that it was paid already."""
    return any(not _NOT_YET.search(label[: found.start()]) for found in _PAID.finditer(label))


def payments_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """What the document says was paid before, without sign: each payment, and the sum of several.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _PAID.search(printed.text):
        return ()
    paid = [
        abs(Decimal(span.parsed.value))
        for span in printed.spans("amount", context)
        if names_a_payment(" ".join(words_before(span.first, words, _ROW)))
    ]
    return tuple(dict.fromkeys([*filter(None, paid), *([sum(paid, Decimal(0))] if len(paid) > 1 else ())]))


def weigh_due(
    candidates: Sequence[Scored], payments: Sequence[Decimal], amounts: Collection[Decimal]
) -> list[Scored]:
    """``candidates`` for the amount due: what is left of a total after a payment is surer, that total less.

    Only where total, payment and what is left are all printed.

    Args:
        candidates: Of this field.
        payments: What was paid before.
        amounts: All that the document prints.
    """
    values = [_decimal(one.value) for one in candidates]
    left = {
        value: value + part
        for one, value in zip(candidates, values, strict=True)
        for part in payments
        if value is not None and one.probability >= _LEAST and value + part in amounts
    }
    return [
        one._replace(probability=_weighed(one.probability, value, left))
        for one, value in zip(candidates, values, strict=True)
    ]


def _weighed(probability: float, value: Decimal | None, left: dict[Decimal, Decimal]) -> float:
    if value in left:
        return 1.0 - (1.0 - probability) * _SURER
    return probability * _LESS if value in left.values() else probability


def _decimal(value: str) -> Decimal | None:
    try:
        return Decimal(value)
    except InvalidOperation:
        return None
