"""Days on which a direct debit takes what is due: "Your payment will be taken on or after 26 March"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

_DUE = "due_date"
_TRUST = 0.72  # in such a day, by judgement
_BEFORE, _BEHIND = 14, 8  # words on the row of a date that are looked at

# What announces the debit before its date, the words that join the two, and what stands behind the date.
_FORMS = (
    (
        r"(?:will|shall|to) be (?:taken|collected|debited|withdrawn|deducted|charged|drawn)"
        r"|(?:will|shall) (?:collect|debit|take|withdraw|charge|deduct|draw)",
        r"on|from|by|(?:on or )?(?:just |shortly )?after|around",
        "",
    ),
    (r"abgebucht|eingezogen|abbuchung|einzug|lastschrift\w*|bankeinzug", r"am|zum|ab(?: dem)?", ""),
    (r"wird|werden", r"am|zum|ab(?: dem)?", r"abgebucht|eingezogen|belastet"),
    (r"buchen|ziehen", r"am|zum|ab(?: dem)?", r"ab|ein"),
    (
        r"(?:sera|seront) (?:pr[eé]lev|d[eé]bit)\w+|pr[eé]l[eè]vement"
        r"|montant (?:total )?(?:pr[eé]lev[eé]|d[eé]bit[eé])",
        r"le|du|au",
        "",
    ),
    (
        r"se (?:le )?(?:cargar|cobrar|adeudar)[aá]n?|ser[aá] (?:cargad|cobrad|adeudad)[oa]"
        r"|cargo en (?:su )?cuenta",
        r"el(?: d[ií]a)?|d[ií]a|de",
        "",
    ),
    (r"(?:sar[aà]|verr[aà]) addebitat[oa]|addebito", r"il|in data|dal|giorno", ""),
    (
        r"wordt|worden|zullen we|schrijven we|incasseren we",
        r"op|rond|omstreeks",
        r"afgeschreven|ge[iï]ncasseerd|af",
    ),
    (r"afgeschreven|ge[iï]ncasseerd|afschrijving|automatische incasso", r"op|rond|omstreeks", ""),
    (r"dras|debiteras|autogiro", r"den|fr[aå]n", ""),
    (r"tr[æe]kkes|betales automatisk|betalingsservice|avtalegiro", r"den|d\.|p[aå]", ""),
    (r"veloitetaan|suoraveloitus|suoramaksu", r"\w+", ""),
    (r"zostanie (?:pobran|[sś]ci[aą]gni[eę]t)[aey]|polecenie zap[lł]aty", r"dniu|dnia", ""),
    (r"ser[aá] (?:debitad|cobrad)[oa]|d[eé]bito (?:direto|em conta)", r"em|(?:no )?dia|de", ""),
    (r"bude (?:stržen|inkasov|odeps)\w*|inkaso", r"dne|k", ""),
)
_PATTERNS = tuple(
    (
        re.compile(rf"\b(?:{says})\b[^.!?]*\b(?:{on})$", re.IGNORECASE),
        re.compile(rf"(?:[^.!?]*\b)?(?:{behind})\b" if behind else "", re.IGNORECASE),
    )
    for says, on, behind in _FORMS
)
# Of other money, or of another time.
_ELSE = re.compile(
    r"\b(?:next|future|last|previous|refund\w*|n[aä]chste\w*|k[uü]nftig\w*|prochaine?|pr[oó]xim[oa]"
    r"|prossim[oa]"
    r"|volgende|n[aä]sta|n[æe]ste|neste|seuraava|deposit|kaution|guthaben|gutschrift)\b",
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

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    if _DUE not in schema:
        return
    found = [
        Scored(_DUE, span.parsed.value, span.text, tuple(range(span.first, span.last + 1)), _TRUST, "rule")
        for span in printed.spans("date", context)
        if _is_debited(span, words)
    ]
    if found:
        proposed[_DUE] = [*proposed.get(_DUE, ()), *found]


def _is_debited(span: ValueSpan, words: Sequence[Word]) -> bool:
    """Whether the row of a date says that on this day money will be taken from an account."""
    before = " ".join(words_before(span.first, words, _BEFORE))
    if _ELSE.search(before):
        return False
    last = words[span.last]
    rest = words[span.last + 1 : span.last + 1 + _BEHIND]
    behind = " ".join(word.text for word in rest if (word.page, word.line) == (last.page, last.line))
    return any(said.search(before) and then.match(behind) for said, then in _PATTERNS)
