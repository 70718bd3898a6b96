"""A document's attention over the picture of its page: the shares that are told are those of the model."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from hypothesis import given
from hypothesis import strategies as st
from toy_subjects import is_blank

from paperformer.inspection.look.attention import ALL, AttentionMap
from paperformer.inspection.look.information import most_informative
from paperformer.inspection.look.of_document import Answer, SeenDocument, see_document
from paperformer.inspection.look.page import CURVED, CURVES, LISTED, draw_page
from paperformer.inspection.look.page_curves import curve, joined, nearest
from paperformer.inspection.look.shares import shares_of
from paperformer.inspection.look.style import save
from paperformer.inspection.look.subject import load_subject
from paperformer.inspection.look.web import as_html
from paperformer.transformer.config import LinformerConfig

INVOICE = Path(__file__).resolve().parents[2] / "samples" / "invoice-en.pdf"
ROUNDED = 0.06  # percent: numbers are shown with one decimal


def test_the_threshold_leaves_out_what_gets_less(opened: Any, document: SeenDocument) -> None:
    name, units = document.units_of(None)
    page = opened(as_html(document.seen, document, {"layer": 1, "heads": [1], "units": list(units)}))
    shares = shares_of(document.seen.maps[1], units, (1,), len(document.units))
    others = np.delete(shares.to, list(units))
    for percent in (0.5, 2.0):
        page.locator("#threshold").evaluate(
            "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }", percent
        )
        shaded = page.locator("#sheet .shaded")
        assert shaded.count() == pytest.approx((others >= percent / 100).sum(), abs=1), name
    for one in shaded.all():  # as strong as the root of the share of the greatest
        share = float(one.get_attribute("data-share"))
        assert share == pytest.approx(shares.to[int(one.get_attribute("data-unit"))], abs=1e-4)
        strength = float(one.get_attribute("fill-opacity"))
        assert strength == pytest.approx(math.sqrt(share / shares.greatest), abs=0.01)


def test_the_rows_of_a_document_are_its_words(document: SeenDocument) -> None:
    over_tokens, over_words = document.seen.maps
    assert over_tokens.queries[0], over_tokens.queries[-1] == ("[CLS]", "[SEP]")
    assert over_tokens.units == (-1, *range(len(document.units)), -1)
    assert over_words.queries == tuple(unit.text for unit in document.units)
    for one in document.seen.maps:
        np.testing.assert_allclose(one.weights.sum(axis=-1), 1.0, atol=1e-4)
    name, units = document.units_of("total_incl_vat")
    assert "13,092.00" in document.units[units[0]].text
    assert name == "total_incl_vat 13092.00"
    shares = shares_of(over_words, units, (1,), len(document.units))
    np.testing.assert_allclose(shares.to, over_words.weights[1][list(units)].mean(axis=0), atol=1e-6)


def test_all_shares_together_are_the_whole(document: SeenDocument) -> None:
    over_tokens, over_words = document.seen.maps
    first = (0,)  # it stands beside [CLS]
    for one in document.seen.maps:
        shares = shares_of(one, first, ALL, len(document.units))
        named = shares.strongest(LISTED)
        count, rest = shares.others(named)
        assert count == len(document.units) - 1 - len(named)
        whole = shares.to[named].sum() + rest + shares.itself + shares.outside
        assert whole == pytest.approx(1.0, abs=1e-4)
        assert list(shares.to[named]) == sorted(np.delete(shares.to, 0), reverse=True)[: len(named)]
    assert shares_of(over_tokens, first, ALL, len(document.units)).outside > 0
    assert shares_of(over_words, first, ALL, len(document.units)).outside == 0


def test_linformers_negative_weights_are_not_told_as_attention_to_the_ends(layout_folder: Path) -> None:
    mixed = load_subject(str(layout_folder), LinformerConfig(max_length=2048, projected_length=8))
    document = see_document(mixed, INVOICE)
    said = draw_page(document, 1, (0,), None)._supxlabel.get_text()
    assert "Negative weights are not shown" in said
    assert "[CLS]" not in said


def test_a_page_is_drawn_with_what_an_answer_looks_at(document: SeenDocument, tmp_path: Path) -> None:
    for name, wanted in (("total.png", None), ("date.png", "due_date")):
        save(draw_page(document, 1, ALL, wanted), tmp_path / name)
        assert not is_blank(tmp_path / name)
    assert (tmp_path / "total.png").read_bytes() != (tmp_path / "date.png").read_bytes()


def test_many_words_are_shown_by_lines(layout_folder: Path) -> None:
    found = see_document(load_subject(str(layout_folder)), INVOICE, most=40)
    assert 20 < len(found.units) <= 40
    for one in found.seen.maps:
        np.testing.assert_allclose(one.weights.sum(axis=-1), 1.0, atol=1e-4)


def test_the_picture_names_the_words_that_get_most_with_their_shares(document: SeenDocument) -> None:
    name, units = document.units_of("total_incl_vat")
    shares = shares_of(document.seen.maps[1], units, (1,), len(document.units))
    page, panel = draw_page(document, 1, (1,), "total_incl_vat").axes
    told = [text.get_text() for text in panel.texts]
    assert told[0] == name
    for unit in shares.strongest(LISTED):
        assert f"{100 * shares.to[unit]:.1f} %" in told
    count, rest = shares.others(shares.strongest(LISTED))
    assert told[told.index(f"{count} other words") + 1] == f"{100 * rest:.1f} %"
    assert told[told.index("the framed words") + 1] == f"{100 * shares.itself:.1f} %"
    curved = [unit for unit in shares.strongest(CURVES) if shares.to[unit] >= CURVED]
    assert sorted(text.get_text() for text in page.texts) == [str(1 + n) for n in range(len(curved))]


def a_page(opened: Any, document: SeenDocument, layer: int, heads: list[int], wanted: str | None) -> Any:
    units = list(document.units_of(wanted)[1])
    return opened(as_html(document.seen, document, {"layer": layer, "heads": heads, "units": units}))


def listed(page: Any, which: str) -> list[float]:
    return [float(text.removesuffix(" %")) for text in page.locator(which).all_inner_texts()]


@pytest.mark.parametrize(("layer", "wanted"), [(0, "0"), (1, "due_date")])
def test_the_legend_tells_the_models_shares_and_they_make_a_whole(
    opened: Any, document: SeenDocument, layer: int, wanted: str
) -> None:
    name, units = document.units_of(wanted)  # the first word stands beside [CLS]
    page = a_page(opened, document, layer, [0, 1], wanted)
    shares = shares_of(document.seen.maps[layer], units, (0, 1), len(document.units))
    assert page.locator("#whose").inner_text() == name
    named = [int(row.get_attribute("data-unit")) for row in page.locator("#shares li").all()]
    told = listed(page, "#shares li span")
    assert told == pytest.approx([100 * shares.to[unit] for unit in named], abs=ROUNDED)
    rest = listed(page, "#rest li span")
    assert rest[1] == pytest.approx(100 * shares.itself, abs=ROUNDED)
    assert rest[0] == pytest.approx(100 * shares.others(named)[1], abs=0.6)  # of many words, each rounded
    assert len(rest) == (3 if layer == 0 else 2)
    if layer == 0:
        assert rest[2] == pytest.approx(100 * shares.outside, abs=ROUNDED)
    assert sum(told) + sum(rest) == pytest.approx(100, abs=1.0)
    steps = [100 * shares.greatest * (step / 5) ** 2 for step in range(1, 6)]
    assert listed(page, "#shades li") == pytest.approx(steps, abs=ROUNDED)


def test_curves_lead_to_the_strongest_few_as_in_the_picture(opened: Any, document: SeenDocument) -> None:
    _, units = document.units_of("total_incl_vat")
    page = a_page(opened, document, 1, [1], "total_incl_vat")
    shares = shares_of(document.seen.maps[1], units, (1,), len(document.units))
    expected = [unit for unit in shares.strongest(CURVES) if shares.to[unit] >= CURVED]
    curves = page.locator("#sheet path.curve")
    found = [int(one.get_attribute("data-unit")) for one in curves.all()]
    assert sorted(found) == sorted(expected)
    size = page.locator("#sheet").bounding_box()
    wide, tall = size["width"], size["height"]

    def place(unit: int, margin: float) -> tuple[float, float, float, float]:
        box = document.units[unit].box
        return (
            box.x0 * wide - margin, box.y0 * tall - margin, box.x1 * wide + margin, box.y1 * tall + margin
        )  # fmt: skip

    framed = joined([place(unit, 2) for unit in units])
    for one in curves.all():
        there = place(int(one.get_attribute("data-unit")), 1)
        points = one.get_attribute("d").removeprefix("M").replace(" Q", ",").replace(" ", ",").split(",")
        apart = float(page.locator("circle.mark").first.get_attribute("r")) - 1
        drawn = [float(point) for point in points]
        wanted = [at for point in curve(nearest(framed, there), there, apart) for at in point]
        assert drawn == pytest.approx(wanted, abs=0.5)


@given(st.lists(st.integers(0, 100), min_size=8, max_size=8, unique=True))
def test_a_curve_goes_from_edge_to_edge_and_bends_upwards(numbers: list[int]) -> None:
    x0, x1, x2, x3, y0, y1, y2, y3 = numbers
    start = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    end = (200 + min(x2, x3), min(y2, y3), 200 + max(x2, x3), max(y2, y3))
    first, control, last = curve(start, end)
    for place, (x, y) in ((start, first), (end, last)):
        assert place[0] - 1e-6 <= x <= place[2] + 1e-6
        assert place[1] - 1e-6 <= y <= place[3] + 1e-6
    middle = (start[1] + start[3] + end[1] + end[3]) / 4
    assert control[1] < middle


def test_neighbouring_words_of_a_line_have_one_frame() -> None:
    words = [(0, 0, 4, 2), (5, 0.2, 9, 2.2), (0, 5, 3, 7)]
    assert joined(words) == [(0, 0, 9, 2.2), (0, 5, 3, 7)]


def test_a_word_of_a_page_is_clicked(opened: Any, document: SeenDocument) -> None:
    page = a_page(opened, document, 1, [1], None)
    framed = page.locator("#sheet .framed")
    assert framed.count() == 1
    page.locator('#sheet rect.word[data-unit="7"]').click()
    assert page.locator("#whose").inner_text() == document.units[7].text
    field = next(n for n, answer in enumerate(document.answers) if answer.field == "due_date")
    page.select_option("#answer", str(field))
    assert page.locator("#whose").inner_text() == "due_date 2024-10-03"
    assert framed.count() == 1  # its three words stand in a line
    assert len(document.answers[field].units) == 3
    page.locator("#shares button").first.click()
    assert page.locator("#answer").input_value() == "-1"


def test_an_answer_is_told_by_its_name_where_two_print_the_same_words(
    opened: Any, document: SeenDocument
) -> None:
    name, units = document.units_of("total_incl_vat")
    twice = replace(document, answers=(Answer("currency", "GBP", units), *document.answers))
    chosen = {"layer": 1, "heads": [1], "units": units}
    page = opened(as_html(twice.seen, twice, {**chosen, "asks": name}))
    assert page.locator("#whose").inner_text() == name
    page.select_option("#answer", "0")
    assert page.locator("#whose").inner_text() == "currency GBP"


def test_the_page_grows_where_letters_are_small(opened: Any, document: SeenDocument) -> None:
    page = a_page(opened, document, 1, [1], None)
    page.set_viewport_size({"width": 390, "height": 844})
    before = page.locator("#sheet").bounding_box()["width"]
    page.locator("#larger").click()
    assert page.locator("#sheet").bounding_box()["width"] >= 1000 > before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    left, right = (page.locator(which).bounding_box() for which in ("#frame", "#sheet .framed"))
    assert left["x"] <= right["x"] <= left["x"] + left["width"]


def test_the_documentation_states_what_the_default_model_looks_at() -> None:
    document = see_document(load_subject("default"), INVOICE)
    _, units = document.units_of(None)

    def rows(one: AttentionMap) -> list[int]:
        return [row for row, unit in enumerate(one.units) if unit in units]

    one, heads = most_informative(document.seen, None, None, None, rows)
    assert (one.layer, heads) == (3, (8,))
    shares = shares_of(one, units, heads, len(document.units))
    words = {document.units[unit].text: shares.to[unit] for unit in shares.strongest(2)}
    assert set(words) == {"Total", "due"}
    said = f'{100 * sum(words.values()):.0f} % of this head\'s attention to the words "Total due"'
    assert said in " ".join((INVOICE.parents[1] / "docs" / "look.md").read_text("utf-8").split())
