"""Means of payment that a sentence says was used: "Betrag dankend in bar erhalten", "Payé par Bancontact"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout
from paperformer.fields.values import ParsedValue

_TRUST = 0.66  # how often what was paid by so is the means of payment, by judgement
_LONGEST = 200  # characters of a line, the first ones
_CASH = re.compile(
    r"\b(?:(?:in )?bar (?:dankend )?(?:erhalten|bezahlt|beglichen|kassiert)|dankend (?:in )?bar erhalten"
    r"|barzahlung (?:dankend )?erhalten|(?:received|paid) in cash"
    r"|cash (?:received|paid) with thanks"
    r"|contant (?:betaald|voldaan|ontvangen)|(?:betaald|voldaan) (?:in )?contant"
    r"|(?:pay[eé]e?|r[eé]gl[eé]e?|re[cç]u) en esp[eè]ces|(?:pagad[oa]|cobrad[oa]"
    r"|abonad[oa]) (?:en efectivo|al contado)"
    r"|(?:pagat[oa]|incassat[oa]) in contanti|pag[oa] em (?:dinheiro|numer[aá]rio)"
    r"|betal[dt]e? kontant|kontant betal[dt]|maksettu k[aä]teisell[aä]|zap[lł]acono got[oó]wk[aą]"
    r"|(?:zaplaceno|uhrazeno) (?:v )?hotov[eě](?:sti)?|k[eé]szp[eé]nzben (?:fizetve|kifizetve"
    r"|rendezve))(?!\w)",
    re.IGNORECASE,
)
_PAID = re.compile(
    r"\b(?:pay[eé]e? (?:par|en)|r[eé]gl[eé]e? (?:par|en)|paid (?:by|with|via)|bezahlt (?:mit|per)"
    r"|betaald (?:met|via|per)|pagad[oa] (?:con|por|mediante)|pagat[oa] (?:con|tramite)|pago (?:por|com)"
    r"|betal[dt] (?:med|via)|zap[lł]acono|maksettu)[: ]+(?:an? |the |la |une? |el |una )?",
    re.IGNORECASE,
)
# What was paid so is a part: "davon gesetzliche Zuzahlung bar erhalten".
_IN_PART = re.compile(
    r"\b(?:davon|zuzahlung|anzahlung|teilbetrag|of which|deposit|in part|part payment|acompte|dont|acconto"
    r"|anticipo|waarvan|aanbetaling|varav|herav|heraf)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:not|never|if|must|can|may|wenn|falls|wird|werden|to be|à|si|doit|kan|kann)\b", re.IGNORECASE
)


def find_said_means(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """What a sentence says was paid by: cash in its turns of phrase, else what "paid by" names.

    Args:
        layout: The document's lines.
        reader: Knows what the document says about its values.
    """
    for line in layout.lines:
        text = line.text[:_LONGEST]
        cash = _CASH.search(text)
        if cash is not None and _IN_PART.search(text[: cash.start()]):
            continue
        if cash is not None:
            words = line.words_from(*cash.span())
            yield Finding("payment_method", words, cash[0], ParsedValue("cash"), _TRUST, "said")
            continue
        paid = _PAID.search(text)
        if paid is None or _NOT_YET.search(text[: paid.start()]):
            continue
        named = reader.read("payment_method", Cell(line, paid.end(), len(text)))
        first = next((one for one in named if one.start == paid.end()), None)
        if first is not None:
            yield Finding("payment_method", first.words, first.text, first.parsed, _TRUST, "said")
