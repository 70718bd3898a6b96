"""Times that are none of the document: opening hours, an appointment, hours of work, a column of times."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.departments import line_above
from paperformer.extraction.doubted import doubted
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.04  # how often such a time is the document's after all, by judgement
_LONGEST = 200  # characters of a line on either side of a time that are looked at
_COLUMN = 3  # lines that are a time and nothing else, under one another, from which they are rows of a table
_EDGE = 0.01  # parts of the page's width by which their left edges may differ
_CLOCK = r"[0-9]{1,2}(?: ?[:.hH] ?[0-9]{2})?(?: ?[ap]\.?m\.?)?(?: ?(?:uhr|uur|h))?"
_RANGE = re.compile(
    rf"{_CLOCK} ?(?:-|–|—|\bbis\b|\bto\b|\btot\b|\btill?\b|\bà\b|\ba\b|\bet\b|\balle\b|\bas\b|\bàs\b|\bdo\b)"
    rf" ?{_CLOCK}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"\b(?:von|van|from|de|dalle|od|fra|från|das|ab) {_CLOCK} ", re.IGNORECASE)
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
    r" ?(?:std\.?|h|hrs?|hours|stunden|heures)? ?(?:à|a|x|×|@|zu|at) ?(?:[A-Z]{3}|[€$£]|[0-9])"
)


def weigh_times(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the time of day, those less probable that say when something else is.

    Args:
        candidates: Of the field ``time``.
        words: Of the document.
    """
    tabled = _tabled(candidates, words)
    against = [one.words in tabled or _is_other(one, words) for one in candidates]
    return doubted(candidates, against, _AFTER_ALL, [not one for one in against])


def _is_other(one: Scored, words: Sequence[Word]) -> bool:
    """Whether the line of a time says that it is another's: "Mo-Fr 8:00-17:00", "next visit at 9:30"."""
    if not one.words:
        return False
    first, last = words[one.words[0]], words[one.words[-1]]
    line = [(at, word) for at, word in enumerate(words) if (word.page, word.line) == (first.page, first.line)]
    before = " ".join(word.text for at, word in line if at < one.words[0])[-_LONGEST:]
    behind = " ".join(word.text for at, word in line if at > one.words[-1] and word.line == last.line)[
        :_LONGEST
    ]
    text = f"{before} {one.text if len(one.words) > 1 else first.text} {behind}"
    if _COMING.search(before) or _PRICED.match(" " + behind):
        return True
    if not (_RANGE.search(text) or _BETWEEN.search(text)):
        return False
    above = " ".join(words[at].text for at in line_above(line[0][0], words))[-_LONGEST:]
    return _OPEN.search(f"{above} {text}") is not None or len(_RANGE.findall(text)) > 1


def _tabled(candidates: Sequence[Scored], words: Sequence[Word]) -> Collection[tuple[int, ...]]:
    """The words of times that stand in a column of a table: of calls, of journeys, of what was tanked."""
    sizes: dict[tuple[int, int], int] = defaultdict(int)
    for word in words:
        sizes[word.page, word.line] += 1
    alone = [
        word for word in words if sizes[word.page, word.line] == 1 and _ALONE.fullmatch(word.text) is not None
    ]
    found = set[tuple[int, ...]]()
    for one in candidates:
        if not one.words:
            continue
        own = words[one.words[0]]
        column = sum(
            word.page == own.page and abs(word.box.x0 - own.box.x0) <= _EDGE and word.line != own.line
            for word in alone
        )
        if len(one.words) == 1 and sizes[own.page, own.line] == 1 and column + 1 >= _COLUMN:
            found.add(one.words)
    return found
