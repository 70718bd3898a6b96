"""When two texts say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.compare import content, same_value


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("ACME Ltd.", "acme ltd"),
        ("NO. 53, JALAN", "no 53 jalan"),
        ("Müller & Söhne", "Muller Sohne"),
        ("Ｆｕｌｌ　width", "full width"),
        ("a_b", "AB"),
    ],
)
def test_case_accents_and_punctuation_do_not_count(a: str, b: str) -> None:
    assert content(a) == content(b)


@pytest.mark.parametrize(("a", "b"), [("ACME 1", "ACME 2"), ("Østergaard", "Ostergaard"), ("", "A")])
def test_letters_and_digits_count(a: str, b: str) -> None:
    assert content(a) != content(b)


@given(st.text())
def test_content_of_content_is_content(text: str) -> None:
    assert content(content(text)) == content(text)


@pytest.mark.parametrize(
    ("type_", "value", "truth", "same"),
    [
        ("amount", "12.00", "12", True),
        ("amount", "12.50", "12.5", True),
        ("amount", "12.00", "1200", False),
        ("amount", "-12.00", "12.00", False),
        ("amount", "n/a", "n/a", True),
        ("amount", "n/a", "12.00", False),
        ("date", "2024-03-01", "2024-03-01", True),
        ("date", "2024-03-01", "20240301", False),
        ("time", "12:00", "1200", False),
        ("number", "INV-17", "inv 17", True),
        ("name", "ACME Ltd", "ACME", False),
    ],
)
def test_values_are_compared_by_their_type(type_: str, value: str, truth: str, same: bool) -> None:
    assert same_value(type_, value, [truth]) is same


def test_one_accepted_value_is_enough_and_none_is_not() -> None:
    assert same_value("name", "ACME Ltd", ["Beta", "Acme Ltd."])
    assert not same_value("name", "ACME Ltd", [])
