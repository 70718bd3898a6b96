"""An answer becomes an invoice in the terms of EN 16931, or is refused with the reasons."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from answers import LINES, answer, errors
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.documents.einvoice import read_einvoice
from paperformer.einvoicing.invoice import Group
from paperformer.einvoicing.reading import read_invoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.errors import InvoiceRefused
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.result import Extraction

CENT = Decimal("0.01")


def texts(group: Group) -> dict[str, str]:
    return {name: values[0].text for name, values in group.terms.items()}


def line_of(cells: dict[str, str], total: str, rate: str = "19") -> Group:
    """The one line of an invoice over ``total`` without VAT."""
    vat = str((Decimal(total) * Decimal(rate) / 100).quantize(CENT, ROUND_HALF_UP))
    incl = str(Decimal(total) + Decimal(vat))
    shares = [{"rate": rate, "base": total, "tax": vat}]
    draft = draft_invoice(answer([cells], shares, total_excl_vat=total, total_vat=vat, total_incl_vat=incl))
    assert draft.problems == ()
    return draft.invoice.groups["BG-25"][0]


# --- what is written


@pytest.mark.parametrize("write", [Extraction.to_ubl, Extraction.to_cii])
def test_a_complete_answer_is_valid(validator: Validator, write) -> None:  # type: ignore[no-untyped-def]
    exported = write(answer())
    assert errors(validator, exported.xml) == []
    assert read_invoice(exported.xml) == exported.draft.invoice


def test_the_terms_are_those_of_the_page() -> None:
    invoice = draft_invoice(answer()).invoice
    assert texts(invoice) == {
        "BT-24": "urn:cen.eu:en16931:2017", "BT-1": "2026-17", "BT-2": "2026-02-03", "BT-3": "380",
        "BT-5": "EUR", "BT-106": "200.00", "BT-109": "200.00", "BT-110": "38.00", "BT-112": "238.00",
        "BT-115": "238.00", "BT-27": "Säge & Sohn GmbH", "BT-35": "Waldweg 1", "BT-37": "Köln",
        "BT-38": "50667", "BT-40": "DE", "BT-31": "DE123456789", "BT-44": "Bau AG", "BT-50": "Ring 3",
        "BT-52": "Bonn", "BT-53": "53111", "BT-55": "DE", "BT-9": "2026-03-05",
    }  # fmt: skip
    assert [texts(line) for line in invoice.groups["BG-25"]] == [
        {"BT-126": "1", "BT-129": "10", "BT-130": "MTR", "BT-131": "150.00", "BT-153": "Balken",
         "BT-146": "15.00", "BT-151": "S", "BT-152": "19"},
        {"BT-126": "2", "BT-129": "1", "BT-130": "HUR", "BT-131": "50.00", "BT-153": "Beratung",
         "BT-146": "50.00", "BT-151": "S", "BT-152": "19"},
    ]  # fmt: skip
    assert [texts(share) for share in invoice.groups["BG-23"]] == [
        {"BT-116": "200.00", "BT-117": "38.00", "BT-118": "S", "BT-119": "19"}
    ]
    assert [texts(means) for means in invoice.groups["BG-16"]] == [
        {"BT-81": "30", "BT-84": "DE89370400440532013000"}
    ]


def test_the_side_file_tells_page_box_and_confidence_of_each_element() -> None:
    report = answer().to_ubl().report()
    (number,) = [one for one in report["elements"] if one["term"] == "BT-1"]
    assert number == {
        "path": "/Invoice/cbc:ID", "term": "BT-1", "value": "2026-17", "field": "document_number", "page": 1,
        "box": (0.1, 0.2, 0.3, 0.22), "confidence": 0.99, "text": "2026-17", "reason": "", "doubtful": False,
    }  # fmt: skip
    assert {"term": "BT-118", "value": "S", "page": None}.items() <= next(
        one for one in report["elements"] if one["term"] == "BT-118"
    ).items()


def test_what_is_derived_is_listed_with_its_reason() -> None:
    derived = {remark.term: remark.reason for remark in draft_invoice(answer()).derived}
    assert derived == {
        "BT-106": "the sum of the lines",
        "BT-115": "the total with VAT",
        "BG-23/BT-118": "standard rate: VAT is charged",
        "BT-81": "an account to pay to is printed: credit transfer",
    }


def test_what_the_page_does_not_say_is_left_out_and_listed() -> None:
    draft = draft_invoice(answer())
    assert ("BT-13", "receiver_order_number: the page does not say it") in [
        (remark.term, remark.reason) for remark in draft.left_out
    ]
    assert "BT-13" not in draft.invoice.terms


def test_a_doubtful_value_that_is_not_required_is_left_out() -> None:
    draft = draft_invoice(answer(order_number="A-1", unsure={"order_number": 0.9}))
    assert draft.problems == ()
    assert "BT-14" not in draft.invoice.terms
    assert [remark.value for remark in draft.left_out if remark.term == "BT-14"] == ["A-1"]


# --- what is refused


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"receiver_name": None}, "receiver_name (BT-44) is missing: the page does not say it"),
        ({"supplier_vat_number": None}, "supplier_vat_number (BT-31) is missing: the page does not say it"),
        (
            {"document_type": "reminder"},
            "document_type (BT-3) is reminder: only invoices and credit notes are",
        ),
        (
            {"total_incl_vat": "239.00"},
            "total_excl_vat and total_vat: the sum is 238.00, but total_incl_vat is 239.00",
        ),
        (
            {"total_excl_vat": "210.00", "total_incl_vat": "248.00"},
            "the purchase lines add up to 200.00, but total_excl_vat (BT-109) is 210.00",
        ),
        (
            {"amount_due": "100.00"},
            "amount_due (BT-115) is 100.00, not total_incl_vat 238.00: why is not known",
        ),
        (
            {"total_vat": "40.00", "total_incl_vat": "240.00"},
            "the VAT by rate: the sum is 38.00, but total_vat is 40.00",
        ),
    ],
)
def test_what_is_missing_or_does_not_add_up_is_refused(changes: dict[str, str | None], line: str) -> None:
    with pytest.raises(InvoiceRefused) as caught:
        answer(**changes).to_ubl()
    assert caught.value.message == line


def test_a_required_value_that_is_doubtful_is_refused_and_forced_with_a_mark() -> None:
    doubtful = answer(unsure={"document_number": 0.9})
    reason = "document_number (BT-1) is doubtful: '2026-17' is right with a probability of 0.90"
    with pytest.raises(InvoiceRefused) as caught:
        doubtful.to_ubl()
    assert caught.value.message == reason
    forced = doubtful.to_ubl(force=True)
    assert b"doubtful, compare with the page -->\n  <cbc:ID>2026-17</cbc:ID>" in forced.xml
    assert forced.report()["problems"] == [reason]


def test_each_reason_is_a_line() -> None:
    with pytest.raises(InvoiceRefused) as caught:
        answer(receiver_name=None, document_date=None).to_cii()
    assert [line.split()[0] for line in caught.value.message.split("\n")] == [
        "document_date",
        "receiver_name",
    ]


def test_an_answer_without_lines_is_refused() -> None:
    assert draft_invoice(answer(lines=[])).problems == (
        "purchase_lines (BG-25) is missing: no line was read",
    )


def test_a_line_whose_arithmetic_fails_is_refused() -> None:
    lines = [{**LINES[0], "quantity": "9"}, LINES[1]]
    assert draft_invoice(answer(lines=lines)).problems == ("purchase_lines[1]: 9 x 15.00 is not 150.00",)


def test_a_line_whose_arithmetic_fails_is_written_as_printed_if_forced() -> None:
    lines = [{**LINES[0], "quantity": "9", "discount": "3%"}, LINES[1]]
    exported = answer(lines=lines).to_ubl(force=True)
    first, second = exported.draft.invoice.groups["BG-25"]
    assert [first.first(term) for term in ("BT-129", "BT-146", "BT-131")] == ["9", "15.00", "150.00"]
    assert first.groups["BG-27"][0].first("BT-136") == "4.05"
    doubtful = [one.origin is not None and one.origin.doubtful for one in first.terms["BT-131"]]
    assert doubtful == [True]
    assert second.terms["BT-131"][0].origin is not None
    assert not second.terms["BT-131"][0].origin.doubtful
    assert exported.draft.problems == ("purchase_lines[1]: 9 x 15.00, less the discount, is not 150.00",)


def test_lines_that_no_printed_total_confirms_must_be_sure_themselves() -> None:
    draft = draft_invoice(answer(unsure={"total_incl_vat": 0.9, "total_excl_vat": 0.9}))
    assert [line.partition(" is doubtful")[0] for line in draft.problems] == [
        "total_excl_vat (BT-109)", "total_incl_vat (BT-112)", "purchase_lines[1] (BG-25)",
        "purchase_lines[2] (BG-25)",
    ]  # fmt: skip


def test_a_doubtful_total_is_confirmed_by_the_sums() -> None:
    draft = draft_invoice(answer(unsure={"total_vat": 0.7, "total_excl_vat": 0.7}))
    assert draft.problems == ()
    origin = draft.invoice.terms["BT-110"][0].origin
    assert origin is not None
    assert (origin.confidence, origin.reason, origin.doubtful) == (0.7, "confirmed by the sums", False)


# --- the arithmetic of lines


def test_a_printed_discount_is_an_allowance_of_the_line() -> None:
    cells = {"description": "x", "quantity": "4", "unit_price": "25.00", "discount": "10%", "total": "90.00"}
    line = line_of(cells, "90.00")
    assert texts(line.groups["BG-27"][0]) == {
        "BT-136": "10.00", "BT-140": "95", "BT-137": "100.00", "BT-138": "10.00",
    }  # fmt: skip


def test_a_line_without_quantity_and_price_is_once_its_amount() -> None:
    line = texts(line_of({"description": "Pauschale", "total": "90.00"}, "90.00"))
    assert (line["BT-129"], line["BT-146"], line["BT-130"]) == ("1", "90.00", "C62")


def test_a_quantity_follows_from_price_and_amount() -> None:
    assert (
        texts(line_of({"description": "x", "unit_price": "30.00", "total": "90.00"}, "90.00"))["BT-129"]
        == "3"
    )


def test_a_price_that_does_not_divide_is_the_price_of_all_units() -> None:
    line = texts(line_of({"description": "x", "quantity": "3", "total": "100.00"}, "100.00"))
    assert (line["BT-129"], line["BT-146"], line["BT-149"]) == ("3", "100.00", "3")


def test_a_rounded_price_is_replaced_by_the_price_of_all_units() -> None:
    cells = {"description": "x", "quantity": "300", "unit_price": "0.33", "total": "100.00"}
    line = texts(line_of(cells, "100.00"))
    assert (line["BT-146"], line["BT-149"], line["BT-131"]) == ("100.00", "300", "100.00")


@pytest.mark.parametrize(
    ("quantity", "price", "base"),
    [("2400", "9.80", "100"), ("5000", "47.04", "1000"), ("145", "97.32", "60")],
)
def test_a_price_of_more_units_than_one_names_them(quantity: str, price: str, base: str) -> None:
    cells = {"description": "x", "quantity": quantity, "unit_price": price, "total": "235.20"}
    line = texts(line_of(cells, "235.20"))
    assert (line["BT-129"], line["BT-146"], line["BT-149"], line["BT-131"]) == (
        quantity,
        price,
        base,
        "235.20",
    )


def test_a_negative_price_becomes_a_negative_quantity() -> None:
    lines = [
        *LINES,
        {"description": "Gutschrift", "quantity": "1", "unit_price": "-20.00", "total": "-20.00"},
    ]
    shares = [{"rate": "19", "base": "180.00", "tax": "34.20"}]
    draft = draft_invoice(
        answer(lines, shares, total_excl_vat="180.00", total_vat="34.20", total_incl_vat="214.20")
    )
    assert draft.problems == ()
    line = texts(draft.invoice.groups["BG-25"][2])
    assert (line["BT-129"], line["BT-146"], line["BT-131"]) == ("-1", "20.00", "-20.00")


def test_amounts_that_include_vat_are_written_without() -> None:
    lines = [{"description": "x", "quantity": "2", "unit_price": "59.50", "total": "119.00"}]
    draft = draft_invoice(
        answer(lines, [], total_excl_vat="100.00", total_vat="19.00", total_incl_vat="119.00")
    )
    assert draft.problems == ()
    line = texts(draft.invoice.groups["BG-25"][0])
    assert (line["BT-131"], line["BT-146"], line["BT-152"]) == ("100.00", "50.00", "19")


def test_an_unknown_unit_is_one_and_listed() -> None:
    lines = [{**LINES[0], "unit": "Fuhre"}, LINES[1]]
    derived = {remark.term: remark.reason for remark in draft_invoice(answer(lines)).derived}
    assert derived["BG-25[1]/BT-130"] == "no code is known for the unit 'Fuhre': assumed to be C62 (one)"


# --- sums and what explains them


def test_a_zero_rate_is_the_category_z(validator: Validator) -> None:
    shares = [{"rate": "0", "base": "200.00", "tax": "0.00"}]
    zero = answer(shares=shares, total_vat="0.00", total_incl_vat="200.00").to_ubl()
    assert zero.draft.invoice.groups["BG-23"][0].first("BT-118") == "Z"
    assert errors(validator, zero.xml) == []


def test_the_only_rate_follows_from_the_totals() -> None:
    draft = draft_invoice(answer(shares=[]))
    assert draft.problems == ()
    assert draft.invoice.groups["BG-23"][0].first("BT-119") == "19"


def test_a_total_that_is_missing_follows_from_the_other_two() -> None:
    draft = draft_invoice(answer(total_excl_vat=None))
    assert draft.problems == ()
    assert draft.invoice.first("BT-109") == "200.00"


@pytest.mark.parametrize("rounding", ["-0.25", None])
def test_cash_rounding_is_written(validator: Validator, rounding: str | None) -> None:
    exported = answer(
        [{"description": "x", "quantity": "1", "unit_price": "200.21", "total": "200.21"}],
        [],
        total_excl_vat="200.21",
        total_vat="38.04",
        total_incl_vat="238.25",
        rounding=rounding,
        amount_due="238.00",
    ).to_ubl()
    invoice = exported.draft.invoice
    assert (invoice.first("BT-114"), invoice.first("BT-115")) == ("-0.25", "238.00")
    assert errors(validator, exported.xml) == []


def charge(label: str, amount: str, **kind: bool) -> SumRow:
    return SumRow(label, Decimal(amount), 1, (0.1, 0.8, 0.2, 0.81), **kind)


def test_freight_that_the_page_names_is_a_charge(validator: Validator) -> None:
    read = answer(
        shares=[{"rate": "19", "base": "210.00", "tax": "39.90"}],
        total_excl_vat="210.00", total_vat="39.90", total_incl_vat="249.90",
    ).with_sources(None, (charge("Summe", "200.00"), charge("Fracht", "10.00")))  # fmt: skip
    exported = read.to_ubl()
    (group,) = exported.draft.invoice.groups["BG-21"]
    assert texts(group) == {"BT-99": "10.00", "BT-104": "Fracht", "BT-102": "S", "BT-103": "19"}
    assert exported.draft.invoice.first("BT-108") == "10.00"
    assert errors(validator, exported.xml) == []
    assert errors(validator, read.to_cii().xml) == []


def test_freight_explains_nothing_where_the_sum_of_the_lines_is_not_printed() -> None:
    read = answer(shares=[], total_excl_vat="210.00", total_vat="39.90", total_incl_vat="249.90")
    problems = draft_invoice(read.with_sources(None, (charge("Fracht", "10.00"),))).problems
    assert problems == ("the purchase lines add up to 200.00, but total_excl_vat (BT-109) is 210.00",)


def test_a_discount_and_freight_together_explain_a_total(validator: Validator) -> None:
    rows = (charge("Summe", "200.00"), charge("Rabatt 10 %", "-20.00"), charge("Fracht", "5.00"))
    read = answer(
        shares=[], total_excl_vat="185.00", total_vat="35.15", total_incl_vat="220.15"
    ).with_sources(None, rows)
    exported = read.to_ubl()
    assert texts(exported.draft.invoice.groups["BG-20"][0])["BT-92"] == "20.00"
    assert texts(exported.draft.invoice.groups["BG-21"][0])["BT-99"] == "5.00"
    assert errors(validator, exported.xml) == []


def test_a_payment_that_the_page_names_is_written(validator: Validator) -> None:
    paid = charge("Anzahlung", "-38.00", is_payment=True)
    exported = answer(amount_due="200.00").with_sources(None, (paid,)).to_ubl()
    assert exported.draft.invoice.first("BT-113") == "38.00"
    assert errors(validator, exported.xml) == []


def test_of_a_paid_invoice_nothing_is_due(validator: Validator) -> None:
    exported = answer(amount_due="0.00", due_date=None).to_ubl()
    assert (exported.draft.invoice.first("BT-113"), exported.draft.invoice.first("BT-115")) == (
        "238.00",
        "0.00",
    )
    assert errors(validator, exported.xml) == []


def test_a_credit_note_that_prints_negative_amounts_credits_positive_ones(validator: Validator) -> None:
    lines = [{**line, "quantity": f"-{line['quantity']}", "total": f"-{line['total']}"} for line in LINES]
    shares = [{"rate": "19", "base": "-200.00", "tax": "-38.00"}]
    exported = answer(
        lines, shares, document_type="credit_note", total_excl_vat="-200.00", total_vat="-38.00",
        total_incl_vat="-238.00",
    ).to_ubl()  # fmt: skip
    assert b"<CreditNote " in exported.xml
    assert exported.draft.invoice.first("BT-115") == "238.00"
    assert [texts(line)["BT-131"] for line in exported.draft.invoice.groups["BG-25"]] == ["150.00", "50.00"]
    assert errors(validator, exported.xml) == []


# --- parties, payment, profiles


def test_a_country_follows_from_the_vat_number() -> None:
    draft = draft_invoice(answer(supplier_country=None, supplier_vat_number="EL123456789"))
    assert draft.problems == ()
    assert draft.invoice.first("BT-40") == "GR"


def test_a_doubtful_country_is_confirmed_by_the_vat_number() -> None:
    draft = draft_invoice(answer(unsure={"supplier_country": 0.6}))
    assert draft.problems == ()


def test_a_national_tax_number_names_the_company_where_no_other_number_does() -> None:
    alone = draft_invoice(answer(supplier_vat_number="123/456/7890"))
    assert (alone.invoice.first("BT-32"), alone.invoice.first("BT-29")) == ("123/456/7890",) * 2
    assert alone.problems == ()
    assert "BT-29" in [one.term for one in alone.derived]
    known = draft_invoice(answer(supplier_vat_number="123/456/7890", supplier_organisation_number="HRB:12"))
    assert (known.invoice.first("BT-32"), known.invoice.first("BT-30")) == ("123/456/7890", "HRB 12")
    assert known.invoice.first("BT-29") is None
    assert known.problems == ()


def test_a_transfer_without_an_account_is_left_out() -> None:
    draft = draft_invoice(answer(iban=None, payment_method="transfer"))
    assert "BG-16" not in draft.invoice.groups
    assert "a transfer needs an account (BR-61), and none is sure" in [one.reason for one in draft.left_out]


@pytest.mark.parametrize(
    ("national", "accounts"),
    [("5050-1055", ["DE89370400440532013000", "5050-1055"]), ("0532013000", ["DE89370400440532013000"])],
)
def test_a_second_account_is_another_means_of_payment_unless_the_iban_holds_it(
    national: str, accounts: list[str], validator: Validator
) -> None:
    exported = answer(bank_account_number=national).to_ubl()
    means = exported.draft.invoice.groups["BG-16"]
    assert [one.first("BT-84") for one in means] == accounts
    assert errors(validator, exported.xml) == []


@pytest.mark.parametrize(("method", "code"), [("card", "48"), ("direct_debit", "49"), ("cash", "10")])
def test_the_means_of_payment_have_the_codes_of_untdid_4461(method: str, code: str) -> None:
    (means,) = draft_invoice(answer(iban=None, payment_method=method)).invoice.groups["BG-16"]
    assert means.first("BT-81") == code


def test_peppol_asks_for_electronic_addresses_which_the_caller_may_know(validator: Validator) -> None:
    with pytest.raises(InvoiceRefused) as caught:
        answer().to_ubl("peppol")
    assert [line.split(" is missing")[0] for line in caught.value.message.split("\n")] == [
        "BT-34", "BT-49", "BT-10 or BT-13",
    ]  # fmt: skip
    known = {"BT-34": "9930:DE123456789", "BT-49": "0088:4012345000023", "BT-10": "K-1"}
    exported = answer().to_ubl("peppol", known=known)
    assert b'<cbc:EndpointID schemeID="9930">DE123456789</cbc:EndpointID>' in exported.xml
    assert read_einvoice(exported.xml).profile.endswith("poacc:billing:3.0")
    assert errors(validator, exported.xml) == []


def test_what_the_caller_knows_replaces_what_is_missing() -> None:
    draft = draft_invoice(answer(receiver_name=None), known={"BT-44": "Bau AG"})
    assert draft.problems == ()
    assert draft.invoice.first("BT-44") == "Bau AG"


# --- whatever the invoice

AMOUNTS = st.decimals("0.01", "9999", places=2)
QUANTITIES = st.decimals("0.01", "500", places=2)


@settings(max_examples=30)
@given(
    lines=st.lists(st.tuples(QUANTITIES, AMOUNTS, st.sampled_from(["0", "7", "19"])), min_size=1, max_size=6),
    due=st.booleans(),
)
def test_every_sound_invoice_is_written_with_its_own_amounts_and_is_valid(
    validator: Validator, lines: list[tuple[Decimal, Decimal, str]], due: bool
) -> None:
    totals = [(quantity * price).quantize(CENT, ROUND_HALF_UP) for quantity, price, _ in lines]
    bases: dict[str, Decimal] = {}
    for (_, _, rate), total in zip(lines, totals, strict=True):
        bases[rate] = bases.get(rate, Decimal(0)) + total
    if not all(totals):
        return
    taxes = {rate: (base * Decimal(rate) / 100).quantize(CENT, ROUND_HALF_UP) for rate, base in bases.items()}
    excl, vat = sum(totals), sum(taxes.values())
    exported = answer(
        [
            {"description": "x", "quantity": str(quantity), "unit_price": str(price), "vat_rate": rate,
             "total": str(total)}
            for (quantity, price, rate), total in zip(lines, totals, strict=True)
        ],
        [{"rate": rate, "base": str(base), "tax": str(taxes[rate])} for rate, base in bases.items()],
        total_excl_vat=str(excl), total_vat=str(vat), total_incl_vat=str(excl + vat),
        amount_due=str(excl + vat) if due else None,
    ).to_ubl()  # fmt: skip
    assert errors(validator, exported.xml) == []
    read = read_einvoice(exported.xml)
    assert [Decimal(line.total or "") for line in read.purchase_lines] == totals
    assert [Decimal(read.fields[name][0]) for name in ("total_excl_vat", "total_vat", "amount_due")] == [
        excl, vat, excl + vat,
    ]  # fmt: skip


def test_an_e_invoice_that_answered_is_written_whole() -> None:
    """What the answer has no field for (here the buyer's reference) is kept."""
    ubl = answer().to_ubl("peppol", known={"BT-34": "9930:DE1", "BT-49": "9930:DE2", "BT-10": "K-1"})
    cii = answer().with_sources(ubl.xml, ()).to_cii()
    assert cii.draft.invoice.first("BT-10") == "K-1"
    assert cii.draft.invoice.first("BT-24") == "urn:cen.eu:en16931:2017"
    assert read_invoice(cii.xml).groups == read_invoice(ubl.xml).groups


def test_shares_without_a_base_are_compared_by_their_tax() -> None:
    assert draft_invoice(answer(shares=[{"rate": "19", "tax": "38.00"}])).problems == ()
