"""Times that are none of the document: opening hours, an appointment, hours of work, a column of times."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.labelled_otherwise import label_of
from paperformer.extraction.parties.departments import line_above
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.04  # how often such a time is the document's after all, by judgement
_LONGEST = 200  # characters of a line on either side of a time that are looked at
_COLUMN = 3  # lines that are a time and nothing else, under one another, from which they are rows of a table
_ROW = 60  # words of a row of a table that are looked at
_EDGE = 0.01  # parts of the page's width by which their left edges may differ
_BACK = _LONGEST // 2  # words of at least a letter and a space in so many characters
_BLOCK = 300  # words before a line among which the one above it stands
_CLOCK = r"[0-9]{1,2}(?: ?[:.h] ?[0-9]{2})?(?: ?[ap]\.?m\.?)?(?: ?(?:uhr|uur|h))?"
# No part of a date or of a telephone number: "03-05-2024 14:33", "2024 à 14:33", "02-33-44-55".
_BEGIN, _END = r"(?<![0-9])(?<![0-9][-.:])", r"(?![0-9])(?![-.:][0-9])"
_RANGE = re.compile(
    rf"{_BEGIN}(?P<first>{_CLOCK}) ?(?P<to>-|–|—|\b(?:bis|to|tot|till?|do)\b"
    rf"|\b(?:à|a|et|alle|as|às)\b) ?(?P<last>{_CLOCK}){_END}",
    re.IGNORECASE,
)
_AT = frozenset(("à", "a", "et", "alle", "as", "às"))  # "to", and "at": "9h00 à 17h00", "12.05 à 14:33"
_MARK = re.compile(r"[0-9]{1,2} ?([:.h])", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\b(?:von|van|from|de|dalle|od|fra|från|das|ab) [0-9]{1,2}"
    r"(?: ?[:.h] ?[0-9]{2}(?: ?[ap]\.?m\.?)?(?: ?(?:uhr|uur|h))?| ?[ap]\.?m\.?| ?(?:uhr|uur|h)) ",
    re.IGNORECASE,
)
_ALONE = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
# Days of the week and words of being open, as offices print their hours.
_OPEN = re.compile(
    r"\b(?:mo|di|mi|do|fr|lu|ma|me|je|ve|pn|pt|m|mon|tue|wed|thu|fri|vr|må|man|fre|po|pá|lun|vie|ven|hét"
    r"|pon|pet|hp|pe|seg|sex)\.? ?[-–—] ?(?:fr?|fri|fre|do|thu|mi|sa|so|sat|sun|su|ve|ven|je|vr|za|zo|pt|pá"
    r"|vie|dom|pe|pén|pet|ne|sex|lø|s[oö]n|søn)\b"
    r"|\b(?:open|opening|hours|weekdays?|monday|friday|öffnungszeiten?|sprechzeiten?|bürozeiten|geöffnet"
    r"|montag|freitag|werktags?|telefonzeiten|erreichbar|ouverts?|ouverture|horaires?|lundi|vendredi"
    r"|jours ouvr\w+|horario|lunes|viernes|abierto|laborables|orari?o?|lunedì|venerdì|aperto|apertura"
    r"|feriali|openingstijden|werkdagen|geopend|bereikbaar|maandag|vrijdag|öppettider|öppet|vardagar"
    r"|måndag|fredag|åpningstider|åbningstider|hverdage|hverdager|mandag|åpent|åbent|aukioloajat|avoinna"
    r"|arkisin|czynn[aey]|godziny|otevřeno|hodiny|nyitva\w*|ügyfélfogadás|segunda|dias úteis|horário"
    r"|работно време)\b",
    re.IGNORECASE,
)
# What will be on a day, not what was.
_COMING = re.compile(
    r"\b(?:next (?:appointment|visit|session|lesson)|appointment on|nächster? (?:termin|stunde)"
    r"|neste (?:time|avtale)|næste (?:tid|aftale)|nästa (?:tid|besök)|seuraava aika|prochain rendez-vous"
    r"|rendez-vous le|prossimo appuntamento|próxima (?:cita|consulta)|volgende afspraak|årsmöte\w*|årsmøte"
    r"|generalforsamling|yhtiökokous|mitgliederversammlung|eigentümerversammlung|assemblée générale)\b",
    re.IGNORECASE,
)
# Hours of work and their price: "11h20 à CHF 420.00", "6:30 h x 85,00".
_PRICED = re.compile(
    r" ?(?:std\.?|h|hrs?|hours|stunden|heures)? ?(?:[x×@] ?(?:[A-Z]{3} |[€$£] ?)?[0-9]|(?:à|a|zu|at) "
    r"?(?:(?:EUR|CHF|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|CAD|AUD|Fr\.|[€$£]) ?[0-9]"
    r"|[0-9]{1,3}(?:[.’' ]?[0-9]{3})*,[0-9]{2}\b|[0-9]{3,}\.[0-9]{2}\b))"
)
# A car park's and a toll road's: when one came in, and when one paid.
_CAME_IN = re.compile(
    r"\b(?:entr[eé]e|entry|entered|arriv(?:al|[eé]e)|einfahrt|inrit|inrijden|entrada|ingresso|entrata"
    r"|innkj[oø]ring|indk[oø]rsel|infart|wjazd|vjezd|behajt[aá]s)\b[^.!?]{0,24}$",
    re.IGNORECASE,
)
_PAID_AT = re.compile(
    r"\b(?:pa[iy]e?ment|paid|payed|exit|sortie|zahlung|bezahlt|ausfahrt|betaling|betaald|uitrit|pago|salida"
    r"|pagamento|uscita|sa[ií]da|utkj[oø]ring|udk[oø]rsel|utfart|wyjazd|v[yý]jezd|kihajt[aá]s)\b[^.!?]{0,24}$",
    re.IGNORECASE,
)


def weigh_times(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the time of day, those less probable that say when something else is.

    Args:
        candidates: Of the field ``time``.
        words: Of the document.
    """
    tabled = _tabled(candidates, words)
    came_in = _came_in(candidates, words)
    against = [one.words in tabled or one.words in came_in or _is_other(one, words) for one in candidates]
    return doubted(candidates, against, _AFTER_ALL, [not one for one in against])


def _came_in(candidates: Sequence[Scored], words: Sequence[Word]) -> Collection[tuple[int, ...]]:
    """The words of times of coming in, where one of paying or leaving is among the candidates."""
    said = {one.words: label_of(one, words).strip() for one in candidates if one.words}
    if not any(map(_PAID_AT.search, said.values())):
        return ()
    return {place for place, text in said.items() if _CAME_IN.search(text)}


def _is_other(one: Scored, words: Sequence[Word]) -> bool:
    """Whether the line of a time says that it is another's: "Mo-Fr 8:00-17:00", "next visit at 9:30"."""
    if not one.words:
        return False
    first, last = one.words[0], one.words[-1]
    begin, end = _near(first, words, -1), _near(last, words, 1)
    before = _joined(words[begin:first])[-_LONGEST:]
    behind = _joined(words[last + 1 : end + 1])[:_LONGEST] if _same_line(words[first], words[last]) else ""
    if _COMING.search(before) or _PRICED.match(" " + behind):
        return True
    own = one.text if len(one.words) > 1 else words[first].text
    text = f"{before} {own} {behind}"
    place = range(len(before) + 1, len(before) + 1 + len(own))
    ranges = [found.span() for found in _RANGE.finditer(text) if _is_range(found, text)]
    spans = [*ranges, *(found.span() for found in _BETWEEN.finditer(text))]
    if not any(start < place.stop and place.start < stop for start, stop in spans):
        return False
    return len(ranges) > 1 or _OPEN.search(f"{_above(begin, words)} {text}") is not None


def _near(at: int, words: Sequence[Word], step: Literal[-1, 1]) -> int:
    """The last word of the line of the word at ``at`` in a direction, as far as it is looked at."""
    place = at
    while (
        0 <= place + step < len(words)
        and abs(place - at) < _BACK
        and _same_line(words[place + step], words[at])
    ):
        place += step
    return place


def _above(first: int, words: Sequence[Word]) -> str:
    """The end of the line above the one that begins at ``first``."""
    block = words[max(0, first - _BLOCK) : first + _BACK]
    return _joined([block[at] for at in line_above(min(first, _BLOCK), block)])[-_LONGEST:]


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _same_line(one: Word, other: Word) -> bool:
    return (one.page, one.line) == (other.page, other.line)


def _is_range(found: re.Match[str], text: str) -> bool:
    """Whether what reads like two hours is no date with a time: "12.05 à 14:33", "12/05/24 - 14:33"."""
    first, last = (_MARK.match(found[name]) for name in ("first", "last"))
    if first is None and text[: found.start()].endswith("/"):
        return False
    marks = [mark and mark[1].lower() for mark in (first, last)]
    if marks[0] == marks[1]:
        return True
    is_bare = None in marks
    return is_bare and (
        found["to"].lower() not in _AT or (last is not None and found["last"].lower().endswith("h"))
    )


class _Columns(NamedTuple):
    """Times that are rows of something: the words that are a time alone, their left edges on each page."""

    alone: Collection[int]
    lefts: Mapping[int, Sequence[float]]


def _columns(words: Sequence[Word]) -> _Columns:
    """The times that are all of their line, in rows that go on to their right or begin with digits."""
    sizes = Counter((word.page, word.line) for word in words)
    alone = [
        at
        for at, word in enumerate(words)
        if sizes[word.page, word.line] == 1 and _ALONE.fullmatch(word.text) is not None
    ]
    rows = _Rows(words)
    alone = [at for at in alone if not rows.is_captioned(words[at])]
    lefts = defaultdict[int, list[float]](list)
    for at in alone:
        lefts[words[at].page].append(words[at].box.x0)
    return _Columns(frozenset(alone), {page: sorted(edges) for page, edges in lefts.items()})


class _Rows:
    """The words of a document by the height at which they stand."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = sorted(words, key=lambda word: (word.page, word.box.center[1]))
        self._middles = [(word.page, word.box.center[1]) for word in self._words]

    def is_captioned(self, time: Word) -> bool:
        """Whether a word stands before ``time`` in its row, and no number beside it: "Exit 14:05"."""
        middle, reach = time.box.center[1], time.box.height / 2
        begin = bisect_left(self._middles, (time.page, middle - reach))
        end = bisect_right(self._middles, (time.page, middle + reach))
        row = [one for one in self._words[begin : min(end, begin + _ROW)] if one is not time]
        if any(_has_digits(one) for one in row if one.box.x0 > time.box.x0):
            return False
        before = [one for one in row if one.box.x0 < time.box.x0]
        return bool(before) and not _has_digits(min(before, key=lambda one: one.box.x0))


def _has_digits(word: Word) -> bool:
    return any(map(str.isdigit, word.text))


def _tabled(candidates: Sequence[Scored], words: Sequence[Word]) -> Collection[tuple[int, ...]]:
    """The words of times that stand in a column of a table: of calls, of journeys, of what was tanked."""
    columns = _columns(words)
    found = set[tuple[int, ...]]()
    for one in candidates:
        if len(one.words) != 1 or one.words[0] not in columns.alone:
            continue
        own = words[one.words[0]]
        lefts = columns.lefts[own.page]
        count = bisect_right(lefts, own.box.x0 + _EDGE) - bisect_left(lefts, own.box.x0 - _EDGE)
        if count >= _COLUMN:
            found.add(one.words)
    return found
