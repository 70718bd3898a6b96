"""What is told without a label: telephones in the letter-head, means of payment."""

import pytest

from typed_page import best, typed


@pytest.mark.parametrize(
    ("row", "phone"),
    [
        ("(503) 555-0142 service@heron.example", "+15035550142"),
        ("820 Pine St, Portland, OR 97205 503-555-0142", "+15035550142"),
        ("www.heron.example +46 8 123 456 78", "+46812345678"),
        ("heron.example +1-503-555-0142", "+15035550142"),
        ("503 555-0142", "+15035550142"),
    ],
)
def test_a_telephone_in_the_letter_head_needs_no_label(row: str, phone: str) -> None:
    letter = typed("Blue Heron Plumbing LLC", "820 Pine St, Portland, OR 97205", row, "Invoice # 1187")
    assert best(letter)["supplier_phone"] == phone


@pytest.mark.parametrize(
    "row",
    ["Order 503-555-0142", "Account # 412-555-0142", "97205-1234 555-0142", "Tax 503.555", "12 345 6789"],
)
def test_other_numbers_in_the_letter_head_are_no_telephone(row: str) -> None:
    assert "supplier_phone" not in best(typed("Blue Heron Plumbing LLC", row, "Invoice # 1187"))


def test_the_customers_telephone_is_not_the_suppliers() -> None:
    bill = typed("Blue Heron LLC", "Invoice # 1187", "Bill to:", "Anna Berg", "12 Oak St", "(503) 555-0142")
    assert "supplier_phone" not in best(bill)


@pytest.mark.parametrize(
    "row", ["Bankgiro nr 5050-1055", "Ref. Multibanco: 202 094 171", "10 Carta A4 80 g 33,00"]
)
def test_a_number_is_no_means_of_payment(row: str) -> None:
    assert "payment_method" not in best(typed("Blue Heron LLC", "Invoice # 1187", row))


@pytest.mark.parametrize(
    ("rows", "method"),
    [
        (["Bankgiro"], "transfer"),
        (["Payment: Cash", "No. of items: 3"], "cash"),
        (["Customer ref:", "Cash"], "cash"),
        (["Your ref:", "Mastercard 10.00"], "card"),
        (["Kreditkarte Nr. ****1234"], "card"),
        (["Multibanco 12,00"], "card"),
    ],
)
def test_a_name_that_stands_for_itself_is_one(rows: list[str], method: str) -> None:
    assert best(typed("Blue Heron LLC", "Invoice # 1187", *rows))["payment_method"] == method


def test_the_account_at_a_bank_called_abn_is_no_vat_number() -> None:
    assert "supplier_vat_number" not in best(typed("Bakker BV", "Factuur 12", "Bank: ABN AMRO 41.40.02.374"))


def test_a_bank_called_abn_may_be_the_customer() -> None:
    rows = ("Factuuradres:", "ABN AMRO Bank N.V.", "Gustav Mahlerlaan 10", "1082 PP Amsterdam")
    read = best(typed("Bakker BV", "Factuur 12", "", *rows))
    assert read["receiver_name"] == rows[1]
    assert read["receiver_address"] == f"{rows[2]}, {rows[3]}"


def test_a_business_number_of_australia_needs_no_other_label() -> None:
    read = best(typed("Carver Pty Ltd", "ABN 51 824 753 556", "Tax Invoice 12"))
    assert read["supplier_vat_number"] == "51824753556"


@pytest.mark.parametrize(
    "rows",
    [
        ("Café Central", "Totaal 1,98", "Ontvangen: 10,00", "Retour: 8,02"),
        ("Café Central", "Total 23,70", "Ticket client", "Conservez ce ticket"),
        ("Café Central", "Total 23,70", "Recibo cliente", "Gracias por su visita"),
    ],
)
def test_a_copy_for_the_customer_and_a_caption_name_no_buyer(rows: tuple[str, ...]) -> None:
    assert "receiver_name" not in best(typed(*rows))
