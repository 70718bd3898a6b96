"""Answers become entries of the books, read back by readers that are not ours, or are refused."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, InvoiceRefused
from paperformer.extraction.bookkeeping.booking import BookedShare, Booking, booking_of
from paperformer.extraction.bookkeeping.formats import one_line
from paperformer.extraction.bookkeeping.template import BookTemplate, copy_template, load_template, year_of
from paperformer.extraction.result import Candidate, Cell, Extraction, ModelInfo, PageInfo, Row

NOW = datetime(2026, 2, 4, 10, 30, 5, 123_000)
HOSTILE = 'A"; B \\" | C\n2026-01-01 * "x"\n  Assets:Bank  1 EUR ;(\u2028=cmd|\' /C calc\'!A0\x00\u202e'
FIELDS = {
    "document_type": "invoice", "document_number": "2026/17", "document_date": "2026-02-03",
    "currency": "EUR", "total_excl_vat": "300.00", "total_vat": "45.00", "total_incl_vat": "345.00",
    "supplier_name": "Säge & Sohn GmbH", "supplier_vat_number": "DE123456789",
}  # fmt: skip
SHARES = ({"rate": "19", "base": "200.00", "tax": "38.00"}, {"rate": "7", "base": "100.00", "tax": "7.00"})
BOOKING = Booking(
    "in/a.pdf", "2026/17", date(2026, 2, 3), False, "EUR", "Säge & Sohn GmbH", "DE123456789", "DE", None,
    Decimal("345.00"),
    (BookedShare(Decimal(19), Decimal("200.00"), Decimal("38.00")),
     BookedShare(Decimal(7), Decimal("100.00"), Decimal("7.00"))),
)  # fmt: skip


def answer(
    shares: Sequence[Mapping[str, str]] = SHARES,
    unsure: Mapping[str, float] | None = None,
    **changes: str | None,
) -> Extraction:
    """An answer without lines. A field that is None is missing; ``unsure`` has confidences."""
    fields = {name: value for name, value in (FIELDS | changes).items() if value is not None}
    place: dict[str, Any] = {"box": None, "page": 1}
    found = {
        name: [Candidate(value=value, text=value, confidence=(unsure or {}).get(name, 0.99), level="high",
                         source="model", **place)]
        for name, value in fields.items()
    }  # fmt: skip
    rows = [
        Row(cells={name: Cell(value=v, text=v, **place) for name, v in cells.items()}, text="",
            confidence=0.9, level="mid", source="rule", **place)
        for cells in shares
    ]  # fmt: skip
    page = PageInfo(number=1, width=595, height=842, reading="text_layer")
    model = ModelInfo(name="hand", version="1")
    return Extraction(
        file="in/a.pdf", pages=[page], fields=found, rows={"vat_distribution": rows}, model=model
    )


def written(template: BookTemplate, *bookings: Booking) -> bytes:
    entries = "".join(map(template.render_entry, bookings))
    return template.format.encode(template.render_head([one.day for one in bookings], NOW) + entries)


# --- what is booked


def test_an_answer_without_lines_is_booked_where_its_vat_makes_its_total() -> None:
    assert booking_of(answer()) == BOOKING
    one_rate = booking_of(answer((), total_excl_vat="200.00", total_vat="38.00", total_incl_vat="238.00"))
    assert one_rate.shares == BOOKING.shares[:1]


def test_a_credit_note_of_negative_amounts_is_booked_as_positive_ones() -> None:
    negative = [{"rate": "19", "base": "-200.00", "tax": "-38.00"}]
    found = booking_of(answer(negative, document_type="credit_note", total_incl_vat="-238.00"))
    assert (found.is_credit_note, found.total, found.shares) == (True, Decimal("238.00"), BOOKING.shares[:1])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"document_number": None}, "document_number (BT-1) is missing"),
        ({"unsure": {"supplier_name": 0.9}}, "supplier_name (BT-27) is doubtful"),
        ({"unsure": {"total_incl_vat": 0.9}}, "total_incl_vat (BT-112) is doubtful"),
        (
            {"total_incl_vat": "346.00"},
            "the VAT by rate with its bases: the sum is 345.00, but total_incl_vat",
        ),
        (
            {"shares": [{"rate": "19", "base": "300.00", "tax": "45.00"}]},
            "19 % VAT on 300.00 is 57.00, not 45.00",
        ),
        ({"shares": (), "total_vat": None, "total_excl_vat": None}, "total_vat (BT-110) is missing"),
        ({"document_type": "quote"}, "document_type (BT-3) is quote"),
    ],
)
def test_what_is_missing_doubtful_or_contradicts_itself_is_refused(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvoiceRefused, match=re.escape(said)):
        booking_of(answer(**changes))


def test_a_country_that_is_not_sure_chooses_no_accounts() -> None:
    unsure = {"supplier_vat_number": 0.6}
    assert (booking_of(answer(unsure=unsure)).country, booking_of(answer(unsure=unsure)).vat_number) == (
        None,
        None,
    )
    with pytest.raises(InvoiceRefused, match=r"supplier_country \(BT-40\) is not known"):
        load_template("datev").render_entry(booking_of(answer(unsure=unsure)))


def test_force_books_what_is_doubtful_with_a_mark_and_never_what_is_missing() -> None:
    doubtful = booking_of(answer(unsure={"supplier_name": 0.6}), force=True)
    assert doubtful == replace(BOOKING, doubtful=True)
    for format, mark in (
        ("beancount", b"2026-02-03 ! "),
        ("hledger", b"2026-02-03 ! "),
        ("datev", b'"PRUEFEN S'),
    ):
        assert mark in written(load_template(format), doubtful)  # type: ignore[arg-type]
    with pytest.raises(InvoiceRefused, match="document_date"):
        booking_of(answer(document_date=None), force=True)


def test_a_term_that_the_user_knows_is_booked() -> None:
    found = booking_of(answer(unsure={"supplier_name": 0.6}), known={"BT-27": "Sägewerk"})
    assert (found.supplier, found.doubtful) == ("Sägewerk", False)


# --- DATEV


def datev(data: bytes) -> list[list[str]]:
    text = data.decode("cp1252")
    assert text.count("\n") == text.count("\r\n")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))


def test_a_batch_for_datev_has_its_header_and_a_row_for_each_rate() -> None:
    credit = replace(BOOKING, is_credit_note=True, day=date(2026, 11, 30), shares=BOOKING.shares[:1])
    head, names, *rows = datev(written(load_template("datev"), BOOKING, credit))
    assert len(head) == 31
    assert head[:6] == ["EXTF", "700", "21", "Buchungsstapel", "13", "20260204103005123"]
    assert head[10:16] == ["1001", "1", "20260101", "4", "20260203", "20261130"]
    assert {len(row) for row in (names, *rows)} == {125}
    shown = ("Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Konto",
             "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Buchungstext",
             "Festschreibung")  # fmt: skip
    assert [[dict(zip(names, row, strict=True))[name] for name in shown] for row in rows] == [
        ["238,00", "S", "EUR", "4980", "70000", "9", "0302", "2026/17", "Säge & Sohn GmbH", "0"],
        ["107,00", "S", "EUR", "4980", "70000", "8", "0302", "2026/17", "Säge & Sohn GmbH", "0"],
        ["238,00", "H", "EUR", "4980", "70000", "9", "3011", "2026/17", "Säge & Sohn GmbH", "0"],
    ]


@given(st.text(min_size=1, max_size=80), st.sampled_from("=+-@"))
@settings(max_examples=25)
def test_no_supplier_writes_anything_but_its_cell(name: str, formula: str) -> None:
    template = load_template("datev")
    for text in (name, formula + name, HOSTILE):
        (row,) = datev(written(template, replace(BOOKING, supplier=text, shares=BOOKING.shares[:1])))[2:]
        assert len(row) == 125
        assert [
            cell for place, cell in enumerate(row) if cell and place not in (0, 1, 2, 6, 7, 8, 9, 10, 13)
        ] == ["0"]
        assert len(row[13]) <= 60
        assert not re.match(r"\s*[=+\-@](?![0-9.]+$)", row[13])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"currency": "SEK"}, "currency (BT-5) is SEK, and these books are kept in EUR"),
        ({"country": "RO"}, "supplier_country (BT-40) is RO: the accounts for VAT are those of DE"),
        ({"country": None}, "supplier_country (BT-40) is not known"),
        ({"shares": (BookedShare(Decimal(0), Decimal("345.00"), Decimal(0)),)}, "no account for 0 % VAT"),
        ({"number": "№"}, "document_number (BT-1) is '№': datev takes 1 to 36"),
        ({"number": "1" * 37}, "datev takes 1 to 36"),
    ],
)
def test_what_has_no_place_in_the_books_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvoiceRefused, match=re.escape(said)):
        load_template("datev").render_entry(replace(BOOKING, **changes))


def test_a_fiscal_year_begins_on_its_day() -> None:
    assert year_of(date(2026, 6, 30), "07-01") == date(2025, 7, 1)
    assert year_of(date(2026, 7, 1), "07-01") == date(2026, 7, 1)


# --- beancount


def beancount(data: bytes) -> list[Any]:
    """The transactions, as beancount's own loader reads and balances them."""
    loader = pytest.importorskip("beancount.loader", reason="needs pip install 'paperformer[dev]'")
    opened = "".join(
        f"1970-01-01 open {name}\n"
        for name in ("Liabilities:Payable", "Expenses:Purchases", "Assets:Input-VAT")
    )
    entries, errors, _ = loader.load_string(opened + data.decode())
    assert errors == []
    return [entry for entry in entries if type(entry).__name__ == "Transaction"]


def test_beancount_reads_the_journal_and_it_balances() -> None:
    credit = replace(BOOKING, is_credit_note=True, day=date(2026, 3, 1))
    first, second = beancount(written(load_template("beancount"), BOOKING, credit))
    assert (first.date, first.flag, first.payee) == (date(2026, 2, 3), "*", "Säge & Sohn GmbH")
    assert (first.narration, first.meta["document-number"], first.meta["file"]) == (
        "Invoice 2026/17",
        "2026/17",
        "a.pdf",
    )
    amounts = [(one.account, one.units.number, one.units.currency) for one in first.postings]
    assert amounts == [
        ("Liabilities:Payable", Decimal("-345.00"), "EUR"),
        ("Expenses:Purchases", Decimal("200.00"), "EUR"),
        ("Assets:Input-VAT", Decimal("38.00"), "EUR"),
        ("Expenses:Purchases", Decimal("100.00"), "EUR"),
        ("Assets:Input-VAT", Decimal("7.00"), "EUR"),
    ]
    assert [one.units.number for one in second.postings] == [-number for _, number, _ in amounts]


@given(st.text(min_size=1, max_size=40).filter(one_line))
@settings(max_examples=20)
def test_beancount_reads_back_what_documents_say(text: str) -> None:
    template = load_template("beancount")
    for said in (text, HOSTILE):
        (found,) = beancount(written(template, replace(BOOKING, supplier=said, number=said, file=said)))
        assert (found.payee, found.meta["document-number"]) == (one_line(said), one_line(said))
        assert len(found.postings) == 5


# --- hledger

ENTRY = re.compile(r"(\d{4}-\d\d-\d\d) ([*!]) \(([^()]*)\) ([^|;]*) \| ([^|;]*?)  ;(.*)")
POSTING = re.compile(r"    (\S(?:\S| (?! ))*)  (-?\d+\.\d\d) ([A-Z]{3})")


def hledger(data: bytes) -> list[tuple[tuple[str, ...], list[tuple[str, Decimal]]]]:
    """Entries by the manual of hledger: first line, then indented postings that add up to nothing."""
    found: list[tuple[tuple[str, ...], list[tuple[str, Decimal]]]] = []
    for line in re.split(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]", data.decode()):
        if entry := ENTRY.fullmatch(line):
            found.append((entry.groups(), []))
        elif posting := POSTING.fullmatch(line):
            found[-1][1].append((posting[1], Decimal(posting[2])))
        else:
            assert line == "" or line.startswith(";"), line
    assert [sum(amount for _, amount in postings) for _, postings in found] == [0] * len(found)
    return found


def test_hledger_has_payee_code_and_postings() -> None:
    assert hledger(written(load_template("hledger"), BOOKING)) == [
        (
            ("2026-02-03", "*", "2026/17", "Säge & Sohn GmbH", "Invoice", " file: a.pdf"),
            [
                ("liabilities:payable", Decimal("-345.00")),
                ("expenses:purchases", Decimal("200.00")),
                ("assets:input vat", Decimal("38.00")),
                ("expenses:purchases", Decimal("100.00")),
                ("assets:input vat", Decimal("7.00")),
            ],
        )
    ]


@given(st.text(min_size=1, max_size=40).filter(one_line))
@settings(max_examples=25)
def test_no_document_writes_a_line_of_hledger(text: str) -> None:
    template = load_template("hledger")
    for said in (text, HOSTILE):
        ((_, postings),) = hledger(written(template, replace(BOOKING, supplier=said, number=said)))
        assert len(postings) == 5


# --- templates of users


@pytest.fixture
def own(tmp_path: Path) -> Path:
    assert [path.name for path in copy_template("beancount", tmp_path)] == [
        "accounts.yaml", "entry.txt", "head.txt", "posting-without-vat.txt", "posting.txt",
    ]  # fmt: skip
    return tmp_path


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_template_is_copied_and_changed(own: Path) -> None:
    change(own / "accounts.yaml", "suppliers: {}", 'suppliers: {DE123456789: {payable: "Liabilities:Saege"}}')
    change(own / "posting.txt", "${tax} ${currency}", "${tax} ${currency} ; ${rate} %")
    text = written(load_template("beancount", own), BOOKING).decode()
    assert "  Liabilities:Saege  -345.00 EUR\n" in text
    assert "  Assets:Input-VAT  7.00 EUR ; 7 %\n" in text
    assert copy_template("beancount", own) == []  # what is there stays


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("entry.txt", "${title}", "${titel}", "entry.txt: no placeholder ${titel}. There are currency, date"),
        ("posting.txt", "${base}", "$ {base}", "posting.txt: Invalid placeholder"),
        ("accounts.yaml", "payable: Lia", "payable: lia", "is no account of beancount"),
        ("accounts.yaml", "format: beancount", "format: hledger", "is for hledger. Give --output hledger"),
        ("accounts.yaml", "other_rates", "other_rate", "other_rate: Extra inputs are not permitted"),
        ("accounts.yaml", "rates: {}", "rates: {much: {expense: x}}", "'much' is no rate of VAT"),
    ],
)
def test_a_fault_in_a_template_is_named(own: Path, file: str, before: str, after: str, said: str) -> None:
    change(own / file, before, after)
    with pytest.raises(InvalidConfig) as raised:
        load_template("beancount", own).render_entry(BOOKING)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
