"""Direct debits that a sentence announces: "Der Betrag wird von Ihrem Konto abgebucht", "sera prélevé le"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout
from paperformer.fields.values import ParsedValue

_TRUST = 0.64  # how often a debit that is announced is the means of payment, by judgement
_LONGEST = 300  # characters of a line, the first ones
_FROM = r"(?:(?:[^.!?]|(?<=[0-9])\.){0,80} )?"  # what may stand between the parts of a sentence
_SAID = re.compile(
    # German; Dutch
    rf"\b(?:(?:buchen|ziehen) wir {_FROM}(?:ab|ein|von (?:ihrem|deinem) (?:[a-z]+ )?konto)"
    rf"|wir (?:buchen|ziehen) {_FROM}(?:ab|ein)|sepa-(?:basis-?|firmen-?)?lastschrift,? (?:mit )?mandat"
    rf"|(?:wird|werden) {_FROM}(?:abgebucht|eingezogen)"
    r"|(?:im|per|mit|mittels|durch) (?:sepa-?)?(?:basis-?|firmen-?)?(?:lastschrift\w*|bankeinzug)"
    rf"|(?:wordt|worden) {_FROM}(?:ge[iï]nd|ge[iï]ncasseerd|afgeschreven)"
    r"|(?:per|via) (?:automatische |sepa-?)?(?:incasso|domici?li[eë]ring)|automatische incasso"
    rf"|(?:(?:schrijven|incasseren) (?:we|wij)|wij (?:schrijven|incasseren)) {_FROM}(?:af|van uw rekening)"
    # French; English
    rf"|(?:sera|seront) {_FROM}(?:pr[eé]lev[eé]\w*|d[eé]bit[eé]\w*) (?:le|sur|par|en|de|automatiquement)"
    r"|pr[eé]lev[eé]e?s? (?:le [0-9]{1,2}|sur votre compte|automatiquement)"
    r"|par (?:pr[eé]l[eè]vement|domiciliation)"
    r"|pr[eé]l[eè]vement (?:sepa|automatique|bancaire) (?:le|du|au) [0-9]{1,2}"
    r"|(?:bank )?account will be (?:debited|charged)|we (?:will|shall) (?:direct )?debit your"
    r"|(?:debited|collected|taken|withdrawn) from your (?:bank )?account"
    r"|(?:by|via) (?:sepa )?direct debit|pre-?authori[sz]ed debit|auto-?pay:"
    # Italian; Spanish, Catalan; Portuguese
    rf"|(?:sar[aà]|verr[aà]) {_FROM}addebitat[oa] "
    r"(?:(?:il|dal|in data) [0-9/.-]{8,10} )?(?:sul|in)"
    r"|con addebito (?:diretto|in conto|sul|sepa)"
    r"|(?:recibo|rebut|factura) domiciliad[oa]|rebut domiciliat|domiciliad[oa] en su cuenta"
    r"|domiciliaci[oóò]n? banc[aà]ri[oa]|domiciliazione bancaria|cargo en (?:su )?cuenta"
    rf"|se (?:le )?(?:cargar|adeudar)[aá]n? {_FROM}en su cuenta"
    rf"|d[eé]bito direc?to|ser[aá] debitad[oa] {_FROM}(?:conta|em)"
    # Nordic, Finnish
    r"|(?:via|med|genom|gjennom) (?:autogiro|avtalegiro|betalingsservice|leverand[oø]rservice)"
    rf"|(?:dras|trekkes|tr[æe]kkes|opkr[æe]ves) {_FROM}(?:autogiro|avtalegiro|betalingsservice|kont[oi])"
    r"|suoraveloituksella|suoramaksuna"
    # Slavic, Hungarian, Romanian, Greek, Turkish, Baltic
    r"|polecenia zap[lł]aty|(?:s|z) trajnikom|direktn[ao] (?:obremenit\w+|bremenit\w+)|trajnim nalogom"
    r"|inkasem|(?:formou )?inkasa|csoportos beszed[eé]s(?:sel|i)?|debitare direct[aă]|директен дебит"
    r"|π[αά]για εντολ[ηή]|otomatik [oö]deme(?: talimat\w*)?|ar automātisko maksājumu|otsekorraldusega"
    r"|p[uü]simakse alusel)(?!\w)",
    re.IGNORECASE,
)
# "wird nicht abgebucht", "ne sera pas prélevé".
_NOT = re.compile(
    r"\b(?:nicht|kein\w*|not|pas|niet|geen|no (?=se)|non|n[aã]o|ikke|inte|ei|nie|ne)\b|: ?off\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[^.!?]*\?")  # "Paying by Direct Debit?"
_OFF = 4  # characters behind them: "AutoPay: Off"
_NEAR = 12  # characters before the words that announce a debit
# Who offers it, leaves the choice, had it returned, or takes it from a card, announces none.
_OTHERWISE = re.compile(
    r"\b(?:card|kredit\w*|\w*karte|save|saving|discount|sparen|rabatt|korting|transfer\w*|virement\w*"
    r"|(?<!nicht )[uü]berweis\w*|overboek\w*|overschrijving|bonifico|transferencia|przelew\w*|returned|unpaid"
    r"|rejet[eé]\w*|zur[uü]ckge\w+|retourn\w*|geweigerd|devuelt\w*|insolut\w*"
    r"|carte|tarjeta|carta di|can|could|may|if you|set up|sign up|enrol\w*"
    r"|switch|k[oö]nnen|m[oö]chten|wenn|falls|sofern|ver[eé]inbar\w*|beantragen|erteilen|formular|pouvez|souhaitez"
    r"|si vous|optez|adh[eé]r\w*|puede|si desea|solicit\w*|pu[oò]|se desidera|attiva\w*|richied\w*|kunt|wilt"
    r"|kan|kunna|kunne|[oö]nskar|ansök\w*|tilmeld\w*|vil du|mo[zż]esz|mo[zž]ete|aktivuj\w*|pode|lehet"
    r"|erstatt\w*|refund\w*|rembours\w*|r[uü]ck(?:lastschrift|erstatt)\w*|keine?|no longer|instead|cheques?"
    r"|ch[eè]ques?|cash|paypal|esp[eè]ces|plus simple)\b",
    re.IGNORECASE,
)


def find_asked_debits(layout: Layout) -> Iterator[Finding]:
    """The means of payment ``direct_debit`` where a sentence announces one and offers no other."""
    for line in layout.lines:
        text = line.text[:_LONGEST]
        match = _SAID.search(text)
        if match is None:
            continue
        said = text[max(0, match.start() - _NEAR) : match.end() + _OFF]
        if not (
            _ASKS.match(text, match.end()) or _NOT.search(said) or _OTHERWISE.search(_sentence(text, match))
        ):
            words = line.words_from(*match.span())
            yield Finding("payment_method", words, match[0], ParsedValue("direct_debit"), _TRUST, "announced")


def _sentence(text: str, match: re.Match[str]) -> str:
    """The sentence of ``text`` in which ``match`` stands."""
    begin = max(text.rfind(stop, 0, match.start()) for stop in (". ", "! ", "? "))
    ends = [end for stop in (". ", "! ", "? ") if (end := text.find(stop, match.end())) >= 0]
    return text[max(0, begin) : min(ends, default=len(text))]
