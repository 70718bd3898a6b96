"""Bank accounts that a sentence names beside their bank."""

import pytest

from paperformer.fields.layout import Layout
from paperformer.fields.told_accounts import find_told_accounts
from typed_page import typed


def accounts(*lines: str) -> list[str]:
    return [one.parsed.value for one in find_told_accounts(Layout(typed(*lines)))]


def test_the_number_behind_account_is_told_where_a_bank_is_named_before() -> None:
    assert accounts("Or by PayNow, or bank: Straits Bank, A/C 072-911418-3") == ["0729114183"]


def test_the_number_may_begin_the_next_line() -> None:
    said = "to our client account: Vale Bank plc, sort code 16-22-11, account number"
    assert accounts(said, "10385599, quoting DEE014-2.") == ["10385599"]


@pytest.mark.parametrize(
    "line",
    [
        "Your account number 10385599",
        "A/C 2200 service and gas refill",
        "Vale Bank plc, account name Fabrikam",
        "Vale Bank plc, account 12.50",
    ],
)
def test_an_account_without_a_bank_and_other_numbers_are_none(line: str) -> None:
    assert accounts(line) == []
