"""Several heads in one view: each in its colour, switched on and off; every line is a weight of the model."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from matplotlib.colors import to_hex
from toy_subjects import TEXT, an_encoder

from paperformer.inspection.look.attention import Seen
from paperformer.inspection.look.head_colours import head_colours
from paperformer.inspection.look.lines import LEAST, draw_lines
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.web import as_html

ROUNDED = 0.06  # percent: numbers are shown with one decimal


@pytest.fixture(scope="module")
def seen() -> Seen:
    return see_text(an_encoder(), TEXT)


def lines(page: Any) -> dict[tuple[int, int, int], float]:
    """The weight of each line, by head, query and key."""
    found = page.locator("line.stands").evaluate_all("lines => lines.map(({dataset}) => ({...dataset}))")
    return {(int(x["head"]), int(x["row"]), int(x["column"])): float(x["weight"]) for x in found}


def expected(seen: Seen, layer: int, heads: list[int]) -> dict[tuple[int, int, int], float]:
    weights = seen.maps[layer].weights
    return {
        (head, row, column): weight
        for head in heads
        for (row, column), weight in np.ndenumerate(weights[head])
        if weight >= LEAST
    }


def on(page: Any) -> list[str]:
    return page.locator("#heads [aria-pressed=true]").all_inner_texts()


def test_squares_switch_heads_on_and_off_and_every_line_is_a_weight_of_its_head(
    opened: Any, seen: Seen
) -> None:
    page = opened(as_html(seen, None, {"layer": 1, "heads": [2]}))
    squares = page.locator("#heads button")
    assert lines(page) == pytest.approx(expected(seen, 1, [2]), abs=1e-4)
    squares.nth(0).click()
    squares.nth(3).click()
    assert on(page) == ["0", "2", "3"]
    assert lines(page) == pytest.approx(expected(seen, 1, [0, 2, 3]), abs=1e-4)
    squares.nth(2).click()
    assert lines(page) == pytest.approx(expected(seen, 1, [0, 3]), abs=1e-4)


def test_the_last_head_stays_on_and_a_double_click_leaves_one_alone(opened: Any, seen: Seen) -> None:
    page = opened(as_html(seen, None, {"layer": 1, "heads": [2]}))
    squares = page.locator("#heads button")
    squares.nth(2).click()
    assert on(page) == ["2"]
    page.locator("#all").click()
    assert on(page) == ["0", "1", "2", "3"]
    squares.nth(1).dblclick()
    assert on(page) == ["1"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_have_the_colour_of_their_square(opened: Any, seen: Seen, theme: str) -> None:
    page = opened(as_html(seen, None, {"layer": 1, "heads": [0, 1, 2, 3]}), theme=theme)
    colour = "(node, property) => getComputedStyle(node)[property]"
    found = []
    for head in range(4):
        square = page.locator("#heads button").nth(head).evaluate(colour, "backgroundColor")
        line = page.locator(f'line.stands[data-head="{head}"]').first.evaluate(colour, "stroke")
        assert line == square
        found.append(square)
    assert len(set(found)) == 4


def test_beside_each_key_stands_what_every_head_gives_and_their_mean(opened: Any, seen: Seen) -> None:
    page = opened(as_html(seen, None, {"layer": 1, "heads": [0, 3], "token": 4}))
    squares = page.locator("rect.weight").evaluate_all("all => all.map(({dataset}) => ({...dataset}))")
    weights = seen.maps[1].weights
    assert len(squares) == 2 * weights.shape[2]
    for square in squares:
        head, column = int(square["head"]), int(square["column"])
        assert float(square["weight"]) == pytest.approx(weights[head, 4, column], abs=1e-4)
    mean = weights[[0, 3], 4].mean(axis=0)
    shares = [float(text.removesuffix(" %")) for text in page.locator("text.share").all_text_contents()]
    assert shares == pytest.approx([100 * share for share in mean if share >= LEAST], abs=ROUNDED)


def test_a_picture_draws_several_heads_in_their_colours(seen: Seen) -> None:
    figure = draw_lines(seen, None, 1, (1, 3), None)
    colours = head_colours(4)
    (axes,) = figure.axes
    drawn = [to_hex(line.get_color()) for line in axes.lines if len(line.get_xdata())]
    for head in (1, 3):
        assert drawn.count(colours[head]) == len(expected(seen, 1, [head]))
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["head 1", "head 3"]


def test_no_two_of_many_heads_share_a_colour() -> None:
    assert len(set(head_colours(24))) == 24
