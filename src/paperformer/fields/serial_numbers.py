"""Numbers of documents that are printed as series and number: "Seria TCL nr. 004217", "Serija ABC Nr. 12"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout
from paperformer.fields.values import ParsedValue

_TRUST = 0.85  # how often such a number is the document's, by judgement
_SERIES = re.compile(
    r"(?<!\w)(?:seri(?:a|e|ja)|s[eé]rie)\b[ :.]{1,3}(?P<series>(?-i:[^\W\d_a-zà-ÿ]{1,6}))[ ,;/:-]{1,3}"
    r"(?:[sș]i |y |ir |e |)(?:nr|no|n[°ºo]|num[aăeé]r\w{0,3}|n[uú]mero|numeris)\b[ .:]{1,3}"
    r"(?P<number>[0-9]{1,10})(?![\w.,/-]*[0-9])",
    re.IGNORECASE,
)
# Identity cards, receipts for cash and machines have series too.
_OF_PAPERS = re.compile(
    r"\b(?:C\.? ?I\b|B\.? ?I\b|carte de identitate|buletin|delegat\w*|eliberat\w*|pa[sș]aport\w*"
    r"|chitan[tțţ]\w*"
    r"|m[aá]quina|aparat\w*|equipo|ma[sš]in\w*)",
    re.IGNORECASE,
)


def find_serial_numbers(layout: Layout) -> Iterator[Finding]:
    """Series and number, without the words that call them so; an identity card's is none."""
    for line in layout.lines:
        match = _SERIES.search(line.text) if line.digits else None
        if match is None or _OF_PAPERS.search(line.text):
            continue
        text = f"{match['series']} {match['number']}"
        words = line.words_from(match.start("series"), match.end("number"))
        yield Finding("document_number", words, text, ParsedValue(text), _TRUST, "series")
