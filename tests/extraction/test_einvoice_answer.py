"""An e-invoice's fields become candidates, shown on the page where it prints them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from printed_pages import document

from paperformer.documents.einvoice.invoice import EInvoice
from paperformer.documents.model import Document
from paperformer.extraction.einvoice import EInvoiceAnswer, answer_from_einvoice
from paperformer.extraction.embedded import answer_of_embedded
from paperformer.extraction.printed import PrintedText
from paperformer.fields.finding import Finding
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ParsedValue
from toy_einvoice import ubl

PAGE = [
    "Bäckerei Korn GmbH        Invoice 4711",
    "Ring 5                    2024-03-12",
    "80331 München",
    "Germany",
    "bread   100.00 EUR",
    "VAT      19.00 EUR",
    "total   119.00 EUR",
    "IBAN DE89 3704 0044 0532 0130 00",
]


def answer(
    fields: dict[str, tuple[str, ...]],
    printed: Document,
    found: tuple[Finding, ...] = (),
    warnings: tuple[str, ...] = (),
) -> EInvoiceAnswer:
    invoice = EInvoice("cii", "test", fields, warnings=warnings)
    return answer_from_einvoice(invoice, PrintedText(printed), load_schema(), lambda: found)


def test_a_printed_value_is_shown_as_printed_with_page_and_box() -> None:
    fields = {"total_incl_vat": ("119.00",), "supplier_name": ("Bäckerei Korn GmbH",)}
    found = answer(fields, document(["cover"], PAGE)).fields
    total = found["total_incl_vat"][0]
    assert (total.value, total.text, total.page) == ("119.00", "119.00", 2)
    assert total.box is not None
    assert tuple(total.box.model_dump().values()) == pytest.approx((0.08, 0.18, 0.14, 0.2))
    assert (total.source, total.level) == ("einvoice", "very_high")
    assert found["supplier_name"][0].text == "Bäckerei Korn GmbH"


def test_a_value_that_no_page_prints_has_no_place() -> None:
    number = answer({"contract_number": ("V-99",)}, document(PAGE)).fields["contract_number"][0]
    assert (number.value, number.text, number.page, number.box) == ("V-99", "V-99", None, None)


def test_an_account_tells_whether_its_check_digits_hold() -> None:
    right, wrong = (
        answer({"iban": (iban,)}, document(PAGE)).fields["iban"][0]
        for iban in ("DE89370400440532013000", "DE89370400440532013001")
    )
    assert (right.checked, wrong.checked) == (True, False)


def test_an_xml_of_its_own_has_no_places_and_no_quarrel_with_a_page() -> None:
    found = answer(
        {"total_incl_vat": ("119.00",), "iban": ("DE89370400440532013000",)}, Document("x.xml", ())
    )
    assert set(found.fields) == {"total_incl_vat", "iban"}
    assert all(candidate.page is None for values in found.fields.values() for candidate in values)
    assert found.warnings == ()


def test_fields_come_in_the_order_of_the_schema_and_strange_ones_not_at_all() -> None:
    found = answer({"iban": ("X",), "wine": ("red",), "document_number": ("4711",)}, document(PAGE)).fields
    assert list(found) == ["document_number", "iban"]


def test_several_values_of_a_field_are_several_candidates() -> None:
    found = answer({"due_date": ("2024-03-12", "2024-04-12")}, document(PAGE)).fields["due_date"]
    assert [(candidate.value, candidate.page) for candidate in found] == [
        ("2024-03-12", 1),
        ("2024-04-12", None),
    ]


def test_a_sum_is_shown_where_it_stands_last() -> None:
    lines = ["carried over 119.00 EUR", "total 119.00 EUR"]
    total = answer({"total_incl_vat": ("119.00",)}, document(lines)).fields["total_incl_vat"][0]
    assert total.box is not None
    assert total.box.y0 == pytest.approx(0.03)


FOUND = (
    Finding("document_number", (4,), "4711", ParsedValue("4711"), "label"),
    Finding("document_date", (7,), "2024-03-12", ParsedValue("2024-03-12"), "label"),
)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("document_number", "4712", "number 4712 is printed on no page, which says 4711"),
        ("document_date", "2024-03-13", "date 2024-03-13 is printed on no page, which says 2024-03-12"),
        ("total_incl_vat", "1119.00", "total 1119.00 is printed on no page, which says 119.00"),
        (
            "iban",
            "DE02120300000000202051",
            "account DE02120300000000202051 is printed on no page, which says DE89370400440532013000",
        ),
    ],
)
def test_a_page_that_states_another_value_is_warned_of_with_both_values(
    field: str, value: str, said: str
) -> None:
    warnings = answer({field: (value,)}, document(PAGE), FOUND).warnings
    assert warnings == (f"the e-invoice's {said}: compare page and e-invoice before you pay",)


def test_a_number_or_date_that_no_rule_finds_on_the_page_contradicts_nothing() -> None:
    fields = {"document_number": ("4712",), "document_date": ("2024-03-13",)}
    assert answer(fields, document(PAGE)).warnings == ()


def test_an_unlikely_finding_contradicts_nothing() -> None:
    (number, _) = FOUND
    unlikely = number._replace(share=0.1)
    assert answer({"document_number": ("4712",)}, document(PAGE), (unlikely,)).warnings == ()


def test_rules_are_asked_only_where_a_value_is_printed_nowhere() -> None:
    asked = []

    def find() -> tuple[Finding, ...]:
        asked.append(1)
        return FOUND

    printed, schema = PrintedText(document(PAGE)), load_schema()
    same = EInvoice("cii", "test", {"document_number": ("4711",), "total_incl_vat": ("119.00",)})
    assert answer_from_einvoice(same, printed, schema, find=find).warnings == ()
    assert asked == []
    other = EInvoice("cii", "test", {"document_number": ("1",), "document_date": ("2020-01-01",)})
    assert len(answer_from_einvoice(other, printed, schema, find=find).warnings) == 2
    assert asked == [1]


def test_a_page_that_agrees_or_tells_nothing_is_not() -> None:
    fields = {"total_incl_vat": ("119.00",), "iban": ("DE89370400440532013000",)}
    assert answer(fields, document(PAGE)).warnings == ()
    assert answer(fields, document(["see the attached file"])).warnings == ()


def test_what_the_xml_itself_got_wrong_is_passed_on() -> None:
    assert answer({}, document(PAGE), warnings=("e-invoice: odd",)).warnings == ("e-invoice: odd",)


def test_a_country_is_shown_where_it_ends_the_address() -> None:
    fields = {
        "supplier_address": ("Ring 5, 80331 München",),
        "supplier_country": ("DE",),
        "receiver_address": ("Weg 1, 20095 Hamburg",),
        "receiver_country": ("DE",),
    }
    lines = [
        "made in Germany",
        *["filler"] * 5,
        "Ring 5",
        "80331 München",
        "Germany",
        *["filler"] * 5,
        "Weg 1",
        "20095 Hamburg",
        "Germany",
    ]
    found = answer(fields, document(lines)).fields
    rows = [found[name][0].box for name in ("supplier_country", "receiver_country")]
    assert [box and round(box.y0 / 0.03) for box in rows] == [8, 16]


def test_the_rules_read_what_the_pages_state_in_place_of_the_embedded_e_invoice() -> None:
    page = ["Kvarn AB", "Kvarngatan 3", "Invoice number: N-8", "Invoice date: 2024-03-02", "Total 25.00 SEK"]
    hybrid = replace(document(page), einvoice=ubl(7).encode())
    warnings: list[str] = []
    answer_of_embedded(hybrid, "auto", load_schema(), ("document_number",), warnings)
    assert warnings == [
        f"the e-invoice's {said}: compare page and e-invoice before you pay"
        for said in (
            "number N-7 is printed on no page, which says N-8",
            "date 2024-03-01 is printed on no page, which says 2024-03-02",
        )
    ]
