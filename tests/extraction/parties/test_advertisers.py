"""Who advertises is the buyer, not the agency that is billed."""

from collections.abc import Sequence

import pytest

from paperformer.extraction.scored import Scored
from typed_page import Cells, candidate, mended, read, typed

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


@pytest.mark.parametrize("label", ["Order Brand", "Sales Region", "Billing Calendar", "Special Handling"])
def test_a_label_below_the_label_advertises_nothing(label: str) -> None:
    page = typed([(5, "Advertiser"), (45, ADVERTISER)], [(5, label), (45, "Various")])
    assert label not in [finding.parsed.value for finding in read(page).get("receiver_name", ())]


def best(found: Sequence[Scored]) -> str:
    return max(found, key=lambda one: one.probability).value


@pytest.mark.parametrize("below", [[(62, "Lake")], [(5, "12 Main Street"), (62, "Lake")]])
def test_a_name_beside_the_label_goes_on_below_itself(below: Cells) -> None:
    page = typed(
        [(5, AGENCY), (50, "Advertiser:"), (62, "Friends of the")], below, [(50, "Product:"), (62, "TV")]
    )
    found = mended(page, candidate(page, "receiver_name", "Friends of the"))
    assert best(found["receiver_name"]) == "Friends of the Lake"


@pytest.mark.parametrize("below", [[(50, "Product:"), (62, "Lake")], "", [(70, "Lake")], [(5, "Lake")]])
def test_it_does_not_go_on_with_another_labels_value_or_elsewhere(below: Cells | str) -> None:
    page = typed([(5, AGENCY), (50, "Advertiser:"), (62, "Friends of the")], below, "", [(62, "Station")])
    found = mended(page, candidate(page, "receiver_name", "Friends of the"))
    assert best(found["receiver_name"]) == "Friends of the"


def test_what_stands_below_a_label_farther_down_is_no_part_of_the_name() -> None:
    page = typed(
        "Advertiser", ADVERTISER, "Contract Dates", "06/23/20 - 06/29/20", "Product", "FRIENDS OF THE LA"
    )
    both = candidate(page, "receiver_name", ADVERTISER)
    product = candidate(page, "receiver_name", "FRIENDS OF THE LA").words
    text = f"{ADVERTISER} FRIENDS OF THE LA"
    found = mended(page, both._replace(value=text, text=text, words=both.words + product))
    assert best(found["receiver_name"]) == ADVERTISER


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
