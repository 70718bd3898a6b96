"""What a page says beside the fields: why it charges no VAT, and the routing number of an authority."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from answers import answer, errors
from drawn_invoice import page

from paperformer.documents.einvoice import read_einvoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.statements import Statement, statements_of
from paperformer.extraction.result import Extraction

NO_VAT = {"total_vat": "0.00", "total_incl_vat": "200.00"}
ZERO = ({"rate": "0", "base": "200.00", "tax": "0.00"},)
BOX = (0.1, 0.2, 0.3, 0.22)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Rechnung", "Steuerschuldnerschaft des Leistungsempfängers"], {"BT-118": "AE"}),
        (["Faktura", "Omvänd betalningsskyldighet"], {"BT-118": "AE"}),
        (["Invoice", "VAT: reverse charge, article 196"], {"BT-118": "AE"}),
        (["Rechnung", "Das Rechnungsdatum entspricht dem Leistungsdatum."], {"BT-72": "BT-2"}),
        (["Rechnung", "Lieferdatum entspricht Rechnungsdatum"], {"BT-72": "BT-2"}),
        (["Rechnung", "Leistungsdatum = Rechnungsdatum"], {"BT-72": "BT-2"}),
        (["Invoice", "Date of supply is the same as the invoice date"], {"BT-72": "BT-2"}),
        (["Rechnung", "Das Rechnungsdatum entspricht dem Versanddatum."], {}),
        (["Facture", "TVA non applicable, art. 293 B du CGI"], {"BT-118": "E"}),
        (["Rechnung", "Kein Ausweis von Umsatzsteuer gemäß § 19 UStG"], {"BT-118": "E"}),
        (["Rechnung", "Steuerfreie Ausfuhrlieferung"], {"BT-118": "G"}),
        (["Reverse charge for part 1", "Part 2 is VAT exempt"], {}),
        (["Invoice", "We charge your card, in reverse order"], {}),
        (["Leitweg-ID: 04011000-12350-85"], {"BT-10": "04011000-12350-85"}),
        (["Leitweg-ID: 04011000-12350-86"], {}),
        (["04011000-12350-85", "99000000-18188-18"], {}),
        (["Auftrag 1804-12-31"], {}),
    ],
)
def test_a_page_that_says_one_thing_states_it(
    lines: Sequence[str], said: dict[str, str], tmp_path: Path
) -> None:
    found = statements_of(answer(), page(tmp_path / "a.pdf", lines))
    assert {one.term: one.value for one in found} == said
    assert all(one.text in lines or one.value == one.text for one in found)


def test_the_number_of_something_else_is_no_routing_number(tmp_path: Path) -> None:
    read = answer(order_number="04011000-12350-85")
    assert statements_of(read, page(tmp_path / "a.pdf", ["Auftrag 04011000-12350-85"])) == ()


def stating(category: str, text: str, read: Extraction) -> Extraction:
    return read.with_sources(None, (), None, (Statement("BT-118", category, text, 1, BOX),))


@pytest.mark.parametrize("category", ["AE", "E", "G"])
def test_what_is_not_taxed_has_the_category_and_reason_of_the_page(
    category: str, validator: Validator
) -> None:
    read = answer(shares=ZERO, receiver_vat_number="FR83404833048", receiver_country="FR", **NO_VAT)
    exported = stating(category, "as the page says", read).to_ubl()
    (share,) = exported.draft.invoice.groups["BG-23"]
    assert (share.first("BT-118"), share.first("BT-120")) == (category, "as the page says")
    lines = exported.draft.invoice.groups["BG-25"]
    assert {line.first("BT-151") for line in lines} == {category}
    assert errors(validator, exported.xml) == []


def test_taxed_lines_stay_taxed_whatever_the_page_says_of_others() -> None:
    invoice = draft_invoice(stating("E", "exempt", answer())).invoice
    assert [share.first("BT-118") for share in invoice.groups["BG-23"]] == ["S"]


def test_a_reverse_charge_requires_the_vat_number_of_the_buyer() -> None:
    read = stating("AE", "reverse charge", answer(shares=ZERO, **NO_VAT))
    problem = "receiver_vat_number (BT-48) is missing: a reverse charge requires it"
    assert draft_invoice(read).problems == (problem,)
    assert draft_invoice(read, known={"BT-48": "FR83404833048"}).problems == ()


def test_an_exempt_invoice_that_prints_only_its_total_is_complete(validator: Validator) -> None:
    read = answer(shares=(), total_vat=None, total_excl_vat=None, total_incl_vat="200.00")
    exported = stating("E", "TVA non applicable", read).to_ubl()
    invoice = exported.draft.invoice
    assert [invoice.first(term) for term in ("BT-109", "BT-110", "BT-112")] == ["200.00", "0.00", "200.00"]
    assert errors(validator, exported.xml) == []


def test_a_routing_number_is_the_reference_of_the_buyer() -> None:
    number = Statement("BT-10", "04011000-12350-85", "04011000-12350-85", 1, BOX)
    draft = draft_invoice(answer().with_sources(None, (), None, (number,)))
    term = draft.invoice.terms["BT-10"][0]
    assert term.text == "04011000-12350-85"
    assert term.origin is not None
    assert (term.origin.page, term.origin.box) == (1, BOX)


@pytest.mark.parametrize(
    ("stated", "reference"), [([], "Zimmer 7"), (["04011000-12345-34"], "04011000-12345-34")]
)
@pytest.mark.parametrize("write", [Extraction.to_ubl, Extraction.to_cii])
def test_a_labelled_reference_and_the_day_of_delivery_are_written_and_read_again(
    stated: list[str],
    reference: str,
    write,  # type: ignore[no-untyped-def]
    validator: Validator,
) -> None:
    read = answer(buyer_reference="Zimmer 7", delivery_date="2026-02-01")
    statements = tuple(Statement("BT-10", one, one, 1, BOX) for one in stated)
    exported = write(read.with_sources(None, (), None, statements))
    assert errors(validator, exported.xml) == []
    fields = read_einvoice(exported.xml).fields
    assert (fields["buyer_reference"], fields["delivery_date"]) == ((reference,), ("2026-02-01",))


def test_a_delivery_date_that_is_not_sure_is_left_out() -> None:
    draft = draft_invoice(answer(delivery_date="2026-02-01", unsure={"delivery_date": 0.9}))
    assert draft.invoice.first("BT-72") is None
    assert "BT-72" in [one.term for one in draft.left_out]


DELIVERED = (Statement("BT-72", "BT-2", "Leistungsdatum = Rechnungsdatum", 1, BOX),)


def test_goods_delivered_on_the_day_of_the_invoice_have_its_date(validator: Validator) -> None:
    exported = answer().with_sources(None, (), None, DELIVERED).to_ubl()
    assert exported.draft.invoice.first("BT-72") == "2026-02-03"
    assert ("BT-72", "Leistungsdatum = Rechnungsdatum") in [
        (one.term, one.reason) for one in exported.draft.derived
    ]
    assert errors(validator, exported.xml) == []


def test_a_printed_day_of_delivery_comes_first_and_a_doubtful_day_of_the_invoice_tells_nothing() -> None:
    printed = answer(delivery_date="2026-02-01").with_sources(None, (), None, DELIVERED)
    assert draft_invoice(printed).invoice.first("BT-72") == "2026-02-01"
    doubtful = answer(unsure={"document_date": 0.8}).with_sources(None, (), None, DELIVERED)
    assert draft_invoice(doubtful).invoice.first("BT-72") is None
