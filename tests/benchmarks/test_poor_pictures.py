"""Contradictions that are made for fitting: one digit, of the tax or of its rate."""

from __future__ import annotations

import random

import pytest
from poor_pictures import altered_tax

from toy_documents import labelled

LABELS = [(), (), ("total_vat",), (), ("total_incl_vat",)]


def test_one_digit_of_tax_or_rate_becomes_another_one() -> None:
    one = labelled(
        "VAT 19% 190.00", "Total 1190.00", fields={"total_vat": ["190.00"], "total_incl_vat": ["1"]},
        labels=LABELS,
    )  # fmt: skip
    before = [word.text for word in one.document.words]
    changed = set()
    for seed in range(20):
        altered = altered_tax(one, random.Random(seed))
        assert altered is not None
        assert altered.known == {"total_vat"}
        after = [word.text for word in altered.document.words]
        (place,) = (n for n, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1)
        assert sum(a != b for a, b in zip(before[place], after[place], strict=True)) == 1
        changed.add(place)
    assert changed == {1, 2}


@pytest.mark.parametrize("line", ["VAT 190.00", "VAT 19% 7% 190.00", "Total 19% 1190.00"])
def test_a_document_without_one_tax_and_one_rate_is_no_contradiction(line: str) -> None:
    labels = [("total_vat",) if text == "190.00" else () for text in line.split()]
    assert altered_tax(labelled(line, fields={}, labels=labels), random.Random(0)) is None
