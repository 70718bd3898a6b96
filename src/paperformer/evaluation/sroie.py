"""The official protocol of SROIE task 3 (ICDAR 2019) and its content variant.

Four strings a receipt: company, date, address, total. ``exact`` compares strings as they are; ``content``
compares letters and digits in upper case, and totals as numbers. Precision is matches over values given,
recall matches over values in the key, F1 over all four fields together; an empty answer is none given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from paperformer.documents.model import Document, Word
from paperformer.extraction.result import Candidate

FIELDS: Mapping[str, str] = {
    "company": "supplier_name",
    "date": "document_date",
    "address": "supplier_address",
    "total": "total_incl_vat",
}


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one field or of all."""

    matched: int = 0
    given: int = 0
    expected: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.matched + other.matched, self.given + other.given, self.expected + other.expected)

    @property
    def precision(self) -> float:
        return self.matched / self.given if self.given else 0.0

    @property
    def recall(self) -> float:
        return self.matched / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.matched / (self.given + self.expected) if self.given + self.expected else 0.0


def answers(document: Document, fields: Mapping[str, Sequence[Candidate]]) -> dict[str, str]:
    """The four strings of an extraction: as printed, misread ones of known parties as they are known."""
    found = {}
    for key, name in FIELDS.items():
        candidates = fields.get(name)
        if candidates:
            best = candidates[0]
            text = best.value if best.source == "known" and not content(best.value, best.text) else best.text
            found[key] = printed_total(best, document.words) if key == "total" else text
    return found


def printed_total(candidate: Candidate, words: Sequence[Word]) -> str:
    """The amount as the key writes it: with its currency only where every occurrence has it attached.

    The annotators' habit: ``RM12.00`` is copied as it stands, but not where a bare 12.00 is to be seen too.
    """
    amount = candidate.text
    attached = [
        w.text
        for w in words
        if w.text != amount
        and w.text.endswith(amount)
        and re.fullmatch(r"[A-Za-z$€£]{1,3}\$?", w.text[: -len(amount)])
    ]
    if attached and not any(w.text == amount for w in words):
        return attached[0]
    return amount


def exact(answer: str, truth: str) -> bool:
    """The official comparison."""
    return answer == truth


def content(answer: str, truth: str) -> bool:
    """Letters and digits alone, upper case."""
    return _content(answer) == _content(truth)


def _content(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).upper()


def same_total(answer: str, truth: str) -> bool:
    """As numbers, where both are."""
    a, b = _number(answer), _number(truth)
    return a == b if a is not None and b is not None else content(answer, truth)


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(re.sub(r"[^\d.\-]", "", text))
    except InvalidOperation:
        return None


def score(
    predictions: Sequence[Mapping[str, str]], truths: Sequence[Mapping[str, str | None]], *, by_content: bool
) -> dict[str, Score]:
    """Counts by field, and of all under ``all``."""
    result = {key: Score() for key in FIELDS}
    for prediction, truth in zip(predictions, truths, strict=True):
        for key in FIELDS:
            answer, wanted = prediction.get(key, ""), truth.get(key) or ""
            match = bool(answer and wanted) and _comparison(key, by_content)(answer, wanted)
            result[key] += Score(int(match), int(bool(answer)), int(bool(wanted)))
    result["all"] = sum((result[key] for key in FIELDS), Score())
    return result


def _comparison(key: str, by_content: bool) -> Callable[[str, str], bool]:
    if not by_content:
        return exact
    return same_total if key == "total" else content
