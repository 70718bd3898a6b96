"""Sections of a page under a heading that names a party: all down to the next heading or a gap is theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice

from paperformer.documents.model import Box
from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.labels import Meaning
from paperformer.fields.page.layout import Line
from paperformer.fields.values.plain import folded
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import alternatives, pattern

_MOST_LINES = 16
_REACH = 3.2  # heights of a line between two lines of one section
BELOW_HEADING = 5.0  # the same from its heading: a blank line may stand between
INDENT = 2.5  # heights of a line by which the left edges of a section, block or column may differ
_DEEPER = 6.0  # the same by which a line may stand further right: details below a sub-heading
_LONG = 6  # squeezed letters of a "bill to" that needs no colon
_TRIED = 2  # lines below a heading among which the name is labelled
_SLIP = 6.0  # heights of a line between such a title and its "To:"
_LABEL = re.compile(r"(?<!\S)[^\W\d_][\w.]*\s?:")
_PAYEE_LINES = 4  # below such a heading among which the account stands
_SAID_AGAIN = 2.0  # heights of a line to a heading in brackets that says the same
_ACCOUNTS = frozenset({"iban", "bic", "bank_account_number"})
Heading = tuple[Anchor, Meaning]
_SELLER = Meaning("party", "supplier", "plain", frozenset({"en"}))


@cache
def _named() -> re.Pattern[str]:
    """The label of a name, which heads no field of the document."""
    of = partial(alternatives, "parties")
    return _label(f"(?:{of('name_begins')})?(?:{of('names')})|{of('other_names')}")


@cache
def _placed() -> re.Pattern[str]:
    """The label of an address."""
    of = partial(alternatives, "parties")
    place = f"(?:{of('place_begins')})?(?:{of('places')})(?: (?:{of('place_ends')}))?"
    return _label(f"{place}|{of('other_places')}")


def _label(names: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{names})\s*(?::\s*|$)", re.IGNORECASE)


def _part() -> re.Pattern[str]:
    """The label of a part of an address, on a line of its own or one of several."""
    return pattern("parties", "place_parts", r"(?<!\S)(?:{})\s*:\s*")


@dataclass(frozen=True)
class Section:
    """A heading and the lines under it.

    Args:
        party: ``receiver``, ``supplier`` or ``delivery``.
        anchor: The heading.
        meaning: What it means there.
        lines: The lines below it with its left edge, top to bottom.
    """

    party: str
    anchor: Anchor
    meaning: Meaning
    lines: tuple[Line, ...]


def find_sections(labelled: Labelled) -> list[Section]:
    """All headed sections, in reading order of their headings."""
    title = pattern("parties", "payment_slips", "{}")
    slips = [line for line in labelled.layout.lines if title.fullmatch(line.text.strip())]
    headings = [
        (anchor, _SELLER if _is_on_slip(anchor, slips, labelled.layout.height) else meaning)
        for anchor in labelled.anchors
        for meaning in anchor.hit.meanings
        if meaning.kind == "party" and _is_heading(anchor, meaning)
    ]
    headings = [heading for heading in headings if not _goes_on(heading, headings, labelled.layout.height)]
    heads = frozenset(anchor.line.index for anchor, _ in headings)
    sections = [
        Section(meaning.name, anchor, meaning, tuple(_lines_under(anchor, labelled, heads)))
        for anchor, meaning in headings
    ]
    return [_as_payee(section, labelled) for section in sections]


def _goes_on(heading: Heading, headings: Sequence[Heading], height: float) -> bool:
    """Whether a heading in brackets says again what the one above it says: "Поставщик | (Исполнитель):"."""
    anchor, meaning = heading
    if not anchor.line.text.startswith("("):
        return False
    return any(
        other.name == meaning.name
        and above.line.page == anchor.line.page
        and abs(above.line.box.x0 - anchor.line.box.x0) <= INDENT * height
        and 0 < anchor.line.box.y0 - above.line.box.y0 <= _SAID_AGAIN * height
        for above, other in headings
    )


def _as_payee(section: Section, labelled: Labelled) -> Section:
    """``section`` as the seller's where it names who receives a transfer: "Empfänger" with an IBAN below."""
    text = section.anchor.line.text[section.anchor.start : section.anchor.end]
    if section.party != "receiver" or folded(text.strip(" :")) not in _payees():
        return section
    below = (labelled.by_line.get(line.index, ()) for line in section.lines[:_PAYEE_LINES])
    fields = {meaning.name for anchors in below for anchor in anchors for meaning in anchor.hit.meanings}
    return replace(section, party="supplier", meaning=_SELLER) if fields & _ACCOUNTS else section


@cache
def _payees() -> frozenset[str]:
    return frozenset(map(folded, all_words("parties", "payees")))


def _is_on_slip(anchor: Anchor, slips: Sequence[Line], height: float) -> bool:
    """Whether a "To:" stands below "PAYMENT ADVICE": that slip goes back to who sells."""
    if anchor.line.text[: anchor.end].strip(" :").lower() not in all_words("parties", "slip_to"):
        return False
    return any(
        line.page == anchor.line.page and 0 < anchor.line.box.y0 - line.box.y0 <= _SLIP * height
        for line in slips
    )


def party_of_lines(sections: Sequence[Section], labelled: Labelled) -> Mapping[int, str]:
    """The party that each line of a section speaks of, by its index, with what stands right of labels.

    What stands right of a label may be in a section of its own, beside this one: then it is that one's.
    """
    parties: dict[int, str] = {}
    for section in sections:
        for line in (section.anchor.line, *section.lines):
            parties.setdefault(line.index, section.party)
    for section in sections:
        for line in section.lines:
            if labelled.opens_with_label(line):
                right = next(labelled.layout.right_of(line), None)
                if right is not None:
                    parties.setdefault(right.index, section.party)
    return parties


def after_name_label(text: str) -> int | None:
    """Where the name begins in "Name: Lieferant GmbH"; its end for the label alone, None without one."""
    match = _named().match(text)
    return match.end() if match else None


def after_place_label(text: str) -> int | None:
    """Where the address begins in "Address: Main Street 1"; its end for the label alone, None without one."""
    match = _placed().match(text)
    return match.end() if match else None


def address_parts(text: str) -> list[tuple[int, int]]:
    """Where the values stand in "Comune: Milano Provincia: MI"; none where no such label opens ``text``."""
    labels = list(_part().finditer(text))
    if not labels or text[: labels[0].start()].strip():
        return []
    other = _LABEL.search(text, labels[-1].end())  # "City: London Phone: 020 1234"
    ends = [label.start() for label in labels[1:]] + [other.start() if other else len(text)]
    spans = [(label.end(), len(text[:end].rstrip(" ,;"))) for label, end in zip(labels, ends, strict=True)]
    return [(start, end) for start, end in spans if start < end]


def is_part_label(text: str) -> bool:
    """Whether ``text`` is nothing but the label of a part of an address: "Град:"."""
    label = _part().match(text)
    return label is not None and label.end() == len(text)


def _is_heading(anchor: Anchor, meaning: Meaning) -> bool:
    """Whether the label heads a block: alone, before a colon, or a "bill to" that its line opens with.

    "Lieferant GmbH" is a name and "vom Auftraggeber gebucht" a sentence.
    """
    after = anchor.line.text[anchor.end :].strip(" )")  # "Cedente/prestatore (fornitore)"
    if after[:1] == ":":
        return anchor.hit.first == 0
    if anchor.hit.first > 0:
        return anchor.opens and not after and meaning.strength == "plain"
    addressed = (
        anchor.line.text[: anchor.end].lower().endswith(_addressed())
        and anchor.hit.length >= _LONG
        and meaning.strength == "plain"
    )
    return not after or addressed


@cache
def _addressed() -> tuple[str, ...]:
    return tuple(f" {word}" for word in all_words("parties", "addressed"))


def _lines_under(anchor: Anchor, labelled: Labelled, heads: frozenset[int]) -> Iterator[Line]:
    box, left, height = anchor.box, anchor.box.x0, labelled.layout.height
    beside = next(labelled.layout.right_of(anchor.line), None)
    far = beside is None or beside.index in heads  # else what it heads stands right of it
    if beside is None:
        left = _left_of_labelled(anchor, labelled, left)
        box = Box(min(left, box.x0), box.y0, box.x1, box.y1)
    for count in range(_MOST_LINES):
        reach = _REACH if count or not far else BELOW_HEADING
        near = (
            line
            for line in labelled.layout.below(anchor.line.page, box, reach)
            if -INDENT * height <= line.box.x0 - left <= (_DEEPER if count else INDENT) * height
        )
        line = next(near, None)
        if line is None or line.index in heads:
            return
        yield line
        box = _end_of(line, labelled)


def _left_of_labelled(anchor: Anchor, labelled: Labelled, left: float) -> float:
    """The left edge of what a heading heads from its middle.

    "Name: ..." begins left of a centred "CUSTOMER", and "Dati del cessionario" heads what is below "Dati".
    """
    edge = INDENT * labelled.layout.height
    worded = any(map(str.isalpha, anchor.line.text[: anchor.start]))
    own = anchor.line.box.x0 if worded else left
    for line in islice(labelled.layout.below(anchor.line.page, anchor.line.box, BELOW_HEADING), _TRIED):
        if abs(line.box.x0 - left) <= edge:
            return left
        if line.box.x0 < left and (after_name_label(line.text) is not None or abs(line.box.x0 - own) <= edge):
            return line.box.x0
    return left


def _end_of(line: Line, labelled: Labelled) -> Box:
    """The row where ``line`` ends, in its own columns: an address right of "Address:" may have several lines.

    Only beside a label that stands alone: right of any other line is another block, perhaps a longer one.
    """
    labels = labelled.by_line.get(line.index, ())
    is_label = line.text.rstrip().endswith(":") or any(anchor.alone for anchor in labels)
    right = next(labelled.layout.right_of(line), None) if is_label else None
    if right is None:
        return line.box
    last = right
    for _ in range(_MOST_LINES):
        below = labelled.layout.below(line.page, last.box, _REACH)
        edge = INDENT * labelled.layout.height
        going_on = next((line for line in below if abs(line.box.x0 - right.box.x0) <= edge), None)
        if going_on is None or next(labelled.layout.left_of(going_on), None) is not None:
            break  # a row with a label of its own
        last = going_on
    return Box(line.box.x0, last.box.y0, line.box.x1, last.box.y1)
