"""Parts of a page as pages of their own: level, in reading order, and back on the whole page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laid_sheets import BAKERY, HEIGHT, RECEIPTS, WIDTH, Sheet, laid
from paperformer.documents.model import Page
from paperformer.splitting.frames import framed, measure_tilt

TILTS = st.floats(-9, 9)


def unit(page: Page) -> list[tuple[float, float, float, float]]:
    return [(w.box.x0 * WIDTH, w.box.y0 * HEIGHT, w.box.x1 * WIDTH, w.box.y1 * HEIGHT) for w in page.words]


@given(st.sampled_from(RECEIPTS), TILTS)
def test_the_tilt_of_a_sheet_is_measured_from_its_words(lines: tuple[str, ...], tilt: float) -> None:
    assert measure_tilt(unit(laid(Sheet(lines, 400, 400, tilt)))) == pytest.approx(tilt, abs=0.6)


@given(st.sampled_from(RECEIPTS), TILTS)
def test_a_tilted_sheet_is_read_line_by_line(lines: tuple[str, ...], tilt: float) -> None:
    whole = laid(Sheet(lines, 400, 400, tilt))
    _, page = framed(whole, whole.words)
    assert [word.text for word in page.words] == " ".join(lines).split()


@given(st.sampled_from(RECEIPTS), TILTS)
def test_places_in_a_frame_are_found_again_on_the_whole_page(lines: tuple[str, ...], tilt: float) -> None:
    whole = laid(Sheet(lines, 400, 400, tilt))
    frame, page = framed(whole, whole.words)
    there = sorted((word.text, *frame.on_page(word.box).center) for word in page.words)
    here = sorted((word.text, *word.box.center) for word in whole.words)
    for (text, x, y), (other, other_x, other_y) in zip(there, here, strict=True):
        assert text == other
        assert (x, y) == (pytest.approx(other_x, abs=1e-3), pytest.approx(other_y, abs=1e-3))


def test_a_frame_holds_all_its_words() -> None:
    whole = laid(Sheet(BAKERY, 300, 500, 5))
    frame, page = framed(whole, whole.words)
    assert all(frame.box.x0 <= w.box.x0 and w.box.x1 <= frame.box.x1 for w in whole.words)
    assert all(w.box.x0 > 0 and w.box.x1 < 1 and w.box.y0 > 0 and w.box.y1 < 1 for w in page.words)


def test_a_page_with_text_of_its_own_is_level() -> None:
    whole = laid(Sheet(BAKERY, 300, 500), reading="text_layer")
    assert framed(whole, whole.words)[0].tilt == 0.0


def test_words_that_stand_alone_tell_no_tilt() -> None:
    assert measure_tilt([(0, 0, 10, 10), (0, 50, 10, 60)]) == 0.0
