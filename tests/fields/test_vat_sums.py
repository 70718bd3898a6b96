"""Totals that stand nowhere: what several rates of VAT add up to."""

from __future__ import annotations

import pytest
from typed_page import Cells, typed

from paperformer.fields.context import infer_context
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.reader import find_rows
from paperformer.fields.tables.sums import CHECKED, UNCHECKED, find_sums


def sums(*rows: Cells | str) -> dict[str, tuple[str, float]]:
    document = typed(*rows)
    labelled = label_lines(document, load_schema())
    found = list(find_sums(find_rows(document, labelled, infer_context(document.words))))
    for finding in found:
        assert finding.words == tuple(sorted(finding.words))
        assert {document.words[index].text for index in finding.words} >= set(finding.text.split(" + "))
    return {finding.field: (finding.parsed.value, finding.score) for finding in found}


def test_taxes_and_bases_of_several_rates_are_added_up() -> None:
    assert sums(
        [(5, "MwSt 7%"), (30, "187,05"), (60, "13,09")],
        [(5, "MwSt 19%"), (31, "79,80"), (60, "15,16")],
        [(5, "Rechnungsbetrag"), (60, "295,10")],
    ) == {"total_vat": ("28.25", CHECKED), "total_excl_vat": ("266.85", CHECKED)}


def test_without_bases_there_is_a_sum_of_taxes_that_is_trusted_less() -> None:
    assert sums(
        [(5, "Total HT"), (60, "5392,00")],
        [(5, "TVA 20%"), (60, "944,00")],
        [(5, "TVA 10%"), (60, "67,20")],
        [(5, "Total TTC"), (60, "6403,20")],
    ) == {"total_vat": ("1011.20", UNCHECKED)}


@pytest.mark.parametrize("rows", [
    ([(5, "MwSt 19% auf 79,80"), (60, "15,16")],),
    ([(5, "MwSt 19% auf 79,80"), (60, "15,16")], [(5, "MwSt 19% auf 100,00"), (60, "19,00")]),
], ids=["one rate", "one rate twice"])  # fmt: skip
def test_one_rate_is_no_sum(rows: tuple[Cells, ...]) -> None:
    assert sums(*rows) == {}
