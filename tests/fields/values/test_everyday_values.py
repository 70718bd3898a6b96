"""Currencies, times, phones, cards, accounts, countries, languages, kinds of document, names."""

import contextlib
import datetime
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, ValueUnreadable
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.card import find_cards
from paperformer.fields.values.currency import find_currencies
from paperformer.fields.values.document_type import TYPES
from paperformer.fields.values.kinds import VALUE_TYPES
from paperformer.fields.values.payment_method import METHODS
from paperformer.fields.values.phone import country_of, find_phones
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.fields.values.spans import find_values


def read(type: str, text: str, **context: str) -> ParsedValue:
    return parse_value(type, text, ValueContext(**context))  # type: ignore[arg-type]


@given(st.sampled_from(VALUE_TYPES), st.text())
def test_garbage_raises_only_the_named_error(type: str, text: str) -> None:
    with contextlib.suppress(ValueUnreadable):
        assert read(type, text).value


@pytest.mark.parametrize("type", VALUE_TYPES)
def test_nothing_is_no_value(type: str) -> None:
    for text in ("", " ", "\n\t", "--"):
        if type == "text" and text == "--":
            continue
        with pytest.raises(ValueUnreadable):
            read(type, text)


def test_the_error_is_one_line_whatever_was_printed() -> None:
    with pytest.raises(ValueUnreadable) as caught:
        read("date", "a\nb\u2028c" * 100)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400


def test_an_unknown_type_names_those_there_are() -> None:
    with pytest.raises(InvalidConfig, match=r"no field type 'colour'.*amount"):
        read("colour", "red")


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("EUR", "EUR"), ("€", "EUR"), ("12,00 €", "EUR"), ("£5", "GBP"), ("RM", "MYR"), ("US$", "USD"),
        ("S$5.00", "SGD"), ("zł", "PLN"), ("Kč", "CZK"), ("CHF 12.00", "CHF"), ("Rp 10.000", "IDR"),
        ("Amounts in NOK", "NOK"), ("dkk", "DKK"), ("Euro", "EUR"), ("HK$", "HKD"), ("R$ 5", "BRL"),
        ("₹", "INR"), ("kroner", "SEK"), ("TOTAL CADS 46.15", "CAD"),
    ],
)  # fmt: skip
def test_currencies_by_code_sign_and_name(printed: str, code: str) -> None:
    assert read("currency", printed).value == code


def test_a_shared_sign_is_read_by_the_document_and_reported_without() -> None:
    assert read("currency", "kr") == ParsedValue("SEK", ("NOK", "DKK"))
    assert read("currency", "kr", country="NO") == ParsedValue("NOK")
    assert read("currency", "kr.", language="da") == ParsedValue("DKK")
    assert read("currency", "$").ambiguous
    assert read("currency", "$", country="CA") == ParsedValue("CAD")
    assert read("currency", "$", currency="AUD") == ParsedValue("AUD")
    assert read("currency", "¥", country="CN") == ParsedValue("CNY")


@pytest.mark.parametrize(
    "text", ["SDN BHD", "ALL", "TOP", "cup", "hello", "12.00", "EUROPE", "USDA", "Kroatien"]
)
def test_words_are_no_currencies(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read("currency", text)


@pytest.mark.parametrize("text", ["KEMERALTI CAD. NO:52 KONAK", "Table B7 Cashier: NOK Guest: 3"])
def test_codes_that_are_words_too_are_doubtful_without_a_number(text: str) -> None:
    assert all(match.weak for match in find_currencies(text, NO_CONTEXT))
    assert not next(find_currencies("TOTAL CAD 12.00", NO_CONTEXT)).weak


@given(st.times().map(lambda time: time.replace(microsecond=0)))
def test_times_agree_with_datetime(time: datetime.time) -> None:
    short = time.strftime("%H:%M")
    assert read("time", time.strftime("%H:%M:%S")).value == time.strftime("%H:%M:%S")
    assert read("time", time.strftime("%I:%M %p")).value == short
    assert read("time", f"25/12/2018{short}").value == short
    assert read("time", time.strftime("%Hh%M")).value == short
    assert read("time", time.strftime("kl. %H.%M")).value == short
    assert read("time", time.strftime("%H.%M Uhr")).value == short


@pytest.mark.parametrize("text", ["24:00", "12:60", "12.50", "1:2", "25/12/2018", "12:30:99", "0800"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read("time", text)


@pytest.mark.parametrize(
    ("printed", "country", "value"),
    [
        ("+46 8 123 456 78", None, "+46812345678"),
        ("Tel. +46 (0)8-123 456 78", None, "+46812345678"),
        ("08-123 456 78", "SE", "+46812345678"),
        ("0046 8 12345678", None, "+46812345678"),
        ("(952) 944-9999", "US", "+19529449999"),
        ("03-1234 5678", None, "0312345678"),
        ("03-1234 5678", "MY", "+60312345678"),
        ("+49.89.1234567", None, "+49891234567"),
        ("+49 (89) 123 45-67", None, "+49891234567"),
        ("06 12345678", "IT", "+390612345678"),
        ("01 23 45 67 89", "FR", "+33123456789"),
        ("06 25 311 800", "HU", "+3625311800"),
        ("(85) 3555-0144", "BR", "+558535550144"),
        ("444 555 0170", "MX", "+524445550170"),
        ("8 41 552 208", "LT", "+37041552208"),
        ("(65) 6555 0182", "SG", "+6565550182"),
        ("0161 496 0141 (8am to 8pm)", "GB", "+441614960141"),
    ],
)
def test_phones(printed: str, country: str | None, value: str) -> None:
    assert parse_value("phone", printed, ValueContext(country=country)).value == value


@pytest.mark.parametrize(
    ("line", "country", "value", "printed"),
    [
        ("Tlf +45 90 33 95 31 8640 Silkeborg", "DK", "+4590339531", "+45 90 33 95 31"),
        ("Tel: 075-870 58 51 405 97 Stockholm", "SE", "+46758705851", "075-870 58 51"),
        ("Telf. 96 623 42 38 52891 Vigo", "ES", "+34966234238", "96 623 42 38"),
        ("Phone (0685) 841 3698 26 Canal Wharf", "GB", "+446858413698", "(0685) 841 3698"),
        ("Tel +46 8 12 34 56 78", "SE", "+46812345678", "+46 8 12 34 56 78"),
        ("Tel. +49 30 1234567 89", "DE", "+4930123456789", "+49 30 1234567 89"),  # of no one length
    ],
)
def test_a_phone_ends_where_its_countrys_numbers_do(
    line: str, country: str, value: str, printed: str
) -> None:
    (found,) = find_phones(line, ValueContext(country=country))
    assert (found.parsed.value, line[found.start : found.end]) == (value, printed)


@pytest.mark.parametrize("country", ["US", "CA", None])
def test_what_north_americans_dial_first_is_their_country_code(country: str | None) -> None:
    assert parse_value("phone", "1-800-555-0100", ValueContext(country=country)).value == "+18005550100"
    assert parse_value("phone", "1 (212) 555-0100", ValueContext(country=country)).value == "+12125550100"


@pytest.mark.parametrize("line", [
    "VAT CHE-123.456.788", "Invoice INV-2020-0012", "Phone CHE-123.456.788", "Hotel INV-2020-0012",
])  # fmt: skip
def test_the_digits_of_a_code_are_no_phone(line: str) -> None:
    assert list(find_phones(line, ValueContext())) == []


@pytest.mark.parametrize("line", [
    "Tel-03-8945 5088", "TEL-03-8945 5088", "H/P-012-345 6789", "HP-012-345 6789", "Contact-9876543210",
    "P-+49 30 1234567", "WHATSAPP-+91 98765 43210", "Toll-free-1-800-555-0100", "Fax - 03-8945 5088",
])  # fmt: skip
def test_a_hyphen_behind_a_label_does_not_hide_the_phone(line: str) -> None:
    assert len(list(find_phones(line, ValueContext()))) == 1


def test_only_a_country_code_tells_a_phones_country() -> None:
    assert country_of("+46812345678") == "SE"
    assert country_of("+19529449999") is None
    assert country_of("0312345678") is None
    assert country_of("130123456") is None


@pytest.mark.parametrize("text", ["12345", "25/12/2018", "1234567890123456", "12,345.00", "hello"])
def test_what_is_no_phone_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read("phone", text)


@pytest.mark.parametrize(
    "printed",
    ["**** **** **** 1234", "XXXX-XXXX-XXXX-1234", "541333******1234", "Visa ****1234", "ending in 1234",
     "1234", "xxxxxxxxxxxx1234", "•••• 1234", "5413 33## #### 1234", "BANCOMAT * * ** 1234", "Visa - 1234",
     "Mastercard – 1234", "American Express · 1234", "American Express XX1234",
     "MASTERCARD DEBITO ....1234", "Mastercard terminado em 1234"],
)  # fmt: skip
def test_the_last_four_of_a_card(printed: str) -> None:
    assert read("card_last_four", printed).value == "1234"


@pytest.mark.parametrize(
    "text",
    ["************", "5413330089601234", "12345", "****", "Exxxact 12", "ES91 2100 0418 45XX XXXX 1332",
     "ES** **** **** ** ******1332", "DE** **** **** **** ** 1332", "Visa - 1250,00", "Visa - 2024/11",
     "by direct debit from your account ending 8820",
     "DE** **** **** **** 1332", "ES70 2085 ******** 1332", "cuenta terminada en 1332", "TID ****1332",
     "TSI: *********1332", "Terminal ID: ****1332"],
)  # fmt: skip
def test_what_shows_no_last_four_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read("card_last_four", text)


@pytest.mark.parametrize(
    "hostile",
    ["**** " * 20_000, "* " * 30_000, "1234 " * 20_000, "ES** " * 20_000, "x " * 30_000, "12 **-" * 15_000],
)
def test_cards_are_looked_for_in_time_that_grows_with_the_text(hostile: str) -> None:
    begin = process_time()
    list(find_cards(hostile + "x", NO_CONTEXT))
    assert process_time() - begin < 2


@pytest.mark.parametrize(
    ("printed", "country", "expected"),
    [
        ("265-4507", None, ParsedValue("2654507", scheme="se_bankgiro", checked=True)),
        ("BG 265-4508", "SE", ParsedValue("2654508", scheme="se_bankgiro", checked=False)),
        ("50 00 87-2", "SE", ParsedValue("5000872", scheme="se_plusgiro", checked=True)),
        ("2654507", "SE", ParsedValue("2654507", scheme="se_bankgiro", checked=True)),
        ("8601.11.17947", None, ParsedValue("86011117947", scheme="no_account", checked=True)),
        ("8601 11 17947", "NO", ParsedValue("86011117947", scheme="no_account", checked=True)),
        ("86011117947", "NO", ParsedValue("86011117947", scheme="no_account", checked=True)),
        ("Reg. 1234 Konto 12345678", "DK", None),
        ("1234 12345678", "DK", ParsedValue("123412345678", scheme="dk_account")),
        ("+71<000002879094031+86570807<", None, ParsedValue("86570807", scheme="dk_fik_creditor")),
        ("+73< +86570807<", None, ParsedValue("86570807", scheme="dk_fik_creditor")),
        ("2661043795 / 0300", "CZ", ParsedValue("26610437950300", scheme="cz_account")),
        ("19-2000145399/0800", "SK", ParsedValue("1920001453990800", scheme="sk_account")),
        ("12-34-56", "GB", ParsedValue("123456", scheme="gb_sort_code")),
        ("12345678", "GB", ParsedValue("12345678", scheme="gb_account")),
        ("01-0137-0288314-00", "NZ", ParsedValue("010137028831400", scheme="nz_account")),
        ("VALE0001133", "IN", ParsedValue("VALE0001133")),
        ("BLZ 700 901 00", "DE", ParsedValue("70090100", scheme="de_blz")),
        ("Kto. 1234 5678 90", None, ParsedValue("1234567890")),
    ],
)
def test_bank_accounts(printed: str, country: str | None, expected: ParsedValue | None) -> None:
    context = ValueContext(country=country)
    if expected is None:
        assert parse_value("bank_account", printed, context).scheme is None
    else:
        assert parse_value("bank_account", printed, context) == expected


@pytest.mark.parametrize("printed", ["R-77120", "KONTO", "AB 123", "24.3.2027"])
def test_what_is_no_bank_account_is_refused(printed: str) -> None:
    """In Dutch an invoice's number may be called as an account's: "Rekeningnummer: R-77120"."""
    with pytest.raises(ValueUnreadable):
        parse_value("bank_account", printed)


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("SE", "SE"), ("Sweden", "SE"), ("SVERIGE", "SE"), ("Österreich", "AT"), ("U.S.A.", "US"),
        ("Pays-Bas", "NL"), ("The Netherlands", "NL"), ("12345 Tallinn, Eesti", "EE"),
        ("Great Britain", "GB"), ("P.R. China", "CN"),
    ],
)  # fmt: skip
def test_countries_by_code_and_name(printed: str, code: str) -> None:
    assert read("country", printed).value == code


def test_two_countries_are_not_one() -> None:
    with pytest.raises(ValueUnreadable, match="several"):
        read("country", "Sweden and Norway")


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("TAX INVOICE", "invoice"), ("Credit note for invoice 12", "credit_note"),
        ("Gutschrift", "credit_note"), ("FAKTURA", "invoice"), ("Sąskaita faktūra", "invoice"),
        ("Facture d'avoir", "credit_note"), ("Betalningspåminnelse", "reminder"), ("KVITTO", "receipt"),
        ("Lieferschein", "delivery_note"), ("invoice", "invoice"), ("credit_note", "credit_note"),
        ("Proforma-Rechnung", "proforma"),
    ],
)  # fmt: skip
def test_kinds_of_document(printed: str, kind: str) -> None:
    assert read("document_type", printed).value == kind
    assert kind in TYPES


@pytest.mark.parametrize(
    ("printed", "method"),
    [
        ("VISA", "card"), ("Bar", "cash"), ("CASH", "cash"), ("Kontant", "cash"),
        ("MasterCard ****1234", "card"), ("Überweisung", "transfer"), ("SWISH", "mobile"),
        ("direct_debit", "direct_debit"), ("Autogiro", "direct_debit"), ("Sofortüberweisung", "online"),
    ],
)  # fmt: skip
def test_means_of_payment(printed: str, method: str) -> None:
    assert read("payment_method", printed).value == method
    assert method in METHODS


@pytest.mark.parametrize("printed", ["ATT BETALA SEK", "Sofort ohne Abzug"])
def test_a_currency_and_an_adverb_are_no_means_of_payment(printed: str) -> None:
    with pytest.raises(ValueUnreadable):
        read("payment_method", printed)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("en", "en"), ("de-AT", "de"), ("no", "nb"), ("Deutsch", "de"), ("Français", "fr"),
        ("suomi", "fi"), ("Please pay the total amount within 30 days of the invoice date", "en"),
        ("Bitte überweisen Sie den Betrag innerhalb von 14 Tagen auf unser Konto", "de"),
        ("Merci de régler cette facture par virement avant la date d'échéance", "fr"),
        ("Le rogamos que efectúe el pago de la factura por transferencia", "es"),
        ("Si prega di effettuare il pagamento della fattura con bonifico", "it"),
        ("Gelieve het bedrag binnen 14 dagen te betalen onder vermelding van het factuurnummer", "nl"),
        ("Vi tackar för er betalning och ber er att betala inom 30 dagar", "sv"),
        ("Beløbet bedes betales senest på forfaldsdato til vores konto, netto kontant", "da"),
        ("Beløpet betales innen forfallsdato til vår konto, merk med KID", "nb"),
        ("Maksuehto 14 päivää netto, viivästyskorko 8 %, eräpäivä ja viitenumero laskun alla", "fi"),
        ("Termin płatności faktury: 14 dni, przelew na konto, kwota do zapłaty razem", "pl"),
        ("Agradecemos o pagamento da fatura até à data de vencimento, obrigado", "pt"),
        ("Prosíme o úhradu faktury do data splatnosti převodem na účet dodavatele", "cs"),
        ("Palume arve tasuda tähtajaks, summa kokku koos käibemaks ja viivis päevas", "et"),
        ("Prašome apmokėti sąskaita iki mokėjimo termino, suma žodžiais, pirkėjas ir pardavėjas", "lt"),
        ("Lūdzam rēķins apmaksas termiņš un summa vārdiem, pakalpojumi bez PVN", "lv"),
    ],
)  # fmt: skip
def test_languages_by_code_name_and_words(text: str, language: str) -> None:
    assert read("language", text).value == language


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("Invoice No.: INV-2024/001", "INV-2024/001"), ("Nr. 12345", "12345"), ("#123", "123"),
        ("AB 123", "AB 123"), ("Rechnungsnummer RK21012345", "RK21012345"), ("N° 45-B", "45-B"),
        ("2436316-1", "2436316-1"), ("Invoice 2024-17", "2024-17"), ("(A-12)", "A-12"),
        ("Bill No:12", "12"), ("9752880 (Rev 0)", "9752880 (Rev 0)"),
    ],
)  # fmt: skip
def test_numbers_without_their_labels(printed: str, value: str) -> None:
    assert read("number", printed).value == value


def test_names_addresses_and_text_are_tidied() -> None:
    assert read("name", " ACME  Ltd. ,").value == "ACME Ltd."
    assert read("address", "Erfurter Str. 13,\n74465  Demoort\n").value == "Erfurter Str. 13, 74465 Demoort"
    assert read("text", " a \n b ").value == "a b"


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("Hauptstr. 20\nDE 80333 München", "Hauptstr. 20, 80333 München"),
        ("Hauptstr. 20, DE 80333 München", "Hauptstr. 20, 80333 München"),
        ("Cleudner Straße 24\nD-04349 Leipzig", "Cleudner Straße 24, 04349 Leipzig"),
        ("12, rue Gabriel Lippmann, L-5365 Munsbach", "12, rue Gabriel Lippmann, 5365 Munsbach"),
        ("Rue des Minimes 49 – B-1000 Bruxelles", "Rue des Minimes 49 – 1000 Bruxelles"),
        ("Uosto g. 22, LT-74189 Jurbarkas", "Uosto g. 22, 74189 Jurbarkas"),
        ("Storgatan 5, SE-582 23 Linköping", "Storgatan 5, 582 23 Linköping"),
        ("Brīvības iela 1, Rīga, LV-1010", "Brīvības iela 1, Rīga, LV-1010"),
        (
            "B-1203 Menara ABC, Jalan Ampang, 50450 Kuala Lumpur",
            "B-1203 Menara ABC, Jalan Ampang, 50450 Kuala Lumpur",
        ),
        ("1 Road\nGB SW1B 3BN London", "1 Road, SW1B 3BN London"),
        ("NL 1012 AB Amsterdam", "1012 AB Amsterdam"),
        ("35 rue d'ici\n75018 PARIS\nFR", "35 rue d'ici, 75018 PARIS"),
        ("1 Main St\nNewark, DE 19711", "1 Main St, Newark, DE 19711"),
        ("1 Main St\nNewark, DE", "1 Main St, Newark, DE"),
        ("1 Main St\nSan Francisco\nCA 94105", "1 Main St, San Francisco, CA 94105"),
        ("Bahnhofstrasse 1\nCH-8001 Zürich", "Bahnhofstrasse 1, 8001 Zürich"),
        ("Kundenweg 1\n80333 München\nDeutschland", "Kundenweg 1, 80333 München"),
        ("Lot 1\n43200 Cheras, Selangor, Malaysia", "Lot 1, 43200 Cheras, Selangor, Malaysia"),
        ("1 Quay\nMonaco", "1 Quay, Monaco"),
        ("Weg 1, 80333 München\nDeutschland", "Weg 1, 80333 München"),
        ("5 rue du Fort\nL-1661\nLuxembourg", "5 rue du Fort, L-1661, Luxembourg"),
        ("10 Anson Road\nInternational Plaza\nSingapore", "10 Anson Road, International Plaza, Singapore"),
        ("PL 377\n69543 Jyväskylä", "PL 377, 69543 Jyväskylä"),
        ("ul. Prosta 51\nPL 00-838 Warszawa", "ul. Prosta 51, 00-838 Warszawa"),
        ("ul. Prosta 51\n00-838 Warszawa\nPL", "ul. Prosta 51, 00-838 Warszawa"),
        ("Marktplatz 3\n10245 Berlin, Niemcy", "Marktplatz 3, 10245 Berlin"),
        ("7 Mill Road\nCork, T12 RX93, Ierland", "7 Mill Road, Cork, T12 RX93"),
        ("Unit 1203, 100 Queen's Road Central, Hong Kong", "Unit 1203, 100 Queen's Road Central, Hong Kong"),
        ("120 Main Street, Holland", "120 Main Street, Holland"),
        ("1 Quay, Hull HU1 2AB. Registered in England no. 1884026.", "1 Quay, Hull HU1 2AB"),
        ("1 Main St\nDenver, CO, 80205, US", "1 Main St, Denver, CO, 80205"),
        ("1 Main St\nDenver CO 80205-1234 USA", "1 Main St, Denver CO 80205-1234"),
    ],
)
def test_an_address_leaves_out_its_country(printed: str, value: str) -> None:
    assert read("address", printed).value == value


@pytest.mark.parametrize("text", ["VAT 1.58", "Datum 12.02", "Total 9.50", "Pkl 1.10"])
def test_numbers_behind_words_that_end_like_a_clocks_are_no_times(text: str) -> None:
    assert not find_values("time", text.split())


@pytest.mark.parametrize("text", ["2x12€", "3x15EUR", "Summe12€", "Pommes2x6EUR", "nur5€", "1h45€"])
def test_money_glued_to_a_word_and_a_sum_is_money(text: str) -> None:
    assert [span.parsed.value for span in find_values("currency", [text])] == ["EUR"]


@pytest.mark.parametrize("text", ["GSTIN 29AAGFM8802P1ZL", "Ref A12EUR", "X9kr"])
def test_the_end_of_a_number_is_no_currency(text: str) -> None:
    assert not find_values("currency", text.split())


def test_a_name_of_money_behind_a_sum_is_one() -> None:
    assert [span.parsed.value for span in find_values("currency", ["Razem", "120,50zł"])] == ["PLN"]


@pytest.mark.parametrize(("text", "kind"), [
    ("S C H L U S S R E C H N U N G", "invoice"), ("G U T S C H R I F T", "credit_note"),
    ("Honorarnote Nr. 3", "invoice"), ("Jaarnota energie", "invoice"), ("NOTA FISCAL", "invoice"),
    ("TD04 nota di credito", "credit_note"),
])  # fmt: skip
def test_titles_of_invoices(text: str, kind: str) -> None:
    found = find_values("document_type", [text])
    assert {span.parsed.value for span in found if not span.weak} == {kind}


def test_a_reference_to_a_delivery_note_is_no_title() -> None:
    assert all(span.weak for span in find_values("document_type", ["Rif. DDT 412 del 3/5/2024"]))


@pytest.mark.parametrize("printed", ["8:14p", "8.14PM", "08:14:PM", "8:14 p.m.", "08.14pm", "8:14P", "20:14"])
def test_the_half_of_the_day_in_its_prints(printed: str) -> None:
    assert parse_value("time", printed).value == "20:14"


def test_what_goes_on_behind_a_clock_is_no_half_of_the_day() -> None:
    assert [span.text for span in find_values("time", ["8:14", "a", "9:30"])] == ["8:14", "9:30"]
    assert not find_values("time", ["8.14", "pieces", "3.20", "a"])


@pytest.mark.parametrize(
    ("type", "printed"), [("number", "RE-1"), ("name", "Nordlicht GmbH"), ("address", "Weg 1")]
)
def test_a_wide_colon_in_front_is_left_out(type: str, printed: str) -> None:
    assert parse_value(type, f"：{printed}").value == printed


@pytest.mark.parametrize(
    "whole", ["RE 2024 / 03 / 0815", "INV / 2024 / 17", "F 2024-03 / 0815", "RE - 2024 - 0815"]
)
def test_a_number_in_parts_is_one(whole: str) -> None:
    assert whole in [span.text for span in find_values("number", f"Nr. {whole} vom 12.03.2024".split())]


@pytest.mark.parametrize("parts", ["4711 / 12.03.2024", "12 / 03 / 2024", "1 / 3", "100 - 2000"])
def test_days_pages_and_ranges_are_no_number_in_parts(parts: str) -> None:
    assert not any(" " in span.text for span in find_values("number", parts.split()))


def test_letters_within_an_article_number_are_no_money() -> None:
    assert not list(find_currencies("SEC-FG100F 1 450 000", NO_CONTEXT))
    assert [match.parsed.value for match in find_currencies("Total FG 1 450 000", NO_CONTEXT)] == ["GNF"]


@pytest.mark.parametrize(("country", "money"), [("MA", "MAD"), ("AE", "AED"), (None, "MAD")])
def test_dirhams_are_those_of_the_country(country: str | None, money: str) -> None:
    (found,) = find_currencies("Net à payer 500.0 DH", ValueContext(country=country))
    assert found.parsed.value == money
    assert bool(found.parsed.alternatives) == (country is None)
