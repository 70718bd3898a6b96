"""Cash less change is the total."""

from decimal import Decimal

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.handed_over import sum_handed_over, weigh_handed_over
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.tables.sums import amounts_in
from typed_page import typed


def handed(*rows: str) -> Decimal | None:
    words = typed("KEDAI MAKAN LEE", "GST AMT RM90.75", "GST 6% RM5.45", "SUBTOTAL RM96.20", *rows).words
    printed = printed_of(words)
    context = infer_context(words, printed)
    return sum_handed_over(words, printed, context, amounts_in(printed, context))


@pytest.mark.parametrize(
    ("cash", "change"),
    [
        ("CASH RM100.00", "YOUR CHANGE RM3.80"), ("Cash 100.00", "Change 3.80"),
        ("Tendered: 100.00", "Change due 3.80"),
        ("Bar 100.00", "Rückgeld 3.80"), ("Espèces 100.00", "Rendu 3.80"), ("Efectivo 100.00", "Cambio 3.80"),
    ],
)  # fmt: skip
def test_what_was_given_less_what_came_back(cash: str, change: str) -> None:
    assert handed(cash, change) == Decimal("96.20")


@pytest.mark.parametrize(
    "rows",
    [
        ("CASH RM100.00",), ("CHANGE RM3.80",), ("CASH RM100.00", "CHANGE RM4.80"),
        ("CASH RM3.80", "CHANGE RM100.00"),
        ("Cash back office 100.00", "Change 3.80"), ("Cash 100.00", "Cash 94.55", "Change 3.80"),
    ],
)  # fmt: skip
def test_nothing_is_said_where_one_lacks_or_the_rest_is_not_printed_or_there_are_two(
    rows: tuple[str, ...],
) -> None:
    assert handed(*rows) is None


def weighed(handed_over: str | None, **values: float) -> list[tuple[str, float]]:
    candidates = [
        Scored("total_incl_vat", value.strip("_").replace("_", "."), "", (), probability, "model")
        for value, probability in values.items()
    ]
    told = None if handed_over is None else Decimal(handed_over)
    return [(one.value, round(one.probability, 3)) for one in weigh_handed_over(candidates, told)]


def test_other_totals_are_less_likely_then_but_for_the_one_before_rounding() -> None:
    found = weighed("96.20", _90_75=0.8, _96_20=0.1, _96_22=0.5)
    assert found[:3] == [("90.75", 0.16), ("96.20", 0.1), ("96.22", 0.5)]
    assert found[3] == ("96.20", 0.56)


@pytest.mark.parametrize("handed_over", [None, "50.00"])
def test_totals_stay_where_it_is_none_of_them(handed_over: str | None) -> None:
    assert weighed(handed_over, _90_75=0.8, _96_20=0.1) == [("90.75", 0.8), ("96.20", 0.1)]
