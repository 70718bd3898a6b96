"""Where addresses begin and end: no heading or name behind the postcode, no half of a street before it."""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Box, Word, on_row, union
from paperformer.extraction.compare import content
from paperformer.extraction.parties.address_tails import (
    without_capital,
    without_numbers,
    without_repeats,
)
from paperformer.extraction.parties.names_in_addresses import HOUSE, PLACE, is_house
from paperformer.extraction.parties.phones_in_addresses import before_phone, without_phones
from paperformer.extraction.parties.taglines import is_list_of_goods
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company
from paperformer.fields.party_words import PARTIES
from paperformer.fields.postcodes import find_postcode, has_postcode
from paperformer.fields.values import parse_value

_LIKELY = 0.15  # probability of an address, and of a name, that is looked at
_LEFT_OUT = 0.2  # how often the part is the address after all, by judgement
_EDGE = 1.0  # heights of a line by which the edges of two lines of a block differ
_GAP = 2.4  # heights of a line from one line's middle to the next one's
_MOST = 5  # words of a part of an address
_MOST_PARTS = 3  # of a line with a street, between commas
_LONG = 7  # digits that no part of an address has: a telephone, a register
_CODE_FIRST = re.compile(r"[0-9]{4,5} [^\W\d_]{2,30}, ")  # "6725 Szeged, Bécsi krt. 61"
_UNIT = re.compile(r"(?:shop|store|unit|suite|kiosk|stand|stall|lot|flat|floor|level|gate)s?", re.IGNORECASE)
_MARK = re.compile(r" [|·•–] ")
_APART = re.compile(r"[|·•–-]")
# A street with its number, alone on its line or between two marks: "Marktweg 12-14", "12 Hill Street".
_STREET = re.compile(
    r"(?:[^\W\d_][^\W\d_.'’/-]*[ .'’/-]{1,2}){1,5}+[0-9]{1,4}(?: ?[-–/] ?[0-9]{1,4})?(?: ?[A-Za-z])?"
    r"|[0-9]{1,5}[A-Za-z]?(?: [^\W\d_][\w.'’-]*){2,5}"
    # Roads that have numbers themselves: "4471 Concession 8", "1200 Hwy 10"
    r"|[0-9]{1,5} (?:Concession|Con\.|Hwy|Highway|(?:County|State|Farm|Side) ?Road|Route|Rte|Line|FM|CR)"
    r" [0-9]{1,4}"
)


# What names a door behind a street, or the number of its house: "lgh 1103", "Kat: 2", "No: 91".
_DOOR = re.compile(
    r"[, ]{1,3}(?:lgh|igh|lejl|leil|apt|app|kat|daire|dør|top|stiege|esc|piso|planta|sc|ap|et|bl)\b\.? ?:? ?"
    r"[0-9]{1,4}[a-z]?(?!\w)",
    re.IGNORECASE,
)
# What follows the name of a town that others have too.
_ARTICLE = re.compile(r"an|am|in|im|bei|ob|vor|sur|sous|lès|upon|on|under|nad|pod")
_OF_TOWN = re.compile(rf"(?:{_ARTICLE.pattern})(?: (?:der|dem|den|the|la|le))? [^\W\d_a-zà-ÿ][^\W\d_]+")
_NUMBERED = re.compile(r"\b(?:no|nr|n[°º]) ?[:.]? ?(?=[0-9])", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"^([0-9]{1,4}(?: ?(?:bis|ter|[A-Za-z]))?), ?(?=[^\W\d_])")


class _Line(NamedTuple):
    box: Box
    text: str
    words: tuple[int, ...]


class _Page(NamedTuple):
    """A document's lines by page and number, its words, the captions among them, its parties' names."""

    lines: dict[tuple[int, int], _Line]
    words: Sequence[Word]
    captions: Collection[int]
    names: Collection[str]


def mend_edges(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], captions: Collection[int]
) -> None:
    """Cut from addresses what follows their postcode, and add the street or the town that they leave out.

    Args:
        proposed: Candidates by field; those of addresses are changed in place.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    fields = [f"{party}_address" for party in PARTIES if f"{party}_address" in proposed]
    if not fields:
        return
    # Rules take towns and districts that stand by themselves for names.
    likely = (
        one
        for party in PARTIES
        for one in proposed.get(f"{party}_name", ())
        if one.probability >= _LIKELY and one.source != "rule"
    )
    names = {content(one.text) for one in likely if not any(map(str.isdigit, one.text))}
    page = _Page(_lines(words), words, captions, names)
    for field in fields:
        mended: list[Scored] = []
        for one in proposed[field]:
            whole = _mended(one, page) if one.words and one.probability >= _LIKELY else None
            mended.append(one if whole is None else one._replace(probability=one.probability * _LEFT_OUT))
            mended.extend([] if whole is None else [whole])
        proposed[field] = mended


def _lines(words: Sequence[Word]) -> dict[tuple[int, int], _Line]:
    found: dict[tuple[int, int], list[int]] = {}
    for index, word in enumerate(words):
        found.setdefault((word.page, word.line), []).append(index)
    return {
        place: _Line(union([words[i].box for i in line]), " ".join(words[i].text for i in line), tuple(line))
        for place, line in found.items()
    }


def _mended(one: Scored, page: _Page) -> Scored | None:
    """``one`` as it begins and ends; None where that is how it does."""
    own = list(dict.fromkeys((page.words[i].page, page.words[i].line) for i in one.words))
    if len({place for place, _ in own}) > 1:
        return None
    rows = [[i for i in page.lines[place].words if i in one.words] for place in own]
    rows.sort(key=lambda row: page.words[row[0]].box.y0)
    if any(row[-1] - row[0] >= len(row) for row in rows):
        return None  # with words left out
    once = without_capital(without_repeats(rows, page.words), page.words)
    tailless = _without_tail(without_phones(once, page.words), page)
    changed = without_numbers(tailless, page.words, page.captions)
    changed = _with_unit(_without_second(_without_list(changed, page), page), page)
    changed = _with_whole_town(changed, page)
    if changed == rows and len(rows) == 1:
        changed = _with_beginning(rows, page)
    if changed == rows:
        changed = _with_neighbour(rows, page)
    if changed == rows:
        return None
    printed = "\n".join(_text(row, page).rstrip(" |·•,") for row in changed)
    value = parse_value("address", _MARK.sub("\n", printed)).value
    text = " ".join(_text(row, page) for row in changed)
    return one._replace(value=value, text=text, words=tuple(sorted(i for row in changed for i in row)))


def _text(row: Sequence[int], page: _Page) -> str:
    return " ".join(page.words[i].text for i in row)


def _is_street(text: str) -> bool:
    """Whether ``text`` is a street with its number, with a door's behind it or an estate's name around."""
    bare = _NUMBERED.sub("", _DOOR.sub("", _NUMBER_FIRST.sub(r"\1 ", text.strip(" ,;"))))
    parts = bare.split(", ")
    if any(len(part.split()) > _MOST for part in parts) or len(parts) > _MOST_PARTS:
        return False
    return any(_STREET.fullmatch(part) for part in parts)


def _without_tail(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` without a party's name, and without headings that follow the row with the postcode."""
    coded = next((i for i, row in enumerate(rows) if has_postcode(_text(row, page))), None)
    if coded is None:
        return rows

    def is_other(at: int, row: Sequence[int]) -> bool:
        text = _text(row, page)
        alone = len(page.lines[page.words[row[0]].page, page.words[row[0]].line].words) == len(row)
        if at == coded or not alone or any(map(str.isdigit, text)):
            return False
        is_astray = at > coded or _is_read_late(row, rows[at + 1], page)
        is_caption = at > coded and all(i in page.captions for i in row)
        return is_caption or (is_astray and content(text) in page.names)

    return [row for at, row in enumerate(rows) if not is_other(at, row)]


def _without_list(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` without a list of what is sold above the street: "Pizza - Pasta", "Ristorante - Pizzeria"."""
    below = rows[1:]
    head = _text(rows[0], page)
    first = is_list_of_goods(head) and PLACE.search(head) is None and HOUSE.search(head) is None
    return below if first and any(has_postcode(_text(row, page)) for row in below) else rows


def _without_second(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` up to where a second place begins: each a postcode, a town and a house."""
    whole = [_CODE_FIRST.match(_text(row, page)) is not None and _has_street(row, page) for row in rows]
    return rows[: whole.index(True) + 1] if sum(whole) > 1 and whole[0] else rows


def _with_unit(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` with the "Shop" or "Unit" before the number that they begin with."""
    first = rows[0][0]
    line = page.lines[page.words[first].page, page.words[first].line].words
    is_unit = first - 1 in line[:1] and _UNIT.fullmatch(page.words[first - 1].text) is not None
    return [[first - 1, *rows[0]], *rows[1:]] if is_unit and page.words[first].text[0].isdigit() else rows


def _with_whole_town(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` with what tells the last one's town from others of its name: "45407 Mülheim an der Ruhr"."""
    last = rows[-1][-1] if rows else None
    if last is None or not has_postcode(_text(rows[-1], page)):
        return rows
    line = page.lines[page.words[last].page, page.words[last].line].words
    rest = line[line.index(last) + 1 :]
    own = rows[-1][-1:] if _ARTICLE.fullmatch(page.words[last].text) else []
    is_rest = bool(rest) and _OF_TOWN.fullmatch(_text([*own, *rest], page)) is not None
    return [*rows[:-1], [*rows[-1], *rest]] if is_rest else rows


def _is_read_late(row: Sequence[int], below: Sequence[int], page: _Page) -> bool:
    """Whether ``row`` comes behind what it stands above: an address there begins without it."""
    return row[0] > below[0] and not on_row(page.words[row[0]].box, page.words[below[0]].box)


def _with_beginning(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """A lone row with the words before it as far as a mark, and with the street before that mark."""
    (row,) = rows
    line = page.lines[page.words[row[0]].page, page.words[row[0]].line].words
    before = line[: line.index(row[0])]
    if not before or not has_postcode(_text(row, page)) or _has_street(row, page):
        return rows  # before a street with its number stands the name
    part = _last_part(before, page)
    if part and not _ends_part(before[-1], page):
        return [[*part, *row]] if len(part) < len(before) and _is_part(part, page) else rows
    is_street = bool(part) and _STREET.fullmatch(_bare(part, page)) is not None and _is_part(part, page)
    return [[*part, *_marks(before, part), *row]] if is_street else rows


def _marks(before: Sequence[int], part: Sequence[int]) -> list[int]:
    """The mark of its own that may stand between a part and what follows it."""
    return [i for i in before if i > part[-1]]


def _has_street(row: Sequence[int], page: _Page) -> bool:
    """Whether a row has numbers beside its postcode: a street's."""
    text = _text(row, page)
    code = find_postcode(text)
    rest = text if code is None else text[: code.start()] + text[code.end() :]
    return any(map(str.isdigit, rest))


def _ends_part(index: int, page: _Page) -> bool:
    text = page.words[index].text
    return text.endswith((",", ";", ":", "|", "·", "•")) or _APART.fullmatch(text) is not None


def _last_part(before: Sequence[int], page: _Page) -> list[int]:
    """The last words of ``before`` that a mark parts from those before them; none where they are many."""
    rest = list(before)
    while rest and _APART.fullmatch(page.words[rest[-1]].text):
        rest.pop()
    part: list[int] = []
    while rest and len(part) <= _MOST and not (_ends_part(rest[-1], page) and part):
        part.insert(0, rest.pop())
    return part if len(part) <= _MOST else []


def _bare(part: Sequence[int], page: _Page) -> str:
    return _text(part, page).rstrip(" ,;|")


def _is_part(part: Sequence[int], page: _Page) -> bool:
    """Whether words may be of an address: no name, no label, no sentence."""
    text = _bare(part, page)
    unlabelled = _NUMBERED.sub("", _DOOR.sub("", text))
    is_other = is_company(text) or content(text) in page.names or "@" in text or ":" in unlabelled
    starts = text[:1].isupper() or text[:1].isdigit()
    return starts and not is_other and sum(map(str.isdigit, text)) < _LONG and part[0] not in page.captions


def _with_neighbour(rows: list[list[int]], page: _Page) -> list[list[int]]:
    """``rows`` with the line of the town right below a street, or of the street right above a town."""
    first, last = (
        page.lines[page.words[row[0]].page, page.words[row[0]].line] for row in (rows[0], rows[-1])
    )
    if len(first.words) != len(rows[0]) or len(last.words) != len(rows[-1]):
        return rows
    texts = [_text(row, page) for row in rows]
    if not any(map(has_postcode, texts)):
        below = _next(last, page, down=True) if any(any(map(str.isdigit, text)) for text in texts) else None
        is_town = below is not None and has_postcode(below.text) and _is_part(below.words, page)
        return [*rows, list(below.words)] if below is not None and is_town else rows
    if len(rows) > 1 or _has_street(rows[0], page):
        return rows
    above = _next(first, page, down=False)
    street = before_phone(list(above.words), page.words) if above is not None else []
    text = _text(street, page)
    is_place = _is_street(text) or (len(street) <= _MOST and is_house(text))
    return [street, *rows] if street and is_place and _is_part(street, page) else rows


def _next(line: _Line, page: _Page, *, down: bool) -> _Line | None:
    """The nearest line below or above, where it has the left or the right edge of ``line``."""
    height, number = line.box.height, page.words[line.words[0]].page
    found: list[tuple[float, _Line]] = []
    for (at, _), other in page.lines.items():
        step = (other.box.center[1] - line.box.center[1]) * (1 if down else -1)
        aligned = min(abs(other.box.x0 - line.box.x0), abs(other.box.x1 - line.box.x1)) <= _EDGE * height
        if at == number and aligned and 0.5 * height < step <= _GAP * max(height, other.box.height):
            found.append((step, other))
    return min(found, key=lambda one: one[0], default=(0.0, None))[1]
