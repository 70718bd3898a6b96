"""Due dates that a sentence names: "überweisen Sie bis längstens 13.10.2023", "au plus tard le"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line

_TRUST = 0.72  # how often such a day is the one by which is to be paid, by judgement
_LONGEST = 300  # characters of a line, the first ones
_AROUND = 140  # characters on either side in which a payment is spoken of
_REACH = 1.8  # heights of a line to the one in which its sentence began
_LOOKED_AT = 3  # lines before one among which the one above it is
_FULL = 0.5  # part of the page's width from which a line of a paragraph goes on in the next
_GAP = 2  # characters between the words and their day
# By when at the latest; a plain "bis zum" or "by" only behind a word of paying, without a full stop between.
_LATEST = re.compile(
    r"\b(?:bis (?:längstens|spätestens)(?: zum| am| den)?|(?:spätestens|längstens) (?:bis(?: zum)?|am|zum)"
    r"|zahlbar(?: \w+){0,3} bis(?: zum)?"
    r"|au plus tard (?:le|au)|avant le|no later than|not later than|at the latest by|on or before"
    r"|(?:payment|payable|paid)(?: in full)?(?: \w+){0,2} by|uiterlijk(?: op| voor)?"
    r"|entro (?:e non oltre )?(?:il|l['’]|la data del)|a más tardar el|antes del|o mais tardar(?: até)?"
    r"|até (?:ao )?dia|senast(?: den)?|senest(?: den)?|viimeistään|najpóźniej (?:do|dnia)(?: dnia)?"
    r"|nejpozději(?: do)?|najneskôr(?: do)?|hiljemalt|ne vėliau kaip(?: iki)?|legkésőbb|cel târziu(?: pe)?)"
    r"[: ]{1,2}",
    re.IGNORECASE,
)
_PAYS = re.compile(
    r"(?<!an)(?<!aus)(?<!er)zahl(?!ungsbeleg|reich)|überweis|begleich|\bpay|\bpaid|settle|remit|r[eè]gl|paie"
    r"|paye|\bvers(?:er|ez|ement|é)|virement|pag[ao]|\babon(?:ar|e|en|o)\b|ingres|saldar|betal|voldo|overma|maks|suorit|p[lł]at|wp[lł]ac|uhra|uhrad|tasu|apmok|fizet|utal|achit"
    r"|[ií]nnbetal|inbetal|indbetal|bonific",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"reklam|beanstand|widerspr|einwend|einspruch|liefer|k[uü]ndig|r[uü]ckgabe|complain|dispute|object|cancel"
    r"|return|deliver|contest|litige|livrais|r[eé]sili|reclama|consegn|bezwaar|opzeg|klag|opsig|angebot"
    r"|versand|versicher|teilnehm|anmeld|garant|gutschein|einl[oö]s|refund|erstatt|consom|consum|renouvel"
    r"|abonnement|voucher|barauszahl|offer|rabatt|skonto|escompte|discount|sconto|korting",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?](?= [^\W\d_a-zà-ÿ]| ?$)")


def find_latest_days(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Days that a sentence calls the last one to pay on, in its own line or with what goes before it.

    Args:
        layout: The document's lines.
        reader: Knows what the document says about its values.
    """
    for line in layout.lines:
        if not line.digits:
            continue
        begun = _begun(line, layout)
        text = f"{begun} {line.text[:_LONGEST]}" if begun else line.text[:_LONGEST]
        own = len(text) - len(line.text[:_LONGEST])  # where the line itself begins
        for match in _LATEST.finditer(text):
            if match.end() < own:
                continue
            before = _STOP.split(text[: match.start()])[-1][-_AROUND:]
            rest = _goes_on(line, layout)
            goes_on = rest[:1].islower() or line.box.width > _FULL
            rest = rest if goes_on and not _PAYS.search(text) else ""
            behind = _STOP.split(f"{text[match.end() :]} {rest}")[0][:_AROUND]
            said = f"{before} {match[0]} {behind}"
            if not _PAYS.search(said) or _ELSE.search(said):
                continue
            start = match.end() - own
            reading = next(iter(reader.read("date", Cell(line, start, len(line.text)))), None)
            if reading is not None and 0 <= reading.start - start <= _GAP:
                yield Finding("due_date", reading.words, reading.text, reading.parsed, _TRUST, "latest")


def _begun(line: Line, layout: Layout) -> str:
    """The end of the line above, where a sentence begins that goes on in ``line``."""
    above = [
        other
        for other in layout.lines[max(0, line.index - _LOOKED_AT) : line.index]
        if other.page == line.page
        and 0 < line.box.y0 - other.box.y0 <= _REACH * line.box.height
        and abs(other.box.x0 - line.box.x0) <= _REACH * layout.height
    ]
    return _STOP.split(above[-1].text)[-1][-_AROUND:].strip() if above else ""


def _goes_on(line: Line, layout: Layout) -> str:
    """The line below, in which a sentence may go on."""
    below = next(iter(layout.below(line.page, line.box, _REACH)), None)
    return below.text[:_AROUND] if below is not None else ""
