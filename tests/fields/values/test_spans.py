"""Values are found in runs of words, with the words that print them and no others."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.context import printed_of
from paperformer.fields.values import ValueContext
from paperformer.fields.values.kinds import GRAMMAR_TYPES, VALUE_TYPES
from paperformer.fields.values.spans import PrintedWords, find_values
from typed_page import typed

PRINTED = (
    "Rechnung Nr. 12345 vom 25.12.2018 an Kunde GE2020211 Betrag 1.234,56 EUR IBAN DE89 3704 0044 0532"
    " 0130 00 BIC COBADEFFXXX Tel. +49 89 1234567 USt-IdNr. DE136695976 um 15:28 VISA **** 1234 HRB 12345"
    " Pos. 3 x 12,00 = 36,00"
)
INVOICE = PRINTED.split()


def found(type: str, text: str, **context: str) -> list[tuple[int, int, str]]:
    spans = find_values(type, text.split(" "), ValueContext(**context))  # type: ignore[arg-type]
    return [(span.first, span.last, span.parsed.value) for span in spans if not span.weak]


def test_a_date_of_several_words_is_one_span() -> None:
    assert found("date", "Date: 12 March 2024 due") == [(1, 3, "2024-03-12")]


def test_a_label_glued_to_a_value_is_left_out_of_its_text() -> None:
    (span,) = find_values("date", ["Date:25/12/2018", "x"])
    assert (span.first, span.last, span.text) == (0, 0, "25/12/2018")


def test_a_glued_time_is_left_out_of_its_date_and_found_as_time() -> None:
    words = ["03/12/201815:28"]
    assert find_values("date", words, ValueContext(date_order="DMY"))[0].text == "03/12/2018"
    assert find_values("time", words)[0].text == "15:28"


def test_two_dates_of_a_range_are_two_spans() -> None:
    assert found("date", "30/12/2019-31/12/2019") == [(0, 0, "2019-12-30"), (0, 0, "2019-12-31")]
    assert found("date", "12/30/19 - 03/29/20") == [(0, 0, "2019-12-30"), (2, 2, "2020-03-29")]


def test_numbers_that_spaces_may_group_are_found_both_ways() -> None:
    assert found("amount", "Qty 1 234,56") == [(1, 2, "1234.56"), (2, 2, "234.56")]


def test_a_currency_word_is_not_part_of_an_amount() -> None:
    assert found("amount", "$ 5,625.00") == [(1, 1, "5625.00")]
    assert found("amount", "Total 1 234 kr") == [(1, 2, "1234.00"), (2, 2, "234.00")]
    (span,) = find_values("amount", ["RM12.00"])
    assert span.text == "RM12.00"


def test_spans_count_words_of_ocr_lines_that_hold_spaces() -> None:
    spans = find_values("amount", ["TOTAL RM 12.00", "CASH 20.00"])
    assert [(span.first, span.last, span.text) for span in spans] == [(0, 0, "RM 12.00"), (1, 1, "20.00")]


def test_bare_integers_are_weak_and_money_is_not() -> None:
    spans = find_values("amount", ["3", "12,00", "RM5", "1.234"])
    assert [(span.text, span.weak) for span in spans] == [
        ("3", True),
        ("12,00", False),
        ("RM5", False),
        ("1.234", True),
    ]


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        ("date", "2018-12-25", "25.12.2018"),
        ("currency", "EUR", "EUR"),
        ("iban", "DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
        ("bic", "COBADEFFXXX", "COBADEFFXXX"),
        ("phone", "+49891234567", "+49 89 1234567"),
        ("tax_id", "DE136695976", "DE136695976"),
        ("time", "15:28", "15:28"),
        ("card_last_four", "1234", "**** 1234"),
        ("organisation_number", "HRB12345", "HRB 12345"),
        ("document_type", "invoice", "Rechnung"),
        ("payment_method", "card", "VISA"),
    ],
)
def test_an_invoice_gives_each_of_its_values(type: str, value: str, text: str) -> None:
    spans = [span for span in find_values(type, INVOICE) if not span.weak]
    assert [(span.parsed.value, span.text) for span in spans] == [(value, text)]
    assert " ".join(INVOICE[spans[0].first : spans[0].last + 1]) == text


@given(st.sampled_from(GRAMMAR_TYPES), st.lists(st.text(min_size=1, max_size=12), max_size=12))
def test_garbage_gives_spans_within_the_words(type: str, words: list[str]) -> None:
    for span in find_values(type, words):
        assert 0 <= span.first <= span.last < len(words)
        assert span.text in " ".join(words)
        assert span.parsed.value


@given(
    st.sampled_from(GRAMMAR_TYPES),
    st.lists(st.text(alphabet="0123456789./-, :+*<>()$€RMXEUBANDFIKO", min_size=1, max_size=16), max_size=12),
    st.sampled_from([None, "SE", "NO", "DK", "FI", "NL", "BE", "CH", "DE", "GB", "FR", "US"]),
)
def test_near_values_give_spans_within_the_words(type: str, words: list[str], country: str | None) -> None:
    for span in find_values(type, words, ValueContext(country=country)):
        assert 0 <= span.first <= span.last < len(words)
        assert span.text in " ".join(words)


@pytest.mark.parametrize("type", [*sorted(set(VALUE_TYPES) - set(GRAMMAR_TYPES)), "group", "no such type"])
def test_a_type_without_grammar_has_no_spans(type: str) -> None:
    assert find_values(type, INVOICE) == []


CONTEXTS = st.builds(
    ValueContext,
    decimal_mark=st.sampled_from([None, ".", ","]),
    date_order=st.sampled_from([None, "DMY", "MDY", "YMD"]),
    currency=st.sampled_from([None, "EUR", "USD", "SEK"]),
    country=st.sampled_from([None, "SE", "NO", "DK", "NL", "CH", "GB", "US"]),
    language=st.sampled_from([None, "sv", "de", "en"]),
)
PIECES = st.sampled_from([*INVOICE, "03/04/2024", "1.234", "kr", "$", "556677-8899", "12"])


@given(st.sampled_from(GRAMMAR_TYPES), st.lists(PIECES, max_size=12), CONTEXTS, CONTEXTS)
def test_shared_words_give_in_every_context_what_fresh_ones_do(
    type: str, words: list[str], one: ValueContext, other: ValueContext
) -> None:
    shared = PrintedWords(words)
    for context in (one, other, one):
        assert shared.spans(type, context) == find_values(type, words, context)


@pytest.mark.parametrize("type", GRAMMAR_TYPES)
def test_two_thousand_words_take_less_than_fifty_milliseconds(type: str) -> None:
    words = (INVOICE * 60)[:2000]
    context = ValueContext(country="SE")
    find_values(type, words, context)

    def spent() -> float:
        start = time.process_time()
        find_values(type, words, context)
        return time.process_time() - start

    assert min(spent() for _ in range(3)) < 0.05


@pytest.mark.parametrize("character", list("0 .,-+*(/x:<RF18\u00a0'#"))
@pytest.mark.parametrize("type", GRAMMAR_TYPES)
def test_long_runs_of_one_character_cost_no_more_than_text(type: str, character: str) -> None:
    words = [character * 6000, *([character] * 3000)]
    start = time.process_time()
    find_values(type, words, ValueContext(country="NO"))
    assert time.process_time() - start < 3.0  # what backtracks takes minutes; a busy machine has pauses


def test_importing_the_values_loads_neither_stdnum_nor_yaml() -> None:
    code = (
        "import sys, paperformer.fields.values.spans, paperformer.fields.schema;"
        "print([m for m in sys.modules if m.split('.')[0] in ('stdnum', 'yaml', 'numpy')])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


@pytest.mark.parametrize(
    ("words", "place", "text"),
    [
        (["TOTAL:MYR", "13.10"], 1, "13.10"),
        (["Total", "13.10", "EUR/kg"], 1, "13.10"),
        (["RM13.10"], 0, "RM13.10"),
    ],
)
def test_an_amount_beside_a_currency_that_is_part_of_a_longer_word_keeps_its_text(
    words: list[str], place: int, text: str
) -> None:
    assert [(s.first, s.last, s.text) for s in find_values("amount", words)] == [(place, place, text)]


def test_a_telephone_ends_with_its_line() -> None:
    lines = [(0, "Austin, TX 73301"), (1, "(512) 555-0163"), (2, "2 Coffee")]
    words = PrintedWords.in_lines((line, word) for line, text in lines for word in text.split())
    phones = words.spans("phone", ValueContext(country="US"))
    assert [span.text for span in phones] == ["(512) 555-0163"]


def test_the_label_of_a_telephone_may_stand_on_a_line_of_its_own() -> None:
    words = PrintedWords.in_lines([(0, "Telefon:"), (1, "030"), (1, "1234567"), (2, "12"), (2, "Stück")])
    (phone,) = words.spans("phone")
    assert (phone.text, phone.weak) == ("030 1234567", False)


def test_a_long_line_of_digits_is_read_in_time() -> None:
    words = PrintedWords.in_lines((at // 9, "0" + "12 " * 3) for at in range(4000))
    start = time.process_time()
    words.spans("phone", ValueContext(country="DE"))
    assert time.process_time() - start < 5


@pytest.mark.parametrize(("gap", "text"), [(2, "(512) 555-0163"), (12, None)])
def test_a_telephone_goes_on_in_the_next_box_of_its_row(gap: int, text: str | None) -> None:
    page = typed([(5, "(512)"), (10 + gap, "555-0163")], "2 Coffee")
    phones = printed_of(page.words).spans("phone", ValueContext(country="US"))
    assert [span.text for span in phones if "(" in span.text] == ([text] if text else [])
