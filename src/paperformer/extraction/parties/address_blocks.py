"""Addresses that print each part on its own line and end with a postcode behind the town or alone.

So do Britain, Ireland, America, Australia, New Zealand and South Africa: "Ballyea", "Ennis", "Co. Clare",
"V95 XK31". None of these lines but the first and the last looks like a part of an address by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, MutableMapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Box, Word, union
from paperformer.extraction.compare import content
from paperformer.extraction.parties.contacts import is_addressed_person, is_contact
from paperformer.extraction.parties.names_in_addresses import is_house, is_in_capitals
from paperformer.extraction.parties.salutations import is_form_of_address
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company
from paperformer.fields.party_words import PARTIES
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values import parse_value

_SEEN = 0.05  # probability of an address that is looked at
_NAMED = 0.3  # the same of a name that an address begins below
_LEFT_OUT = 0.2  # how often the part is the address after all, by judgement
_NUMBER = 0.05  # how often a number without a word is the address after all, by judgement
_GAP = 2.4  # heights of a line from one line's middle to the next one's
_EDGE = 1.0  # heights of a line by which the edges of two lines of a block differ
_ASIDE = 3.0  # the same of lines of two blocks
_MOST_LINES, _MOST_WORDS, _MOST_DIGITS = 5, 5, 5
_STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho"
    "|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota"
    "|Mississippi|Missouri|Montana|Nebraska|Nevada|Ohio|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah"
    "|Vermont|Virginia|Washington|Wisconsin|Wyoming|New (?:Hampshire|Jersey|Mexico|York)|Rhode Island"
    "|(?:North|South) (?:Carolina|Dakota)|West Virginia"
)
_ENDS = re.compile(
    r"(?:^|.* )(?:[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}"  # Britain
    r"|[AC-FHKNPRTV-Y](?:[0-9]{2}|6W) (?=[A-Z]{0,3}[0-9])(?=[0-9]{0,3}[A-Z])[0-9AC-FHKNPRTV-Y]{4}"  # Ireland
    rf"|(?:[A-Z]{{2}}|{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?)$"  # the United States
    # South Africa, New Zealand, Australia: no suite, no road, no year
    r"|(?!.*\b(?i:suite|unit|room|level|floor|apt|box|bag|lot|rd|flat|shop|stand|highway)\b)"
    r"(?:(?:[^\W\d_][\w.'’-]*,? ){1,4})?(?!19|20[0-4])[0-9]{4}$"
)
_WORD = re.compile(r"[^\W\d_]{3}|[^\x00-\u02ff]")  # of three letters, or of another script
_STREET = re.compile(r"(?:.* )?[0-9]{1,5}[A-Za-z]?,? [^\W\d_]{2}|(?:P\.? ?O\.? ?)?Box [0-9]", re.IGNORECASE)


class _Line(NamedTuple):
    box: Box
    text: str
    words: tuple[int, ...]
    page: int


def with_blocks(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], captions: Collection[int]
) -> None:
    """Make of parts of such an address the whole, from its street to its postcode and no further.

    What stays a number without a word is hardly an address: "118-20447".

    Args:
        proposed: Candidates by field; those of addresses are changed in place.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    lines = _lines(words)
    for party in PARTIES:
        field = f"{party}_address"
        # Rules take the top line for a name, a town too.
        likely = (one for one in proposed.get(f"{party}_name", ()) if one.probability >= _NAMED)
        names = {content(one.text) for one in likely if one.source != "rule" or is_company(one.text)}
        found, wholes = list[Scored](), dict[str, Scored]()
        for one in proposed.get(field, ()):
            block = _block(one, lines, names, captions) if one.probability >= _SEEN else None
            if block is None:
                is_number = _WORD.search(one.value) is None
                found.append(one._replace(probability=one.probability * _NUMBER) if is_number else one)
                continue
            found.append(one._replace(probability=one.probability * _LEFT_OUT))
            whole = _of_lines(one, block)
            known = wholes.get(whole.value)
            doubt = (1.0 - known.probability if known else 1.0) * (1.0 - one.probability)
            wholes[whole.value] = whole._replace(probability=1.0 - doubt)
        if found:
            proposed[field] = [*found, *wholes.values()]


def _of_lines(one: Scored, block: Sequence[_Line]) -> Scored:
    value = parse_value("address", "\n".join(line.text for line in block)).value
    text = " ".join(line.text for line in block)
    return one._replace(value=value, text=text, words=tuple(sorted(i for line in block for i in line.words)))


def _lines(words: Sequence[Word]) -> dict[tuple[int, int], _Line]:
    found: dict[tuple[int, int], list[int]] = {}
    for index, word in enumerate(words):
        found.setdefault((word.page, word.line), []).append(index)
    return {
        place: _Line(
            union([words[i].box for i in own]), " ".join(words[i].text for i in own), tuple(own), place[0]
        )
        for place, own in found.items()
    }


def _block(
    one: Scored, lines: dict[tuple[int, int], _Line], names: Collection[str], captions: Collection[int]
) -> list[_Line] | None:
    """The lines of the whole address, None where ``one`` is whole or no such block holds it."""
    own = [line for line in lines.values() if not set(line.words).isdisjoint(one.words)]
    own.sort(key=lambda line: line.box.y0)
    if not own or any(not set(line.words) <= set(one.words) for line in own):
        return None
    if len({line.page for line in own}) > 1:
        return None
    block = _down(own[0], lines, names, captions)
    if block is None or not all(line in block or _is_other(line, block) for line in own):
        return None
    if not any(_is_street(line.text) for line in block):
        above = _up(own[0], lines, names, captions)
        # Below a shop's name, above "Leeds LS1 4AB", stands what it sells; above "LS1 4AB" alone the town.
        is_told = above is not None and (any(_is_street(line.text) for line in above) or _is_alone(block[-1]))
        if above is None or not is_told:
            return None
        block = [*above, *block]
    if _is_street(block[0].text) and not any(map(str.isdigit, block[0].text)):
        house = _house(block[0], lines, names, captions)
        block = block if house is None else [house, *block]
    return None if block == own else block


def _is_other(line: _Line, block: Sequence[_Line]) -> bool:
    """Whether ``line`` is none of the address that ``block`` is: below its end, or at other edges."""
    first, last, aside = block[0].box, block[-1].box, _ASIDE * block[0].box.height
    edges = min(abs(line.box.x0 - first.x0), abs(line.box.x1 - first.x1), abs(line.box.x0 - last.x0))
    return line.box.y0 > last.y0 or edges > aside


def _down(
    first: _Line, lines: dict[tuple[int, int], _Line], names: Collection[str], captions: Collection[int]
) -> list[_Line] | None:
    """The lines from ``first`` to the one with the postcode; None where another comes before it."""
    block = [first]
    while _ENDS.match(block[-1].text) is None:
        if len(block) > 1 and has_postcode(block[-1].text):
            return None  # it ends there: "5578" below "37079 Göttingen" is another number
        below = next(_near(block[-1], lines, down=True), None)
        if below is None or len(block) > _MOST_LINES or not _is_plain(below, names, captions):
            return None
        block.append(below)
    return block


def _up(
    first: _Line, lines: dict[tuple[int, int], _Line], names: Collection[str], captions: Collection[int]
) -> list[_Line] | None:
    """The lines above ``first``, down from the street or from below a name; None where neither is there."""
    block: list[_Line] = []
    top = first
    while len(block) <= _MOST_LINES:
        above = next(_near(top, lines, down=False), None)
        if above is not None and (content(above.text) in names or is_company(above.text)):
            return block
        if above is None or not _is_plain(above, names, captions):
            return None
        block.insert(0, above)
        top = above
        if _is_street(above.text):
            if any(map(str.isdigit, above.text)):
                return block
            house = _house(top, lines, names, captions)
            return block if house is None else [house, *block]
    return None


def _house(
    street: _Line, lines: dict[tuple[int, int], _Line], names: Collection[str], captions: Collection[int]
) -> _Line | None:
    """The line between a street without a number and a name, as "The Boatyard" is; None without one."""
    above = next(_near(street, lines, down=False), None)
    if above is None or not _is_plain(above, names, captions):
        return None
    name = next(_near(above, lines, down=False), None)
    return above if name is not None and (content(name.text) in names or is_company(name.text)) else None


def _near(line: _Line, lines: dict[tuple[int, int], _Line], *, down: bool) -> Iterator[_Line]:
    """The lines right below or above with the left or the right edge of ``line``, the nearest first."""
    height = line.box.height
    found: list[tuple[float, _Line]] = []
    for other in lines.values():
        step = (other.box.center[1] - line.box.center[1]) * (1 if down else -1)
        aligned = min(abs(other.box.x0 - line.box.x0), abs(other.box.x1 - line.box.x1)) <= _EDGE * height
        if (
            other.page == line.page
            and aligned
            and 0.5 * height < step <= _GAP * max(height, other.box.height)
        ):
            found.append((step, other))
    yield from (other for _, other in sorted(found, key=lambda one: one[0]))


def _is_alone(last: _Line) -> bool:
    """Whether a postcode stands on a line of its own, without its town."""
    return re.search(r"[^\W\d_]{3}", last.text) is None


def _is_street(text: str) -> bool:
    return _STREET.match(text) is not None or (is_house(text) and _ENDS.match(text) is None)


def _is_plain(line: _Line, names: Collection[str], captions: Collection[int]) -> bool:
    """Whether a line may be a part of an address: a few words in capitals, no label, no name."""
    text = line.text
    if ":" in text or "@" in text or content(text) in names or len(text.split()) > _MOST_WORDS:
        return False
    if sum(map(str.isdigit, text)) > _MOST_DIGITS or not is_in_capitals(text):
        return False
    is_other = is_company(text) or is_contact(text) or is_addressed_person(text) or is_form_of_address(text)
    is_label = line.words[0] in captions and not (_is_street(text) or _ENDS.match(text))
    return not (is_other or is_label)
