"""What is due of an invoice that was paid in part or in full: its total less what a row calls paid."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import islice

from paperformer.documents.model import Word
from paperformer.extraction.sums.row_amounts import amounts_labelled, with_sum
from paperformer.fields.values.currency import is_currency
from paperformer.fields.values.months import month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

# What stands before a sum that the payer has handed over already.
_PAID = re.compile(
    r"\b(?:(?:already |amount |amounts |total |less:? )?paid|amounts? applied"
    r"|payments?(?: (?:received|made|applied))?"
    r"|(?:retainer|trust funds?|credits?) (?:applied|deducted)"
    r"|deposit(?: (?:paid|received))?|pre-?pa(?:id|yment)s?|advance(?: payment)?"
    r"|(?:(?:in )?bar )?(?:dankend )?erhalten"
    r"|(?:abz[uü]gl(?:ich|\.) (?:gezahlter |geleisteter )?|\./\. )vorschuss"
    r"|(?:bereits |schon )?(?:ge|be)zahlt|anzahlung(?:en)?|vorauszahlung(?:en)?|abschlagszahlung(?:en)?"
    r"|(?:geleistete|gezahlte)n? (?:an|abschlags|voraus)?zahlung(?:en)?|zahlungseingang"
    r"|(?:geleistete|gezahlte|bezahlte)n? (?:abschl[aä]ge|teilbetr[aä]ge)|abschlag|teilzahlung(?:en)?"
    r"|applied from (?:trust|retainer|deposit)"
    r"|received (?:from (?:you|client) )?on account(?: of (?:costs|fees))?|(?:kosten|honorar)vorschuss"
    r"|akonto(?:zahlung(?:en)?)?|provisions? (?:re[cç]ue|vers[eé]e)s?"
    r"|situations? (?:de travaux )?no?"
    r"|d[eé]j[aà] (?:r[eé]gl[eé]|pay[eé])e?s?|acomptes?(?: vers[eé]e?s?)?|montant pay[eé]|arrhes"
    r"|acconto|gi[aà] (?:pagato|versato)|(?:importe )?pagado|anticipos?"
    r"|se[nñ]al(?: pagada)?|(?:entrega |entregado )?a cuenta|pl[aă]tit(?:[aă]|e)?|achitat"
    r"|(?:reeds |al )?(?:betaald|voldaan)|aanbetaling|vooruitbetal(?:ing|d)"
    r"|(?:allerede )?(?:ind|inn)?betalt|forud?betal(?:t|ing)|forskudd?|a conto"
    r"|(?:redan )?inbetalt|f[oö]rskott(?:sbetal\w{1,6})?|maksettu|ennakko(?:maksu)?"
    # Deposits that are set off
    r"|(?:rozliczon\w+ )?kaucj[aeię]|kaution(?:en)?|caution|d[eé]p[oô]t de garantie|borg(?:som)?|waarborgsom"
    r"|cauzione|deposito|fianza|dep[oó]sito|depositum|deposition|pantti"
    r"|zap[lł]acono|zaliczka|zaplaceno|(?:uhrazeno )?z[aá]loh(?:a|ou|y)|uhrazeno|pago|adiantamento|sinal"
    r"|visa(?: (?:debit|credit))?|master ?card|maestro|amex|american express|girocard|ec-?karte"
    r"|tarjeta(?: de (?:cr[eé]dito|d[eé]bito))?"
    r"|(?:credit|debit) card|tasutud|ettemaks|apmok[eė]ta|avansas|samaks[aā]ts|avanss)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:be|tax|vat|gst|discount|rate|not(?: yet)?|un|if|when|until|after|before|still|nicht|noch|zu|nach"
    r"|vor|niet|na|ikke|etter|efter|inte|ej|non|no|de|apr[eè]s|avant|dopo|despu[eé]s)[ -]?$",
    re.IGNORECASE,
)
# What may stand between such a word and its sum, besides a date: "Payment received with thanks on 3 May".
_ASIDES = frozenset(
    {"received", "with", "thanks", "thank", "you", "on", "by", "dated", "vom", "am", "den", "le", "du", "il"}
    | {"el", "op", "per", "av", "fra", "d", "card", "cash", "bank"}
    # what a card's terminal gave: "Visa ****5521 auth 0044"
    | {"auth", "authorisation", "authorization", "code", "kontrollnr", "ref", "nr", "no", "ending", "in"}
    | {"contactless", "trx", "transaction", "beleg", "genehmigung", "aut", "autorisation", "operación"}
    | {"č", "dne"}
    | {"con", "tarjeta", "efectivo", "gotówką", "kartą", "przelewem", "folosind", "avans", "bar", "karte"}
    | {"la", "hotově", "kartou", "carte", "espèces", "contant", "pin", "kontant", "kort"}
)
_WORDS = re.compile(r"[^\W\d_]+")
_BRACKET = re.compile(r"\([^()]{0,40}\)")  # "Payment - 29 Sep 2025 (PayWallet)"
_CODE = re.compile(r"\S*[0-9]\S*")  # of the payment: "kaucję KP/0902/2024"
_LABEL = 80  # characters before a sum that are looked at
_BEFORE_PAID = 16  # of these, before the word
_MOST = 12  # payments of one document: more are a statement's


def names_a_payment(label: str) -> bool:
    """Whether ``label``, what stands before an amount on its row, says that it was paid already.

    Nothing but a date and the like stands between: "Payment terms: 30 days" names no payment.
    """
    label = label[-_LABEL:]
    found = list(_PAID.finditer(label))
    if not found:
        return False
    begin, end = found[-1].span()
    if _NOT_YET.search(label[max(0, begin - _BEFORE_PAID) : begin]):
        return False
    behind = _CODE.sub(" ", _BRACKET.sub(" ", label[end:]))
    return all(_is_aside(word) for word in _WORDS.findall(behind))


def payments_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """What the document says was paid before, without sign: each payment, and the sum of several.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _PAID.search(printed.text):
        return ()
    paid = list(islice(amounts_labelled(names_a_payment, words, printed, context), _MOST + 1))
    return with_sum(paid) if len(paid) <= _MOST else ()


def deducted_in(amounts: Collection[Decimal]) -> tuple[Decimal, ...]:
    """What may have been taken off a total, in words that nobody here knows: all that is printed as negative.

    Args:
        amounts: All that the document prints.
    """
    taken_off = sorted(-amount for amount in amounts if amount < 0)
    return tuple(taken_off) if len(taken_off) <= _MOST else ()


def _is_aside(word: str) -> bool:
    # "XXXXXXXXXXXX2087 XX/XX" are a card's hidden figures.
    return (
        not word.lower().strip("x")
        or word.lower() in _ASIDES
        or folded(word) in month_numbers()
        or is_currency(word)
    )
