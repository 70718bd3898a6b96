"""VAT numbers belong to the party in whose place they stand; accounts and dates are what is around them."""

from __future__ import annotations

import pytest

from paperformer.extraction.doubts.customer_accounts import weigh_accounts
from paperformer.extraction.doubts.labelled_otherwise import weigh_by_label
from paperformer.extraction.parties.contacts import is_addressed_person
from paperformer.extraction.parties.departments import with_owners
from paperformer.extraction.parties.numbers_in_addresses import weigh_numbers_in_addresses
from paperformer.extraction.parties.party_numbers import weigh_numbers
from paperformer.extraction.parties.salutations import with_names
from paperformer.extraction.payment.discount_dates import weigh_discounts, with_full_sums
from paperformer.extraction.resolve import resolve
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.shares_of_totals import weigh_shares
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.party_words import PartyWords, party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.totals import CENT
from typed_page import Cells, candidate, typed

BILL_TO: tuple[Cells | str, ...] = (
    [(5, "Linear Orbit, Inc."), (50, "Bill to")],
    [(5, "2261 Market Street"), (50, "Kvarnby Data AB")],
    [(5, "San Francisco"), (50, "211 42 Malmö")],
    [(5, "US EIN 84-3921174"), (50, "SE VAT SE556812345801")],
)
TWO_BLOCKS: tuple[Cells | str, ...] = (
    [(5, "Van Acker BV")],
    [(5, "9000 Gent")],
    [(5, "BTW BE0403170701")],
    "",
    [(60, "Toneelhuis Minard vzw")],
    [(60, "9000 Gent")],
    [(60, "BTW BE0417497106")],
)


def numbers(rows: tuple[Cells | str, ...], *candidates: tuple[str, str]) -> dict[str, list[float]]:
    """What is left of 0.8 for each candidate, a field and a print, by field."""
    page = typed(*rows)
    proposed: dict[str, list[Scored]] = {}
    for field, text in candidates:
        proposed.setdefault(field, []).append(candidate(page, field, text))
    weigh_numbers(proposed, page.words, party_words(label_lines(page, load_schema())))
    return {field: [one.probability for one in found] for field, found in proposed.items()}


def test_the_only_vat_number_is_the_buyers_where_it_stands_under_its_name() -> None:
    found = numbers(
        BILL_TO,
        ("receiver_name", "Kvarnby Data AB"),
        ("supplier_vat_number", "SE556812345801"),
        ("receiver_vat_number", "SE556812345801"),
    )
    assert found["receiver_vat_number"] == [0.8]
    assert found["supplier_vat_number"][0] < 0.3


def test_without_headings_it_is_the_one_in_the_block_under_the_name() -> None:
    found = numbers(
        TWO_BLOCKS,
        ("supplier_name", "Van Acker BV"),
        ("supplier_vat_number", "BE0403170701"),
        ("supplier_vat_number", "BE0417497106"),
        ("receiver_vat_number", "BE0403170701"),
        ("receiver_vat_number", "BE0417497106"),
    )
    sellers, buyers = found["supplier_vat_number"], found["receiver_vat_number"]
    assert sellers[0] == 0.8 > 0.3 > sellers[1]
    assert buyers[1] == 0.8 > 0.3 > buyers[0]


@pytest.mark.parametrize("heading", ["Bill to:", "Contoso Ltd"])
def test_a_block_ends_where_the_other_partys_begins(heading: str) -> None:
    rows = ["Fabrikam Ltd", "VAT GB823847609", "Bill to:", "Contoso Ltd", "VAT DE136695976"]
    if heading != "Bill to:":
        rows.remove("Bill to:")
    found = numbers(
        tuple(rows),
        ("supplier_name", "Fabrikam Ltd"),
        ("receiver_name", "Contoso Ltd"),
        ("receiver_vat_number", "DE136695976"),
        ("supplier_vat_number", "DE136695976"),
        ("supplier_vat_number", "GB823847609"),
    )
    assert found["receiver_vat_number"] == [0.8]
    assert found["supplier_vat_number"][0] < 0.3 < found["supplier_vat_number"][1]


def test_where_no_place_tells_nothing_is_weighed() -> None:
    found = numbers(
        TWO_BLOCKS, ("supplier_vat_number", "BE0403170701"), ("receiver_vat_number", "BE0417497106")
    )
    assert found == {"supplier_vat_number": [0.8], "receiver_vat_number": [0.8]}


def test_the_line_of_the_sender_above_the_receivers_address_opens_no_block() -> None:
    found = numbers(
        ([(5, "Wavre Services SC - Rue 118, 7619 Namur")], [(5, "Mairie")], [(5, "TVA: BE0808762244")]),
        ("supplier_name", "Wavre Services SC"),
        ("receiver_vat_number", "BE0808762244"),
    )
    assert found["receiver_vat_number"] == [0.8]


def test_a_block_ends_at_a_gap_and_at_another_left_edge() -> None:
    apart = numbers(
        ([(5, "Berg AB")], [(5, "Gatan 1")], "", "", [(5, "VAT BE0808762244")]),
        ("supplier_name", "Berg AB"),
        ("receiver_vat_number", "BE0808762244"),
    )
    beside = numbers(
        ([(5, "Berg AB")], [(40, "VAT BE0808762244")]),
        ("supplier_name", "Berg AB"),
        ("receiver_vat_number", "BE0808762244"),
    )
    assert apart["receiver_vat_number"] == beside["receiver_vat_number"] == [0.8]


@pytest.mark.parametrize(("checked", "left"), [(True, 0.75), (False, 0.25), (None, 0.25)])
def test_a_number_in_its_partys_block_is_that_partys_where_its_check_digits_hold(
    checked: bool | None, left: float
) -> None:
    page = typed(*TWO_BLOCKS)
    number = candidate(page, "receiver_vat_number", "BE0417497106", 0.25)._replace(checked=checked)
    proposed = {
        "receiver_name": [candidate(page, "receiver_name", "Toneelhuis Minard vzw")],
        "receiver_vat_number": [number],
    }
    weigh_numbers(proposed, page.words, PartyWords())
    assert [one.probability for one in proposed["receiver_vat_number"]] == [left]


def test_a_label_right_of_another_in_the_block_is_the_partys_too() -> None:
    rows: tuple[Cells | str, ...] = (
        [(5, "Cap s.r.o.")],
        [(5, "602 00 Brno")],
        [(5, "IČ: 27481191"), (25, "DIČ: CZ27481191")],
        "",
        [(50, "Hotel a.s.")],
        [(50, "586 01 Jihlava")],
        [(50, "IČ: 61047287"), (75, "DIČ: CZ61047287")],
    )
    found = numbers(
        rows,
        ("supplier_name", "Cap s.r.o."),
        ("supplier_vat_number", "CZ27481191"),
        ("supplier_vat_number", "CZ61047287"),
        ("receiver_name", "Hotel a.s."),
    )
    own, other = found["supplier_vat_number"]
    assert own == 0.8
    assert other < 0.3


def account(rows: list[Cells | str], claimed_by: str | None) -> float:
    """What is left of 0.8 for the number of an account, which another field may claim."""
    page = typed(*rows)
    proposed = {"bank_account_number": [candidate(page, "bank_account_number", "912837465012")]}
    if claimed_by:
        proposed[claimed_by] = [candidate(page, claimed_by, "912837465012", 0.2)]
    weigh_accounts(proposed, page.words)
    return proposed["bank_account_number"][0].probability


@pytest.mark.parametrize(
    "rows",
    [
        ["Account number: 912837465012"],
        ["Account number:", "912837465012"],
        ["N° de compte : 912837465012"],
    ],
    ids=["beside", "below", "French"],
)
def test_account_numbers_are_the_customers_where_that_may_be_and_no_bank_is_near(
    rows: list[Cells | str],
) -> None:
    assert account(rows, "customer_number") < 0.2
    assert account(rows, None) == 0.8, "nothing else claims it"
    assert account([*rows, "Energy used 412 kWh"], None) < 0.2, "of a supplier of power"


@pytest.mark.parametrize(
    "rows",
    [
        ["Bank Name : HDFC Bank", "Account number: 912837465012"],
        [[(5, "Sort code 20-11-43"), (40, "Account number: 912837465012")]],
        ["Please pay Lakeside Plumbing, Barclays 20-11-43", "Account number: 912837465012"],
        ["Règlement : Crédit Mutuel", "N° de compte : 912837465012"],
        ["Bankkonto 912837465012"],
        [*[""] * 42, "Account number: 912837465012"],
    ],
    ids=["by a bank", "by a sort code", "by its digits", "French", "of its own name", "at the foot"],
)
def test_they_are_the_sellers_where_banks_are_spoken_of(rows: list[Cells | str]) -> None:
    assert account(rows, "customer_number") == 0.8


def test_a_discounts_last_day_is_not_the_due_date_where_a_later_one_is_printed() -> None:
    page = typed("Bei Zahlung bis 28.06.2025 2 % Skonto,", "zahlbar bis 18.07.2025 ohne Abzug.")
    early = candidate(page, "due_date", "28.06.2025")._replace(value="2025-06-28")
    late = candidate(page, "due_date", "18.07.2025")._replace(value="2025-07-18", probability=0.3)
    weighed = weigh_discounts([early, late], page.words)
    assert weighed[0].probability < 0.1
    assert weighed[1] == late
    assert weigh_discounts([early], page.words) == [early], "it is all there is"


@pytest.mark.parametrize(
    ("row", "days"),
    [
        ("Bis zum 16.09.2026 ohne Abzug", ["2026-09-16"]),
        ("Zahlbar ohne Abschlag bis 20.11.2018", ["2018-11-20"]),
        ("Payable by 16/09/2026 in full", ["2026-09-16"]),
        ("Bis zum 06.09.2026 erhalten Sie 2,000 % Skonto", []),
        ("gültig bis zum 16.09.2026", []),
        ("16.09.2026 ohne Abzug", []),
    ],
)
def test_until_when_all_is_to_be_paid_is_when_it_is_due(row: str, days: list[str]) -> None:
    page = typed(row)
    context = infer_context(page.words)
    found = with_full_sums([], page.words, printed_of(page.words), context)
    assert [one.value for one in found] == days


def test_a_discount_behind_the_next_date_says_nothing_of_the_first() -> None:
    page = typed("Fällig 28.06.2025, bei Zahlung bis 18.07.2025 2 % Skonto.")
    first = candidate(page, "due_date", "28.06.2025,")._replace(value="2025-06-28")
    late = candidate(page, "due_date", "18.07.2025")._replace(value="2025-07-18")
    assert weigh_discounts([first, late], page.words)[0] == first


@pytest.mark.parametrize(
    "clause",
    [
        "Zahlbar bis 28.06.2025 ohne Skonto",
        "Échéance 28.06.2025 - Pas d'escompte",
        "Due 28.06.2025 discount 0.00 %",
    ],
    ids=["German", "French", "nil"],
)
def test_no_discount_is_none(clause: str) -> None:
    page = typed(clause, "18.07.2025")
    due = candidate(page, "due_date", "28.06.2025")._replace(value="2025-06-28")
    late = candidate(page, "due_date", "18.07.2025")._replace(value="2025-07-18")
    assert weigh_discounts([due, late], page.words) == [due, late]


def test_a_discount_on_the_next_line_has_a_date_of_its_own() -> None:
    page = typed(
        "Zahlbar ohne Abschlag bis 20.11.2018", "Zahlbar mit 2% Skonto bis 14.11.2018", "am 21.11.2018"
    )
    due = candidate(page, "due_date", "20.11.2018")._replace(value="2018-11-20")
    late = candidate(page, "due_date", "21.11.2018")._replace(value="2018-11-21")
    assert weigh_discounts([due, late], page.words) == [due, late]


def test_a_date_that_is_also_printed_without_the_discount_may_be_the_due_date() -> None:
    page = typed("Bei Zahlung bis 06.06.2026 2 % Skonto", "Fälligkeit 06.06.2026", "Fälligkeit 13.06.2026")
    early = candidate(page, "due_date", "06.06.2026")._replace(value="2026-06-06")
    late = candidate(page, "due_date", "13.06.2026")._replace(value="2026-06-13")
    assert weigh_discounts([early, late], page.words) == [early, late]


def test_dutch_pages_are_no_bank_code() -> None:
    page = typed([(5, "Boekjes 16 blz."), (40, "1200")], "BLZ 50010517")
    pages, bank = (candidate(page, "bank_registration_number", text) for text in ("1200", "50010517"))
    weighed = weigh_by_label("bank_registration_number", [pages, bank], page.words)
    assert weighed[0].probability < 0.1
    assert weighed[1] == bank


@pytest.mark.parametrize(
    ("name", "rows", "found"),
    [
        ("Frau", [[(60, "Frau")], [(60, "Regula Ammann")]], "Regula Ammann"),
        ("Firma", [[(5, "Tel. 1"), (60, "Firma")], [(5, "Ort"), (60, "Berg GmbH")]], "Berg GmbH"),
        ("Spett.le", [[(60, "Spett.le")], [(60, "Edilnova S.r.l.")]], "Edilnova S.r.l."),
        (
            "Monsieur et Madame",
            [[(60, "Monsieur et Madame")], [(60, "Julien et Aurore Mazet")]],
            "Julien et Aurore Mazet",
        ),
        ("Frau", [[(60, "Frau")], [(60, "REGULA AMMANN")]], "REGULA AMMANN"),
        ("Frau Holle GmbH", [[(60, "Frau Holle GmbH")], [(60, "Berg GmbH")]], "Frau Holle GmbH"),
        ("Herrn Karl Berg", [[(60, "Herrn Karl Berg")]], "Herrn Karl Berg"),
    ],
)
def test_a_form_of_address_alone_gives_its_place_to_the_name_below(
    name: str, rows: list[Cells], found: str
) -> None:
    page = typed(*rows)
    (one,) = with_names([candidate(page, "receiver_name", name)], page.words)
    assert (one.value, one.text, one.probability) == (found, found, 0.8)
    assert " ".join(page.words[index].text for index in one.words) == found


def test_a_form_of_address_above_no_name_counts_less() -> None:
    page = typed([(60, "Frau")], [(60, "8706 Meilen")])
    (one,) = with_names([candidate(page, "receiver_name", "Frau")], page.words)
    assert one.probability < 0.1


@pytest.mark.parametrize(
    ("above", "name", "found"),
    [
        ("Gemeinde Thun", "Liegenschaftsverwaltung", "Gemeinde Thun"),
        ("Acme Tools Inc", "Accounts Payable", "Acme Tools Inc"),
        ("Mairie de Brest", "Service comptabilité", "Mairie de Brest"),
        ("Rechnung an:", "Buchhaltung", "Buchhaltung"),
        ("3600 Thun", "Buchhaltung", "Buchhaltung"),
        ("Frau Anna Berg", "Abteilung Plus GmbH", "Abteilung Plus GmbH"),
        ("Frau Anna Berg", "Service Master", "Service Master"),
        ("City of Austin", "Austin Fire Department", "Austin Fire Department"),
        ("Frau Anna Berg", "Hausverwaltung", "Hausverwaltung"),
        ("An die", "Buchhaltung", "Buchhaltung"),
    ],
)
def test_a_department_gives_its_place_to_whom_it_is_of(above: str, name: str, found: str) -> None:
    page = typed([(55, above)], [(55, name)])
    (one,) = with_owners([candidate(page, "receiver_name", name)], page.words)
    assert one.value == found
    assert " ".join(page.words[index].text for index in one.words) == found


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Attn: Karen Holt", "Karen Holt"),
        ("Attn: Karen Holt", "Attn: Karen Holt"),
        ("T.a.v. mevrouw Jansen", "T.a.v. mevrouw Jansen"),
        ("z. Hd. Frau Krüger", "Frau Krüger"),
        ("À l'attention de Luc Roy", "Luc Roy"),
        ("FAO: Ann Roe", "Ann Roe"),
    ],
)
def test_whose_attention_a_letter_is_for_is_not_who_buys(line: str, name: str) -> None:
    page = typed("Mountain View", line, "12 Ridge Pkwy")
    (one,) = with_owners([candidate(page, "receiver_name", name)], page.words)
    assert one.value == "Mountain View"


@pytest.mark.parametrize(("line", "name"), [
    ("c/o Isännöinti Virtanen Oy", "c/o Isännöinti Virtanen Oy"),
    ("c/o Isännöinti Virtanen Oy", "Isännöinti Virtanen Oy"),
    ("p/a Syndic Immo Delvaux SRL", "p/a Syndic Immo Delvaux SRL"),
    ("P/A Syndic Immo Delvaux SRL", "Asunto Kielotie P/A Syndic Immo Delvaux SRL"),
])  # fmt: skip
def test_in_whose_care_a_letter_goes_is_not_who_buys(line: str, name: str) -> None:
    page = typed([(60, "Asunto Kielotie")], [(60, line)], [(60, "9000 Gent")])
    found = with_owners([candidate(page, "receiver_name", name)], page.words)
    assert [one.value for one in found] == ["Asunto Kielotie"]


def test_in_whose_care_a_letter_goes_stays_where_nobody_stands_above() -> None:
    page = typed([(60, "c/o Virtanen Oy")], [(60, "9000 Gent")])
    found = with_owners([candidate(page, "receiver_name", "c/o Virtanen Oy")], page.words)
    assert [one.value for one in found] == ["c/o Virtanen Oy"]


@pytest.mark.parametrize("name", ["C. A. Johnson", "K. A. Nielsen", "FAO Schwarz", "Attention Span Media"])
def test_initials_and_names_are_no_marks_of_attention(name: str) -> None:
    page = typed("Privat und vertraulich", name, "12 Park Road")
    one = candidate(page, "receiver_name", name)
    assert with_owners([one], page.words) == [one]


def test_a_person_above_a_companys_name_gives_way_to_it() -> None:
    page = typed("Martin Kovac", "Kovac Bikes d.o.o.", "Ilica 42")
    person = candidate(page, "receiver_name", "Martin Kovac")
    company = candidate(page, "receiver_name", "Kovac Bikes d.o.o.", 0.05)
    assert [one.value for one in with_owners([person, company], page.words)] == ["Kovac Bikes d.o.o."] * 2
    assert with_owners([person], page.words) == [person]
    seller = candidate(page, "supplier_name", "Kovac Bikes d.o.o.")
    assert with_owners([person, company], page.words, (), [seller]) == [person, company]
    house = typed("Martin Kovac", "Villa Kovac", "Ilica 42")
    person, villa = (candidate(house, "receiver_name", text) for text in ("Martin Kovac", "Villa Kovac"))
    assert with_owners([person, villa], house.words) == [person, villa]


def test_a_person_who_is_addressed_gives_way_to_a_likely_name_above() -> None:
    page = typed("Yogastudio Balance", "Frau Ines Krüger", "Torstr. 101")
    person = candidate(page, "receiver_name", "Frau Ines Krüger")
    studio = candidate(page, "receiver_name", "Yogastudio Balance", 0.2)
    assert [one.value for one in with_owners([person, studio], page.words)] == ["Yogastudio Balance"] * 2
    assert with_owners([person], page.words) == [person]
    unlikely = studio._replace(probability=0.05)
    assert with_owners([person, unlikely], page.words) == [person, unlikely]


@pytest.mark.parametrize(
    ("text", "is_person"),
    [
        ("Frau Ines Krüger", True),
        ("M. Antoine Roussel", True),
        ("Herrn Dr. Karl von Berg", True),
        ("mevrouw Jansen", True),
        ("Frau Holle GmbH & Co. KG", False),
        ("Ines Krüger", False),
        ("Sra", False),
        ("Ms Torstr. 101", False),
        ("Madame Tussauds London Wax Museum", False),
        ("Hr Peter Jensen", True),
        ("M Block Market", False),
        ("Pan Pacific Hotels", False),
        ("Don Mills Road", False),
    ],
)
def test_a_form_of_address_with_a_name_is_a_person(text: str, is_person: bool) -> None:
    assert is_addressed_person(text) is is_person


def test_a_department_is_no_part_of_the_name_above_it() -> None:
    page = typed([(55, "Acme Tools Inc")], [(55, "Accounts Payable")])
    (one,) = with_owners([candidate(page, "receiver_name", "Acme Tools Inc Accounts Payable")], page.words)
    assert (one.value, one.words) == ("Acme Tools Inc", (0, 1, 2))


def test_a_department_below_a_heading_stays() -> None:
    page = typed([(55, "Bill to")], [(55, "Accounts Payable")])
    (one,) = with_owners([candidate(page, "receiver_name", "Accounts Payable")], page.words, {0, 1})
    assert one.value == "Accounts Payable"


def test_a_department_that_begins_its_block_stays() -> None:
    beside = typed([(5, "Gemeinde Thun"), (55, "Buchhaltung")])
    far = typed([(55, "Gemeinde Thun")], "", "", [(55, "Buchhaltung")])
    for page in (beside, far):
        (one,) = with_owners([candidate(page, "receiver_name", "Buchhaltung")], page.words)
        assert one.value == "Buchhaltung"


def test_sums_of_one_rate_count_less() -> None:
    page = typed("gross 444.00", "Total 461.90")
    part, whole = (candidate(page, "total_incl_vat", text) for text in ("444.00", "461.90"))
    proposed = {"total_incl_vat": [part, whole]}
    weigh_shares(proposed, {"total_incl_vat": frozenset({44400 * CENT})})
    assert [one.probability for one in proposed["total_incl_vat"]] == [pytest.approx(0.08), 0.8]


@pytest.mark.parametrize(
    ("field", "value"), [("payment_reference", "539007547034"), ("bank_account_number", "BE6853900")]
)
def test_a_part_of_an_iban_is_neither_reference_nor_account(field: str, value: str) -> None:
    def one(name: str, text: str, *words: int) -> Scored:
        return Scored(name, text, text, words, 0.95 if name == "iban" else 0.6, "model")

    iban = one("iban", "BE68539007547034", 0, 1, 2)
    part, other = one(field, value, 5), one(field, "125000412040", 7)
    found = resolve({"iban": [iban], field: [part, other]})[field]
    assert found[0].value == "125000412040"
    assert found[0].probability > 3 * found[1].probability


def test_a_telephone_does_not_begin_with_the_postcode_before_it() -> None:
    page = typed([(5, "DAYTON, OH 45402"), (30, "(937) 555-0148")])
    glued = candidate(page, "supplier_phone", "45402 (937)", 0.4)
    phone = candidate(page, "supplier_phone", "(937) 555-0148", 0.3)
    address = candidate(page, "supplier_address", "DAYTON, OH 45402", 0.8)
    proposed = {"supplier_phone": [glued, phone], "supplier_address": [address]}
    weigh_numbers_in_addresses(proposed)
    assert max(proposed["supplier_phone"], key=lambda one: one.probability) == phone


def test_a_postcode_beside_a_label_is_not_the_documents_number() -> None:
    page = typed([(45, "Invoice Number"), (70, "Whangarei 0110")], [(45, "INV-0042")])
    postcode = candidate(page, "document_number", "0110", 0.8)
    number = candidate(page, "document_number", "INV-0042", 0.4)
    town = candidate(page, "supplier_address", "Whangarei 0110", 0.5)
    proposed = {"document_number": [postcode, number], "supplier_address": [town]}
    weigh_numbers_in_addresses(proposed)
    assert max(proposed["document_number"], key=lambda one: one.probability).value == "INV-0042"
    for others in ([postcode], [postcode, number._replace(probability=0.1)]):
        alone = {"document_number": others, "supplier_address": [town]}
        weigh_numbers_in_addresses(alone)
        assert alone["document_number"] == others
    unlikely = {"document_number": [postcode, number], "supplier_address": [town._replace(probability=0.1)]}
    weigh_numbers_in_addresses(unlikely)
    assert unlikely["document_number"] == [postcode, number]


@pytest.mark.parametrize("above", ["Attn: Ann Roe", "Accounts Payable", "Buchhaltung"])
def test_below_a_contact_or_department_the_one_in_whose_care_it_is_stays(above: str) -> None:
    page = typed([(60, above)], [(60, "c/o Acme Widgets Ltd")], [(60, "9000 Gent")])
    found = with_owners([candidate(page, "receiver_name", "c/o Acme Widgets Ltd")], page.words)
    assert [one.value for one in found] == ["c/o Acme Widgets Ltd"]


def test_a_firm_may_be_called_care_of() -> None:
    page = typed([(60, "Please quote your account")], [(60, "Care of Carl AB")])
    found = with_owners([candidate(page, "receiver_name", "Care of Carl AB")], page.words)
    assert [one.value for one in found] == ["Care of Carl AB"]


def test_the_number_under_the_heading_of_a_party_is_its_whatever_names_are_likely() -> None:
    rows: tuple[Cells | str, ...] = (
        [(5, "Seller:"), (50, "Buyer:")],
        [(5, "Hill Trading Ltd"), (50, "Brook Stores Ltd")],
        [(5, "VAT no GB118512292"), (50, "VAT no GB340804329")],
    )
    found = numbers(
        rows,
        ("receiver_name", "Hill Trading Ltd"),
        ("supplier_name", "Brook Stores Ltd"),
        ("supplier_vat_number", "GB118512292"),
        ("supplier_vat_number", "GB340804329"),
        ("receiver_vat_number", "GB118512292"),
        ("receiver_vat_number", "GB340804329"),
    )
    sellers, buyers = found["supplier_vat_number"], found["receiver_vat_number"]
    assert sellers[0] > 0.7 > 0.3 > sellers[1]
    assert buyers[1] > 0.7 > 0.3 > buyers[0]


def test_an_account_beside_a_sort_code_is_not_the_customers_number() -> None:
    page = typed("Consulting 480.00", "Sort code 20-77-62  Account number 37650194")
    account = candidate(page, "bank_account_number", "37650194", 0.7)
    proposed = {
        "bank_account_number": [account],
        "customer_number": [account._replace(field="customer_number")],
    }
    weigh_accounts(proposed, page.words)
    assert proposed["customer_number"][0].probability < 0.2
    assert proposed["bank_account_number"][0].probability == 0.7
