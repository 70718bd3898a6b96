"""Whose VAT number it is, told from where it stands: in the block of lines under a party's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping, Sequence
from statistics import median

from paperformer.documents.model import Word, on_row
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PARTIES

Place = tuple[int, int]  # of a line: its page and number

_OTHERS = 0.3  # how often a VAT number in the other party's block is the party's after all, by judgement
_IN_BLOCK = 0.75  # trust in a number with check digits that stands in the party's own block
_LIKELY = 0.5  # probability from which a name tells whose block it opens
_INDENT = 1.5  # heights of a line by which the left edges of a block may differ
_GAP = 2.4  # heights of a line from one line of a block to the next
_LARGER = 1.5  # of the usual height: no larger letters widen a gap


def weigh_numbers(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], captions: Collection[int]
) -> None:
    """Trust VAT numbers of a party less that stand in the other party's block.

    The buyer's may be the only one that a document prints, so that no rival is asked for. Less trusted are
    also others than the one in the party's own block.

    Args:
        proposed: Candidates by field, names among them; changed in place.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    names = dict(zip(PARTIES, _pair(*(proposed.get(f"{party}_name", ()) for party in PARTIES)), strict=True))
    headings = _headings(words, captions)
    blocks = {
        party: _block(names[party], words, headings | _lines_of(names[other], words))
        for party, other in zip(PARTIES, reversed(PARTIES), strict=True)
    }
    taken = headings.union(*blocks.values())
    blocks = {party: block | (_beside(block, words, captions) - taken) for party, block in blocks.items()}
    for party, other in zip(PARTIES, reversed(PARTIES), strict=True):
        field = f"{party}_vat_number"
        if field in proposed:
            found = proposed[field]
            own = {one.value for one in found if _is_in(blocks[party], one, words)}
            others = not own and blocks[other]
            proposed[field] = [
                _trusted(one)
                if one.value in own
                else one._replace(probability=one.probability * _OTHERS)
                if own or (others and _is_in(others, one, words))
                else one
                for one in found
            ]


def _trusted(one: Scored) -> Scored:
    """A number in its party's block: where its check digits hold it is that party's."""
    return one._replace(probability=max(one.probability, _IN_BLOCK)) if one.checked else one


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
    return best or (supplier, receiver)


def _likeliest(names: Sequence[Scored]) -> Scored | None:
    return max(names, key=lambda one: one.probability, default=None)


def _lines_of(name: Scored | None, words: Sequence[Word]) -> frozenset[Place]:
    """The lines that a name is printed on."""
    return frozenset((words[at].page, words[at].line) for at in name.words) if name else frozenset()


def _headings(words: Sequence[Word], captions: Collection[int]) -> frozenset[Place]:
    """The lines that are nothing but a label: "Bill to:"."""
    others = {(word.page, word.line) for at, word in enumerate(words) if at not in captions}
    return frozenset((words[at].page, words[at].line) for at in captions) - others


def _block(name: Scored | None, words: Sequence[Word], ends: Collection[Place]) -> frozenset[Place]:
    """The lines of the block that ``name`` opens: at its left edge, without a gap, up to one of ``ends``."""
    if name is None or name.probability < _LIKELY or not name.words:
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
        if y0 - last > _GAP * min(max(height, own), _LARGER * height) or (block and place in ends):
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
