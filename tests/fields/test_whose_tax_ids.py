"""Tax numbers that no section tells: whose they are by their order, their row and what stands beside them."""

from __future__ import annotations

from paperformer.fields.values import ValueContext
from typed_page import Cells, read, typed

SPAIN = ValueContext(country="ES", language="es")
PORTUGAL = ValueContext(country="PT", language="pt")


def both(*rows: Cells | str, context: ValueContext = SPAIN) -> tuple[str, str]:
    """The seller's and the buyer's likeliest number; empty where there is none."""
    found = read(typed(*rows), context)
    return tuple(  # type: ignore[return-value]
        next((one.parsed.value for one in found.get(f"{party}_vat_number", ())), "")
        for party in ("supplier", "receiver")
    )


def test_the_second_of_two_labelled_numbers_is_the_buyers() -> None:
    rows = ("Oficinas Trigo, Lda", "NIF: 501442600", "", "Padaria Central", "NIF: 500829993")
    assert both(*rows, context=PORTUGAL) == ("PT501442600", "PT500829993")


def test_a_number_in_a_row_of_cells_is_the_buyers_wherever_the_sellers_stands() -> None:
    rows: tuple[Cells | str, ...] = (
        "Bebidas del Norte, S.A.",
        "",
        [(5, "FECHA"), (25, "CLIENTE"), (45, "C.I.F./N.I.F."), (70, "HOJA")],
        [(5, "15/03/2027"), (25, "430"), (45, "B58378431"), (70, "1/1")],
        "",
        "Inscrita en el Registro Mercantil de Burgos, C.I.F. A28015865",
    )
    assert both(*rows) == ("ESA28015865", "ESB58378431")


def test_the_sellers_number_stands_beside_register_or_telephone() -> None:
    rows = (
        "Titular NIF: B58378431",
        "",
        "Luz Clara, S.A. CIF A28015865 Domicilio social: C/ Mayor 1, Madrid",
    )
    assert both(*rows) == ("ESA28015865", "ESB58378431")


def test_a_number_that_is_labelled_as_the_buyers_tells_the_other() -> None:
    rows = ("Ihre USt-IdNr. DE136695976", "", "USt-IdNr. DE129274202")
    assert both(*rows, context=ValueContext(country="DE", language="de")) == ("DE129274202", "DE136695976")


def test_the_only_number_of_a_letter_head_is_not_the_buyers() -> None:
    found = read(typed("Oficinas Trigo, Lda", "NIF: 501442600 Tel. 253 100 200"), PORTUGAL)
    assert "receiver_vat_number" not in found


def test_what_has_no_form_of_a_tax_number_is_not_the_buyers() -> None:
    found = read(typed("TVA BE 0403.170.701", "", "TICKET TVA N° 112/2027/5530"), ValueContext(country="BE"))
    assert all(one.parsed.value != "11220275530" for one in found.get("receiver_vat_number", ()))
