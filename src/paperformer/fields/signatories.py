"""Sellers for whom somebody signs: "for Shree Ambica Loom Spares" above "Authorised Signatory"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.values import ParsedValue

_TRUST = 0.7  # how often whom somebody signs for sells, by judgement
_REACH = 9.0  # heights of a line between the two, room for a signature
_FOR = re.compile(r"(?:for(?: and on behalf of)?|on behalf of),? (?=[^\W\d_])(.{4,60})$", re.IGNORECASE)
_SIGNED = re.compile(
    r"\(?(?:authori[sz]ed|auth\.?|company|director'?s?) (?:sign(?:ator(?:y|ies)|ature)|sign\.?)\)?\W*",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"(?i:\b(?:the|your|our|office|bank|payments?|use|any|more|further|information|credit|card|accounts?"
    r"|services?|goods|rupees|rs|quer\w+|enquir\w+|terms|deliver\w*|buyer|customer|receiv\w+|professional"
    r"|only)\b)|[0-9:]|\b[a-zà-ÿ]{4}",
)


def find_signatories(layout: Layout) -> Iterator[Finding]:
    """Names behind "for" on a line of its own with "Authorised Signatory" below, or above it."""
    found: list[tuple[Line, re.Match[str]]] = []
    signed = [line for line in layout.lines if _SIGNED.fullmatch(line.text.strip())]
    for line in layout.lines if signed else ():
        match = _FOR.match(line.text)
        if match is not None and any(_is_near(line, one) for one in signed):
            found.append((line, match))
    names = {match[1].strip(" ,;:").lower() for _, match in found}
    for line, match in found if len(names) == 1 else ():  # where both parties sign, who sells is not said
        if not _NO_NAME.search(match[1]):
            name = match[1].strip(" ,;:")
            words = line.words_from(match.start(1), match.start(1) + len(match[1]))
            yield Finding("supplier_name", words, name, ParsedValue(name), _TRUST, "signed")


def _is_near(line: Line, signed: Line) -> bool:
    reach = _REACH * line.box.height
    beside = line.box.x0 <= signed.box.x1 and signed.box.x0 <= line.box.x1
    return line.page == signed.page and beside and abs(signed.box.y0 - line.box.y0) <= reach
