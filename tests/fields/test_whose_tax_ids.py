"""Tax numbers that no section tells: whose they are by their order, their row and what stands beside them."""

from __future__ import annotations

import time

import pytest

from paperformer.fields.context import infer_context
from paperformer.fields.finding import Finding
from paperformer.fields.rules import find_by_rules, label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext
from paperformer.fields.whose_tax_ids import share_tax_ids
from typed_page import Cells, read, typed

SPAIN = ValueContext(country="ES", language="es")
ITALY = ValueContext(country="IT", language="it")
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


def test_the_number_of_who_holds_a_contract_is_the_buyers_though_it_stands_first() -> None:
    rows: tuple[Cells | str, ...] = (
        "Factura de gas",
        [(5, "Titular: Nerea Echaniz"), (40, "NIF: 16044718X")],
        "",
        "Gasur Comercializadora, S.A.",
        "C.I.F. A13585625",
    )
    assert both(*rows) == ("ESA13585625", "ES16044718X")


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


@pytest.mark.parametrize("reached", ["Tel 011 123456", "info@bianchi.it"])
def test_who_is_reached_in_the_middle_of_a_page_may_be_the_buyer(reached: str) -> None:
    rows = ["Rossi Srl", "Via Roma 1, 20100 Milano", "P.IVA 00743110157", "", "Bianchi SpA"]
    rows += ["Via Verdi 3, 10100 Torino", f"P.IVA 07643520567 {reached}", "", "Fattura 12 del 01/02/2024"]
    assert both(*rows, context=ITALY) == ("IT00743110157", "IT07643520567")


def test_who_is_reached_in_the_foot_sells() -> None:
    rows = ["NIF: B58378431", *[""] * 43, "Luz Clara, S.A. CIF A28015865 Tel. 91 123 45 67"]
    assert both(*rows) == ("ESA28015865", "ESB58378431")


def test_makers_of_software_are_nobodys_party() -> None:
    rows = ["Rossi Srl", "P.IVA 00743110157", "", "Totale 100,00", ""]
    found = read(typed(*rows, "Stampato con Danea - P.IVA 07643520567 www.danea.it"), ITALY)
    assert found["supplier_vat_number"][0].parsed.value == "IT00743110157"
    assert all(one.score < 0.5 for one in found.get("receiver_vat_number", ()))


@pytest.mark.parametrize(
    "bank",
    [["Entidad: Banco X CIF A28015865 inscrita Reg. Merc. Madrid"], ["Banco X", "CIF: A28015865"]],
)
@pytest.mark.parametrize(
    "own",
    [
        ["CIF B58378431"],
        [
            [(5, "Factura"), (25, "Fecha"), (45, "CIF"), (65, "Pagina")],
            [(5, "12"), (25, "01/02/2024"), (45, "B58378431"), (65, "1")],
        ],
    ],
    ids=["line", "cell"],
)
def test_banks_are_nobodys_party(own: list[Cells | str], bank: list[str]) -> None:
    found = read(typed("Talleres Gomez SL", "", *own, "", *bank), SPAIN)
    assert found["supplier_vat_number"][0].parsed.value == "ESB58378431"
    assert all(one.score < 0.5 for one in found.get("receiver_vat_number", ()))


def test_a_cell_in_a_row_without_the_customer_may_be_the_sellers() -> None:
    rows: tuple[Cells | str, ...] = (
        "Talleres Gomez SL",
        "",
        [(5, "Factura"), (25, "Fecha"), (45, "CIF"), (65, "Pagina")],
        [(5, "12"), (25, "01/02/2024"), (45, "B58378431"), (65, "1")],
        "",
        "Electro Norte",
        "CIF: A28015865",
    )
    assert both(*rows) == ("ESB58378431", "ESA28015865")


def test_a_bare_number_below_an_address_is_the_buyers_though_it_stands_first() -> None:
    rows: tuple[Cells | str, ...] = (
        [(5, "Museum Noord"), (60, "Feest BV")],
        [(5, "9000 Gent"), (60, "2000 Antwerpen")],
        [(5, "BE 0403.170.701")],
        [(60, "BTW BE 0417.497.106")],
    )
    found = read(typed(*rows), ValueContext(country="BE", language="nl"))
    assert found["receiver_vat_number"][0].parsed.value == "BE0403170701"


def test_many_numbers_take_no_long_time() -> None:
    page = typed(*["P.IVA", "00743110157", "P.IVA", "07643520567"] * 1000)
    schema = load_schema()
    labelled = label_lines(page, schema)
    context = infer_context(page.words)
    few = find_by_rules(typed("P.IVA 00743110157"), schema, context)
    seller = next(one for one in few if one.field == "supplier_vat_number")
    found: list[Finding] = [seller._replace(words=(at,)) for at in range(1, len(page.words), 2)]
    other = seller.parsed
    found = [
        one if at % 2 else one._replace(parsed=type(other)("IT07643520567", checked=True))
        for at, one in enumerate(found)
    ]
    start = time.perf_counter()
    share_tax_ids(found, labelled)
    assert time.perf_counter() - start < 1.0


CZECH = ValueContext(country="CZ", language="cs")


def test_numbers_to_the_right_of_a_partys_heading_are_that_partys() -> None:
    numbers = both(
        [(5, "Dodavatel:"), (50, "Odběratel:"), (70, "IČ:"), (75, "60944714")],
        [(5, "Dřevovýroba Hanák s.r.o."), (70, "DIČ:"), (75, "CZ60944714")],
        "Nádražní 541",
        [(5, "768 24 Hulín"), (50, "Penzion U Kovárny s.r.o.")],
        [(5, "IČ:"), (12, "27481930"), (50, "Rusavská 302")],
        [(5, "DIČ:"), (12, "CZ27481930"), (50, "768 61 Bystřice")],
        context=CZECH,
    )
    assert numbers == ("CZ27481930", "CZ60944714")
