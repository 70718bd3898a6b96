"""Outlays without VAT: the rows behind their name."""

from __future__ import annotations

from decimal import Decimal

import pytest

from paperformer.extraction.sums.outlays import outlays_in
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, typed


def outlays(*rows: Cells | str) -> set[Decimal]:
    words = typed("Honorarnote 17", *rows, "Gesamtbetrag 4.050,28 €").words
    printed = printed_of(words)
    return set(outlays_in(printed, infer_context(words, printed)))


@pytest.mark.parametrize(
    "rows",
    [
        ["Barauslagen (umsatzsteuerfrei):", "Grundbuch 38,20", "Eingabengebühr 66,00"],
        ["Débours", "Greffe 104,20"],
        ["Avance de frais judiciaires (non soumise à TVA) Fr. 104.20"],
        ["Spese esenti ex art. 15 (contributo unificato) 104,20"],
    ],
)
def test_the_sum_of_the_rows_behind_their_name_is_among_them(rows: list[str]) -> None:
    assert Decimal("104.20") in outlays(*rows)


def test_a_page_that_names_none_has_none() -> None:
    assert outlays("Beglaubigung 38,20", "Entwurf 66,00") == set()
