"""Tax that the buyer keeps back: what is left of the total is due, and is no total with VAT."""

import time
from decimal import Decimal

import pytest

from paperformer.extraction.sums.withheld import withheld_in
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, typed


def withheld(*rows: Cells | str) -> set[Decimal]:
    words = typed("Factura 2025-018", *rows, "TOTAL A PAGAR 1.219,00 €").words
    printed = printed_of(words)
    return set(withheld_in(words, printed, infer_context(words, printed)))


@pytest.mark.parametrize(
    "row",
    [
        "IRPF -15 % -172,50 €", "Retención IRPF (15%): 172,50 €", "- 15% I.R.P.F. 172,50",
        "Ritenuta d'acconto 20% -172,50", "Rit. acc. 20% su 862,50 -172,50",
        "Retenção na fonte IRS 25% 172,50", "Withholding tax 10% 172.50",
        "Retención (IRPF) 15 % -172,50", "Retención a cuenta 15%: 172,50", "15% IRPF s/1.150,00 172,50",
        "Retención IRPF 15 % s/ 1.150,00 -172,50", "Rit.acc. 20% -172,50", "TDS @ 10% 172.50",
        [(5, "IRPF"), (60, "15 %"), (80, "-172,50 €")],
    ],
)  # fmt: skip
def test_rows_that_name_a_withheld_tax(row: Cells | str) -> None:
    assert withheld(row) == {Decimal("172.50")}


@pytest.mark.parametrize(
    "row",
    ["Base IRPF 1.150,00", "IVA 21 % 172,50", "Imponibile ritenuta 862,50",
     "Total sin IRPF 1.210,00", "Totale al netto della ritenuta d'acconto 1.020,00",
     "Sin retención por IRPF. Total 172,50", "Sujeto a retención según contrato 172,50"],
)  # fmt: skip
def test_rows_that_name_none(row: str) -> None:
    assert withheld(row) == set()


def test_several_and_their_sum() -> None:
    found = withheld("IRPF 15 % -100,00", "ISR 10 % -72,50")
    assert found == {Decimal("100.00"), Decimal("72.50"), Decimal("172.50")}


def test_a_dot_leader_takes_no_time() -> None:
    begun = time.process_time()
    assert withheld(f"Retención IRPF 15 % {'.' * 200}euros 172,50", f"IRPF {'ala' * 60}x 172,50") == set()
    assert time.process_time() - begun < 5  # quadratic it would be minutes


def test_a_list_of_many_is_a_statement() -> None:
    assert withheld(*(f"Retención IRPF 15% {number},50" for number in range(10, 15))) == set()
