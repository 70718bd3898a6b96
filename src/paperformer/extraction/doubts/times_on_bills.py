"""Times on bills: that of the purchase stands beside the day of the bill or of its payment, or at a label.

All others on a page that is no receipt say when something else was, or will be: a lesson, a flight, a call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.paid_statements import says_paid
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

_TIME, _TYPE, _DATE, _MEANS = "time", "document_type", "document_date", "payment_method"
_OF_THE_MOMENT = frozenset({"receipt", "delivery_note"})
_ON_THE_SPOT = frozenset({"card", "cash", "mobile"})
_SURE = 0.5  # probability from which a title is believed
_AFTER_ALL = 0.1  # how often a time that nothing ties to the bill is its own after all, by judgement
_REACH = 40  # words before and behind a time among which those of its row stand
_LABEL = re.compile(
    r"(?:\btime|zeit|\bheure|\bhora|\bora|\btijd(?:stip)?|\btid(?:spunkt)?|klokkeslett|\baika|godzina|\b[cč]as|\baeg"
    r"|\blaik(?:as|s)|id[oő]pont|vrijeme|ώρα|\bчас|\bвремя|\bsaati?)(?: of (?:issue|sale|purchase))?[\s:.]*$",
    re.IGNORECASE,
)


def weigh_times_on_bills(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> None:
    """Cut the probability of times that nothing ties to the bill, where a title says that it is no receipt.

    Args:
        proposed: Candidates by field; those of ``time`` are changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    times, kind, issued = proposed.get(_TIME), _best(proposed, _TYPE), _best(proposed, _DATE)
    if not times or kind is None or kind.probability < _SURE or kind.value in _OF_THE_MOMENT:
        return
    means = _best(proposed, _MEANS)
    if means is not None and means.value in _ON_THE_SPOT and means.probability >= _SURE:
        return  # a till's, whatever its title is
    days = [one for one in printed.spans("date", context) if issued and one.parsed.value == issued.value]
    named = [one for one in printed.spans("payment_method", context) if not one.weak]
    against = [not _is_tied(one, words, [*days, *named]) for one in times]
    proposed[_TIME] = doubted(times, against, _AFTER_ALL, [not one for one in against])


def _best(proposed: Mapping[str, Sequence[Scored]], field: str) -> Scored | None:
    return max(proposed.get(field, ()), key=lambda one: one.probability, default=None)


def _is_tied(time: Scored, words: Sequence[Word], ties: Sequence[ValueSpan]) -> bool:
    """Whether one of ``ties`` stands on the row of ``time``, or a label or a payment before it."""
    if not time.words:
        return True
    own = words[time.words[0]]
    near = range(max(0, time.words[0] - _REACH), min(len(words), time.words[-1] + _REACH))
    row = [at for at in near if words[at].page == own.page and on_row(words[at].box, own.box)]
    if any(tie.first in row for tie in ties):
        return True
    before = " ".join(words[at].text for at in row if words[at].box.x0 < own.box.x0 and at not in time.words)
    return _LABEL.search(before) is not None or says_paid(before)
