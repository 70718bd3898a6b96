"""Dates whose label says that they are something else: of a delivery, an order, the period invoiced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout
from paperformer.fields.values.plain import folded

_PERIOD = ("period_start", "period_end")
_DATES = frozenset({"document_date", "due_date"})
_SURE, _RANGE = 0.5, 0.4  # scores from which a place fits its label, and two dates are a range
_CORRECTED = 0.95  # the same of the day of another invoice, by judgement
_AGREED_ON = 0.6  # of the day behind an order's number: more than of the "of" before it
# Terms of payment are no field's label either, and hold the due date.
_OF_PAYMENT = re.compile(
    r"pay|paid|terms|due|interest|fee|zins|r[aä]nta|rente|korko|mahn|bet\.|zahl|f[aä]llig|bedingung"
    r"|kondition|paiement|r[eè]glement|[eé]ch[eé]ance|pag|venc|scad|condi[czt]|betal|maks|ehdot|forfald"
    r"|forfall|f[oö]rfall|er[aä]p|p[lł]at|termin (?:p[lł]at|zap)|splat|[uú]hrad|tasu|mok[eė]|apmok"
)
# "Late fee after" and "Bet.villkor" are no field's labels either: only those that name a date count.
_NAMES_A_DATE = re.compile(
    r"\beta\b|\betd\b|date|dat[uao]m?\b|dat\.|datum|datos|fecha|p[aä]iv|pvm|kuup|termin|zeitpunkt|pln[eě]n[ií]|teljesites|дата"
)
# A guest's stay. As labels these words would hide names: "Arrival Ltd", "Check In Hotels".
_GUEST = re.compile(
    r"\b(?:arrival|departure|arrived|departed|check[- ]?(?:in|out)|anreise|abreise|ankunft"
    r"|arriv[eé]e|d[eé]part|llegada|salida|entrada|arrivo|partenza|aankomst|vertrek|chegada|sa[ií]da"
    r"|ankomst|avresa|avreise|afrejse|saapuminen|l[aä]ht[oö]|przyjazd|wyjazd|p[rř][ií]jezd|odjezd)\b",
    re.IGNORECASE,
)
# What was done on a day, or comes on one, other than to pay: "€87.00 paid on 3 May", "Renews 3 May 2026".
_DONE = re.compile(
    r"\b(?:(?:paid|charged|billed|set|printed|created|cancell?ed|refunded"
    r"|delivered|shipped) on|paid in full on"
    r"|(?:auto-?)?renew(?:s|al)(?: on| date)?|next (?:renewal|charge|billing)(?: date)?"
    r"|(?:services?|rendered|access|coverage) (?:through|until)|cancel(?:lation)? (?:by|before)"
    r"|bezahlt am|beglichen am|gedruckt am|verl[aä]ngert sich am|pay[eé]e? le|r[eé]gl[eé]e? le"
    r"|acquitt[eé]e? le|imprim[eé]e? le|pagad[oa] el|pagat[oa] il|stampat[oa] il|betaald op|afgedrukt op"
    r"|zap[lł]acono dnia|uhrazeno dne|pag[oa] em|carte (?:bancaire|bleue|de cr[eé]dit) le"
    r"|wordt (?:automatisch )?verlengd op|se renouvelle le|se renueva el|si rinnova il|f[oö]rnyas"
    r"|fornyes(?: den)?|odnawia si[eę]|g[uü]ltig(?:keit)? (?:ab|bis|vom)|(?:hin|r[uü]ck)fahrt (?:am|bis)"
    r"|valid (?:from|until|till|to|through)|expires?(?: on)?|valable (?:du|jusqu'au|le)"
    r"|geldig (?:op|tot|van|vanaf)|v[aá]lido (?:hasta|desde|at[eé])"
    r"|valido (?:fino al|dal|il)|giltig(?:t)? (?:till|fr[aå]n)|gyldig (?:til|fra)"
    r"|geb|geboren(?: am| op)?|born(?: on)?|date of birth|d\.?o\.?b"
    r"|n[eé]e? le|nat[oa] il|nacid[oa] el|f[oø]dt|f[oö]dd"
    # what was paid on account before; what comes next of the trade's own: a check-up, a service
    r"|(?:akonto|an|ab|teil|voraus)(?:schlags)?zahlung(?:en)? vom|acompte (?:vers[eé] le|du)"
    r"|(?:deposit|payment)s? (?:received|paid)(?: with thanks)?,?(?: on)?|acconto (?:versato il|del)"
    r"|anticipo del|aanbetaling (?:van|d\.?d\.?)|a conto-?betaling(?: den)?|zaliczka z dnia|z[aá]loha ze dne"
    r"|next (?!payment|instal|invoice|amount|due)(?:[a-z]+ ){1,3}(?:is |are )?due(?: on| by)?)\b",
    re.IGNORECASE,
)
# "is to be paid in full on", "doit être réglée le": then it is due that day.
_TO_COME = re.compile(
    r"\b(?:be|not|must|will|shall|should|if|unless|until|muss|wird|werden|sollte?|nicht|[eê]tre|sera|doit|pas"
    r"|ser|ser[aá]|debe|deve|essere|sar[aà]|moet|worden|wordt|zal|niet|skal|ska|bør|musi|byt|b[yý]t)\b",
    re.IGNORECASE,
)
# Numbers of what came before the document, and what stands between such a number and its day.
_AGREED = frozenset({"order_number", "receiver_order_number", "contract_number"})
_OF_DAY = re.compile(
    r"[0-9][^:]{0,20}?[ ,(](?:ze dne|z dnia|dated|date|of|from|vom|du|en date du|del|dd\.?|van|af|av"
    r"|fra|fr[aå]n|den)[.: ]*$",
    re.IGNORECASE,
)
# The day of the invoice that a credit note corrects: "do faktury nr F/0871/05/2025 z dnia 27.05.2025".
_ORIGINAL = (
    r"\b(?:do faktury|zu(?:r)? rechnung|der rechnung|original invoice|(?:to|for|against) invoice"
    r"|(?:de|[aà]|[aà] la|la) facture|(?:rif\.?|riferimento|alla|della) fattura|(?:la|a|de la) factura"
    r"|[aà] fatura"
    r"|(?:p[aå]|avser|gjelder|ved(?:r|rørende)\.?|til) faktura|(?:op|betreft|van) factuur|k faktu[rř]e)\b"
)
_OF_THAT_DAY = (
    r"[^:;]{2,26}[ ,](?:z dnia|vom|dated|of|du|del|d\.?d\.?|van|av|af|fra|från|den|datada de|ze dne)"
)
# What was written or promised before, and up to when payments were counted: "unserer Erinnerung vom".
_WRITTEN = (
    r"\b(?:(?:unser(?:e[rnm]?)?|ihr(?:e[rnm]?)?|notre|votre|our|your|on[sz]e?|uw|nostr[ao]|vostr[ao]|nuestr[ao]"
    r"|vår|vores|précédente?|previous|last)"
    r"(?: (?!rechnung|facture|invoice|factuur|fatt?ura|faktura)[^\W\d_]+){1,2}"
    r" (?:vom|du|of|dated|van|del|av|af)"
    r"|(?:zahlungs?(?:eingänge|en)|payments?(?: received)?|paiements?(?: reçus)?|betalingen)"
    r"(?: [^\W\d_]+){0,2} (?:bis|to|until|up to|jusqu['’]au|tot(?: en met)?)(?: zum)?)\b"
)
_CALLS = re.compile(rf"{_WRITTEN}|{_GUEST.pattern}|{_DONE.pattern}|{_ORIGINAL}", re.IGNORECASE)
_CALLED = re.compile(
    rf"(?:{_GUEST.pattern}|{_DONE.pattern}|(?P<other>{_WRITTEN}|{_ORIGINAL}{_OF_THAT_DAY}))[ .,:]*$",
    re.IGNORECASE,
)
# What a stamp or a note says that came later: "PAID 27.6.2017", "Eingegangen am 3. Mai".
_STAMP = re.compile(
    r"(?:paid|received|approved|posted|bezahlt|eingegangen|eingang|genehmigt|freigegeben|verbucht|gebucht"
    r"|bet[aä]ld|betalt|betaald|ontvangen|goedgekeurd|godk[aä]nd|godkjent|godkendt|ankom|mottatt|modtaget"
    r"|maksettu|hyv[aä]ksytty|saapunut|pay[eé]e?|acquitt[eé]e?|re[cç]ue?|approuv[eé]e?|pagad[oa]|recibid[oa]"
    r"|aprobad[oa]|pagat[oa]|ricevut[oa]|approvat[oa]|paga|recebid[oa]|aprovad[oa]|zap[lł]acon[oey]"
    r"|wp[lł]yn[eę][lł][oa]|zaplacen[oa]|uhrazen[oa]|do[sš]lo|tasutud|saabunud|apmok[eė]ta|gauta)"
    r"(?: (?:on|am|le|el|il|em|op|den|dne|dnia|d\.))?[ .:]*",
    re.IGNORECASE,
)
_UNDER_STAMP = 1.6  # of its height: how far below a stamp's word its date stands
_REACH = 16  # characters before a label in which what speaks for a payment stands
_ORDERED = 80  # characters behind the label of an order in which its number and day stand
_CALL = 56  # characters before a date in which such a word stands
_MOST_LABELS = 24  # of a line: reading each to the line's end takes time that grows with their square
_DIGITS = 3  # that a line with a date has


def words_of_other_dates(
    labelled: Labelled, reader: CellReader, findings: Sequence[Finding]
) -> frozenset[int]:
    """Indices of the words of dates at labels that no field has, and of the ends of periods.

    Left out are those that a label nearer by calls the document's date or the due date, and terms of payment.

    Args:
        labelled: The document's labels.
        reader: Knows what the document says about its values.
        findings: What rules found.
    """
    fits: dict[int, float] = {}
    for anchor in filter(_is_of_other, labelled.anchors):
        if len(labelled.by_line[anchor.line.index]) > _MOST_LABELS:
            continue
        for meaning in anchor.hit.meanings:
            for found in values_at(anchor, meaning, "date", labelled, reader):
                if found.score >= _SURE:
                    fits |= {word: max(found.score, fits.get(word, 0.0)) for word in found.reading.words}
    fits |= dict(_called(labelled, reader))
    fits |= dict.fromkeys(_of_stamps(labelled.layout, reader), _SURE)
    fits |= dict.fromkeys(_of_orders(labelled, reader), _AGREED_ON)
    for finding in findings:
        if finding.field in _PERIOD and finding.score >= _RANGE:
            fits |= {word: max(finding.score, fits.get(word, 0.0)) for word in finding.words}
    own = [finding for finding in findings if finding.field in _DATES and finding.rule == "label"]
    taken = {word for finding in own for word in finding.words if finding.score >= fits.get(word, 1.0)}
    return frozenset(fits.keys() - taken)


def _called(labelled: Labelled, reader: CellReader) -> Iterator[tuple[int, float]]:
    """Words of the days on which guests come and go, something was paid, or a corrected invoice was made.

    With how sure they are: what looks like the label of the document's own day stands in "invoice 4711 of".
    """
    if not any(_CALLS.search(line.text) for line in labelled.layout.lines):
        return
    for line in labelled.layout.lines:
        if line.digits < _DIGITS:
            continue
        for reading in reader.read("date", Cell(line, 0, len(line.text))):
            before = line.text[: reading.start]
            if not before.strip():
                before = next((left.text for left in labelled.layout.left_of(line)), "")
            called = _CALLED.search(before[-_CALL:])
            if called and not _TO_COME.search(before[: len(before) - len(called[0])][-_CALL:]):
                trust = _CORRECTED if called["other"] else _SURE
                yield from ((word, trust) for word in reading.words)


def _of_orders(labelled: Labelled, reader: CellReader) -> Iterator[int]:
    """Words of the days on which something was ordered or agreed: "Order no. 4711 of 2 April"."""
    for anchor in labelled.anchors:
        if not any(meaning.kind == "field" and meaning.name in _AGREED for meaning in anchor.hit.meanings):
            continue
        right = next(labelled.layout.right_of(anchor.line), None)
        if len(labelled.by_line[anchor.line.index]) > _MOST_LABELS:
            continue
        for line, start in ((anchor.line, anchor.end), (right, 0)):
            if line is None or line.digits < _DIGITS:
                continue
            end = min(len(line.text), start + _ORDERED)
            first = next(iter(reader.read("date", Cell(line, start, end))), None)
            if first is not None and _OF_DAY.search(line.text[start : first.start]):
                yield from first.words
        yield from _day_apart(anchor, labelled, reader)


def _day_apart(anchor: Anchor, labelled: Labelled, reader: CellReader) -> Iterator[int]:
    """Words of the day that stands apart from its order's number: "Order no.:   4711   dated:  2 April"."""
    row = list(islice(labelled.layout.right_of(anchor.line), 3))
    for number, of_day in pairwise(row):
        for day in (of_day, *row[2:]):
            first = next(iter(reader.read("date", Cell(day, 0, min(len(day.text), _ORDERED)))), None)
            if first is None:
                continue
            before = day.text[: first.start] if day is of_day else of_day.text
            if _OF_DAY.search(f"{number.text} {before}"):
                yield from first.words
            break


def _of_stamps(layout: Layout, reader: CellReader) -> Iterator[int]:
    """Words of the days behind a stamp's word that begins a line, or alone on the line below it."""
    for line in layout.lines:
        word = _STAMP.match(line.text)
        if word is None:
            continue
        behind = word.end() < len(line.text)
        reach = _UNDER_STAMP * max(1.0, line.box.height / layout.height)
        under = [] if behind else layout.below(line.page, line.box, reach)[:1]
        for place in [line] if behind else under:
            start = word.end() if behind else 0
            for reading in reader.read("date", Cell(place, start, len(place.text))):
                ends = behind or len(reading.text) == len(place.text)
                if reading.start == start and ends and sum(map(str.isdigit, reading.text)) >= _DIGITS:
                    yield from reading.words


def _is_of_other(anchor: Anchor) -> bool:
    if {meaning.kind for meaning in anchor.hit.meanings} != {"other"}:
        return False
    label = folded(anchor.line.text[anchor.start : anchor.end])
    before = folded(anchor.line.text[max(0, anchor.start - _REACH) : anchor.start])
    return _NAMES_A_DATE.search(label) is not None and _OF_PAYMENT.search(before + label) is None
