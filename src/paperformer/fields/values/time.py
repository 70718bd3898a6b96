"""Times of day; the value is HH:MM, or HH:MM:SS where seconds are printed, on a clock of 24 hours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import alternatives, source_of

# All begin by a look at the digit that comes first: most places are dismissed by it.
# A date may be glued in front (03/02/201815:28).
_FREE = r"(?=[0-9])(?:(?<![0-9:.,/\-])|(?<=[/.\-](?:19|20)[0-9]{2})|(?<=[0-9][/\-][0-9]{2}))"
# 3:28 PM, 03:28:PM; a letter alone is glued: 8:14p.
_HALF = r"(?:[ :]?([AaPp])\.? ?[Mm]\b\.?|([AaPp])\b)"
_COLON = re.compile(
    rf"{_FREE}([0-9]{{1,2}}) ?: ?([0-9]{{2}})(?: ?: ?([0-9]{{2}}))?(?![0-9]|:(?![AaPp]\.?[Mm]\b)){_HALF}?"
)
_POINT = re.compile(rf"(?<![0-9:.,])([0-9]{{1,2}})\.([0-9]{{2}}){_HALF}")
_HOUR = re.compile(r"(?<![0-9:.,/\-])([0-9]{1,2}) ?([AaPp])\.?[Mm]\b")


@cache
def _named() -> re.Pattern[str]:
    """With a word that tells: kl. 15.28, 15.28 Uhr, 15h28."""
    before = "|".join(rf"(?<=\b{source_of(word)} )" for word in all_words("dates", "at_time"))
    hours, between = alternatives("dates", "hours"), alternatives("dates", "between_hours")
    return re.compile(
        rf"(?=[0-9])(?:(?:{before})([0-9]{{1,2}})\.([0-9]{{2}})(?![0-9.])()"
        rf"|(?<![0-9:.,])([0-9]{{1,2}})\.([0-9]{{2}})()(?= ?(?:{hours})\b)"
        rf"|(?<![0-9:.,])([0-9]{{1,2}}) ?(?:{between}) ?([0-9]{{2}})()(?![0-9A-Za-z]))",
        re.IGNORECASE,
    )


def parse_time(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The time of day in ``text``.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    return only_value(find_times(plain(text), context), "time", text)


def find_times(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All times of day in plain ``text``: 15:28, 15:28:07, 3:28 PM, 3.28pm, 15h28, kl. 15.28, 15.28 Uhr."""
    for match in _COLON.finditer(text):
        value = _clock(match[1], match[2], match[3] or "", match[4] or match[5] or "")
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value))
    for match in _POINT.finditer(text):
        value = _clock(match[1], match[2], "", match[3] or match[4])
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value))
    for match in _named().finditer(text):
        hour, minute = next((match[i], match[i + 1]) for i in (1, 4, 7) if match[i] is not None)
        value = _clock(hour, minute, "", "")
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value))
    for match in _HOUR.finditer(text):
        value = _clock(match[1], "00", "", match[2])
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value), weak=True)


def _clock(hour: str, minute: str, second: str, half: str) -> str | None:
    hours = int(hour)
    if half and 1 <= hours <= 12:
        hours = hours % 12 + (12 if half in "pP" else 0)
    if hours > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    return f"{hours:02d}:{minute}" + (f":{second}" if second else "")
