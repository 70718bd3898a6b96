"""Transfers to a bank that a sentence asks for: "Bitte überweisen Sie ...", "payable by bank transfer"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.values import ParsedValue

_TRUST = 0.62  # how often a transfer that is asked for is the means of payment, by judgement
_REACH = 1.6  # heights of a line to the next
_LONGEST = 300  # characters of a line, the first ones
_HEAD = 0.4  # part of the first page in which it says what kind of document it is
# What may stand between the parts of a request: no end of a sentence.
_SUM = r"(?:(?:[^.!?]|(?<=[0-9])\.|(?<![0-9])\.(?=[0-9])){1,110} )?"
_ASKED = re.compile(
    # German; English
    r"\b(?:überweisen sie|zu überweisen|(?:bitte|bitten|ersuchen?)\b.{0,80}\büberweis\w*"
    r"|(?:per|mittels|durch|sepa-|bank)[ ]?(?:bank)?überweisung"
    r"|überweisung (?:binnen|innert|innerhalb|bis|auf)"
    r"|(?:benut?zen|benüt?zen|verwenden) sie .{0,60}\beinzahlungsschein|mit .{0,40}\beinzahlungsschein"
    r"|(?:by|via) (?:direct )?(?:bank|wire|credit|electronic|online)? ?transfer|(?:by|via) (?:bacs|wire|ach)"
    r"|(?:by|via) (?:internet|online|phone) banking"
    r"|(?:by|via|instant) eft|bank transfer to|direct credit to|please transfer (?:the|this|your|our"
    r"|within|[£€$0-9])|(?:please|kindly) pay into [0-9-]+"
    rf"|(?:please|kindly) (?:pay|remit|deposit) {_SUM}(?:in)?to (?:our |the )?(?:[a-z]+ )?(?:iban\b"
    r"|(?:bank )?account)"
    rf"|payment {_SUM}to (?:our|client) (?:[a-z]+ )?account|payment to account"
    r"|direct deposit only|(?:direct deposit|internet banking) ?:"
    r"|(?:please |kindly )?remit to ?:? (?:[^.!?:]{1,30} )?sort code"
    # French, Italian, Spanish, Portuguese, Romanian
    r"|(?:par|(?:paiement|r[eè]glement) ?:?) ?virement|virement (?:bancaire|à \d|sous|à r[eé]ception)"
    r"|(?:merci de|veuillez|pri[eè]re de|à) (?:verser|payer|virer|r[eé]gler) "
    rf"{_SUM}(?:sur (?:le|notre) )?compte"
    r"|(?:a mezzo|tramite|mediante|con|via) bonifico|bonifico bancario"
    r"|(?:por|mediante|via|por via de) transfer[eê]nci?a|transfer[eê]nci?a bancaria|transferência bancária"
    rf"|(?:abonar|abonen|ingresar|ingresen) {_SUM}(?:iban\b|cuenta)"
    r"|(?:prin )?(?:virament|transfer) bancar|ordin de plat[aăâ]"
    # Dutch; Nordic
    rf"|(?:gelieve|verzoeken u|vriendelijk|graag) (?:[^.!?]{{1,60}} )?(?:te )?betalen {_SUM}op "
    r"(?:onze |het )?(?:bank)?(?:rekening\w*|iban\b)|te betalen op rekening\w*"
    r"|over te maken|overmaken (?:op|naar|aan)|per (?:bank)?overschrijving|ved bankover(?:førsel|føring)"
    rf"|(?:maak|maakt u) {_SUM}over (?:op|naar)|(?:met|via) (?:het |het onderstaande "
    r"|onderstaande? )?overschrijvings?formulier"
    rf"|(?:gelieve|verzoeken u) {_SUM}(?:te )?storten op"
    r"|(?:via|genom) banköverföring|betala (?:via|till) (?:bankgiro|plusgiro)|tilisiirrolla|millifærslu"
    r"|(?:inn|ind)?betales? (?:til|på|via|ind på) (?:vår |vores |vor )?(?:bank)?konto\w*"
    r"|(?:ind|inn)betales? (?:via|i) nett?bank|overføres til [^.!?]{2,40}(?:reg\.? ?nr|konto|iban)"
    r"|betales? til [^.!?]{2,40}(?:reg\.? ?(?:nr\.?)? ?[0-9]+|konto)|maksu(?:t)? tilille"
    r"|bedes (?:venligst )?(?:overført|indbetalt|overføre[st]?|indbetale[st]?)"
    r"|(?:greiðið|greiðist|leggið|leggist|leggja|millifærið) (?:inn )?á (?:banka)?reikning"
    # Baltic, Slavic
    r"|(?:banko|bankiniu) pavedimu|(?:ar )?(?:bankas )?pārskaitījumu|pangaülekandega|maksekorraldusel"
    r"|przelewem|(?:bankovn[ií]m )?p[rř][eě]vodem|p[rř][eě]vodn[ií]m p[rř][ií]kazem"
    r"|prevodn[yý]m pr[ií]kazom|(?:bankov[yý]m )?prevodom|bankovnim prijenosom"
    r"|(?:na|po) transakcijski ra[cč]un"
    r"|(?:prosim[oe]? za |prosimo, )?naka(?:zilo|žite|zati)|банков(?:ой|им) перевод(?:ом)?|по банков път"
    # The title of a slip says so too: Slovenia's, Finland's, Switzerland's
    r"|univerzalni pla[cč]ilni nalog|^saajan tilinumero"
    r"|^(?:zahlteil|section paiement|sezione pagamento|payment part)$"
    # Hungarian, Turkish, Greek
    r"|(?:banki |át)?utal(?:ással|áskor|ás[aá]t|ja(?: át)?|ni|juk|jon)|átutalás(?:sal)?"
    r"|(?:banka )?havalesi|havale ile|ödeme(?: şekli)? ?:[^.!?]{0,60}\bhavale"
    r"|με (?:τραπεζικ\w+ )?(?:κατάθεση|έμβασμα))(?!\w)",
    re.IGNORECASE,
)
# Who collects, negates it or leaves the choice asks for no transfer.
_OTHERWISE = re.compile(
    r"\b(?:card|\w*karte|carte|tarjeta|carta di|kort|cheques?|checks?|ch[eè]ques?|cash|bar(?:zahlung)?"
    r"|esp[eè]ces|paypal|efectivo|contanti|contant\w*|kontant\w*|got[oó]wk\w*|hotov\w*|k[eé]szp[eé]nz\w*|numerar\w*|dinheiro"
    r"|k[aä]teis\w*|nakit|lastschrift\w*|direct debit|pr[eé]l[eè]vement|domiciliaci[oó]n|incasso"
    r"|abgebucht|tip sepa"
    r"|eingezogen|nichts?|kein\w*|do not|don['’]t|non|niets?|geen|ne pas|não|nie|received|returned"
    r"|re[cç]u|ricevuto|prefiere|prefer|(?:ou|or|oder|eller|oppure|lub|vagy) (?:por|par|by|via|per|med))\b",
    re.IGNORECASE,
)
# "no" is a number's in English, and "in the" in Portuguese.
_NO = re.compile(
    r"(?<!account )(?<!acct )(?<!a/c )(?<!invoice )(?<!reference )\bno\b(?!\.| ?[:0-9])", re.IGNORECASE
)
_GIVEN_BACK = re.compile(
    r"\b(?:erstatt\w*|refund\w*|re?imbors\w*|re[ei]mbols\w*|rembours\w*|devolvid\w*|devuelt\w*|zwrot\w*"
    r"|gutgeschrieben|r[uü]ck(?:überweis|zahl)\w*|über(?:wiesen|wiesene[nrs]?))\b",
    re.IGNORECASE,
)
_CREDIT_NOTE = re.compile(
    r"\b(?:credit (?:note|memo)|gutschrift|storno\w*|(?:facture d['’ ])?avoir|nota de cr[eé]dito|abono"
    r"|factura rectificativa|nota (?:di )?credito|creditnota|credit ?factuur|kreditnota|kredit ?faktura"
    r"|hyvityslasku|dobropis|korekta|kreeditarve)\b",
    re.IGNORECASE,
)


def find_asked_transfers(layout: Layout, language: str | None = None) -> Iterator[Finding]:
    """The means of payment ``transfer`` where a sentence asks for it, or gives back by it, and no other.

    Args:
        layout: The document's lines.
        language: The document's, ISO 639-1.
    """
    gives_back = any(
        line.page == 1 and line.box.y0 <= _HEAD and _CREDIT_NOTE.search(line.text) for line in layout.lines
    )
    for line in layout.lines:
        text = line.text[:_LONGEST]
        match = _ASKED.search(text)
        if match is None:
            continue
        around = text[_begin(text, match.start()) :] + _rest(line, layout)
        is_other = _OTHERWISE.search(around) or (language != "pt" and _NO.search(around))
        if not is_other and (gives_back or not _GIVEN_BACK.search(around)):
            words = line.words_from(*match.span())
            yield Finding("payment_method", words, match[0], ParsedValue("transfer"), _TRUST, "asked")


def _begin(text: str, at: int) -> int:
    """Where the sentence that has the character ``at`` begins."""
    return max((text.rfind(stop, 0, at) + len(stop) for stop in (". ", "! ") if stop in text[:at]), default=0)


def _rest(line: Line, layout: Layout) -> str:
    """The line below, where the sentence goes on in it."""
    if line.text.endswith((".", "!", ":", ";")):
        return ""
    below = next((one for one in layout.below(line.page, line.box, _REACH)), None)
    return f" {below.text[:_LONGEST]}" if below is not None else ""
