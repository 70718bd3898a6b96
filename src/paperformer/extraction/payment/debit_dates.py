"""Days on which a direct debit takes what is due: "Your payment will be taken on or after 26 March"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.payment.payment_terms import is_never_due
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

_DUE = "due_date"
_TRUST = 0.72  # in such a day, by judgement
_BEFORE, _BEHIND = 14, 8  # words on the line of a date that are looked at
_LONGEST = 160  # characters of these
_WORDS = r"(?: [^\s.!?:;0-9]+){0,7}? "  # between the verb and what leads to the date

_MONEY = re.compile(r"\b(?:payments?|amount|balance|total|direct debit|bill|sum|invoice)\b", re.IGNORECASE)
_ENGLISH = re.compile(
    r"\b(?:(?:will|shall|to) be (?:taken|collected|debited|withdrawn|deducted|drawn)"
    rf"|(?:will|shall) (?:collect|debit|take|withdraw|deduct|draw)){_WORDS}"
    r"(?:on|(?:on or )?(?:just |shortly )?after|around)$",
    re.IGNORECASE,
)
# What stands before the date, and what must stand behind it; a noun leads to the date itself.
_FORMS = (
    (r"(?:lastschrift|abbuchung|bankeinzug|lastschrifteinzug)(?: erfolgt)? (?:am|zum)", ""),
    (rf"(?:wird|werden){_WORDS}(?:am|zum)|(?:wird|werden) (?:am|zum)", r"abgebucht|eingezogen|belastet"),
    (rf"(?:buchen|ziehen) wir(?:{_WORDS}| )(?:am|zum)", r"ab|ein"),
    (rf"(?:sera|seront) (?:pr[eé]lev|d[eé]bit)\w{{1,4}}(?:{_WORDS}| )le", ""),
    (r"(?:pr[eé]l[eè]vement(?: automatique| sepa)?|montant (?:total )?(?:pr[eé]lev|d[eé]bit)[eé]) le", ""),
    (rf"se (?:le )?(?:cargar|cobrar|adeudar)[aá]n?(?:{_WORDS}| )el(?: d[ií]a)?", ""),
    (rf"ser[aá] (?:cargad|adeudad)[oa](?:{_WORDS}| )el(?: d[ií]a)?", ""),
    (r"cargo en (?:su )?cuenta el(?: d[ií]a)?", ""),
    (rf"(?:sar[aà]|verr[aà]) addebitat[oa](?:{_WORDS}| )(?:il|in data|il giorno)", ""),
    (r"addebito(?: diretto)?(?: sepa)?(?: in conto)? (?:il|in data)", ""),
    (rf"(?:wordt|worden|zullen we)(?:{_WORDS}| )(?:op|rond)", r"afgeschreven|ge[iï]ncasseerd"),
    (rf"(?:schrijven|incasseren) we(?:{_WORDS}| )(?:op|rond)", ""),
    (rf"(?:wordt|worden){_WORDS}(?:afgeschreven|ge[iï]ncasseerd) (?:op|rond)", ""),
    (r"automatische incasso (?:op|rond)", ""),
    (rf"(?:dras|debiteras)(?:{_WORDS}| )den|autogiro den", ""),
    (rf"(?:tr[æe]kkes|opkr[æe]ves)(?:{_WORDS}| )den|(?:betalingsservice|avtalegiro) den", ""),
    (rf"veloitetaan(?:{_WORDS}| )?", ""),
    (rf"zostanie (?:pobran|[sś]ci[aą]gni[eę]t)[aey](?:{_WORDS}| )(?:dniu|dnia)", ""),
    (rf"ser[aá] debitad[oa](?:{_WORDS}| )(?:em|(?:no )?dia)", ""),
    (rf"bude (?:stržen|inkasov|odeps)\w{{0,4}}(?:{_WORDS}| )dne", ""),
)  # fmt: skip
_PATTERNS = tuple(
    (
        re.compile(rf"\b(?:{before})$", re.IGNORECASE),
        re.compile(rf"(?:[^.!?]*\b)?(?:{behind})\b" if behind else "", re.IGNORECASE),
    )
    for before, behind in _FORMS
)
# Of other money, of another bill, or of no money.
_ELSE = re.compile(
    r"\b(?:next|new|future|last|previous|refund\w*|deposit|interest|fees?|prices?|tariffs?|renew\w*|trial|again"
    r"|no payment|monthly|instalments?|goods|equipment|tickets|readings?"
    r"|n[aä]chste\w*|neue\w*|k[uü]nftig\w*|erstmals|monatlich\w*|abschl[aä]g\w*|kaution|guthaben|gutschrift"
    r"|mandat\w*|prochain\w*|nouve\w+|mensualit\w+|rejet\w*|rembours\w+|pr[oó]xim[oa]s?|nuev[oa]s?"
    r"|devoluci\w+|prossim[oaie]|nuov[oaie]|rimbors\w+|volgende|nieuwe?|maandelijks\w*|termijnbedrag"
    r"|n[aä]sta|nya|r[aä]nta\w*|dr[oö]jsm\w+|n[æe]ste|nye?|renter?|udstedt|utstedt|seuraava\w*|uusi"
    r"|nast[eę]pn\w+|now[aey]|odsetki|nov[aoáéý]\w*|příští|[uú]rok\w*|juros)\b",
    re.IGNORECASE,
)


def add_debit_dates(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
    schema: Schema,
) -> None:
    """Add the days on which the document says that its sum will be debited to the due dates.

    Receipts, credit notes, orders and quotes get none.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    if _DUE not in schema or is_never_due(proposed):
        return
    found = [_candidate(span) for span in printed.spans("date", context) if _is_debited(span, words)]
    if found:
        proposed[_DUE] = [*proposed.get(_DUE, ()), *found]


def _candidate(span: ValueSpan) -> Scored:
    parsed, own = span.parsed, tuple(range(span.first, span.last + 1))
    return Scored(
        _DUE, parsed.value, span.text, own, _TRUST, "rule", parsed.scheme, parsed.alternatives, parsed.checked
    )


def _is_debited(span: ValueSpan, words: Sequence[Word]) -> bool:
    """Whether the line of a date says that on this day money will be taken from an account."""
    before = _on_line(words[max(0, span.first - _BEFORE) : span.first], words[span.first])[-_LONGEST:]
    behind = _on_line(words[span.last + 1 : span.last + 1 + _BEHIND], words[span.last])[:_LONGEST]
    if _ELSE.search(f"{before} {behind}"):
        return False
    if _ENGLISH.search(before) and _MONEY.search(before):
        return True
    return any(said.search(before) and then.match(behind) for said, then in _PATTERNS)


def _on_line(words: Sequence[Word], word: Word) -> str:
    """The texts of ``words`` that stand on the line of ``word``."""
    return " ".join(one.text for one in words if (one.page, one.line) == (word.page, word.line))
