"""One value often cannot tell how it is meant; the document does, or says nothing."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.fields.context import infer_context
from paperformer.fields.values import NO_CONTEXT, ParsedValue, ValueContext, parse_value

SWEDISH = (
    "Faktura Fakturadatum 2024-03-12 Förfallodatum 2024-04-11 Er referens Anna Vi tackar för er betalning"
    " Att betala 1 234,56 kr varav moms 246,91 kr Bankgiro 265-4507 Org.nr 556703-7485 Godkänd för F-skatt"
)
MALAYSIAN = (
    "KEDAI BUKU SDN BHD JALAN 5 JOHOR TAX INVOICE Date: 25/12/2018 15:28 TOTAL (RM) RM12.00 CASH RM20.00"
    " CHANGE RM8.00 THANK YOU PLEASE COME AGAIN Date: 03/04/2018"
)
AMERICAN = (
    "Invoice Date 12/30/19 Due 03/04/20 Remit to PO Box 743299 Atlanta, GA 30384 New York, NY 10017"
    " Please pay the total amount due of $5,625.00 within 30 days Gross $6,250.00"
)
GERMAN = (
    "Rechnung Rechnungsdatum 03.04.2024 Gesamtbetrag 1.234,56 EUR zahlbar innerhalb 14 Tagen auf unser Konto"
    " IBAN DE89 3704 0044 0532 0130 00 USt-IdNr. DE136695976 Amtsgericht München HRB 12345"
)


def infer(text: str) -> ValueContext:
    box = Box(0.0, 0.0, 1.0, 1.0)
    return infer_context([Word(word, box, page=1, line=0) for word in text.split()])


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (SWEDISH, ValueContext(",", "DMY", "SEK", "SE", "sv")),
        (MALAYSIAN, ValueContext(".", "DMY", "MYR", "MY", "en")),
        (AMERICAN, ValueContext(".", "MDY", "USD", "US", "en")),
        (GERMAN, ValueContext(",", "DMY", "EUR", "DE", "de")),
    ],
)
def test_documents_tell_where_they_come_from(text: str, context: ValueContext) -> None:
    assert replace(infer(text), origins=()) == context


def test_an_empty_document_says_nothing() -> None:
    assert infer("") == NO_CONTEXT


def test_one_day_over_twelve_settles_all_dates() -> None:
    assert infer("03/04/2024").date_order is None
    assert infer("03/04/2024 25/04/2024").date_order == "DMY"
    assert infer("03/04/2024 04/25/2024").date_order == "MDY"


def test_one_number_like_a_short_date_does_not_make_a_belgian_invoice_american() -> None:
    text = "1050 Bruxelles BE 0471.836.209 IBAN BE68 5390 0754 7034 Datum 03/09/2025 Erkenning 04.17.23"
    assert infer(text).date_order == "DMY"
    assert infer(text + " 04/17/2023").date_order == "MDY"


def test_a_letter_is_south_african_money_where_the_company_is() -> None:
    context = infer("Karoo Solar (Pty) Ltd Total R64 319.50 VAT R8 389.50 www.karoosolar.co.za")
    assert (context.country, context.currency) == ("ZA", "ZAR")
    assert infer("Room R 12.50 Main Street, Springfield, IL 62701 Total $20.00").currency == "USD"


def test_dates_of_both_orders_settle_nothing() -> None:
    assert infer("25/04/2024 04/25/2024").date_order is None


def test_a_language_of_one_order_settles_dates() -> None:
    text = "Rechnung vom 03/04/2024 Betrag zahlbar innerhalb von 14 Tagen ohne Abzug auf unser Konto"
    assert infer(text).date_order == "DMY"


def test_an_unsettled_date_is_reported_and_a_settled_one_is_not() -> None:
    assert parse_value("date", "03/04/2024", infer("Total 03/04/2024")) == ParsedValue(
        "2024-04-03", ("2024-03-04",)
    )
    assert parse_value("date", "03/04/2024", infer("Total 03/04/2024 25/12/2024")) == ParsedValue(
        "2024-04-03"
    )


def test_one_clear_amount_settles_all_amounts() -> None:
    assert parse_value("amount", "1.234", infer("1.234")).ambiguous
    assert parse_value("amount", "1.234", infer("1.234 12,50")) == ParsedValue("1234.00")
    assert parse_value("amount", "1.234", infer("1.234 12.50")) == ParsedValue("1.234")
    assert infer("1.234.567").decimal_mark == ","


def test_amounts_of_both_kinds_settle_nothing_unless_one_is_rare() -> None:
    assert infer("12.50 12,50").decimal_mark is None
    assert infer("12.50 13.50 14.50 12,50").decimal_mark == "."


def test_money_without_cents_has_marks_between_thousands_whatever_short_dates_look_like() -> None:
    assert infer("19.06 Gisting 24.900 ISK 20.06 Bar 4.200 ISK").decimal_mark == ","
    assert infer("Total ISK 24,900 Bar ISK 4,200").decimal_mark == "."
    assert infer("19.06 Kaffe 24.900 EUR 20.06 Bar 4.20 EUR").decimal_mark == "."


def test_icelandic_slovak_and_bulgarian_are_told() -> None:
    assert infer("Reikningur nr. Dagsetning Gjalddagi Samtals kr. 69.450 Greitt með korti").language == "is"
    assert infer("Reikningur nr. Dagsetning Gjalddagi Samtals kr. 69.450").currency == "ISK"
    assert infer("Dátum vystavenia Dátum splatnosti Forma úhrady Prevodným príkazom Spolu").language == "sk"
    assert (
        infer("Основание: връщане на стоки, Словом: сто и двадесет лв, съгласно чл. 6, подписът").language
        == "bg"
    )
    assert infer("Счёт на оплату, объём услуг, всего наименований, сумма прописью, объект").language == "ru"


def test_dates_and_times_are_no_evidence_of_a_decimal_mark() -> None:
    assert infer("25.12.2018 15:28 192.168.10.12").decimal_mark is None


def test_a_dollar_without_a_country_names_no_currency() -> None:
    assert infer("Total $12.00 Cash $20.00").currency is None
    assert infer("Total $12.00 Cash $20.00 CAD").currency == "CAD"


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("Total $12.00 HST $1.56 Toronto, ON", "CAD"),
        ("Total $12.00 Kowloon, Hong Kong", "HKD"),
        ("Total $12.00 Sydney ABN 12 345 678 901", "AUD"),
        ("Total $12.00 Tip Dallas, TX 75201", "USD"),
    ],
)
def test_a_shared_sign_is_read_by_the_country(text: str, currency: str) -> None:
    assert infer(text).currency == currency


def test_a_country_that_is_only_likely_leaves_another_reading_of_a_sign() -> None:
    context = infer("Total $12.00 Calgary and Dallas and Toronto")
    parsed = parse_value("currency", "$", context)
    assert {parsed.value, parsed.alternatives[0]} == {"CAD", "USD"}
    assert parsed.value == {"CA": "CAD", "US": "USD"}[context.origins[0][0]]
    assert context.country is None


def test_the_order_of_dates_is_the_custom_of_the_country() -> None:
    assert infer("5/11/2019 Tip Gratuity San Francisco, CA 94122 (415) 777-1080").date_order == "MDY"
    assert infer("5/11/2019 Kowloon Hong Kong Tel. +852 2123 4567").date_order == "DMY"
    assert infer("5/11/2019 Toronto, ON M5B 2H9 HST").date_order is None  # Canada prints both


def test_the_currency_most_often_named_wins_and_a_tie_does_not() -> None:
    assert infer("12,00 EUR 13,00 EUR 14.00 USD").currency == "EUR"
    assert infer("12,00 EUR 14.00 USD").currency is None


def test_a_row_names_its_currency_once() -> None:
    rows = ["Net USD 1,000.00", "Total USD 1,210.00", "In EUR: EUR 192.15 EUR 1,107.15 (EUR)"]
    words = [
        Word(word, Box(0.0, 0.1 * at, 1.0, 0.1 * at + 0.05), 1, at)
        for at, row in enumerate(rows)
        for word in row.split()
    ]
    assert infer_context(words).currency == "USD"


def test_the_end_of_a_malaysian_company_is_no_currency() -> None:
    assert infer("KEDAI SDN BHD (12345-X) MAJU SDN BHD 12.00").currency is None


def test_opening_hours_and_prefixes_name_no_currency() -> None:
    assert infer("Rechnung KR 8765 Mo-Fr 8.00 bis 18.00 Betrag 12,00 EUR").currency == "EUR"


def test_rooms_and_registers_are_no_money_where_the_country_is_another() -> None:
    folio = "Hotel Lac 935 Boul. Laurent Montréal, QC H2Z 1L4 (514) 370-7777 TPS/GST RM 314.76 TVQ RM 329.45"
    assert infer(folio).country == "CA"
    assert infer(folio).currency is None
    assert infer("Kedai Runcit Jalan Besar 81100 Johor Bahru Total RM 314.76").currency == "MYR"


def test_a_foreign_address_alone_does_not_make_a_country() -> None:
    text = (
        "Facture du client : merci de régler le montant total TTC avant la date d'échéance. Austin, TX 78701"
    )
    assert infer(text).country is None
    assert infer(text).date_order == "DMY"


@given(
    st.lists(
        st.text(alphabet=st.characters(exclude_categories=["Cs", "Z"]), min_size=1, max_size=12), max_size=20
    )
)
def test_any_words_give_a_context(words: list[str]) -> None:
    box = Box(0.0, 0.0, 1.0, 1.0)
    context = infer_context([Word(word, box, page=1, line=0) for word in words])
    assert context.decimal_mark in {None, ".", ","}


@pytest.mark.parametrize("part", ["a-", "a", "Ab", "é", "www.", "1-", "a@", "ab."])
def test_one_word_of_tens_of_thousands_of_letters_takes_a_second_at_most(part: str) -> None:
    start = time.process_time()
    infer(part * (40_000 // len(part)))
    assert time.process_time() - start < 1.0


def test_two_thousand_words_take_less_than_a_quarter_of_a_second() -> None:
    text = " ".join([SWEDISH, MALAYSIAN, AMERICAN, GERMAN] * 18)
    infer(text)
    start = time.process_time()
    infer(text)
    assert time.process_time() - start < 0.25
