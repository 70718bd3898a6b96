"""IBANs that go on in the line below."""

from __future__ import annotations

import pytest

from paperformer.fields.page.layout import Layout
from paperformer.fields.wrapped_ibans import wrapped_ibans
from typed_page import typed


@pytest.mark.parametrize(
    ("begun", "under", "traits"),
    [
        ("IBAN: DE89 3704 0044", "0532 0130 00", ("iban",)),
        ("IBAN: AT94 3600 0000 0012", "3456", ("iban", "check digit fails")),  # a specimen
    ],
)
def test_digits_that_lack_stand_below(begun: str, under: str, traits: tuple[str, ...]) -> None:
    (found,) = wrapped_ibans(Layout(typed(begun, under)))
    assert found.text.endswith(under)
    assert found.traits == traits


@pytest.mark.parametrize("under", ["3457 1", "345", "3456 BIC RZTIAT22"])
def test_other_lines_below_are_no_part_of_a_number_whose_check_digits_fail(under: str) -> None:
    assert not list(wrapped_ibans(Layout(typed("IBAN: AT94 3600 0000 0012", under))))
