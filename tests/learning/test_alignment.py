"""Which words print a value that annotators wrote down in their own way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.alignment import (
    ABSENT,
    PRESENT,
    UNKNOWN,
    FreeTextMatching,
    align,
    free_text_words,
)
from toy_documents import labelled, words_of
from toy_model import SCHEMA


def printed(document: LabelledDocument, field: str) -> list[str] | None:
    """The words aligned with a field, in order; None where nothing is known."""
    words = document.document.words
    schema = SCHEMA if field in SCHEMA else load_schema()
    column = align(document, schema, [field], infer_context(words))[:, 0]
    if (column == UNKNOWN).all():
        return None
    assert not (column == UNKNOWN).any()  # a field is known of all words or of none
    return [words[i].text for i in np.flatnonzero(column == PRESENT)]


@pytest.mark.parametrize(
    ("field", "value", "line", "words"),
    [
        ("document_date", "2024-03-12", "Date: 12 March 2024", ["12", "March", "2024"]),
        ("document_date", "2024-03-12", "Date: 12/03/2024", ["12/03/2024"]),
        ("document_date", "2024-03-12", "Datum 12.3.24", ["12.3.24"]),
        ("document_date", "2018-02-03", "Date: 03/02/201815:28", ["03/02/201815:28"]),
        ("document_date", "2024-12-31", "Dec 31, 2024 17:00", ["Dec", "31,", "2024"]),
        ("total_incl_vat", "1234.56", "Summe 1.234,56 EUR", ["1.234,56"]),
        ("total_incl_vat", "1234.56", "Total $1,234.56", ["$1,234.56"]),
        ("total_incl_vat", "1234.56", "Summa 1 234,56 kr", ["1", "234,56"]),
        ("total_incl_vat", "1234.56", "Total CHF 1'234.56", ["1'234.56"]),
        ("total_incl_vat", "9.00", "TOTAL RM9.00", ["RM9.00"]),
        ("document_number", "INV-17", "Invoice No. INV-17", ["INV-17"]),
    ],
)
def test_values_are_found_however_they_are_printed(
    field: str, value: str, line: str, words: list[str]
) -> None:
    assert printed(labelled("ACME Ltd", line, fields={field: [value]}), field) == words


@pytest.mark.parametrize(
    ("field", "value", "line", "words"),
    [
        ("total_incl_vat", "1.234,56", "Summe 1.234,56 EUR", ["1.234,56"]),
        ("document_date", "12 March 2024", "Date: 12/03/2024", ["12/03/2024"]),
    ],
)
def test_an_answer_written_as_printed_is_found_too(
    field: str, value: str, line: str, words: list[str]
) -> None:
    assert printed(labelled(line, fields={field: [value]}), field) == words


@pytest.mark.parametrize("line", ["NIP: 111-111-11-12", "NIP 111 111 11 12"])
def test_an_identifier_that_breaks_its_standard_is_found_by_its_digits(line: str) -> None:
    document = labelled("ACME Ltd", line, fields={"supplier_vat_number": ["1111111112"]})
    assert printed(document, "supplier_vat_number") == line.split()[1:]


def test_a_part_of_a_longer_number_is_not_the_identifier() -> None:
    document = labelled("ACME Ltd", "NIP 91111111112", fields={"supplier_vat_number": ["1111111112"]})
    assert printed(document, "supplier_vat_number") is None


def test_every_occurrence_of_a_value_counts() -> None:
    document = labelled("Total 12.00", "Paid 12.00", "Cash 20.00", fields={"total_incl_vat": ["12.00"]})
    assert printed(document, "total_incl_vat") == ["12.00", "12.00"]


def test_a_date_that_could_be_read_otherwise_is_taken_where_no_better_one_is() -> None:
    document = labelled("Date 03/04/2024", fields={"document_date": ["2024-03-04"]})
    assert printed(document, "document_date") == ["03/04/2024"]
    clearer = labelled("Date 03/04/2024", "4 March 2024", fields={"document_date": ["2024-03-04"]})
    assert printed(clearer, "document_date") == ["4", "March", "2024"]


ADDRESS = "No. 53, Jalan Sagu 18, Taman Daya, 81100 Johor Bahru"


@pytest.mark.parametrize(
    "lines",
    [
        ("NO.53, JALAN SAGU 18,", "TAMAN DAYA,", "81100 JOHOR BAHRU."),
        ("NO.53, JALAN SAGU 18,", "TEL: 07-123456", "TAMAN DAYA,", "81100 JOHOR BAHRU."),
        ("N0.53, JALAN SAGU l8,", "TAMAN DAYA,", "81100 J0HOR BAHRU"),
        ("No. 53, Jalan Sagu 18, Taman Daya, 81100 Johor Bahru",),
    ],
)
def test_an_address_over_several_lines_is_found_in_spite_of_slips(lines: tuple[str, ...]) -> None:
    document = labelled("BOOK SHOP", *lines, "Invoice 1", fields={"supplier_address": [ADDRESS]})
    wanted = [word for line in lines if not line.startswith("TEL") for word in line.split()]
    assert printed(document, "supplier_address") == wanted


def test_the_trade_name_above_the_legal_name_is_left_out() -> None:
    document = labelled(
        "GOODBOOKS", "GOOD BOOKS TRADING SDN BHD", "Invoice 1",
        fields={"supplier_name": ["GOOD BOOKS TRADING SDN BHD"]},
    )  # fmt: skip
    assert printed(document, "supplier_name") == ["GOOD", "BOOKS", "TRADING", "SDN", "BHD"]


def test_a_name_broken_over_two_lines_is_found_whole() -> None:
    document = labelled("GOOD BOOKS", "TRADING", fields={"supplier_name": ["Good Books Trading"]})
    assert printed(document, "supplier_name") == ["GOOD", "BOOKS", "TRADING"]


def test_a_name_inside_a_longer_line_is_cut_out_of_it() -> None:
    document = labelled("Sold by ACME Trading Ltd, London", fields={"supplier_name": ["ACME Trading Ltd"]})
    assert printed(document, "supplier_name") == ["ACME", "Trading", "Ltd,"]


def test_what_resembles_a_name_is_left_out_where_the_name_is_printed_to_the_letter() -> None:
    document = labelled(
        "Advertiser", "Club For Growth Action", "Product", "CLUB FOR GROWTH ACTI",
        fields={"supplier_name": ["Club for Growth Action"]},
    )  # fmt: skip
    assert printed(document, "supplier_name") == ["Club", "For", "Growth", "Action"]
    alone = labelled("CLUB FOR GROWTH ACTI", fields={"supplier_name": ["Club for Growth Action"]})
    assert printed(alone, "supplier_name") == ["CLUB", "FOR", "GROWTH", "ACTI"]


def test_a_number_behind_a_name_is_part_of_it_where_the_answer_says_so() -> None:
    line = "Advertiser: Friends of the Lake (33528)"
    bare = labelled(line, fields={"supplier_name": ["Friends of the Lake"]})
    assert printed(bare, "supplier_name") == ["Friends", "of", "the", "Lake"]
    numbered = labelled(line, fields={"supplier_name": ["Friends of the Lake (33528)"]})
    assert printed(numbered, "supplier_name") == ["Friends", "of", "the", "Lake", "(33528)"]


def test_a_name_broken_over_two_lines_of_a_column_is_found_between_other_columns() -> None:
    document = labelled(
        "Friends of|Buyer Anna Berg|Flight 12 May|Station WXYZ",
        "the Lake  |Phone 555 0100 |until 18 May |Market Ohio",
        fields={"supplier_name": ["Friends of the Lake"]},
    )
    assert printed(document, "supplier_name") == ["Friends", "of", "the", "Lake"]


def test_a_short_name_must_be_printed_exactly() -> None:
    assert printed(labelled("BP", "Fuel", fields={"supplier_name": ["BP"]}), "supplier_name") == ["BP"]
    assert printed(labelled("B9", "Fuel", fields={"supplier_name": ["BP"]}), "supplier_name") is None


def test_a_few_letters_that_match_are_no_address() -> None:
    # "12" and "KL" stand in the answer too, but say nothing.
    document = labelled("Table 12", "KL", "12", fields={"supplier_address": ["12 Jalan Ampang, KL"]})
    assert printed(document, "supplier_address") is None


def test_what_is_not_on_the_page_teaches_nothing() -> None:
    document = labelled(
        "Total 12.00",
        fields={
            "total_incl_vat": ["13.00"],
            "supplier_name": ["ACME Trading"],
            "document_date": ["2024-01-01"],
        },
    )
    for field in document.fields:
        assert printed(document, field) is None


def test_a_field_that_was_looked_for_and_is_not_there_is_absent() -> None:
    document = labelled("Total 12.00", fields={"total_incl_vat": ["12.00"]}, known=["document_date"])
    targets = align(document, SCHEMA, SCHEMA.names, NO_CONTEXT)
    by_name = dict(zip(SCHEMA.names, targets.T.tolist(), strict=True))
    assert by_name == {
        "document_number": [UNKNOWN, UNKNOWN],
        "document_date": [ABSENT, ABSENT],
        "total_incl_vat": [ABSENT, PRESENT],
        "supplier_name": [UNKNOWN, UNKNOWN],
        "supplier_address": [UNKNOWN, UNKNOWN],
    }


def test_labels_of_words_count_before_any_search() -> None:
    document = labelled(
        "Total 12.00", "Paid 12.00",
        fields={"total_incl_vat": ["12.00"], "document_number": ["12"]},
        labels=[(), ("total_incl_vat", "document_number"), (), ()],
    )  # fmt: skip
    targets = align(document, SCHEMA, ["total_incl_vat", "document_number"], NO_CONTEXT)
    assert targets.tolist() == [[ABSENT, ABSENT], [PRESENT, PRESENT], [ABSENT, ABSENT], [ABSENT, ABSENT]]


def test_a_document_without_words_has_targets_without_rows() -> None:
    document = labelled(fields={"supplier_name": ["ACME Ltd"], "total_incl_vat": ["1.00"]})
    assert align(document, SCHEMA, SCHEMA.names, NO_CONTEXT).shape == (0, len(SCHEMA.names))


TEXTS = st.text(st.characters(blacklist_categories=["Z", "C"]), min_size=1, max_size=6)
LINES = st.lists(st.lists(TEXTS, min_size=1, max_size=4).map(" ".join), max_size=6)
PLAIN = st.lists(st.text("abcxyz0123456789", min_size=1, max_size=9), min_size=1, max_size=6)


@given(value=st.text(max_size=30), lines=LINES)
def test_any_text_over_any_words_gives_words_of_the_page(value: str, lines: list[str]) -> None:
    words = words_of(*lines)
    found = free_text_words(value, words, FreeTextMatching())
    assert found <= set(range(len(words)))


@given(lines=PLAIN)
def test_a_text_that_is_the_whole_page_is_found_on_it(lines: list[str]) -> None:
    assert free_text_words(" ".join(lines), words_of(*lines), FreeTextMatching())
