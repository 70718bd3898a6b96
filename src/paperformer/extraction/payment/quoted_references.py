"""Payment references that repeat the document's number, hold what stands beside them, or are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.values.plain import compact

_REFERENCE, _NUMBER = "payment_reference", "document_number"
# What stands beside a reference in a table of bank details, or in a column of numbers.
_BESIDE = (
    "bank_account_number",
    "iban",
    "supplier_organisation_number",
    "supplier_vat_number",
    "customer_number",
)
# How often "Reference" means the payment's where it repeats the document's number, by judgement.
_QUOTED = 0.75
_LIKELY = 0.5  # probability from which a document's number counts
_OTHER = 0.2  # the same of a value beside a reference
_AFTER_ALL = 0.1  # how often what looks like no reference is one after all, by judgement
# A sum, and the application of a card that a terminal prints below it (AID, ISO 7816-5: A0 00 00 ...).
_NONE = re.compile(
    r"(?:^-?|\D )(?:[$£€] ?)?\d{1,3}(?:[., ]?\d{3}){0,4},\d{2}(?: ?(?:kr|€|[A-Z]{3}))?\.?$"
    r"|^[$£€] ?\d{1,3}(?:,?\d{3}){0,4}\.\d{2}$|^A000000[0-9A-F]{3,}$"
)


def weigh_references(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> None:
    """Trust "Reference A-11839" more where that is the number that the document gives itself elsewhere.

    "Reference" alone says little: an order may be meant, or a person. And "9567884 57816547913" in one row
    under "KID-nummer Kontonr." is a reference and an account: where both are known, it is not one. Sums and
    the codes of cards count less.

    Args:
        proposed: Candidates by field; those of ``payment_reference`` are changed in place.
        words: Of the document.
    """
    if _REFERENCE not in proposed:
        return
    found = _parted(proposed, words)
    numbers = [one for one in proposed.get(_NUMBER, ()) if one.probability >= _LIKELY]
    found = [
        one._replace(probability=one.probability * _AFTER_ALL) if _NONE.search(one.text) else one
        for one in found
    ]
    values = {compact(one.value) for one in found if one.probability >= _QUOTED}

    def is_quoted(one: Scored) -> bool:
        value = compact(one.value)
        others = (number for number in numbers if not set(number.words) & set(one.words))
        return (
            one.source == "rule"
            and one.probability < _QUOTED
            and values <= {value}
            and not _goes_on(one, words)
            and value in {compact(number.value) for number in others}
        )

    proposed[_REFERENCE] = [one._replace(probability=_QUOTED) if is_quoted(one) else one for one in found]


def _parted(proposed: Mapping[str, Sequence[Scored]], words: Sequence[Word]) -> list[Scored]:
    """References without those that are another and what stands beside it; their trust goes to that one.

    One whose check digits hold is one.
    """
    found = list(proposed[_REFERENCE])
    beside = {
        compact(one.text) for name in _BESIDE for one in proposed.get(name, ()) if one.probability >= _OTHER
    }
    heirs: dict[tuple[int, ...], float] = {}
    joined: set[tuple[int, ...]] = set()
    for one in sorted(found, key=lambda one: -len(one.words)):  # what a part inherits, its own parts may
        for part, rest in () if one.checked else _cuts(one.words):
            text = compact(" ".join(words[place].text for place in rest))
            if text in beside and any(other.words == part for other in found):
                joined.add(one.words)
                trust = max(one.probability, heirs.get(one.words, 0.0))
                heirs[part] = max(heirs.get(part, 0.0), trust)
    return [
        one._replace(probability=max(one.probability, heirs.get(one.words, 0.0)))
        for one in found
        if one.words not in joined
    ]


def _cuts(words: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Each way to cut ``words`` in two: what stays, what goes."""
    for place in range(1, len(words)):
        yield words[:place], words[place:]
        yield words[place:], words[:place]


def _goes_on(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether digits follow closely: the reference is longer than what was read of it."""
    last = candidate.words[-1]
    if last + 1 >= len(words):
        return False
    this, after = words[last], words[last + 1]
    near = after.box.x0 - this.box.x1 < this.box.height
    return this.page == after.page and near and on_row(this.box, after.box) and after.text[0].isdigit()
