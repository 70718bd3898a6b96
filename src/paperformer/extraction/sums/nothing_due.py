"""Documents that leave nothing to pay: credit notes, quotes, receipts, and bills that say they were paid.

Their total is no amount due, and the day of the payment is not when it is due. What a label calls due stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word, on_row
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.flow import segments_of
from paperformer.extraction.parties.departments import line_above
from paperformer.extraction.payment.unused_means import paid_by_means
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.extraction.sums.row_amounts import places_labelled
from paperformer.fields.finding import Finding
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_DUE, _TOTAL, _DAY, _TIP, _TYPE = "amount_due", "total_incl_vat", "due_date", "tip", "document_type"
_ROUNDING = "rounding"
_STAND_IN = "total_incl_vat"  # the rule of an amount due that is a labelled total
_ASKS_NOTHING = frozenset({"credit_note", "quote", "receipt", "delivery_note", "order"})
_SURE, _LIKELY = 0.5, 0.3  # probability from which a title is believed; a total or a tip
_AFTER_ALL = 0.05  # how often there is something due after all, by judgement
_NOTHING_LEFT = 0.9  # trust in a zero that a label calls due where the total was paid, by judgement
_PAID_ODDS = 6.0  # times the odds of a total that was paid, by judgement
_ON_THE_SPOT = frozenset({"card", "cash", "mobile", "online"})
_HANDED_OVER = 20  # times the total that nobody hands over in cash
# How a line begins that says it was paid; a sum of its own must be the total.
_PAID = (
    r"(?:(?:this |the )?(?:invoice|bill|amount|total|order|account) )?(?:has been |was |is )?paid"
    r"(?: in full)?"
    r"|(?:thank you[,.!]? )?(?:your |the )?payment (?:was |has been )?received"
    r"|(?:received|paid) with thanks|date paid|paid (?:date|on)|proof of payment"
    r"|(?:(?:rechnungs|gesamt)?betrag|rechnung|honorar)?(?: wurde| ist)?(?:(?:^| )bereits)?(?: dankend)?"
    r"(?: in)?(?: bar)?(?: dankend)? ?(?:erhalten|bezahlt|beglichen)"
    r"|(?:facture |montant )(?:acquitt|pay|r[eé]gl)[eé]e?|(?:acquitt|r[eé]gl)[eé]e?|pay(?!ee)[eé]e?"
    r"|(?:factura |importe )?(?:pagad|cobrad|abonad)[oa]"
    r"|(?:fattura |importo )?(?:pagat|saldat|quietanzat)[oa]|(?:fatura |valor )?pag[oa](?= (?:por|em|com) )"
    r"(?! por transferencia\b)"
    r"|(?:factuur |bedrag )?(?:reeds |contant |per pin )?(?:voldaan|betaald)"
    r"|(?:er |har )?(?:betal[dt]|kvitterad|kvitteret)(?= med | via | kontant| den | d\. |\W*$|\W*[0-9])"
    r"|maksettu|greitt(?= með | með)|apmok[eė]ta|samaks[aā]ts|tasutud|makstud"
    r"|zap[lł]acon[oaey]|op[lł]acon[oaey]|(?:za|u)placen[oaéý]|uhra(?:z|d)en[oaéý]|fizetve|kiegyenl[ií]tve"
    r"|achitat[aă]?|pl[aă]tit[aă]?|pla[cč]en[oa]|платен[оа]|оплачено|εξοφλ[ηή]θηκε|πληρ[ωώ]θηκε"
)
_STATEMENT = re.compile(
    rf"\W*(?:{_PAID})(?P<behind>(?! ?(?:be|to|until|unless|if|wird|werden|wenn|bis|invoices?|when|not|after"
    r"|before|by the|within|later)\b).*)",
    re.IGNORECASE,
)
# "Barzahlung dankend erhalten", "EUR 212.54 paid on 14 February": what was paid stands before.
_SUM_PAID = re.compile(
    r"\W*(?:[A-Z]{3} ?|[€$£] ?)?[0-9][0-9.,' ]*(?: ?[A-Z]{3}| ?[€$£])?"
    r" (?:paid on|was paid|bezahlt am|pay[eé]s? le)\b"
    r"|.{0,20}\bdankend (?:in bar )?erhalten\b"
    # "Der Betrag von 195,80 € wurde am 3. November Ihrer Kreditkarte belastet."
    r"|(?:der )?(?:\w*betrag|summe) .{0,40}\bwurde .{0,60}\b(?:belastet|abgebucht|eingezogen)\b"
    r"|(?:the (?:amount|total|sum) )?.{0,40}\b(?:was|has been) charged to your\b"
    r"|(?:le (?:montant|total) |la somme ).{0,40}\ba (?:d[eé]j[aà] )?[eé]t[eé] "
    r"(?:d[eé]bit|pr[eé]lev|r[eé]gl|pay)[eé]e?\b",
    re.IGNORECASE,
)
# What takes the sum from an account on a later day, and what only part of it was paid by.
_LATER = re.compile(
    r"direct debit|lastschrift|pr[eé]l[eè]v|domicilia|incasso|addebit|autogiro|d[eé]bito direto"
    r"|standing order|\bby due date|within [0-9]+ days|\bdeposit|\bpartial|\bteil",
    re.IGNORECASE,
)
# What is filled in behind: with nothing there nobody paid.
_ENTRY = re.compile(
    r"(?:(?:date|amount) paid|paid(?: on| date)?|(?:be)?zahlt(?: am)?|pay[eé]e?(?: le)?|pagad[oa](?: el)?"
    r"|pagat[oa](?: il)?|betaald(?: op)?|betal[dt](?: den)?|.{0,40}:)[\W_]*",
    re.IGNORECASE,
)
_HEADS = 2  # words without a digit beside one word: heads of columns
_LABELLED = re.compile(r"[^\W\d_]{4}")  # no currency: a label of its own
_MARKS = frozenset(".,'")
_BARE = re.compile(r"\W*(?:[0-9](?!.*%).*)?", re.DOTALL)  # nothing behind it, or a day, an hour, a sum
_HOW = re.compile(
    r"\W*(?:(?:in full|by|via|with|on|at|using|am|mit|per|in bar|bar|durch|par|le|en|comptant|con|por|el|il"
    r"|in data|tramite|mediante|em|com|met|op|contant|pin|med|den|d|kontant|kortilla|käteisellä|með|þann"
    r"|banko|kortele|kart[aąeoou]\w*|got[oó]wk\w*|przelew\w*|hotov\w*|dne|dnia|с|в брой|prin|cu|dankend"
    r"|thank you|thanks)\b"
    r"|: ?(?:[0-9](?!.*%)|card|cash|visa|master|amex|bar|karte|ec|carte|cb|tarjeta|efectivo|carta|contant))",
    re.IGNORECASE,
)


def weigh_nothing_due(
    proposed: MutableMapping[str, list[Scored]],
    findings: Sequence[Finding],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
    deductions: Sequence[Decimal] = (),
) -> tuple[Decimal, ...]:
    """Trust a sum less as due, where no label calls it so, if nothing is left to pay; returns what was paid.

    The due date of what was paid counts less too, unless a label calls it that. A labelled zero is surer:
    "Balance due 0.00". Where nothing was taken off, no part of the total is due, as a line's sum.

    Args:
        proposed: Candidates by field; those of ``amount_due`` and ``due_date`` are changed in place.
        findings: What rules found.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        deductions: What it says was paid before, withheld, or left from before.
    """
    labelled = {
        field: [one for one in findings if one.field == field and one.rule == "label"]
        for field in (_DUE, _DAY)
    }
    paid = _paid(proposed, labelled[_DUE], words, printed, context)
    if paid or _asks_nothing(proposed):
        proposed[_DUE] = _unless_labelled(proposed.get(_DUE, ()), labelled[_DUE])
    if paid:
        proposed[_TOTAL] = [_surer_if_paid(one, paid) for one in proposed[_TOTAL]]
        proposed[_DUE] = [_surer_of_zero(one) for one in proposed[_DUE]]
        proposed[_DAY] = _unless_labelled(proposed.get(_DAY, ()), labelled[_DAY])
    if not paid and not deductions:
        totals = [one for one in findings if one.field == _TOTAL and one.rule == "label"]
        proposed[_DUE] = _without_parts(proposed.get(_DUE, ()), totals)
    called_due = {one.words for one in labelled[_DUE] if one.score >= _SURE}
    proposed[_ROUNDING] = [
        one._replace(probability=one.probability * (_AFTER_ALL if one.words in called_due else 1.0))
        for one in proposed.get(_ROUNDING, ())
    ]
    return paid


def says_paid(line: str) -> bool:
    """Whether ``line`` says that what the document is about was paid: "Bezahlt am 3. Mai", "Paid by Visa"."""
    if _LATER.search(line):
        return False
    if _SUM_PAID.match(line):
        return True
    found = _STATEMENT.match(line)
    return found is not None and bool(_BARE.fullmatch(found["behind"]) or _HOW.match(found["behind"]))


def _asks_nothing(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    kind = max(proposed.get(_TYPE, ()), key=lambda one: one.probability, default=None)
    return kind is not None and kind.value in _ASKS_NOTHING and kind.probability >= _SURE


def _unless_labelled(candidates: Sequence[Scored], labelled: Sequence[Finding]) -> list[Scored]:
    values = {one.parsed.value for one in labelled}
    return [
        one if one.value in values else one._replace(probability=one.probability * _AFTER_ALL)
        for one in candidates
    ]


def _without_parts(dues: Sequence[Scored], totals: Sequence[Finding]) -> list[Scored]:
    """``dues``, less probable where the model alone takes a part of a labelled total for one."""
    read = (Decimal(one.parsed.value) for one in totals if one.score >= _LIKELY)
    least = min((value for value in read if value > 0), default=Decimal(0))
    told = {one.value for one in dues if one.source != "model"}

    def is_part(one: Scored) -> bool:
        value = decimal_of(one.value)
        return one.value not in told and value is not None and 0 < value < least

    return [one._replace(probability=one.probability * _AFTER_ALL) if is_part(one) else one for one in dues]


def _surer_if_paid(one: Scored, paid: Collection[Decimal]) -> Scored:
    odds = _PAID_ODDS if decimal_of(one.value) in paid else 1.0
    return one._replace(probability=odds * one.probability / (1.0 + (odds - 1.0) * one.probability))


def _surer_of_zero(one: Scored) -> Scored:
    is_zero = one.source == "rule" and decimal_of(one.value) == 0
    return one._replace(probability=max(one.probability, _NOTHING_LEFT)) if is_zero else one


def _paid(
    proposed: Mapping[str, Sequence[Scored]],
    due: Sequence[Finding],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> tuple[Decimal, ...]:
    """The totals that were paid, where no sum is called due behind the words that say so."""
    totals = sorted(proposed.get(_TOTAL, ()), key=lambda one: -one.probability)
    likely = [one for one in totals if one.probability >= _LIKELY and one.words]
    values = [value for one in likely if (value := decimal_of(one.value)) and value > 0]
    if not values:
        return ()
    last = max((one.words[0] for one in due if decimal_of(one.parsed.value)), default=-1)
    tips = [decimal_of(one.value) for one in proposed.get(_TIP, ()) if one.probability >= _LIKELY]
    whole = {value + tip: value for tip in (*filter(None, tips), Decimal(0)) for value in reversed(values)}
    # Above the total a deposit is an item, and what was paid is the bill's before.
    first = min(one.words[0] for one in likely)
    labelled = places_labelled(names_a_payment, words, printed, context)
    paid = [
        *((place, amount) for place, amount in labelled if amount in whole and place > first),
        *_paid_on_the_spot(whole, likely[0].words[0], words, printed, context),
        *_statements(whole, values[0], words, printed, context),
        *_settled(likely[0], proposed.get(_DUE, ()), printed, context),
    ]
    return tuple(dict.fromkeys(whole[amount] for place, amount in paid if place > last))


def _paid_on_the_spot(
    whole: Collection[Decimal],
    below: int,
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> Iterator[tuple[int, Decimal]]:
    """Where a means of payment stands with one of ``whole`` beside it, or cash with at least as much."""
    for span, amount in paid_by_means(words, printed, context):
        means = span.parsed.value
        if amount is None or means not in _ON_THE_SPOT or span.first <= below:
            continue
        if abs(amount) in whole:
            yield span.first, abs(amount)
        elif means == "cash" and min(whole) <= amount < min(whole) * _HANDED_OVER:
            yield span.first, min(whole)


def _statements(
    whole: Collection[Decimal],
    total: Decimal,
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> Iterator[tuple[int, Decimal]]:
    """Where a line says that it was paid and its row names one of ``whole``, or no sum at all."""
    said = [line for line in segments_of(words) if _is_said(line, words)]
    if not said:
        return
    # Money without cents is weak print, as the last digits of a card are: its marks tell "-69.450" apart.
    spans = printed.spans("amount", context)
    amounts = [one for one in spans if not one.weak or not _MARKS.isdisjoint(one.text)]
    for line in said:
        own = {abs(Decimal(one.parsed.value)) for one in amounts if _is_beside(words[one.first], line, words)}
        named = own.intersection(whole)
        if named or not own:
            yield line.start, max(named, default=total)


def _is_said(line: range, words: Sequence[Word]) -> bool:
    """Whether ``line`` says that it was paid: not in the midst of a sentence, no column's head, no blank."""
    text = " ".join(words[at].text for at in line)
    if not says_paid(text):
        return False
    if text[:1].islower():
        above = line_above(line.start, words)
        if above and not words[above[-1]].text.endswith((".", "!", "?", ":")):
            return False
    is_label = _ENTRY.fullmatch(text.strip()) is not None
    right = [word.text for at, word in enumerate(words) if at not in line and _is_right_of(word, line, words)]
    if is_label:
        return any(any(map(str.isdigit, other)) for other in right)
    heads = sum(not any(map(str.isdigit, other)) for other in right)
    return len(text.split()) > 1 or heads < _HEADS or len(right) > heads


def _is_right_of(word: Word, line: range, words: Sequence[Word]) -> bool:
    return _is_beside(word, line, words) and word.box.x0 > words[line.stop - 1].box.x1


def _settled(
    total: Scored, dues: Sequence[Scored], printed: PrintedWords, context: ValueContext
) -> Iterator[tuple[int, Decimal]]:
    """Where amounts with a minus take all of ``total`` away, and a zero below is called due."""
    value = decimal_of(total.value)
    if value is None or value <= 0:
        return
    for zero in dues:
        if zero.source != "rule" or not zero.words or decimal_of(zero.value) != 0:
            continue
        rows = range(total.words[-1] + 1, zero.words[0])
        signed = {
            one.last: Decimal(one.parsed.value)
            for one in printed.spans("amount", context)
            if one.first in rows and not one.weak
        }
        if sum((amount for amount in signed.values() if amount < 0), value) == 0:
            yield zero.words[0], value


def _is_beside(word: Word, line: range, words: Sequence[Word]) -> bool:
    """Whether ``word`` stands on the row of ``line``, before it or with no other label between."""
    first, last = words[line.start], words[line.stop - 1]
    if word.page != first.page or not on_row(word.box, first.box):
        return False
    return not any(
        last.box.x1 < other.box.x0 < word.box.x0
        and on_row(other.box, word.box)
        and _LABELLED.search(other.text)
        for other in words
        if other.page == word.page
    )
