"""What is told without a label: telephones in the letter-head, means of payment."""

import pytest

from paperformer.fields.values import ValueContext
from typed_page import best, typed


def test_a_letter_before_other_numbers_names_none() -> None:
    page = typed("Rechnung 4711", *[""] * 30, "Typ T 0815-4711-23 Kessel", "F 0721 447 20 31")
    assert "supplier_phone" not in best(page, ValueContext(country="DE"))


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


@pytest.mark.parametrize(
    ("country", "row", "phone"),
    [
        ("GB", "07946 018255", "+447946018255"),
        ("GB", "020 7946 0182", "+442079460182"),
        ("ES", "963 41 28 07", "+34963412807"),
        ("FR", "04 76 11 22 33", "+33476112233"),
        ("DE", "030/123 45 67", "+49301234567"),
        ("SE", "0911-20 30 40", "+46911203040"),
        ("IT", "045 812 3390", "+390458123390"),
        ("NL", "(020) 555 12 34", "+31205551234"),
    ],
)
def test_a_line_that_is_a_telephone_at_home_needs_no_label(country: str, row: str, phone: str) -> None:
    letter = typed("Hollis & Marsh", "12 Larch Road", row, "hello@hollis.example")
    assert best(letter, ValueContext(country=country))["supplier_phone"] == phone


@pytest.mark.parametrize(
    ("country", "row"),
    [
        (None, "07946 018255"),
        ("GB", "07946018255"),
        ("ES", "123 45 67 89"),
        ("DE", "0301 2345 6789 1234"),
        ("DK", "39 61 20 77"),
        ("FR", "552 081 317 00013"),
    ],
)
def test_digits_that_need_not_be_a_telephone_are_none(country: str | None, row: str) -> None:
    assert "supplier_phone" not in best(typed("Hollis & Marsh", row), ValueContext(country=country))


@pytest.mark.parametrize("label", ["Kundservice", "Kundenservice", "Customer care", "Asiakaspalvelu"])
def test_a_services_name_is_the_label_of_its_telephone(label: str) -> None:
    bill = typed("Hollis AB", "Org.nr 556012-5790", f"VAT SE556012579001. {label} 0911-20 30 40")
    assert best(bill, ValueContext(country="SE"))["supplier_phone"] == "+46911203040"


def test_a_telephone_wider_than_its_label_is_read_whole() -> None:
    foot = typed(
        "Hollis AB",
        *[""] * 30,
        [(5, "Adress"), (30, "Telefon"), (50, "Bankgiro")],
        [(5, "Storgatan 1"), (30, "0911-20 30 40"), (50, "5050-1055")],
    )
    assert best(foot, ValueContext(country="SE"))["supplier_phone"] == "+46911203040"


def test_a_telephone_ends_where_the_next_columns_number_begins() -> None:
    foot = typed("Hollis AB", *[""] * 30, [(30, "Telefon")], [(30, "0911-20 30 40 5050-1055")])
    assert best(foot, ValueContext(country="SE"))["supplier_phone"] == "+46911203040"


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
        (["Sposób płatności: karta (w aplikacji)"], "card"),
        (["Betalingsmåte: kort"], "card"),
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


@pytest.mark.parametrize(
    ("country", "row", "phone"),
    [("GB", "Bursary: 01404 550 299", "+441404550299"), ("DE", "Büro: 030/123 45 67", "+49301234567")],
)
def test_whatever_office_a_telephone_in_the_letter_head_is_of(country: str, row: str, phone: str) -> None:
    letter = typed("Heron School", row, "Invoice 12")
    assert best(letter, ValueContext(country=country))["supplier_phone"] == phone


@pytest.mark.parametrize("above", ["Article number", "Total 2196.50"])
def test_such_a_number_below_anything_else_is_no_telephone(above: str) -> None:
    page = typed("Invoice 12", *[""] * 20, above, "011 555 0177")
    assert "supplier_phone" not in best(page, ValueContext(country="ZA"))
