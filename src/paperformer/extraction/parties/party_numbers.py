"""Whose VAT or organisation number it is, told from where it stands: in the lines under a party's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping, Sequence
from statistics import median

from paperformer.documents.model import Word, on_row
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PARTIES, PartyWords

Place = tuple[int, int]  # of a line: its page and number

_KINDS = ("vat_number", "organisation_number")
_OTHERS = 0.3  # how often a number in the other party's block is the party's after all, by judgement
_IN_BLOCK = 0.75  # trust in a number with check digits that stands in the party's own block
_LABELLED = 0.6  # the same of a VAT number without, or with wrong ones, that a label names
_LIKELY = 0.5  # probability from which a name tells whose block it opens
_NUMBER = 0.3  # probability from which something without check digits is an organisation number
_INDENT = 1.5  # heights of a line by which the left edges of a block may differ
_GAP = 2.4  # heights of a line from one line of a block to the next
_WIDE_GAP = 5.0  # the same above the numbers of a block that a heading opens
_LARGER = 1.5  # of the usual height: no larger letters widen a gap


def weigh_numbers(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], around: PartyWords
) -> None:
    """Trust VAT and organisation numbers of a party less that stand in the other party's block.

    The buyer's may be the only one that a document prints, so that no rival is asked for. Less trusted are
    also others than the one in the party's own block.

    Args:
        proposed: Candidates by field, names among them; changed in place.
        words: Of the document.
        around: Its captions and sections.
    """
    fields = [f"{party}_{kind}" for party in PARTIES for kind in _KINDS if f"{party}_{kind}" in proposed]
    if not fields:
        return
    for field in fields:
        proposed[field] = [_whole(one, proposed[field]) for one in proposed[field]]
    numbers = frozenset(
        _place(words[one.words[0]])
        for field in fields
        for one in proposed[field]
        if one.words and _is_number(one)
    )
    blocks = _blocks(proposed, words, around, numbers)
    for field in fields:
        party = next(party for party in PARTIES if field.startswith(party))
        other = next(one for one in PARTIES if one != party)
        found = proposed[field]
        own = {one.value for one in found if _is_in(blocks[party], one, words) and _is_number(one)}
        others = not own and blocks[other]
        proposed[field] = [
            _trusted(one)
            if one.value in own
            else one._replace(probability=one.probability * _OTHERS)
            if own or (others and _is_in(others, one, words))
            else one
            for one in found
        ]


def _blocks(
    proposed: Mapping[str, Sequence[Scored]],
    words: Sequence[Word],
    around: PartyWords,
    numbers: Collection[Place],
) -> dict[str, frozenset[Place]]:
    """The lines of each party's blocks: under every print of its name, and under "Seller" or "Buyer"."""
    names = dict(zip(PARTIES, _pair(*(proposed.get(f"{party}_name", ()) for party in PARTIES)), strict=True))
    prints = {party: _prints(names[party], proposed.get(f"{party}_name", ())) for party in PARTIES}
    headings = _headings(words, around.captions)
    blocks = dict[str, frozenset[Place]]()
    for party, other in zip(PARTIES, reversed(PARTIES), strict=True):
        ends = headings.union(*(_lines_of(name, words) for name in prints[other]))
        blocks[party] = frozenset[Place]().union(
            *(
                _block(name, words, ends, numbers if _is_headed(name, party, around) else ())
                for name in prints[party]
            )
        )
    told = {
        party: frozenset(_place(words[at]) for at in own if at < len(words))
        for party, own in zip(PARTIES, (around.sellers, around.buyers), strict=True)
    }
    for party, other in zip(PARTIES, reversed(PARTIES), strict=True):
        blocks[party] = (blocks[party] - told[other]) | (told[party] - told[other])
    taken = headings.union(*blocks.values())
    return {
        party: block | (_beside(block, words, around.captions) - taken) for party, block in blocks.items()
    }


def _prints(name: Scored | None, names: Sequence[Scored]) -> list[Scored]:
    """The likeliest name of a party and its other prints: in the head of the page and again in its foot."""
    if name is None or name.probability < _LIKELY:
        return []
    others = [one for one in names if one.words and content(one.value) == content(name.value)]
    return list({one.words: one for one in (name, *others)}.values())


def _is_headed(name: Scored, party: str, around: PartyWords) -> bool:
    """Whether a heading, "Supplier:", says whose block the name opens."""
    return bool(name.words) and around.section.get(name.words[0]) == party


def _is_number(one: Scored) -> bool:
    """Whether a candidate is likely a number: a postcode without check digits may be one of few others."""
    return one.field.endswith("vat_number") or bool(one.checked) or one.probability >= _NUMBER


def _whole(one: Scored, found: Sequence[Scored]) -> Scored:
    """``one``, or the number that goes on from it: "CHE-116.281.710 MWST" is Swiss and one number."""
    longer = (
        other
        for other in found
        if other.checked and other.value.startswith(one.value) and set(one.words) < set(other.words)
    )
    whole = next(longer, None)
    if whole is None or not one.words:
        return one
    return one._replace(value=whole.value, text=whole.text, words=whole.words, checked=True)


def _trusted(one: Scored) -> Scored:
    """A number in its party's block: its own where check digits hold, or a label says what it is."""
    if one.checked:
        return one._replace(probability=max(one.probability, _IN_BLOCK))
    is_labelled = one.source == "rule" and one.field.endswith("vat_number")
    return one._replace(probability=max(one.probability, _LABELLED)) if is_labelled else one


def _line_starts(words: Sequence[Word]) -> dict[Place, Word]:
    """The first word of every line, by page and line."""
    starts: dict[Place, Word] = {}
    for word in words:
        starts.setdefault((word.page, word.line), word)
    return starts


def _pair(suppliers: Sequence[Scored], receivers: Sequence[Scored]) -> tuple[Scored | None, Scored | None]:
    """The likeliest names of the two parties; of one name for both, the likeliest two that differ."""
    supplier, receiver = _likeliest(suppliers), _likeliest(receivers)
    if supplier is None or receiver is None or content(supplier.value) != content(receiver.value):
        return supplier, receiver
    pairs = [
        (one, other) for one in suppliers for other in receivers if content(one.value) != content(other.value)
    ]
    best = max(pairs, key=lambda pair: pair[0].probability * pair[1].probability, default=None)
    return (_given(supplier, best[0]), _given(receiver, best[1])) if best else (supplier, receiver)


def _given(likeliest: Scored, name: Scored) -> Scored:
    """``name`` with its share of the probability that the likeliest one, being the other party's, leaves."""
    if name is likeliest:
        return name
    return name._replace(probability=min(name.probability / max(1.0 - likeliest.probability, 0.01), 1.0))


def _likeliest(names: Sequence[Scored]) -> Scored | None:
    return max(names, key=lambda one: one.probability, default=None)


def _lines_of(name: Scored, words: Sequence[Word]) -> frozenset[Place]:
    """The lines that a name is printed on."""
    return frozenset((words[at].page, words[at].line) for at in name.words)


def _headings(words: Sequence[Word], captions: Collection[int]) -> frozenset[Place]:
    """The lines that are nothing but a label: "Bill to:"."""
    others = {(word.page, word.line) for at, word in enumerate(words) if at not in captions}
    return frozenset((words[at].page, words[at].line) for at in captions) - others


def _block(
    name: Scored, words: Sequence[Word], ends: Collection[Place], numbers: Collection[Place]
) -> frozenset[Place]:
    """The lines of the block that ``name`` opens: at its left edge, without a gap, up to one of ``ends``.

    Above a line of ``numbers`` the gap may be wider: programs set them apart from the address.
    """
    if not name.words:
        return frozenset()
    starts = _line_starts(words)
    top = words[name.words[0]]
    if sum((word.page, word.line) == (top.page, top.line) for word in words) > len(name.words) + 1:
        return frozenset()  # the sender's name and address in one line, above the receiver's block
    head = starts[top.page, top.line]
    # A heading in large letters is no reason to leap over a gap.
    height = median(word.box.y1 - word.box.y0 for word in starts.values())
    below = sorted(
        (word.box.y0, place)
        for place, word in starts.items()
        if word.page == head.page
        and word.box.y0 >= head.box.y0
        and abs(word.box.x0 - head.box.x0) <= _INDENT * height
    )
    block: set[Place] = set()
    last = head.box.y0
    for y0, place in below:
        own = starts[place].box.y1 - starts[place].box.y0
        gap = _WIDE_GAP if place in numbers else _GAP
        if y0 - last > gap * min(max(height, own), _LARGER * height) or (block and place in ends):
            break
        block.add(place)
        last = y0
    return frozenset(block)


def _beside(block: frozenset[Place], words: Sequence[Word], captions: Collection[int]) -> frozenset[Place]:
    """Labelled lines right of labelled ones of ``block``: "IČ: 27481191   DIČ: CZ27481191"."""
    starts = _line_starts(words)
    labelled = {_place(words[at]) for at in captions if words[at] is starts[_place(words[at])]}
    right = (_right_of(starts[place], starts) for place in block & labelled)
    return frozenset(place for place in right if place in labelled)


def _place(word: Word) -> Place:
    return word.page, word.line


def _right_of(start: Word, starts: Mapping[Place, Word]) -> Place | None:
    """The line right of the one that begins with ``start``."""
    on_its_row = (
        (word.box.x0, place)
        for place, word in starts.items()
        if word.page == start.page and word.box.x0 > start.box.x1 and on_row(word.box, start.box)
    )
    return min(on_its_row, default=(0.0, None))[1]


def _is_in(block: frozenset[Place], number: Scored, words: Sequence[Word]) -> bool:
    return bool(number.words) and all((words[at].page, words[at].line) in block for at in number.words)
