"""Stays of guests, hires and works: the days at "Arrival" and "Departure", "Rental start" and "Rental end".

They are the first and the last of a period. They stand beside these words, or below them as heads of columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line

WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so|lun(?:di|es|ed[iì])?|mar(?:di|tes|ted[iì])?|mer(?:credi|coled[iì])?"
    r"|mi[eé](?:rcoles)?|jeu(?:di)?|jue(?:ves)?|ven(?:dredi|erd[iì])?|vie(?:rnes)?|sam(?:edi)?|s[aá]b(?:ado|ato)?"
    r"|dim(?:anche)?|dom(?:ingo|enica)?|m[aå]n(?:dag)?|ti[rs](?:dag)?|ons(?:dag)?|tors?(?:dag)?|fre(?:dag)?"
    r"|l[oöø]r(?:dag)?|s[oöø]n(?:dag)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag"
    r"|zondag)\.?,? "
)
_TRUST = 0.7  # by judgement
_END = r"(?: date| datum)?[ .:]*$"
_MARKS = " .:"
_COMES = re.compile(
    r"\b(?:arrival|check[- ]?in|anreise|ankunft|arriv[eé]e|llegada|arrivo|aankomst|chegada|ankomst|saapuminen"
    r"|przyjazd|p[rř][ií]jezd|dolazak|prihod|[eé]rkez[eé]s|άφιξη|заезд|koma|innritun"
    r"|(?:rental|hire) (?:start|begin)s?|on hire|mietbeginn|huur(?:begin|start)|d[eé]but de location"
    r"|inicio (?:del )?alquiler|inizio noleggio"
    r"|(?:ausf[uü]hrung|leistung|leistungszeit(?:raum)?|mietzeit|abrechnungszeitraum) (?:von|vom|ab)"
    r"|(?:transactions|period|usage|charges) from)" + _END,
    re.IGNORECASE,
)
_GOES = re.compile(
    r"\b(?:departure|check[- ]?out|abreise|d[eé]part|salida|partenza|vertrek|sa[ií]da|avresa|avreise|afrejse"
    r"|l[aä]ht[oö]|wyjazd|odjezd|odlazak|odhod|t[aá]voz[aá]s|αναχώρηση|выезд|brottför|útritun"
    r"|(?:rental|hire) (?:end|finishe?)s?|off hire|mietende|huureinde|fin de location"
    r"|fin (?:del )?alquiler|fine noleggio"
    r"|(?:ausf[uü]hrung|leistung|leistungszeit(?:raum)?|mietzeit|abrechnungszeitraum) bis"
    r"|(?:^|transactions |period |usage |charges )to)" + _END,
    re.IGNORECASE,
)
_TRAVELS = re.compile(
    r"\b\w*(?:flug|flight|vuelo|volo|vlucht|lento|reise ab)\b|\bvol\b|\btrain\b", re.IGNORECASE
)
_LONGEST = 32  # characters before a date in which such a word stands
_BELOW = 3.2  # heights of a line within which the day stands below the head of its column
_WEEKDAY = re.compile(rf"^{WEEKDAY}$", re.IGNORECASE)  # "Sa 08.02.25"
_NUMBERS = re.compile(r"[0-9]+")
_DIGITS = 3  # that a line with a date has


def find_stays(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """The days on which a guest comes and goes, where both are printed; those of flights are none.

    Args:
        layout: The document's lines.
        reader: Knows what the document says about its values.
    """
    if not any(_COMES.search(text) for text in _labels(layout)):
        return
    comes = next(_days(_COMES, layout, reader), None)
    goes = next(_days(_GOES, layout, reader), None)
    if comes is None or goes is None or comes.parsed.value >= goes.parsed.value:
        return
    for field, day in (("period_start", comes), ("period_end", goes)):
        yield Finding(field, day.words, day.text, day.parsed, _TRUST, "stay")


def _labels(layout: Layout) -> Iterator[str]:
    """What stands before the digits of each line."""
    return (text[-_LONGEST:] for line in layout.lines for text in _NUMBERS.split(line.text))


def _days(label: re.Pattern[str], layout: Layout, reader: CellReader) -> Iterator[Reading]:
    for line in layout.lines:
        if line.digits < _DIGITS or _TRAVELS.search(line.text):
            continue
        for reading in reader.read("date", Cell(line, 0, len(line.text))):
            if label.search(_before(reading, line, layout)[-_LONGEST:]):
                yield reading
    for line in layout.lines:
        if len(line.text) <= _LONGEST and label.match(line.text) and not _TRAVELS.search(line.text):
            yield from islice(_under(line, layout, reader), 1)


def _under(head: Line, layout: Layout, reader: CellReader) -> Iterator[Reading]:
    """The days in the column that ``head`` heads; the place of a rental may stand before its day."""
    for below in layout.below(head.page, head.box, _BELOW):
        for line in (below, *islice(layout.right_of(below), 1)):
            if line.digits >= _DIGITS:
                yield from reader.read("date", Cell(line, 0, len(line.text)))


def _before(reading: Reading, line: Line, layout: Layout) -> str:
    before = _WEEKDAY.sub("", line.text[: reading.start])
    if before.strip(_MARKS):
        return before
    return next((left.text for left in layout.left_of(line) if left.text.strip(_MARKS)), "")
