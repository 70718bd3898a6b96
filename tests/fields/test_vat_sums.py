"""Totals that stand nowhere: what several rates of VAT add up to."""

from __future__ import annotations

import pytest
from typed_page import Cells, typed

from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.reader import find_rows
from paperformer.fields.tables.sums import CHECKED, UNCHECKED, amounts_in, find_sums


def sums(*rows: Cells | str) -> dict[str, tuple[str, float]]:
    document = typed(*rows)
    labelled = label_lines(document, load_schema())
    context = infer_context(document.words)
    printed = printed_of(document.words)
    found = list(find_sums(find_rows(document, labelled, context), amounts_in(printed, context)))
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


def test_two_taxes_on_one_base_have_one_base() -> None:
    assert sums(
        [(5, "GST 5%"), (30, "100.00"), (60, "5.00")],
        [(5, "PST 7%"), (30, "100.00"), (60, "7.00")],
        [(5, "Subtotal"), (60, "100.00")],
        [(5, "Total"), (60, "112.00")],
    ).keys() <= {"total_vat"}


def test_what_adds_up_to_nothing_that_is_printed_is_no_sum() -> None:
    """A withholding has a rate, a base and an amount like a tax."""
    assert (
        sums(
            [(5, "IVA 22%"), (30, "1000,00"), (60, "220,00")],
            [(5, "IVA 20%"), (30, "1000,50"), (60, "200,10")],
            [(5, "Totale"), (60, "1220,00")],
        )
        == {}
    )
