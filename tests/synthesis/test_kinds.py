"""Utility bills, hotel folios and statements: what they say adds up, and they may run over many pages."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.synthesis.chance import generator
from paperformer.synthesis.compose import draw_invoice
from paperformer.synthesis.content import Kind
from paperformer.synthesis.corpus import draw_corpus
from paperformer.synthesis.ink import Sheet, Text, text_of
from paperformer.synthesis.invoice_layout import lay_out
from paperformer.synthesis.locale import load_locale, locale_codes

_KINDS: tuple[Kind, ...] = ("utility_bill", "hotel_folio", "statement")
_SEEDS = st.integers(0, 10**6)
_LOCALES = st.sampled_from(locale_codes())


@settings(max_examples=30, deadline=None)
@given(seed=_SEEDS, code=_LOCALES)
def test_the_entries_of_a_stay_are_its_total(seed: int, code: str) -> None:
    folio = draw_invoice(generator(seed), load_locale(code), "hotel_folio")
    totals, (ledger,) = folio.totals, folio.ledgers
    entries = sum(item.total for item in folio.items)
    assert sum(ledger.amounts) == entries
    assert entries == (totals.net if folio.locale.tax.added else totals.gross)
    assert totals.gross == totals.net + totals.tax == sum(row.net + row.tax for row in totals.rows)
    assert totals.due in (totals.gross, 0)


@settings(max_examples=30, deadline=None)
@given(seed=_SEEDS, code=_LOCALES)
def test_a_statement_ends_with_its_opening_balance_and_all_entries(seed: int, code: str) -> None:
    statement = draw_invoice(generator(seed), load_locale(code), "statement")
    (ledger,) = statement.ledgers
    closing = ledger.opening + sum(ledger.amounts)
    due = statement.facts.get("amount_due")
    assert due is not None
    assert Decimal(due.value) * 100 == closing
    assert text_of(ledger.rows[-1][-1]) == statement.printer.amount(closing)
    assert not {"document_number", "due_date", "total_incl_vat"} & statement.facts.by_field.keys()


def test_a_meter_starts_where_its_last_reading_ended() -> None:
    bills = (
        draw_invoice(generator("meter", turn), load_locale("de-DE"), "utility_bill") for turn in range(20)
    )
    read = [ledger for bill in bills for ledger in bill.ledgers]
    assert read
    for ledger in read:
        for one, other in pairwise(ledger.rows):
            assert text_of(one[2]) == text_of(other[1])


@pytest.mark.parametrize("kind", _KINDS)
def test_the_schema_has_a_name_for_each_kind(kind: Kind) -> None:
    wanted = "statement" if kind == "statement" else "invoice"
    for document in draw_corpus(5, 2, kinds=[kind]):
        assert document.kind == kind
        assert document.fields["document_type"] == [wanted]


@pytest.mark.slow
def test_documents_have_one_to_twenty_pages() -> None:
    pages = [len(document.sheets) for document in draw_corpus(400, 12, kinds=["utility_bill", "statement"])]
    assert min(pages) == 1
    assert sum(count > 3 for count in pages) > 8
    assert 8 < max(pages) <= 20


def test_a_carried_sum_stands_at_the_foot_of_a_page_and_on_top_of_the_next() -> None:
    locale = load_locale("sv-SE")
    carried = 0
    for turn in range(20):
        rng = generator("carry", turn)
        sheets = lay_out(rng, draw_invoice(rng, locale, "invoice", lines=90))
        sums = [_carried(sheet, locale.labels["carry"]) for sheet in sheets]
        for one, other in pairwise(sums):
            if other:
                assert one[-1] == other[0]
                carried += 1
    assert carried > 2


def _carried(sheet: Sheet, captions: tuple[str, ...]) -> list[str]:
    """The amounts that are carried from or to a page, from the top."""
    lines = [text_of(mark.line) for _, _, mark in sheet.walk() if isinstance(mark, Text)]
    return [
        line.removeprefix(f"{caption} ")
        for line in lines
        for caption in captions
        if line.startswith(f"{caption} ")
    ]
