"""Totals whose row says that they are something else: change, freight, a payment, the tax within a total."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.doubts.labelled_otherwise import label_of
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.fields.totals import MOST_RATE, TOLERANCE

_AFTER_ALL = 0.05  # how often such a sum is the answer after all, by judgement
_MONEY = r"[:. €$£-]*+(?:(?-i:(?!NET|TTC)(?:[A-Z]{3}|RM))[:. -]*+)?$"
# What is given back of the money handed over.
_CHANGE = re.compile(
    r"(?:\b(?:trust|retainer|escrow)(?: account| fund)? balance"  # what a lawyer holds of the client's
    r"|\bchange(?: due| given)?|\bcash back|\br[uü]ckgeld|\bwechselgeld|\bretourgeld|\bzur[uü]ck|\bresto"
    r"|\bmonnaie(?: rendue)?|\brendu(?: monnaie)?|\bcambio|\bvuelto|\btroco|\bwisselgeld|\bterug"
    r"|\bv[aä]xel(?: tillbaka)?|(?<!\bf[aå] )\btillbaka|\bbyttepenge|\bvekslepenger|\btilbage"
    r"|\bvaihtoraha|\btakaisin|\breszta|\bvr[aá]ceno|\bpovrat|\bpara ustu|\bρεστα|\bресто|\bсдача|\bрешта)"
    + _MONEY,
    re.IGNORECASE,
)
# "inc. VAT 20%", "di cui IVA 10%" alone on a row; where "Total inc. VAT" is the total.
_TAX = r"\b(?:vat|gst|tax|mwst|ust|tva|iva|btw|moms|mva)\b"
_NAMES_TAX = re.compile(_TAX + r"|\btax(?:es)?\b|\bsteuer", re.IGNORECASE)
_WITHIN = re.compile(
    r"^\W*(?:incl?|including|inkl|enth[aä]lt|darin|davon|dont|di cui|waarvan|varav|hvoraf|herav)\b[^%]*?"
    rf"(?:{_TAX}[^%0-9]*([0-9]{{1,2}}(?:[.,][0-9]+)?) ?%|([0-9]{{1,2}}(?:[.,][0-9]+)?) ?%[^%]*{_TAX})"
    r"\W*" + _MONEY,
    re.IGNORECASE,
)
# "(1 EUR = 1.1000 USD)", "Exchange rate: 1.1000".
_EXCHANGE = re.compile(
    r"(?:\b1(?:[.,]0+)? ?(?:(?-i:[A-Z]{3})|[€$£]) ?="
    r"|\b(?:exchange rate|rate of exchange|wechselkurs|umrechnungskurs|wisselkoers|taux de change"
    r"|tipo de cambio|tasso di cambio|taxa de câmbio|v[aä]xelkurs|valutakurs|vekslekurs|valuuttakurssi"
    r"|kurs waluty))[:= ]*+(?:(?:(?-i:[A-Z]{3})|[€$£])[ :=]*+)?$",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"\b(?:col(?:\.|oana|onna?|onne|umna?)?|kol\.|spalte|sp\.)[ (]*$", re.IGNORECASE)
# What is paid for bringing the goods: one line of the sum, and no sum.
_FREIGHT = re.compile(
    r"^\W*(?:[0-9]{1,2} )?(?:freight|shipping(?: (?:&|and|/|\+) handling)?|s ?& ?h|postage(?: (?:&"
    r"|and) packing)?|p ?& ?p"
    r"|carriage|delivery|handling|versand|porto|fracht|lieferung|(?:versand|fracht|liefer|porto)kosten"
    r"|(?:frais|coûts?) de (?:port|livraison|transport|exp[eé]dition)|port|livraison|transport"
    r"|(?:gastos de )?env[ií]o|portes|(?:spese di )?(?:spedizione|trasporto)"
    r"|(?:verzend|bezorg|vracht|transport)kosten|verzending|frakt(?:kostnad|avgift)?|fragt|levering"
    r"|toimituskulu(?:t|ja)?|postikulut|rahti|(?:koszty? )?(?:wysy[lł]k[ai]|dostaw[ay])|doprava"
    r"|po[sš]tovn[eé]"
    r"|saatekulu|transportas|pristatymas)(?: (?:charges?|costs?|fees?))?" + _MONEY,
    re.IGNORECASE,
)
# What no tax is taken of ("Fuori campo IVA") is no tax.
_UNTAXED = re.compile(
    r"\b(?:(?:fuori campo|esclus[oa]|esente|non soggett[oi] a)(?: da)? iva|iva (?:esente|esclusa)"
    r"|non imponibile"
    r"|(?:not subject to|exempt from|outside the scope of|zero[- ]rated for) (?:vat|gst|tax)"
    r"|(?:vat|gst|tax)[- ]exempt|non[- ]taxable(?: amount)?|zero[- ]rated"
    r"|(?:umsatz|mehrwert)?steuerfreie?(?: ums[aä]tze)?|mwst\.?[ -]frei|nicht steuerbar"
    r"|(?:hors champ(?: d'application)?(?: de)?|exon[eé]r[eé]e? de) (?:la )?tva"
    r"|(?:exento|no sujeto) (?:de|a) iva|isento (?:de )?iva|vrijgesteld(?: van btw)?"
    r"|moms ?fri(?:tt?|a)?(?: omsætning)?|avgiftsfri(?:tt)?|zwolnion[ey](?: z vat)?|osvobozeno(?: od dph)?)"
    r"(?: \(?art\.? ?[0-9]+[^)]{0,20}\)?)?" + _MONEY,
    re.IGNORECASE,
)
# What is charged for paying late: what its row begins with.
_LATE = re.compile(
    r"\W*(?:interest|late(?: payment)? (?:fee|charge)s?|reminder fee|(?:verzugs|mahn)?zinsen"
    r"|mahn(?:geb[uü]hr(?:en)?|spesen|kosten)|(?:forsinkelses|mora|rykker)?rente(?:r|n)?|rykkergebyr|purregebyr"
    r"|(?:dr[oö]jsm[aå]ls)?r[aä]nta|p[aå]minnelseavgift|(?:viiv[aä]stys)?korko|muistutusmaksu"
    r"|int[eé]r[eê]ts de retard|intereses(?: de demora)?|interessi(?: di mora)?|juros|aanmaningskosten"
    r"|odsetki|[uú]rok(?:y)? z prodlen[ií])\b",
    re.IGNORECASE,
)
# "Net 30" are terms of payment: days are no money.
_NET = re.compile(r"(?<!total )(?<!summe )\bnet(?:to)? *$", re.IGNORECASE)
_DAYS = frozenset({"7", "8", "10", "14", "15", "20", "21", "28", "30", "45", "60", "90"})
_OF_DAYS = re.compile(
    r"(?:days?|tagen?|jours|d[ií]as|giorni|dagen|dag(?:ar|e|er)|dni|päivä)\b", re.IGNORECASE
)
_ROW = 30  # words in front of a sum that are looked at: what its row calls it may stand at the other edge


def names_change(label: str) -> bool:
    """Whether ``label``, what stands before an amount, names the change that a payer was given."""
    return _CHANGE.search(label) is not None


def names_exchange(label: str) -> bool:
    """Whether ``label``, what stands before an amount, says what a currency costs in another."""
    return _EXCHANGE.search(label) is not None


def names_a_column(label: str) -> bool:
    """Whether ``label``, what stands before a number, says that it is a column's: "(col. 5 + col. 6)"."""
    return _COLUMN.search(label) is not None


def names_freight(label: str) -> bool:
    """Whether ``label``, what stands before an amount, names nothing but what bringing the goods costs."""
    return _FREIGHT.search(label) is not None


def names_late_charge(label: str) -> bool:
    """Whether ``label``, a row before its amount, begins with interest or a fee for paying late."""
    return _LATE.match(label) is not None


def names_untaxed(label: str) -> bool:
    """Whether ``label``, what stands before an amount, names what no tax is taken of."""
    return _UNTAXED.search(label) is not None


def rate_within(label: str) -> Decimal | None:
    """The rate, in percent, of the tax that ``label``, a row before its amount, says a total has in it."""
    found = _WITHIN.search(label)
    return Decimal((found[1] or found[2]).replace(",", ".")) if found else None


def weigh_sums(
    field: str, candidates: Sequence[Scored], words: Sequence[Word], amounts: Collection[Decimal]
) -> list[Scored]:
    """``candidates``, those that their row calls change, a rate of exchange or tax less probable.

    So are, as tax, payments, what is charged for paying late and sums that no tax is taken of; freight and
    the days of "Net 30" where a far larger amount is printed.

    "Incl. 21% BTW 169,40" may well be the total: it is tax only where the document prints the total that has
    so much tax in it.

    Args:
        field: One of ``fields.totals.TOTAL_FIELDS``.
        candidates: Of this field.
        words: Of the document.
        amounts: All that it prints.
    """
    return [
        one._replace(probability=one.probability * _AFTER_ALL)
        if _is_other(field, one, words, amounts)
        else one
        for one in candidates
    ]


def _is_other(field: str, candidate: Scored, words: Sequence[Word], amounts: Collection[Decimal]) -> bool:
    label = label_of(candidate, words, _ROW)
    if names_change(label) or names_exchange(label) or names_a_column(label):
        return True
    if field == "total_vat" and _is_no_tax(label, candidate.value):
        return True
    is_days = candidate.text.strip(".,; ") in _DAYS and _NET.search(label) is not None
    if _counts_days(candidate, words):
        return True
    if (is_days or names_freight(label)) and _is_dwarfed(candidate.value, amounts):
        return True
    rate = rate_within(label) if field != "total_vat" else None
    return rate is not None and _is_tax(candidate.value, rate, amounts)


def _counts_days(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether a whole number stands before days: "Please pay within 30 days"."""
    behind = candidate.words[-1] + 1 if candidate.words else len(words)
    is_whole = candidate.text.strip(".,; ").isdigit()
    return is_whole and behind < len(words) and _OF_DAYS.match(words[behind].text) is not None


def _is_no_tax(label: str, value: str) -> bool:
    if (names_a_payment(label) or names_late_charge(label)) and not _NAMES_TAX.search(label):
        return True
    return names_untaxed(label) and decimal_of(value) != 0  # "VAT exempt 0.00" says how much tax there is


def _is_dwarfed(value: str, amounts: Collection[Decimal]) -> bool:
    """Whether a printed amount is larger than ``value`` with the highest tax: it is a part of a sum, then."""
    own = decimal_of(value)
    return own is not None and any(amount > abs(own) * (1 + MOST_RATE) for amount in amounts)


def _is_tax(value: str, rate: Decimal, amounts: Collection[Decimal]) -> bool:
    """Whether a printed amount has ``value`` as its tax."""
    tax = decimal_of(value)
    return tax is not None and any(
        abs(total * rate / (100 + rate) - abs(tax)) <= TOLERANCE for total in amounts
    )
