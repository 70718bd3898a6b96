"""Labels that name nothing where they stand."""

import pytest

from typed_page import best, typed


def test_the_number_of_a_post_box_is_no_order() -> None:
    assert "receiver_order_number" not in best(
        typed("TRI-RIVERS CLINIC PC", "PO BOX 748812", "PHILADELPHIA PA 19174")
    )


def test_a_word_behind_its_sum_does_not_name_the_next_one() -> None:
    page = typed(
        "Darin sind 3.838,00 € netto (4.567,22 € brutto) Lohnkosten.", [(60, "Netto"), (80, "6.464,20")]
    )
    assert best(page)["total_excl_vat"] == "6464.20"


@pytest.mark.parametrize(
    ("row", "tax"),
    [
        ("Netto 100,00 MwSt (19%) 19,00 Brutto 119,00", "19.00"),
        ("Subtotal 100.00 GST (10%) 10.00 Total (AUD) 110.00", "10.00"),
    ],
)
def test_a_label_with_its_rate_in_brackets_names_the_sum_behind(row: str, tax: str) -> None:
    assert best(typed("Rechnung Nr. 4711", row))["total_vat"] == tax


def test_a_number_behind_its_sign_is_no_flat() -> None:
    assert best(typed("INVOICE", "# 24-1011", "Total 100.00"))["document_number"] == "24-1011"


@pytest.mark.parametrize("row", ["Netto 6.464,20", "Total (netto) 6.464,20"])
def test_a_label_before_its_sum_names_it(row: str) -> None:
    assert best(typed("Rechnung 12", row, "MwSt 19 % 1.228,20"))["total_excl_vat"] == "6464.20"


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("The sum is collected from your bank account ending 4471 on 6 May.", "bank_account_number"),
        ("I am not registered for VAT. All work is guaranteed for 12 months.", "total_vat"),
        ("Banca d'appoggio cliente: BCC Val d'Elsa – ABI 08489", "bank_registration_number"),
    ],
)
def test_what_is_the_payers_or_nobodys_is_no_value(row: str, field: str) -> None:
    assert field not in best(typed("Invoice 12", row))
