"""Who advertises is the buyer, not the agency that is billed."""

import pytest

from typed_page import Cells, candidate, mended, typed

AGENCY, ADVERTISER = "Waterfront Strategies", "Friends of the Lake"


def buyers(*rows: Cells | str, sure: float = 0.9, other: float = 0.05) -> list[str]:
    """The candidates for the buyer, the likeliest first, after the parties were mended."""
    page = typed("WXYZ Television", "INVOICE", *rows)
    found = mended(
        page,
        candidate(page, "receiver_name", AGENCY, sure),
        candidate(page, "receiver_name", ADVERTISER, other),
    )["receiver_name"]
    return [one.text for one in sorted(found, key=lambda one: -one.probability)]


@pytest.mark.parametrize(
    "row",
    [
        [(5, AGENCY), (50, "Advertiser"), (65, ADVERTISER)],
        [(5, AGENCY), (50, "Advertiser:"), (65, ADVERTISER)],
        [(5, AGENCY), (40, "Advertiser"), (55, "Name:"), (65, ADVERTISER)],
    ],
)
def test_who_stands_beside_the_label(row: Cells) -> None:
    assert buyers(row)[0] == ADVERTISER


def test_who_stands_below_the_label() -> None:
    rows = [[(5, "Billing Address"), (50, "Advertiser")], [(5, AGENCY), (50, ADVERTISER)]]
    assert buyers(*rows)[0] == ADVERTISER


@pytest.mark.parametrize(
    "rows",
    [
        [[(5, AGENCY), (50, "Product"), (65, ADVERTISER)]],
        [[(5, AGENCY), (50, "Advertiser"), (65, "Code")], "", [(50, ADVERTISER)]],
        [[(5, AGENCY), (50, "Advertiser")], "", "", "", [(50, ADVERTISER)]],
    ],
)
def test_of_others_it_says_nothing(rows: list[Cells | str]) -> None:
    assert buyers(*rows)[0] == AGENCY
