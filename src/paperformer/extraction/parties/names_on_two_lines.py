"""Names whose first word is the firm's sign: "Librarium Buchgroßhandel" above "Helmstedt GmbH & Co. KG"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company

_REACH = 1.7  # heights of a line to the one above
_HEAD = 0.25  # part of a page that is its head
_LEAST = 4  # letters of a sign
_MOST = 4  # words of the first line
_DOMAIN = re.compile(r"(?:@|www\.)([\w-]+)\.[\w.]+", re.IGNORECASE)


def whole_name(one: Scored, words: Sequence[Word], captions: Collection[int]) -> Scored:
    """``one`` with the line above it where that begins with the firm's sign, and ``one`` ends with its form.

    A sign is a line of its own in the head of a page, or what a web or mail address is named after.

    Args:
        one: A candidate for who sells.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    if not one.words or not ends_company(one.text):
        return one
    first = one.words[0]
    if first and (words[first - 1].page, words[first - 1].line) == (words[first].page, words[first].line):
        return one
    above = line_above(first, words, _REACH)
    text = text_of(above, words)
    if not 0 < len(above) <= _MOST or any(map(str.isdigit, text)) or ends_company(text):
        return one
    said = content(words[above[0]].text)
    signs = _signs(words, above[0])
    if len(said) < _LEAST or said not in signs or content(words[first].text) in signs:
        return one
    if not set(captions).isdisjoint(above) or text.endswith((":", ",")):
        return one
    joint = (*above, *one.words)
    name = text_of(joint, words)
    return one._replace(value=name.strip(" ,;"), text=name, words=joint)


def _signs(words: Sequence[Word], but: int) -> frozenset[str]:
    """Words alone on a line in the head of a page, but for one, and the names of domains, by content."""
    lines: dict[tuple[int, int], list[Word]] = {}
    for at, word in enumerate(words):
        if at != but and word.box.center[1] <= _HEAD:
            lines.setdefault((word.page, word.line), []).append(word)
    alone = {content(line[0].text) for line in lines.values() if len(line) == 1}
    domains = {content(match[1]) for word in words for match in _DOMAIN.finditer(word.text)}
    return frozenset(alone | domains)
