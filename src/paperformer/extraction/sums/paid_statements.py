"""Lines that say that what a document is about was paid: "Bezahlt am 3. Mai", "Paid by Visa"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from itertools import islice

from paperformer.documents.model import Word, on_row
from paperformer.extraction.flow import segments_of
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

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
_MOST = 40  # lines of one document that say so: more are a list
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


def says_paid(line: str) -> bool:
    """Whether ``line`` says that what the document is about was paid: "Bezahlt am 3. Mai", "Paid by Visa"."""
    if _LATER.search(line):
        return False
    if _SUM_PAID.match(line):
        return True
    found = _STATEMENT.match(line)
    return found is not None and bool(_BARE.fullmatch(found["behind"]) or _HOW.match(found["behind"]))


def paid_statements(
    whole: Collection[Decimal],
    total: Decimal,
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> Iterator[tuple[int, Decimal]]:
    """Where a line says that it was paid and its row names one of ``whole``, or no sum at all.

    Args:
        whole: What may have been paid in full.
        total: What was, where no sum is named.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    lines = (line for line in segments_of(words) if says_paid(text_of(line, words)))
    said = [(line, row) for line in islice(lines, _MOST) if _is_said(line, row := _row(line, words), words)]
    if not said:
        return
    # Money without cents is weak print, as the last digits of a card are: its marks tell "-69.450" apart.
    spans = printed.spans("amount", context)
    amounts = [one for one in spans if not one.weak or not _MARKS.isdisjoint(one.text)]
    for line, row in said:
        own = {abs(Decimal(one.parsed.value)) for one in amounts if one.first in row}
        named = own.intersection(whole)
        if named or not own:
            yield line.start, max(named, default=total)


def _row(line: range, words: Sequence[Word]) -> list[int]:
    """The words on the row of ``line``, up to the next label to its right: what is behind that is its own."""
    first, edge = words[line.start], words[line.stop - 1].box.x1
    row = [at for at, word in enumerate(words) if word.page == first.page and on_row(word.box, first.box)]
    labels = [words[at].box.x0 for at in row if words[at].box.x0 > edge and _LABELLED.search(words[at].text)]
    return [at for at in row if words[at].box.x0 <= min(labels, default=1.0)]


def _is_said(line: range, row: Sequence[int], words: Sequence[Word]) -> bool:
    """Whether ``line`` says so indeed: not in the midst of a sentence, no column's head, no blank."""
    text = text_of(line, words)
    if text[:1].islower():
        above = line_above(line.start, words)
        if above and not words[above[-1]].text.endswith((".", "!", "?", ":")):
            return False
    right = [words[at].text for at in row if words[at].box.x0 > words[line.stop - 1].box.x1]
    filled = [any(map(str.isdigit, other)) for other in right]
    if _ENTRY.fullmatch(text.strip()):
        return any(filled)
    return len(text.split()) > 1 or any(filled) or len(right) < _HEADS
