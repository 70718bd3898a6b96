"""Numbers of companies beside the name of their register, or in a form of their own."""

import pytest

from paperformer.fields.values import ValueContext
from typed_page import best, typed

_NUMBER = "supplier_organisation_number"


@pytest.mark.parametrize(
    ("country", "row", "number"),
    [
        ("BE", "RPR Antwerpen 0403.170.701 – BTW BE 0403.170.701", "0403170701"),
        ("BE", "RPR/RPM Brussel 0403.170.701", "0403170701"),
        ("AT", "Elsa Berger e.U. · FN 550811 z, LG Graz", "FN550811z"),
        ("ZA", "Vale Airways (Pty) Ltd, Reg. 2016/330411/07", "201633041107"),
        ("GB", "Authorised by the Board, no. 441211. Registered in England and Wales OC338299.", "OC338299"),
        ("LU", "R.C.S. Luxembourg B 142 905", "B142905"),
        ("LU", "R.C.S. Luxembourg B 142.905", "B142905"),
        ("DE", "Amtsgericht Potsdam HRB 19 482 P", "HRB19482P"),
        ("DE", "HRB 48213 AG Frankfurt", "HRB48213"),
        ("IN", "CIN: U51397KA2011PTC058899", "U51397KA2011PTC058899"),
        ("IE", "CRO 388111", "388111"),
        ("SG", "UEN / GST Reg. No.: 200713899Z", "200713899Z"),
        ("US", "FED ID 47-3381911", "473381911"),
        ("PT", "Matriculada na C.R.C. de Lisboa sob o n.º único 500697256", "500697256"),
    ],
)
def test_the_register_tells_the_number(country: str, row: str, number: str) -> None:
    page = typed("Vale Trading", "Invoice 12", *[""] * 8, row)
    assert best(page, ValueContext(country=country))[_NUMBER] == number


def test_a_number_in_several_groups_below_its_label_is_whole() -> None:
    page = typed("Aubry Photo", "Facture 12", "", "SIREN", "732 829 320")
    assert best(page, ValueContext(country="FR"))[_NUMBER] == "732829320"


def test_a_fee_note_is_in_no_austrian_register() -> None:
    page = typed("Considine Solicitors", "Fee Note No FN 2027/0318", "Total due 100.00")
    assert _NUMBER not in best(page, ValueContext(country="IE", language="en"))


def test_an_italian_persons_tax_code_is_in_no_register() -> None:
    page = typed("Luca Bianchi architetto", "C.F. BNCLCU80A01H501U", "Parcella 12")
    assert _NUMBER not in best(page, ValueContext(country="IT", language="it"))


def test_a_belgian_number_whose_check_fails_is_none() -> None:
    page = typed("Vale NV", "Factuur 12", *[""] * 8, "RPR Antwerpen 0403.170.702")
    assert best(page, ValueContext(country="BE")).get(_NUMBER) != "0403170702"


def test_a_german_number_stands_above_its_court() -> None:
    page = typed("Ruderverein e. V.", "Rechnung 12", *[""] * 8, "VR 120386", "Amtsgericht Hildesheim")
    assert best(page, ValueContext(country="DE"))[_NUMBER] == "VR120386"
