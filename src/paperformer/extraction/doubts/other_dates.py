"""Dates that their label calls a delivery's, an order's, a period's or a number: not issue, nor payment."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_ISSUED, _DUE, _NUMBER = "document_date", "due_date", "document_number"
_TYPE, _TITLE = "document_type", 0.5
_NEVER_DUE = frozenset({"credit_note", "receipt", "order", "quote", "delivery_note"})
_PERIOD = ("period_start", "period_end")
_AFTER_ALL = 0.1  # how often such a date is the answer after all, by judgement
_SEEN = 0.4  # probability from which the model sees a date
_PAIR = 6  # words from a first day within which its second one ends: "3 Sep 2024 / 12 Sep 2024"
_ONLY = 0.7  # trust in the one day that no label calls anything else, by judgement
_AT_LABEL = 0.55  # probability from which a label leaves no doubt
_LABELLED = 0.32  # probability from which a rule read a date at its label, and not as the first of all


def weigh_other_dates(proposed: MutableMapping[str, list[Scored]], elsewhere: Collection[int]) -> None:
    """Cut the probability of dates that stand at labels of other things.

    So of those that are the document's number ("Faktura nr 14/05/2025"). Of document dates only where a rule
    found another day at a label of it: a delivery's may well stand for it on a page that prints no other.
    Nothing need be due.

    Args:
        proposed: Candidates by field; those of ``document_date`` and ``due_date`` are changed in place.
        elsewhere: See ``fields.other_dates.words_of_other_dates``.
    """
    elsewhere = {*elsewhere, *_words_of_numbers(proposed)}
    _uncross(proposed)
    _unshare(proposed)
    for field in (_ISSUED, _DUE):
        candidates = proposed.get(field, [])
        labelled = [_is_labelled(one, elsewhere) for one in candidates]
        if any(labelled) or (candidates and field == _DUE):
            proposed[field] = _weighed(candidates, labelled, elsewhere)
    _unrange(proposed, elsewhere)
    _unbefore(proposed)
    _only_one(proposed, elsewhere)
    if _is_never_due(proposed):
        unsaid = [one.source == "model" for one in proposed.get(_DUE, [])]
        if any(unsaid) and all(unsaid):
            proposed[_DUE] = doubted(proposed[_DUE], unsaid, _AFTER_ALL, [False] * len(unsaid))


def _uncross(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust less that a day is issue where its label calls it due, and another one's calls that issue.

    So the other way round: a model that takes one for the other is corrected by the two labels together.
    """
    read = {field: [one for one in proposed.get(field, []) if _is_read(one)] for field in (_ISSUED, _DUE)}
    for field, other in ((_ISSUED, _DUE), (_DUE, _ISSUED)):
        own = {one.value for one in read[field]}
        others = {one.value for one in read[other]} - own
        if own - {one.value for one in read[other]} and others:
            candidates = proposed[field]
            against = [one.value in others for one in candidates]
            heirs = [one.value in own and _is_read(one) for one in candidates]
            proposed[field] = doubted(candidates, against, _AFTER_ALL, heirs)


def _unshare(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust less that a day is due, or ends a period, where a label calls just these words another date.

    A credit note's date is not when it is due; the day below "Due date" ends no period.
    """
    named = {field: _words_read(proposed, field) for field in (_ISSUED, _DUE, *_PERIOD)}
    for field, others in ((_DUE, (_ISSUED,)), *((field, (_ISSUED, _DUE)) for field in _PERIOD)):
        words = set().union(*(named[other] for other in others)) - named[field]
        candidates = proposed.get(field, [])
        own = named[field]
        if (
            own
            or not words
            or any(one.source == "rule" and one.probability >= _LABELLED for one in candidates)
        ):
            continue
        against = [one.source == "model" and one.words in words for one in candidates]
        if any(against):
            proposed[field] = doubted(candidates, against, _AFTER_ALL, [False] * len(candidates))


def _unrange(proposed: MutableMapping[str, list[Scored]], elsewhere: Collection[int]) -> None:
    """Trust less that a period has ends no rule reads as such, at other labels: "ETD / ETA"."""
    places = set(elsewhere)
    for field in _PERIOD:
        candidates = proposed.get(field, [])
        read = {one.value for one in candidates if one.source == "rule"}
        against = [_stands_in(one, places) and one.value not in read for one in candidates]
        ends = [one.words[-1] for one, is_other in zip(candidates, against, strict=True) if is_other]
        places |= {end + step for end in ends for step in range(1, _PAIR)}
        if any(against):
            proposed[field] = doubted(candidates, against, _AFTER_ALL, [False] * len(candidates))


def _unbefore(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust less that a day before the document's own is due, where the model alone says so."""
    issued = max(proposed.get(_ISSUED, ()), key=lambda one: one.probability, default=None)
    if issued is None or issued.probability < _TITLE:
        return
    candidates = proposed.get(_DUE, [])
    read = {one.value for one in candidates if one.source != "model"}
    against = [one.value < issued.value and one.value not in read for one in candidates]
    if any(against):
        proposed[_DUE] = doubted(candidates, against, _AFTER_ALL, [False] * len(candidates))


def _only_one(proposed: MutableMapping[str, list[Scored]], elsewhere: Collection[int]) -> None:
    """Trust the one day more as the document's that no label calls anything else, not due either."""
    candidates = proposed.get(_ISSUED, [])
    due = {one.value for one in proposed.get(_DUE, ()) if one.probability >= _TITLE}
    left = [one for one in candidates if one.value not in due and not _stands_in(one, elsewhere)]
    is_read = any(one.value in due and _is_read(one) for one in candidates)
    if due and not is_read and len({one.value for one in left}) == 1:
        surest = max(left, key=lambda one: one.probability)
        if surest.probability < _ONLY:
            candidates = [*candidates, surest._replace(probability=_ONLY, source="rule")]
        against = [_stands_in(one, elsewhere) for one in candidates]
        heirs = [one.value == surest.value and not bad for one, bad in zip(candidates, against, strict=True)]
        proposed[_ISSUED] = doubted(candidates, against, _AFTER_ALL, heirs)


def _is_never_due(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    """Whether a title says that nothing is to be paid by a day: a credit note, a delivery note, a quote."""
    kinds = proposed.get(_TYPE, ())
    best = max(kinds, key=lambda one: one.probability, default=None)
    return best is not None and best.value in _NEVER_DUE and best.probability >= _TITLE


def _words_read(proposed: Mapping[str, Sequence[Scored]], field: str) -> set[tuple[int, ...]]:
    """Where a rule reads ``field`` at its label, unless the model sees another value of it."""
    candidates = proposed.get(field, ())
    seen = {one.value for one in candidates if one.source == "model" and one.probability >= _SEEN}
    return {one.words for one in candidates if _is_read(one) and seen <= {one.value}}


def _is_read(one: Scored) -> bool:
    return one.source == "rule" and one.probability >= _AT_LABEL


def _words_of_numbers(proposed: Mapping[str, Sequence[Scored]]) -> Iterator[int]:
    """The words that a label calls the document's number, unless one with more right calls them a date."""
    read = [one for field in (_ISSUED, _DUE) for one in proposed.get(field, ()) if one.source == "rule"]
    for number in proposed.get(_NUMBER, ()):
        rivals = (one.probability for one in read if not set(one.words).isdisjoint(number.words))
        if _is_labelled(number, ()) and number.probability > max(rivals, default=0.0):
            yield from number.words


def _weighed(
    candidates: Sequence[Scored], labelled: Sequence[bool], elsewhere: Collection[int]
) -> list[Scored]:
    own = {one.value for one, is_labelled in zip(candidates, labelled, strict=True) if is_labelled}
    against = [_stands_in(one, elsewhere) and one.value not in own for one in candidates]
    return doubted(candidates, against, _AFTER_ALL, labelled)


def _is_labelled(one: Scored, elsewhere: Collection[int]) -> bool:
    return one.source == "rule" and one.probability >= _LABELLED and not _stands_in(one, elsewhere)


def _stands_in(one: Scored, words: Collection[int]) -> bool:
    return bool(one.words) and set(one.words) <= set(words)
