"""Small decisions of the readers, each on the XML that calls for it."""

from __future__ import annotations

import pytest

from paperformer.documents.einvoice import parse_einvoice, read_einvoice

CII = """<rsm:CrossIndustryInvoice
 xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
 xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">{}</rsm:CrossIndustryInvoice>"""
UBL = """<{0} xmlns="urn:oasis:names:specification:ubl:schema:xsd:{0}-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">{1}</{0}>"""


def cii(inside: str) -> bytes:
    return CII.format(inside).encode()


def cii_settlement(inside: str) -> bytes:
    return cii(
        "<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>"
        f"{inside}</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>"
    )


def cii_agreement(inside: str, lines: str = "") -> bytes:
    return cii(
        f"<rsm:SupplyChainTradeTransaction>{lines}<ram:ApplicableHeaderTradeAgreement>"
        f"{inside}</ram:ApplicableHeaderTradeAgreement></rsm:SupplyChainTradeTransaction>"
    )


def ubl(inside: str, root: str = "Invoice") -> bytes:
    return UBL.format(root, inside).encode()


def cii_date(text: str, code: str = "102") -> bytes:
    stamp = f'<udt:DateTimeString format="{code}">{text}</udt:DateTimeString>'
    return cii(
        f"<rsm:ExchangedDocument><ram:IssueDateTime>{stamp}</ram:IssueDateTime></rsm:ExchangedDocument>"
    )


def test_an_invoice_that_says_nothing_has_no_fields() -> None:
    assert parse_einvoice(cii("")) == {}
    assert parse_einvoice(ubl("")) == {"document_type": ["invoice"]}


@pytest.mark.parametrize(
    "hollow", [cii(""), ubl(""), cii_settlement("<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>")]
)
def test_an_invoice_that_says_nothing_warns_that_it_does(hollow: bytes) -> None:
    assert any(
        "neither number, date, seller, buyer nor total" in each for each in read_einvoice(hollow).warnings
    )


def test_an_invoice_that_says_its_date_is_not_called_hollow() -> None:
    assert read_einvoice(cii_date("20250307")).warnings == ()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("380", "invoice"),
        ("325", "proforma"),
        ("384", "invoice"),
        ("389", "invoice"),
        ("381", "credit_note"),
        ("261", "credit_note"),
    ],
)
def test_type_codes_tell_invoices_from_credit_notes(code: str, kind: str) -> None:
    header = f"<rsm:ExchangedDocument><ram:TypeCode>{code}</ram:TypeCode></rsm:ExchangedDocument>"
    assert parse_einvoice(cii(header))["document_type"] == [kind]
    line = f"<cbc:InvoiceTypeCode>{code}</cbc:InvoiceTypeCode>"
    assert parse_einvoice(ubl(line))["document_type"] == [kind]


def test_a_ubl_credit_note_is_one_by_its_root() -> None:
    assert parse_einvoice(ubl("", "CreditNote"))["document_type"] == ["credit_note"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("20240229", "102"), ("202402291530", "203"), ("20240229153059", "204"), ("2024-02-29", "")],
)
def test_cii_dates_lose_their_time_of_day(text: str, code: str) -> None:
    assert parse_einvoice(cii_date(text, code)) == {"document_date": ["2024-02-29"]}


@pytest.mark.parametrize("text", ["2024-02-29Z", "2024-02-29+01:00", " 2024-02-29 ", "2024-02-29T00:00:00"])
def test_xsd_dates_lose_their_time_zone(text: str) -> None:
    fields = parse_einvoice(ubl(f"<cbc:IssueDate>{text}</cbc:IssueDate>"))
    assert fields["document_date"] == ["2024-02-29"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("20230229", "102"),
        ("20139102", "102"),
        ("202402", "610"),
        ("202409", "616"),
        ("29022024", "4"),
        ("soon", "102"),
    ],
)
def test_what_is_no_day_is_left_out_with_a_warning(text: str, code: str) -> None:
    read = read_einvoice(cii_date(text, code))
    assert "document_date" not in read.fields
    assert read.warnings == (f"e-invoice: document_date: '{text}' is not a date; left out",)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("100", "100.00"),
        ("6037.5", "6037.50"),
        ("10.0000", "10.00"),
        ("2048.445", "2048.445"),
        ("-7.10", "-7.10"),
        ("-0", "0.00"),
        ("+.5", "0.50"),
        ("123456789012345678.99", "123456789012345678.99"),
    ],
)
def test_amounts_get_two_places_and_lose_nothing(text: str, value: str) -> None:
    total = f"<cac:LegalMonetaryTotal><cbc:PayableAmount>{text}</cbc:PayableAmount></cac:LegalMonetaryTotal>"
    assert parse_einvoice(ubl(total))["amount_due"] == [value]


@pytest.mark.parametrize("text", ["1,50", "1e3", "NaN", "Infinity", "1 000", "12 EUR", "9" * 5000, "٣"])
def test_what_is_no_decimal_is_left_out_with_a_short_warning(text: str) -> None:
    total = f"<cac:LegalMonetaryTotal><cbc:PayableAmount>{text}</cbc:PayableAmount></cac:LegalMonetaryTotal>"
    read = read_einvoice(ubl(total))
    assert "amount_due" not in read.fields
    assert len(read.warnings) == 1
    assert "amount_due" in read.warnings[0]
    assert len(read.warnings[0]) < 120


def test_the_tax_in_the_currency_of_the_books_is_not_the_total_vat() -> None:
    sums = (
        "<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>"
        "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>"
        '<ram:TaxTotalAmount currencyID="GBP">163.16</ram:TaxTotalAmount>'
        "</ram:SpecifiedTradeSettlementHeaderMonetarySummation>"
    )
    assert "total_vat" not in parse_einvoice(cii_settlement(sums))


def test_a_date_for_early_payment_with_a_discount_is_not_the_due_date() -> None:
    def term(day: str, more: str = "") -> str:
        date = f'<udt:DateTimeString format="102">{day}</udt:DateTimeString>'
        return (
            f"<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>{date}</ram:DueDateDateTime>"
            f"{more}</ram:SpecifiedTradePaymentTerms>"
        )

    discount = "<ram:ApplicableTradePaymentDiscountTerms/>"
    both = term("20260606", discount) + term("20260613")
    assert parse_einvoice(cii_settlement(both))["due_date"] == ["2026-06-13"]
    assert parse_einvoice(cii_settlement(term("20260606", discount)))["due_date"] == ["2026-06-06"]


def test_orders_named_line_by_line_count_where_the_header_names_none() -> None:
    def line(order: str) -> str:
        return (
            "<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeAgreement>"
            f"<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>{order}</ram:IssuerAssignedID>"
            "</ram:BuyerOrderReferencedDocument></ram:SpecifiedLineTradeAgreement>"
            "</ram:IncludedSupplyChainTradeLineItem>"
        )

    header = (
        "<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>A</ram:IssuerAssignedID>"
        "</ram:BuyerOrderReferencedDocument>"
    )
    lines = line("B") + line("C") + line("B")
    assert parse_einvoice(cii_agreement("", lines))["receiver_order_number"] == ["B", "C"]
    assert parse_einvoice(cii_agreement(header, lines))["receiver_order_number"] == ["A"]


def test_numbers_grouped_with_spaces_become_compact() -> None:
    party = (
        '<ram:SellerTradeParty><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">FR 05 987.654-321</ram:ID>'
        "</ram:SpecifiedTaxRegistration></ram:SellerTradeParty>"
    )
    assert parse_einvoice(cii_agreement(party))["supplier_vat_number"] == ["FR05987654321"]
    account = "<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>de89 3704 0044 0532 0130 00</cbc:ID>"
    account += "</cac:PayeeFinancialAccount></cac:PaymentMeans>"
    assert parse_einvoice(ubl(account))["iban"] == ["DE89370400440532013000"]


def test_a_swedish_giro_is_a_national_account_and_its_branch_no_bic() -> None:
    account = (
        "<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>265-4507</cbc:ID>"
        "<cac:FinancialInstitutionBranch><cbc:ID>SE:BANKGIRO</cbc:ID></cac:FinancialInstitutionBranch>"
        "</cac:PayeeFinancialAccount></cac:PaymentMeans>"
    )
    fields = parse_einvoice(ubl(account))
    assert fields["bank_account_number"] == ["2654507"]
    assert "iban" not in fields
    assert "bic" not in fields


def test_two_accounts_are_two_values_and_repeats_one() -> None:
    def means(iban: str) -> str:
        return (
            "<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount>"
            f"<ram:IBANID>{iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>"
            "</ram:SpecifiedTradeSettlementPaymentMeans>"
        )

    xml = cii_settlement(
        means("DE89370400440532013000") + means("DK5000400440116243") + means("DK5000400440116243")
    )
    assert parse_einvoice(xml)["iban"] == ["DE89370400440532013000", "DK5000400440116243"]


@pytest.mark.parametrize(
    ("number", "last"), [("491659******1234", ["1234"]), ("1234", ["1234"]), ("****", None)]
)
def test_of_a_card_number_the_last_four_digits_are_kept(number: str, last: list[str] | None) -> None:
    card = f"<cbc:PrimaryAccountNumberID>{number}</cbc:PrimaryAccountNumberID>"
    card = f"<cac:PaymentMeans><cac:CardAccount>{card}</cac:CardAccount></cac:PaymentMeans>"
    assert parse_einvoice(ubl(card)).get("card_last_four") == last


@pytest.mark.parametrize(
    ("price", "base", "unit_price"),
    [("10.5", "100", "0.105"), ("10", "3", "3.333333"), ("9.9000", "1", "9.90"), ("5", "0", "5.00")],
)
def test_the_unit_price_is_for_one_unit(price: str, base: str, unit_price: str) -> None:
    line = (
        f"<cac:InvoiceLine><cac:Price><cbc:PriceAmount>{price}</cbc:PriceAmount>"
        f"<cbc:BaseQuantity>{base}</cbc:BaseQuantity></cac:Price></cac:InvoiceLine>"
    )
    assert read_einvoice(ubl(line)).purchase_lines[0].unit_price == unit_price


def test_the_trading_name_serves_where_no_registered_name_is_given() -> None:
    party = (
        "<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Bakery</cbc:Name></cac:PartyName>"
    )
    party += "</cac:Party></cac:AccountingSupplierParty>"
    assert parse_einvoice(ubl(party))["supplier_name"] == ["Bakery"]


def test_comments_inside_a_text_do_not_cut_it() -> None:
    assert parse_einvoice(ubl("<cbc:ID>12<!-- so -->34</cbc:ID>"))["document_number"] == ["1234"]
