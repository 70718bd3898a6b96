"""Numbers of tax offices and registers that no label of theirs precedes, or one that misleads."""

from __future__ import annotations

import pytest

from paperformer.fields.values import ValueContext
from typed_page import Cells, best, typed

SPAIN = ValueContext(country="ES")


@pytest.mark.parametrize("row", ["B83654128", "Pedido B83654129", "B83654129 1", "B8365412"])
def test_other_letters_and_digits_are_no_spanish_tax_number(row: str) -> None:
    assert "supplier_vat_number" not in best(typed("Toldos Marina, S.L.", row, "Factura 12"), SPAIN)


def test_elsewhere_than_in_spain_a_code_alone_on_its_line_says_nothing() -> None:
    page = typed("Fabrikam Ltd", "B83654129", "Invoice 12")
    assert "supplier_vat_number" not in best(page, ValueContext(country="GB"))


def test_a_buyers_number_of_the_norwegian_register_is_not_the_sellers() -> None:
    rows: list[Cells | str] = [
        "Fjell Bygg AS", "", "Faktura til:", "Havn Eiendom AS", "Foretaksregisteret NO 974 760 673 MVA",
    ]  # fmt: skip
    assert "supplier_organisation_number" not in best(typed(*rows))


@pytest.mark.parametrize(
    "row",
    [
        "Steuernummer 151/815/08156", "Steuer-Nr. 15181/50815", "St.-Nr. 151/815/08156",
        "Meine Steuernummer lautet 151/815/08156.",
    ],
)  # fmt: skip
def test_a_tax_offices_number_is_none_of_the_register(row: str) -> None:
    page = typed("Anna Berger", "Gartenweg 3", "80331 München", "", "Rechnung Nr. 12", row)
    found = best(page, ValueContext(country="DE"))
    assert "supplier_organisation_number" not in found
    assert "supplier_vat_number" not in found
