"""Who advertises is the buyer, not the agency that orders and is billed for it."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored

_NAME = "receiver_name"
_LABEL, _PARTS = "ADVERTISER", frozenset({"", "NAME"})
_AFTER_ALL = 0.1  # how often another is the buyer after all, by judgement
_BELOW = 2.5  # heights of a label within which its value begins below it
_ALIGNED = 1.0  # the same by which their left edges may differ
_BEFORE = 2  # words between the label and its value: "Advertiser Name:"


def weigh_advertisers(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> bool:
    """Doubt other buyers where a candidate stands beside or below the label "Advertiser"; whether one does.

    Args:
        proposed: Candidates by field; those of ``receiver_name`` are changed in place.
        words: Of the document.
    """
    candidates = proposed.get(_NAME, ())
    labels = [word for word in words if content(word.text) == _LABEL]
    if not candidates or not labels:
        return False
    told = [_is_told(one, labels, words) for one in candidates]
    if any(told):
        proposed[_NAME] = doubted(candidates, [not one for one in told], _AFTER_ALL, told)
    return any(told)


def _is_told(one: Scored, labels: Sequence[Word], words: Sequence[Word]) -> bool:
    if not one.words:
        return False
    before = [content(text) for text in words_before(one.words[0], words, _BEFORE)]
    while before and before[-1] in _PARTS:
        before.pop()
    return before[-1:] == [_LABEL] or any(_is_above(label, words[one.words[0]]) for label in labels)


def _is_above(label: Word, first: Word) -> bool:
    height = label.box.height
    return (
        label.page == first.page
        and 0 < first.box.y0 - label.box.y0 <= _BELOW * height
        and abs(first.box.x0 - label.box.x0) <= _ALIGNED * height
    )
