"""Addresses with all lines of their block: "14 Hebble View" above "Halifax HX3 6LP", a "#21-04" between."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, MutableMapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from paperformer.documents.model import Box, Word, union
from paperformer.extraction.compare import content
from paperformer.extraction.parties.contacts import is_addressed_person, is_contact
from paperformer.extraction.parties.names_in_addresses import is_house, is_in_capitals
from paperformer.extraction.parties.salutations import is_form_of_address
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_street
from paperformer.fields.party_words import PARTIES
from paperformer.fields.postcodes import find_postcode
from paperformer.fields.values import parse_value

_LIKELY = 0.15  # probability of an address that is worth completing
_NAMED = 0.3  # probability of the name at the block's head
_LEFT_OUT = 0.2  # how often the part is the address after all, by judgement
_INDENT = 1.5  # heights of a line by which the left edges of a block differ
_GAP = 2.4  # heights of a line from one line's middle to the next one's
_MOST = 3  # lines between a name and the part
_LONG = 7  # digits that no line of an address has: a telephone, a register
_UNIT = re.compile(
    r"(?:(?:suite|ste|unit|apt|apartment|flat|floor|room|fl|level|bldg|building)\b\.? ?#?|#)[\w-]{1,7},?",
    re.IGNORECASE,
)

_ESTATE = re.compile(
    r"(?:z\.? ?(?:i|a|ac|ae)\.?|zone (?:artisanale|industrielle|commerciale|d['’]activit[ée]s?)"
    r"|plateforme|lotissement|all[ée]e|lieu[- ]?dit|capitainerie|parvis"
    r"|(?:h[ôo]tel de ville|mairie)$|urb\.|edif\.|c\. ?c\.|nave|ctra|loc\.|fraz\.|c\.da|contrada|podere|p\.le"
    r"|chalet|[^\W\d_]+ (?:mah\.|mahallesi))(?= |$)|.{1,30} (?:talu|küla|alevik)$",
    re.IGNORECASE,
)
# Kinds of building and of zone, in front of their name or behind it.
_KIND_FIRST = (
    r"haus|schloss|campus|r[eé]sidence|zone|parc|immeuble|b[aâ]timent|b[aâ]t\.?|tour(?! op)|domaine"
    r"|ch[aâ]teau|ferme|hameau|le bourg|clos|mas|pol[ií]gono|edif[ií]cio|parque|urbanizaci[oó]n|torre|finca"
    r"|zona|palazzo|localit[aà]|frazione|cascina|villa|quinta|lugar|centre (?:commercial|d['’]affaires)"
    r"|geb[aä]ude|plot(?= \S{0,8}[0-9])|gewerbe\w+|industrie\w+|suite|level|unit|block|tower"
)
_KIND_LAST = (
    r"\w*geb[aä]ude|turm|\w*halle|\w*m[uü]hle|campus|bygning|g[aå]rden|\w{3,}huset|talo|chambers|tower"
    r"|buildings?|mews|exchange|plaza|quays?|village|business (?:park|cent(?:re|er))|floor|gewerbe\w+"
    r"|industri(?:e|al)\w*|hof"
)
_PLACE = re.compile(rf"(?:{_KIND_FIRST})(?:,? \S|$)|(?:.* )?(?:{_KIND_LAST}),?$", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:no|nr|d|kat) ?: ?(?=[0-9])", re.IGNORECASE)  # "Harman Sok. No: 7"
_MOST_WORDS = 6  # of a house's name
_TOWN = 8  # letters and digits of a postcode and a town


class _Line(NamedTuple):
    box: Box
    text: str
    words: tuple[int, ...]


def complete_addresses(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], captions: Collection[int]
) -> None:
    """Add to addresses the lines of their block that they leave out.

    Those in their midst, and, where they begin without a street, those between them and the party's name.

    Args:
        proposed: Candidates by field; those of addresses are changed in place.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    for party, other in zip(PARTIES, reversed(PARTIES), strict=True):
        field = f"{party}_address"
        names = [one for one in proposed.get(f"{party}_name", ()) if one.probability >= _NAMED and one.words]
        whole: list[Scored] = []
        for one in proposed.get(field, []):
            longer = _completed(one, names, words, captions) if one.probability >= _LIKELY else None
            whole.append(one if longer is None else one._replace(probability=one.probability * _LEFT_OUT))
            whole.extend([] if longer is None else [longer])
            if longer is not None and longer.probability >= _NAMED and f"{other}_address" in proposed:
                _lose_parts(longer, other, proposed, words)
        if whole:
            proposed[field] = whole


def _lose_parts(
    whole: Scored, other: str, proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]
) -> None:
    """What is a part of one party's address is not the other's, but for a street below the other's name."""
    said, field = content(whole.text), f"{other}_address"
    names = [one for one in proposed.get(f"{other}_name", ()) if one.probability >= _NAMED and one.words]
    proposed[field] = [
        one._replace(probability=one.probability * _LEFT_OUT)
        if _is_part(content(one.text), said) and not _has_own_name(one, names, words)
        else one
        for one in proposed[field]
    ]


def _has_own_name(one: Scored, names: Sequence[Scored], words: Sequence[Word]) -> bool:
    """Whether an address with its street stands below one of ``names``."""
    if not one.words or _is_streetless(one.text):
        return False
    own = _lines({(words[i].page, words[i].line) for i in one.words}, words)
    heads = {word for name in names for word in name.words}
    first = own[0]
    column = [line for line in _column(own[:1], words) if line.box.y0 < first.box.y0]
    near = sorted(column, key=lambda line: -line.box.y0)[: _MOST + 1]
    reach = (_MOST + 1) * _GAP * first.box.height
    return any(
        not heads.isdisjoint(line.words) and first.box.center[1] - line.box.center[1] <= reach
        for line in near
    )


def _is_part(text: str, whole: str) -> bool:
    return len(text) >= _TOWN and text != whole and text in whole


def _completed(
    one: Scored, names: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> Scored | None:
    if not one.words or len({words[i].page for i in one.words}) > 1:
        return None
    own = _lines({(words[i].page, words[i].line) for i in one.words}, words)
    if any(set(line.words) - set(one.words) for line in own):
        return None  # it shares a line with something else
    column = _column(own, words)
    inside = [line for line in column if own[0].box.y0 < line.box.y0 < own[-1].box.y0 and line not in own]
    above = list(_above(own[0], column, names))
    if not _is_streetless(own[0].text):  # a house with a name of its own, an estate, a part of the town
        above = list(takewhile(lambda line: _is_named_place(line.text), above))
    more = [*above, *inside]
    if not more or any(not _is_of_address(line, captions) for line in more):
        return None
    lines = sorted([*own, *more], key=lambda line: line.box.y0)
    value = parse_value("address", "\n".join(line.text for line in lines)).value
    text = " ".join(line.text for line in lines)
    return one._replace(value=value, text=text, words=tuple(sorted(i for line in lines for i in line.words)))


def _lines(places: Collection[tuple[int, int]], words: Sequence[Word]) -> list[_Line]:
    found: dict[tuple[int, int], list[int]] = {}
    for i, word in enumerate(words):
        if (word.page, word.line) in places:
            found.setdefault((word.page, word.line), []).append(i)
    lines = [
        _Line(union([words[i].box for i in line]), " ".join(words[i].text for i in line), tuple(line))
        for line in found.values()
    ]
    return sorted(lines, key=lambda line: line.box.y0)


def _column(own: Sequence[_Line], words: Sequence[Word]) -> list[_Line]:
    """The lines of the page that begin at the address's left edge, down to its end."""
    height = max(line.box.height for line in own)
    page, left, bottom = words[own[0].words[0]].page, own[0].box.x0, own[-1].box.y0
    places = {
        (word.page, word.line)
        for word in words
        if word.page == page and abs(word.box.x0 - left) <= _INDENT * height and word.box.y0 <= bottom
    }
    return [line for line in _lines(places, words) if abs(line.box.x0 - left) <= _INDENT * height]


def _above(first: _Line, column: Sequence[_Line], names: Sequence[Scored]) -> Iterator[_Line]:
    """The lines between the address's first and a name at the same left edge; none where no name is near."""
    heads = {word for name in names for word in name.words}
    found: list[_Line] = []
    below = first
    for line in sorted((one for one in column if one.box.y0 < first.box.y0), key=lambda one: -one.box.y0):
        if below.box.center[1] - line.box.center[1] > _GAP * max(line.box.height, below.box.height):
            return
        if not heads.isdisjoint(line.words):
            yield from found
            return
        found.append(line)
        below = line
        if len(found) > _MOST:
            return


def _is_streetless(text: str) -> bool:
    """Whether no street with its number stands on the first line of an address."""
    if _UNIT.fullmatch(text):
        return True
    code = find_postcode(text)
    rest = text if code is None else text[: code.start()] + text[code.end() :]
    return not any(map(str.isdigit, rest))


def _is_named_place(text: str) -> bool:
    """Whether a line names a house, an estate or a floor, as they stand above a street."""
    if len(text.split()) > _MOST_WORDS:
        return False
    is_place = is_in_capitals(text) and _PLACE.match(text) is not None
    return is_place or is_house(text) or _ESTATE.match(text) is not None


def _is_of_address(line: _Line, captions: Collection[int]) -> bool:
    text = _NUMBERED.sub("", line.text)
    if "@" in text or ":" in text or sum(map(str.isdigit, text)) >= _LONG:
        return False
    if is_contact(text) or is_addressed_person(text) or is_form_of_address(text) or is_company(text):
        return False
    is_place = is_street(text) or _UNIT.fullmatch(text) is not None or _is_named_place(text)
    if line.words[0] in captions and not is_place:
        return False
    return is_place or (
        any(map(str.isdigit, text)) and not text.startswith("(")
    )  # "(860671-D)" is a register's
