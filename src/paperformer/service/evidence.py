"""Why a field has the value that it has, as far as the answer and the page tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from paperformer.documents.model import Word, on_row
from paperformer.extraction.result import Candidate
from paperformer.fields.totals import TOTAL_FIELDS, consistency
from paperformer.service.schema import Evidence, EvidenceItem

_SOURCES = {
    "model": "The model read it in these words",
    "rule": "A rule found it in these words",
    "einvoice": "The e-invoice in the file says so",
    "known": "A known party is printed here",
}
_MOST_LABEL = 6  # words before a value that may be its label


def evidence_for(field: str, extraction: Mapping[str, Any], words: Sequence[Word]) -> Evidence:
    """The candidates of a field, and what speaks for the first.

    Args:
        field: Its name.
        extraction: The answer.
        words: Of the file.
    """
    candidates = [Candidate.model_validate(one) for one in extraction["fields"].get(field, ())]
    if not candidates:
        return Evidence(candidates=[], evidence=[])
    items = list(_reasons(field, candidates[0], extraction, words))
    return Evidence(candidates=candidates, evidence=items)


def _reasons(
    field: str, best: Candidate, extraction: Mapping[str, Any], words: Sequence[Word]
) -> Iterator[EvidenceItem]:
    yield EvidenceItem(says=_SOURCES[best.source], words=best.words, holds=None)
    label = _label(best.words, words)
    if label:
        text = " ".join(words[index].text for index in label)
        yield EvidenceItem(says=f"It stands beside “{text}”", words=label, holds=None)
    if best.checked is not None:
        says = "Its check digits hold" if best.checked else "Its check digits do not hold"
        yield EvidenceItem(says=says, words=best.words, holds=best.checked)
    if best.ambiguous:
        yield EvidenceItem(says="What is printed can be read in several ways", words=best.words, holds=None)
    if field in TOTAL_FIELDS:
        yield from _sums(field, extraction)
    again = [one for one in _prints_of(best.text, words) if not set(one) & set(best.words)]
    if again:
        says = f"The same text is printed {len(again)} more time{'s' if len(again) > 1 else ''}"
        yield EvidenceItem(says=says, words=[index for run in again for index in run], holds=None)


def _sums(field: str, extraction: Mapping[str, Any]) -> Iterator[EvidenceItem]:
    best = {name: some[0] for name, some in extraction["fields"].items() if name in TOTAL_FIELDS}
    totals = {name: amount for name, one in best.items() if (amount := _amount(one["value"])) is not None}
    judged = consistency(totals)
    without = consistency({name: amount for name, amount in totals.items() if name != field})
    words = [word for one in best.values() for word in one.get("words", ())]
    for rule in set(judged.held) - set(without.held):
        yield EvidenceItem(says=f"The sums agree: {rule}", words=words, holds=True)
    for rule in set(judged.broken) - set(without.broken):
        yield EvidenceItem(says=f"The sums do not agree: {rule}", words=words, holds=False)


def _label(value: Sequence[int], words: Sequence[Word]) -> list[int]:
    """The words before a value on its row, or those right above it."""
    if not value or value[-1] >= len(words):
        return []
    first = words[value[0]]
    near = [
        index
        for index, word in enumerate(words)
        if word.page == first.page
        and index not in value
        and word.text.strip(":#.-")
        and not word.text.isdigit()
    ]
    left = [i for i in near if on_row(words[i].box, first.box) and words[i].box.x1 <= first.box.x0 + 0.002]
    left.sort(key=lambda index: words[index].box.x0)
    segment = [i for i in left if words[i].line == words[left[-1]].line] if left else []
    if segment:
        return sorted(segment[-_MOST_LABEL:])
    height = first.box.height
    above = [
        i
        for i in near
        if 0 <= first.box.y0 - words[i].box.y1 <= 2 * height
        and words[i].box.x0 <= first.box.x1
        and words[i].box.x1 >= first.box.x0
    ]
    return sorted(above[-_MOST_LABEL:])


def _prints_of(text: str, words: Sequence[Word]) -> Iterator[list[int]]:
    parts = text.split()
    if not parts:
        return
    texts = [word.text for word in words]
    for start in range(len(texts) - len(parts) + 1):
        if texts[start] == parts[0] and texts[start : start + len(parts)] == parts:
            yield list(range(start, start + len(parts)))


def _amount(value: str) -> Decimal | None:
    try:
        return Decimal(value)
    except InvalidOperation:
        return None
