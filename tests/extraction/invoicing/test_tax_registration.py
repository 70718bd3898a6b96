"""How a seller says that it is registered for taxes beside its VAT number: BT-32."""

from __future__ import annotations

import pytest
from answers import answer, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.statements import Statement
from paperformer.extraction.invoicing.tax_registration import tax_registration
from paperformer.extraction.result import Extraction, PageInfo
from typed_page import typed


def said(country: str, *lines: str, reading: str = "text_layer") -> list[str]:
    """What a page of these lines, printed by a seller of a country, says."""
    read = answer(supplier_country=country)
    page = PageInfo.model_validate({"number": 1, "width": 595, "height": 842, "reading": reading})
    return [one.value for one in tax_registration(read.model_copy(update={"pages": [page]}), typed(*lines))]


@pytest.mark.parametrize(
    ("country", "line", "value"),
    [
        ("DE", "Steuernummer: 123/4567/8901", "123/4567/8901"),
        ("DE", "Köln, Steuer-Nr. 12/345/67890, Geschäftsführer: A. Ek", "12/345/67890"),
        ("DE", "St.-Nr.: 1121081508150", "1121081508150"),
        ("AT", "St.Nr. 12 345/6789", "12 345/6789"),
        ("SE", "Säljaren är godkänd för F-skatt.", "Godkänd för F-skatt"),
        ("NO", "NO 999 888 777 MVA Foretaksregisteret", "Foretaksregisteret"),
    ],
)
def test_a_registration_is_read_behind_its_label_or_from_its_words(
    country: str, line: str, value: str
) -> None:
    assert said(country, "Säge & Sohn", line) == [value]


@pytest.mark.parametrize(
    ("country", "line"),
    [
        ("DE", "Ihre Steuernummer: 123/4567/8901"),
        ("DE", "Umsatzsteuernummer: 123/4567/8901"),
        ("DE", "Steuernummer: 4711"),
        ("FR", "Steuernummer: 123/4567/8901"),
        ("DK", "Godkänd för F-skatt"),
    ],
)
def test_other_numbers_and_other_countries_say_nothing(country: str, line: str) -> None:
    assert said(country, line) == []


def test_two_numbers_leave_a_choice() -> None:
    assert said("DE", "Steuernummer: 123/4567/8901", "", "Steuernummer: 12/345/67890") == []


def test_a_number_without_check_digits_is_not_taken_from_a_picture() -> None:
    assert said("DE", "Steuernummer: 123/4567/8901", reading="ocr") == []


def stated(value: str, **changes: str | None) -> Extraction:
    number = Statement("BT-32", value, value, 1, (0.1, 0.2, 0.3, 0.22))
    return answer(**changes).with_sources(None, (), None, (number,))


def test_the_number_of_the_tax_office_stands_in_for_a_vat_number(validator: Validator) -> None:
    exported = stated("12/345/67890", supplier_vat_number=None).to_ubl()
    assert exported.draft.invoice.first("BT-32") == "12/345/67890"
    assert errors(validator, exported.xml) == []


def test_it_stands_beside_a_vat_number() -> None:
    invoice = draft_invoice(stated("12/345/67890")).invoice
    assert (invoice.first("BT-31"), invoice.first("BT-32")) == ("DE123456789", "12/345/67890")


def test_words_of_registration_stand_only_beside_a_vat_number(validator: Validator) -> None:
    swedish = {"supplier_country": "SE", "supplier_vat_number": "SE556036079301"}
    exported = stated("Godkänd för F-skatt", **swedish).to_ubl()
    assert exported.draft.invoice.first("BT-32") == "Godkänd för F-skatt"
    assert errors(validator, exported.xml) == []
    alone = stated("Godkänd för F-skatt", supplier_country="SE", supplier_vat_number=None)
    assert draft_invoice(alone).invoice.first("BT-32") is None
