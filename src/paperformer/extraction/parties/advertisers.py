"""Who advertises is the buyer, not the agency that orders and is billed for it."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from itertools import pairwise, takewhile

from paperformer.documents.model import Word, on_row
from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.departments import text_of
from paperformer.extraction.scored import Scored

_NAME = "receiver_name"
_LABEL, _PARTS = "ADVERTISER", frozenset({"", "NAME"})
_AFTER_ALL = 0.1  # how often another is the buyer after all, by judgement
_BELOW = 2.5  # heights of a label within which its value begins below it
_NEXT = 2.0  # heights of a value within which it goes on below
_ALIGNED = 1.0  # the same by which left edges of one column may differ
_BEFORE = 3  # words before a value among which its label is: "Advertiser Name :"


def weigh_advertisers(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> bool:
    """Doubt other buyers where a candidate stands beside or below the label "Advertiser"; whether one does.

    What stands beside it is taken as far as it goes on below itself, its label's column being empty there:
    "Advertiser: Friends of the" above "Lake".

    Args:
        proposed: Candidates by field; those of ``receiver_name`` are changed in place.
        words: Of the document.
    """
    candidates = proposed.get(_NAME, ())
    labels = [word for word in words if content(word.text) == _LABEL]
    if not candidates or not labels:
        return False
    beside = [_label_beside(one, words) for one in candidates]
    told = [
        label is not None or _is_below_any(one, labels, words)
        for one, label in zip(candidates, beside, strict=True)
    ]
    if any(told):
        cut = [
            _of_one_block(one, words) if is_told else one
            for one, is_told in zip(candidates, told, strict=True)
        ]
        whole = [
            one if label is None else _whole(one, label, words)
            for one, label in zip(cut, beside, strict=True)
        ]
        proposed[_NAME] = doubted(whole, [not one for one in told], _AFTER_ALL, told)
    return any(told)


def _label_beside(one: Scored, words: Sequence[Word]) -> Word | None:
    """The label that stands before the candidate on its row."""
    if not one.words:
        return None
    first = one.words[0]
    row = takewhile(
        lambda word: _on_row(word, words[first]), reversed(words[max(0, first - _BEFORE) : first])
    )
    label = next((word for word in row if content(word.text) not in _PARTS), None)
    return label if label is not None and content(label.text) == _LABEL else None


def _is_below_any(one: Scored, labels: Sequence[Word], words: Sequence[Word]) -> bool:
    return bool(one.words) and any(_is_below(words[one.words[0]], label, _BELOW) for label in labels)


def _is_below(word: Word, upper: Word, reach: float) -> bool:
    """Whether ``word`` begins below ``upper``, at its left edge and within ``reach`` of its heights."""
    height = upper.box.height
    return (
        word.page == upper.page
        and 0 < word.box.y0 - upper.box.y0 <= reach * height
        and abs(word.box.x0 - upper.box.x0) <= _ALIGNED * height
        and not on_row(word.box, upper.box)
    )


def _of_one_block(one: Scored, words: Sequence[Word]) -> Scored:
    """The candidate as far as its lines follow one another: what stands below a gap is another value."""
    height = max((words[at].box.height for at in one.words), default=0.0)
    rows = pairwise(words[at].box.y0 for at in one.words)
    ends = (n for n, (upper, lower) in enumerate(rows, 1) if lower - upper > _NEXT * height)
    end = next(ends, len(one.words))
    if end == len(one.words):
        return one
    text = text_of(one.words[:end], words)
    return one._replace(value=text, text=text, words=one.words[:end])


def _whole(one: Scored, label: Word, words: Sequence[Word]) -> Scored:
    """The candidate with the line below it, where that goes on from it."""
    first, last = words[one.words[0]], one.words[-1]
    if last + 1 < len(words) and _same_line(words[last + 1], words[last]):
        return one
    below = next((at for at, word in enumerate(words) if _is_below(word, first, _NEXT)), None)
    if below is None or any(_opens_row(word, words[below], label) for word in words):
        return one
    more = takewhile(lambda at: _same_line(words[at], words[below]), range(below, len(words)))
    places = (*one.words, *(at for at in more if at not in one.words))
    text = text_of(places, words)
    return one._replace(value=text, text=text, words=places)


def _opens_row(word: Word, row: Word, label: Word) -> bool:
    """Whether ``word`` stands on the row of ``row``, left of it and below ``label``."""
    return _on_row(word, row) and label.box.x0 - label.box.height <= word.box.x0 < row.box.x0


def _on_row(one: Word, other: Word) -> bool:
    return one.page == other.page and on_row(one.box, other.box)


def _same_line(one: Word, other: Word) -> bool:
    return (one.page, one.line) == (other.page, other.line)
