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
_ASKED = re.compile(
    # German; English
    r"\b(?:überweisen sie|zu überweisen|(?:bitte|bitten|ersuchen?)\b.{0,80}\büberweis\w*"
    r"|(?:per|mittels|durch|sepa-|bank)[ ]?(?:bank)?überweisung"
    r"|überweisung (?:binnen|innert|innerhalb|bis|auf)"
    r"|(?:by|via) (?:direct )?(?:bank|wire|credit|electronic|online)? ?transfer|(?:by|via) (?:bacs|wire|ach)"
    # French, Italian, Spanish, Portuguese, Romanian
    r"|(?:par|(?:paiement|r[eè]glement) ?:?) ?virement|virement (?:bancaire|à \d|sous|à r[eé]ception)"
    r"|(?:a mezzo|tramite|mediante|con|via) bonifico|bonifico bancario"
    r"|(?:por|mediante|via|por via de) transfer[eê]nci?a|transfer[eê]nci?a bancaria|transferência bancária"
    r"|(?:prin )?(?:virament|transfer) bancar|ordin de plat[aăâ]"
    # Dutch; Nordic
    r"|over te maken|overmaken (?:op|naar|aan)|per (?:bank)?overschrijving|ved bankover(?:førsel|føring)"
    r"|(?:via|genom) banköverföring|betala (?:via|till) (?:bankgiro|plusgiro)|tilisiirrolla|millifærslu"
    r"|(?:inn|ind)?betales? (?:til|på|via|ind på) (?:vår |vores |vor )?(?:bank)?konto\w*"
    # Baltic, Slavic
    r"|(?:banko|bankiniu) pavedimu|(?:ar )?(?:bankas )?pārskaitījumu|pangaülekandega"
    r"|przelewem|(?:bankovn[ií]m )?p[rř][eě]vodem|p[rř][eě]vodn[ií]m p[rř][ií]kazem"
    r"|prevodn[yý]m pr[ií]kazom|(?:bankov[yý]m )?prevodom|bankovnim prijenosom"
    r"|(?:na|po) transakcijski ra[cč]un"
    r"|(?:prosim[oe]? za |prosimo, )?naka(?:zilo|žite|zati)|банков(?:ой|им) перевод(?:ом)?|по банков път"
    # Hungarian, Turkish, Greek
    r"|(?:banki |át)?utal(?:ással|áskor|ás[aá]t|ja(?: át)?|ni|juk|jon)|átutalás(?:sal)?"
    r"|(?:banka )?havalesi|havale ile"
    r"|με (?:τραπεζικ\w+ )?(?:κατάθεση|έμβασμα))(?!\w)",
    re.IGNORECASE,
)
# Who collects, gives back, negates it or leaves the choice asks for no transfer.
_OTHERWISE = re.compile(
    r"\b(?:card|\w*karte|carte|tarjeta|carta di|kort|cheques?|checks?|ch[eè]ques?|cash|bar(?:zahlung)?"
    r"|esp[eè]ces|paypal|efectivo|contanti|contant\w*|kontant\w*|got[oó]wk\w*|hotov\w*|k[eé]szp[eé]nz\w*|numerar\w*|dinheiro"
    r"|k[aä]teis\w*|nakit|lastschrift\w*|direct debit|pr[eé]l[eè]vement|domiciliaci[oó]n|incasso|abgebucht"
    r"|eingezogen|nichts?|kein\w*|do not|don['’]t|no|non|niets?|geen|ne pas|não|nie|erstatt\w*|refund\w*"
    r"|re?imbors\w*|re[ei]mbols\w*|rembours\w*|zwrot\w*|gutgeschrieben|r[uü]ck(?:überweis|zahl)\w*"
    r"|über(?:wiesen|wiesene[nrs]?)|received|returned|re[cç]u|ricevuto|prefiere|prefer)\b",
    re.IGNORECASE,
)


def find_asked_transfers(layout: Layout) -> Iterator[Finding]:
    """The means of payment ``transfer`` where a sentence asks for it and names no other."""
    for line in layout.lines:
        text = line.text[:_LONGEST]
        match = _ASKED.search(text)
        if match and not _OTHERWISE.search(text + _rest(line, layout)):
            yield Finding(
                "payment_method",
                line.words_from(*match.span()),
                match[0],
                ParsedValue("transfer"),
                _TRUST,
                "asked",
            )


def _rest(line: Line, layout: Layout) -> str:
    """The line below, where the sentence goes on in it."""
    if line.text.endswith((".", "!", ":", ";")):
        return ""
    below = next((one for one in layout.below(line.page, line.box, _REACH)), None)
    return f" {below.text[:_LONGEST]}" if below is not None else ""
