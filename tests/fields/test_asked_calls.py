"""Telephones that a sentence, or the name of a service, says to call."""

import pytest

from paperformer.fields.values import ValueContext
from typed_page import best, typed


@pytest.mark.parametrize(
    ("country", "row", "phone"),
    [
        ("NO", "Spørsmål om fakturaen? Ring 71 20 44 10.", "+4771204410"),
        ("FI", "Viivästyskorko korkolain mukaan. Asiakaspalvelu 010 414 2200 ark. 8-18.", "+358104142200"),
        ("ES", "¿Dudas? Llama gratis al 928 114 310 o escribe a hola@norte.example.", "+34928114310"),
        ("HU", "Ügyfélszolgálat: 06 25 311 800 H-P 8-16 óráig.", "+3625311800"),
        ("RO", "Calea Mare nr. 12 | Relații clienți: 0234/511.300 | SWIFT RNCBROBU", "+40234511300"),
        ("PT", "Linha de apoio: 211 350 700 (chamada para a rede fixa nacional)", "+351211350700"),
        ("ZA", "1 Long Road, Durban, 4001. Contact centre 087 555 0133", "+27875550133"),
        ("GB", "Call us: 0161 496 0141 (8am to 8pm)", "+441614960141"),
    ],
)
def test_the_number_to_call_is_the_sellers(country: str, row: str, phone: str) -> None:
    page = typed("Nordlys Handel", "Invoice 12", *[""] * 12, row)
    assert best(page, ValueContext(country=country))["supplier_phone"] == phone


@pytest.mark.parametrize("row", ["Ring 12 from the workshop, 71 20 44 10 mm", "Recalls 71 20 44 10"])
def test_other_words_before_a_number_say_nothing(row: str) -> None:
    page = typed("Nordlys Handel", "Faktura 12", *[""] * 12, row)
    assert "supplier_phone" not in best(page, ValueContext(country="NO"))


def test_the_number_of_a_customer_is_not_the_sellers() -> None:
    page = typed("Acme Ltd", "Invoice 12", "", "Bill to:", "Vale Ltd", "1 High Street", "Call 0161 496 0141")
    assert "supplier_phone" not in best(page, ValueContext(country="GB"))


@pytest.mark.parametrize("row", ["Smell gas? Call 0800 111 999", "Emergency: call us on 0800 111 999"])
def test_whom_to_call_in_an_emergency_is_not_the_seller(row: str) -> None:
    page = typed("Nordlys Energy", "Invoice 12", *[""] * 12, row)
    assert "supplier_phone" not in best(page, ValueContext(country="GB"))
