"""The page of attention at 1,280 and at 390 points, by day and by night: columns, and letters to read."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from toy_subjects import TEXT, an_encoder

from paperformer.inspection.look.attention import AttentionMap, Seen
from paperformer.inspection.look.of_document import SeenDocument
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.web import as_html

SECTIONS = "main section:not([hidden])"
PLACES = "all => all.map((node) => node.getBoundingClientRect().toJSON())"


def text_page(opened: Any, width: int, theme: str = "light") -> Any:
    chosen = {"layer": 1, "heads": [0, 2, 3], "token": 4}
    return opened(as_html(see_text(an_encoder(), TEXT), None, chosen), width=width, theme=theme)


def document_page(opened: Any, document: SeenDocument, width: int, theme: str = "light") -> Any:
    units = list(document.units_of(None)[1])
    chosen = {"layer": 1, "heads": [1], "units": units}
    return opened(as_html(document.seen, document, chosen), width=width, theme=theme)


def places(page: Any, which: str) -> list[dict[str, float]]:
    return page.locator(which).evaluate_all(PLACES)  # type: ignore[no-any-return]


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_two_columns_stand_beside_each_other_at_1280_points(opened: Any, document: SeenDocument) -> None:
    for page in (text_page(opened, 1280), document_page(opened, document, 1280)):
        assert fits(page)
        assert {round(place["x"]) for place in places(page, SECTIONS)} == {24, 648}
        assert all(place["width"] > 600 for place in places(page, SECTIONS))


def test_one_column_at_390_points_and_nothing_sticks_out(opened: Any, document: SeenDocument) -> None:
    for page in (text_page(opened, 390), document_page(opened, document, 390)):
        assert fits(page)
        assert {round(place["x"]) for place in places(page, SECTIONS)} == {12}
        for place in places(page, "#lines text, #products text, #softmax td, #legend li, #heads button"):
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= 390 - 12


@pytest.mark.parametrize("width", [390, 1280])
def test_labels_keep_their_size_and_do_not_cover_each_other(opened: Any, width: int) -> None:
    page = text_page(opened, width)
    sizes = page.locator("#lines text, #softmax td, #softmax th").evaluate_all(
        "all => all.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    )
    assert min(sizes) >= 13
    scale = page.locator("#lines svg").evaluate(
        "node => node.getBoundingClientRect().width / node.viewBox.baseVal.width"
    )
    assert scale == pytest.approx(1.0)
    for column in ("query", "key"):
        labels = places(page, f"#lines text.{column}")
        assert all(above["y"] + above["height"] <= below["y"] + 4 for above, below in pairwise(labels))
    ticks = places(page, "#products text.tick")
    assert all(one["x"] + one["width"] < after["x"] for one, after in pairwise(ticks))
    ends = [place["x"] + place["width"] for place in places(page, "#lines line.stands")]
    assert max(ends) <= min(place["x"] for place in places(page, "#lines text.key"))


def test_names_that_are_too_long_are_shortened_and_told_in_full(opened: Any) -> None:
    seen = see_text(an_encoder(), TEXT)
    long = tuple(
        "telecommunications" * 3 if column == 4 else name for column, name in enumerate(seen.maps[1].keys)
    )
    object.__setattr__(seen.maps[1], "keys", long)
    page = opened(as_html(seen, None, {"layer": 1, "heads": [0]}), width=390)
    shortened = [text for text in page.locator("#lines text.key").all_text_contents() if "…" in text]
    assert len(shortened) == 1
    assert shortened[0].endswith("…" + long[4])  # what the pointer shows is whole
    assert fits(page)


def test_the_window_is_made_narrower(opened: Any) -> None:
    page = text_page(opened, 1280)
    before = page.locator("#lines svg").get_attribute("width")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        "before => document.querySelector('#lines svg').getAttribute('width') !== before", arg=before
    )
    assert fits(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_stands_out_from_its_ground(opened: Any, document: SeenDocument, theme: str) -> None:
    page = document_page(opened, document, 1280, theme)
    contrast = """all => all.map((node) => {
      const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255);
      const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      const light = (colour) => channels(colour).map(linear)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const section = getComputedStyle(node.closest('section')).backgroundColor;
      const [high, low] = [light(getComputedStyle(node).color), light(section)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    })"""
    ratios = page.locator(
        "#legend h3, #legend p, #legend li span, h2, #sum, #softmax td, #softmax th"
    ).evaluate_all(contrast)
    assert min(ratios) >= 4.5  # WCAG 2.2, 1.4.3


def test_matrices_go_from_the_ground_of_the_page_to_its_letters_by_night_as_by_day(opened: Any) -> None:
    shares = np.eye(3, dtype=np.float32)
    shares[1] = 0.0, 0.9, 0.1
    one = AttentionMap("encoder", 0, "softmax", shares[None], ("a", "b", "c"), ("a", "b", "c"))
    page = opened(as_html(Seen("three", (one,)), None, {"heads": [0]}))
    # The page repaints with its next frame, so its cells are asked for until they are of the theme. A copy is
    # read: Chromium warns of a canvas that is read twice, and a warning fails the test.
    cells = """canvas => {
      const copy = new OffscreenCanvas(3, 3).getContext('2d', {willReadFrequently: true});
      copy.drawImage(canvas, 0, 0);
      const {data} = copy.getImageData(0, 0, 3, 3);
      return [1, 5, 0].map((cell) => data[4 * cell] + data[4 * cell + 1] + data[4 * cell + 2]);
    }"""
    painted = f"ground => ({cells})(document.querySelector('#grid canvas'))[0] === ground"
    for theme, ground in (("light", 3 * 255), ("dark", 27 + 33 + 39)):
        page.emulate_media(color_scheme=theme)  # the page follows while it is open
        page.wait_for_function(painted, arg=ground)
        nothing, tenth, whole = page.locator("#grid canvas").evaluate(cells)
        assert nothing == ground
        assert 0.04 < (tenth - nothing) / (whole - nothing) < 0.2
        assert abs(whole - nothing) > 400
