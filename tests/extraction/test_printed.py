"""Values that are known are found where they are printed, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from printed_pages import document

from paperformer.documents.model import Box
from paperformer.extraction.printed import PrintedText
from paperformer.fields.values import ValueContext


def texts(printed: PrintedText, type: str, value: str) -> list[str]:
    return [place.text for place in printed.places(type, value)]


@pytest.mark.parametrize(
    ("type", "line", "value", "shown"),
    [
        ("amount", "Total EUR 1.234,50 now", "1234.50", "1.234,50"),
        ("amount", "Credit -12,00", "12.00", "-12,00"),
        ("date", "due 3. März 2024 net", "2024-03-03", "3. März 2024"),
        ("number", "Invoice No. RE-2024/17 of", "RE-2024/17", "RE-2024/17"),
        ("number", "Invoice No.:RE2024-17 of", "RE-2024/17", "No.:RE2024-17"),
        ("name", "from MÜLLER & Söhne GmbH in", "Müller & Sohne GmbH", "MÜLLER & Söhne GmbH"),
        ("phone", "Tel. +49 (89) 12-34 56", "+49 89 123456", "+49 (89) 12-34 56"),
        ("address", "Hauptstr. 1 80331 München", "Hauptstr. 1, 80331 München", "Hauptstr. 1 80331 München"),
    ],
)
def test_the_print_may_group_and_spell_a_value_its_own_way(
    type: str, line: str, value: str, shown: str
) -> None:
    printed = PrintedText(document([line]), ValueContext(decimal_mark=","))
    assert texts(printed, type, value) == [shown]


def test_an_ambiguous_print_is_found_under_either_reading() -> None:
    printed = PrintedText(document(["on 03/04/2024"]))
    assert texts(printed, "date", "2024-04-03") == ["03/04/2024"]
    assert texts(printed, "date", "2024-03-04") == ["03/04/2024"]


@pytest.mark.parametrize("value", ["23", "RE-2024/1", "E-2024/17", "4/17", "Z999"])
def test_a_part_of_a_word_is_not_the_value(value: str) -> None:
    assert texts(PrintedText(document(["No. RE-2024/17 123 a23"])), "number", value) in ([], ["RE-2024/17"])
    assert texts(PrintedText(document(["No. XRE2024x17x 123"])), "number", value) == []


def test_every_print_is_told_with_its_page_and_box() -> None:
    printed = PrintedText(document(["No. 4711 A"], ["again 4711"]))
    first, second = printed.places("number", "4711")
    assert (first.words, first.page) == ((1,), 1)
    assert (second.words, second.page) == ((4,), 2)
    assert first.box == Box(0.04, 0.0, 0.08, 0.02)


def test_a_value_does_not_run_over_the_edge_of_a_page() -> None:
    printed = PrintedText(document(["Meyer"], ["GmbH 12", "March 2024"], ["2024"]))
    assert texts(printed, "name", "Meyer GmbH") == []
    assert texts(printed, "date", "2024-03-12") == ["12 March 2024"]


def test_an_address_cut_up_by_another_column_is_put_together() -> None:
    lines = [
        "Buyer AG                 Invoice 17",
        "Ring 5                   1 May 2024",
        "80331 München            page 1",
    ]
    found = PrintedText(document(lines)).places("address", "Ring 5, 80331 München")
    assert [place.text for place in found] == ["Ring 5 80331 München"]
    assert found[0].box.x1 < 0.2


def test_of_two_towns_the_one_beside_the_street_belongs_to_the_address() -> None:
    lines = ["80331 München", "", "", "", "", "", "Ring 5   x", "Building   y", "80331 München"]
    found = PrintedText(document(lines)).places("address", "Ring 5, 80331 München")
    assert [place.words for place in found] == [(2, 3, 7, 8)]


def test_an_address_of_which_a_part_is_missing_is_not_found() -> None:
    assert texts(PrintedText(document(["Ring 5"])), "address", "Ring 5, 80331 München") == []


def test_an_account_whose_check_digits_fail_is_found_by_its_characters() -> None:
    printed = PrintedText(document(["IBAN DE00 1234 1234 1234 1234 12"]))
    assert texts(printed, "iban", "DE00123412341234123412") == ["DE00 1234 1234 1234 1234 12"]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_is_printed_anywhere_is_found_there(data: st.DataObject) -> None:
    word = st.from_regex(r"[A-Za-zÄÖäöß0-9]{3,8}", fullmatch=True)
    words = data.draw(st.lists(word, min_size=1, max_size=30))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, min(first + 3, len(words) - 1)))
    value = "-".join(words[first : last + 1]).upper()
    places = PrintedText(document([" ".join(words)])).places("number", value)
    assert tuple(range(first, last + 1)) in [place.words for place in places]
