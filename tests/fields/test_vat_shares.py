"""The VAT per rate: bases beside their tax, rates of zero, where the rates stand."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import shares


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("name", ["Základ daně", "Mezisoučet", "Subtotal"])
def test_the_net_total_that_the_rate_makes_a_tax_of_is_its_base(name: str, above: bool) -> None:
    net: Cells = [(50, name), (80, "2 023,20")]
    tax: Cells = [(50, "DPH 23 %"), (80, "465,34")]
    found = shares(*([net, tax] if above else [tax, net]), [(50, "Celkem"), (80, "2 488,54")])
    assert found == [{"rate": "23", "base": "2023.20", "tax": "465.34"}]


def test_a_net_total_that_the_rate_does_not_fit_is_no_base() -> None:
    found = shares([(50, "Total excl. VAT"), (80, "900.00")], [(50, "VAT 20 %"), (80, "150.00")])
    assert found == [{"rate": "20", "tax": "150.00"}]


@pytest.mark.parametrize("line", ["BTW 0 % (uitvoer buiten EU)", "VAT 0%"])
def test_a_rate_of_zero_is_a_share(line: str) -> None:
    assert shares([(50, line), (80, "0,00")]) == [{"rate": "0", "tax": "0.00"}]


def test_what_stands_beside_a_rate_on_nothing_is_no_base_of_it() -> None:
    found = shares(
        [(5, "MwSt"), (20, "Netto"), (35, "Steuer"), (60, "Summe netto"), (80, "100,00")],
        [(5, "19 %"), (20, "100,00"), (35, "19,00"), (60, "MwSt"), (80, "19,00")],
        [(5, "0 %"), (20, "0,00"), (35, "0,00"), (60, "Rechnungsbetrag"), (80, "119,00")],
    )
    assert found == [
        {"rate": "19", "base": "100.00", "tax": "19.00"},
        {"rate": "0", "base": "0.00", "tax": "0.00"},
    ]


def test_amounts_of_millions_are_read() -> None:
    found = shares(
        [(5, "MwSt"), (20, "Netto"), (40, "Steuer")],
        [(5, "19 %"), (20, "10.781.250,00"), (40, "2.048.437,50")],
    )
    assert found == [{"rate": "19", "base": "10781250.00", "tax": "2048437.50"}]


def test_a_sum_is_no_tax_at_a_rate_of_zero() -> None:
    assert shares([(50, "VAT 0%"), (80, "120.00")]) == []


def test_the_total_that_includes_a_tax_is_none() -> None:
    assert shares([(5, "Gesamt inkl. 20 % Umsatzsteuer"), (80, "1.407,80")]) == []


def test_turkish_percentages_are_read() -> None:
    found = shares([(50, "KDV Matrahı"), (80, "302.915,00")], [(50, "Hesaplanan KDV %20"), (80, "60.583,00")])
    assert found[0]["rate"] == "20"
    assert found[0]["tax"] == "60583.00"


def test_rates_stand_below_their_caption_where_two_numbers_may_be_one() -> None:
    found = shares(
        [(5, "Netto"), (30, "MwSt-Satz"), (50, "MwSt-Betrag")],
        [(5, "22,00"), (30, "7,00"), (50, "1,54")],
    )
    assert found == [{"rate": "7", "base": "22.00", "tax": "1.54"}]


def test_codes_of_rates_head_a_column_of_a_table_of_shares_too() -> None:
    found = shares(
        [(5, "Code"), (20, "Base HT"), (40, "Taux"), (60, "TVA")],
        [(5, "1"), (20, "1 793,99"), (40, "20,00"), (60, "358,80")],
    )
    assert found == [{"rate": "20", "base": "1793.99", "tax": "358.80"}]


def test_two_taxes_of_one_row_are_two_shares() -> None:
    found = shares(
        [
            (5, "CGST 6.00%:"),
            (20, "23.04"),
            (35, "SGST 6.00%:"),
            (50, "23.04"),
            (65, "ROUND OFF"),
            (80, "-0.06"),
        ]
    )
    assert found == [{"rate": "6", "tax": "23.04"}, {"rate": "6", "tax": "23.04"}]


def test_below_a_table_a_rate_needs_no_sign_where_base_tax_and_their_sum_are_printed() -> None:
    found = shares(
        [(40, "Razem"), (50, "6 605,07"), (62, "X"), (70, "1 078,53"), (85, "7 683,60")],
        [(40, "W tym"), (50, "3 667,47"), (62, "23"), (70, "843,52"), (85, "4 510,99")],
        [(50, "2 937,60"), (62, "8"), (70, "235,01"), (85, "3 172,61")],
    )
    assert [(row["rate"], row["tax"]) for row in found] == [("23", "843.52"), ("8", "235.01")]


def test_without_their_sum_such_numbers_are_no_share() -> None:
    assert shares([(50, "2 937,60"), (62, "8"), (70, "235,01"), (85, "3 999,99")]) == []


@pytest.mark.parametrize(("whole", "number"), [("521 154", 1), ("600 000", 0)])
def test_whole_taxes_may_be_rounded_by_line_where_their_sum_is_printed(whole: str, number: int) -> None:
    found = shares([(40, "ÁFA összesítő"), (55, "410 358"), (65, "27%"), (72, "110 796"), (85, whole)])
    assert sum("base" in row for row in found) == number


def test_a_base_in_brackets_is_no_loss() -> None:
    found = shares(
        [(40, "Moms 25% (6.240,00)"), (80, "1.560,00")],
        [(40, "Moms 6% (318,00)"), (82, "19,08")],
    )
    assert [(row["base"], row["tax"]) for row in found] == [("6240.00", "1560.00"), ("318.00", "19.08")]


@pytest.mark.parametrize(
    ("line", "rate", "tax"),
    [("PPN 11%    Rp 43.450", "11", "43450.00"), ("DPH 21 %    4 452,- Kč", "21", "4452.00")],
)
def test_a_tax_without_cents_is_a_share_where_its_thousands_stand_apart(
    line: str, rate: str, tax: str
) -> None:
    (share,) = shares(line)
    assert (share["rate"], share["tax"]) == (rate, tax)
