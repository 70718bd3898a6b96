"""Pictures of pages with what was found on them."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from paperformer.errors import InvalidConfig
from paperformer.extraction.overlay import GROUPS, draw_overlay, field_group, marked_pages, save_picture
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageBox, PageInfo, level_of
from paperformer.fields.schema import load_schema

SIZE = (600, 800)


def candidate(box: PageBox | None, page: int | None = 1) -> Candidate:
    return Candidate(
        value="v", text="v", box=box, page=page, confidence=0.9, level=level_of(0.9), source="model"
    )


def extraction(pages: int = 1, **fields: Candidate) -> Extraction:
    found = {name: [best, candidate(PageBox(x0=0, y0=0, x1=1, y1=1))] for name, best in fields.items()}
    shown = [PageInfo(number=n + 1, width=600, height=800, reading="text_layer") for n in range(pages)]
    return Extraction(file="a.pdf", pages=shown, fields=found, model=ModelInfo(name="m", version="1"))


def printed_page() -> Image.Image:
    """Lines of text all over a page, as dense as an invoice's."""
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    for y in range(40, 760, 40):
        draw.text((60, y), "Invoice number 20240817", fill="black")
        draw.text((400, y), "1 234.50 EUR", fill="black")
    return image


def ink(image: Image.Image) -> NDArray[np.bool_]:
    return np.asarray(image.convert("L")) < 100


def pixels_of(image: Image.Image, colour: str) -> NDArray[np.bool_]:
    return (np.asarray(image) == np.array(ImageColor.getrgb(colour))).all(axis=2)


TOTAL = PageBox(x0=400 / 600, y0=40 / 800, x1=480 / 600, y1=52 / 800)
NUMBER = PageBox(x0=60 / 600, y0=40 / 800, x1=200 / 600, y1=52 / 800)


def test_the_picture_is_as_wide_as_the_page_and_higher_by_a_legend() -> None:
    picture = draw_overlay(printed_page(), extraction(total_incl_vat=candidate(TOTAL)), 1)
    assert picture.mode == "RGB"
    assert picture.width == SIZE[0]
    assert SIZE[1] < picture.height < 1.1 * SIZE[1]


def test_a_page_without_marks_is_returned_as_it_was() -> None:
    page = printed_page()
    assert np.array_equal(np.asarray(draw_overlay(page, extraction(), 1)), np.asarray(page))


def test_the_given_picture_is_not_changed() -> None:
    page = printed_page()
    draw_overlay(page, extraction(total_incl_vat=candidate(TOTAL)), 1)
    assert np.array_equal(np.asarray(page), np.asarray(printed_page()))


def test_the_box_is_drawn_around_the_candidate_in_its_group_s_colour() -> None:
    picture = draw_overlay(printed_page(), extraction(total_incl_vat=candidate(TOTAL)), 1)
    amounts = pixels_of(picture, GROUPS["amounts"][0])
    assert amounts[38:54, 398:400].all()
    assert amounts[38:54, 480:482].all()
    assert not pixels_of(picture, GROUPS["supplier"][0]).any()


def test_labels_cover_no_printed_word() -> None:
    page = printed_page()
    found = extraction(total_incl_vat=candidate(TOTAL), document_number=candidate(NUMBER))
    picture = draw_overlay(page, found, 1).crop((0, 0, *SIZE))
    for group in ("amounts", "document"):
        covered = pixels_of(picture, GROUPS[group][0]) & ink(page)
        assert not covered.any()


def test_fields_that_share_a_box_share_a_label() -> None:
    one = draw_overlay(printed_page(), extraction(total_incl_vat=candidate(TOTAL)), 1)
    both = draw_overlay(
        printed_page(), extraction(total_incl_vat=candidate(TOTAL), amount_due=candidate(TOTAL)), 1
    )
    colour = GROUPS["amounts"][0]
    assert pixels_of(both, colour).sum() > 1.3 * pixels_of(one, colour).sum()


def test_only_best_candidates_are_marked_on_their_own_page() -> None:
    found = extraction(3, iban=candidate(NUMBER, 3), bic=candidate(None, None), currency=candidate(TOTAL, 1))
    assert marked_pages(found) == (1, 3)
    picture = draw_overlay(printed_page(), found, 3)
    assert pixels_of(picture, GROUPS["payment"][0]).any()
    assert not pixels_of(picture, GROUPS["amounts"][0]).any()


@pytest.mark.parametrize("mode", ["L", "1", "CMYK", "RGBA", "P", "I;16"])
def test_pages_of_every_mode_can_be_drawn_on(mode: str) -> None:
    page = Image.new(mode, (200, 300)) if mode == "I;16" else printed_page().convert(mode)
    assert draw_overlay(page, extraction(total_incl_vat=candidate(TOTAL)), 1).mode == "RGB"


@pytest.mark.parametrize("page", [0, 2, -1])
def test_a_page_that_the_document_does_not_have_is_refused(page: int) -> None:
    with pytest.raises(InvalidConfig, match="no page"):
        draw_overlay(printed_page(), extraction(), page)


numbers = st.floats(-0.5, 1.5, allow_nan=False)
boxes = st.builds(PageBox, x0=numbers, y0=numbers, x1=numbers, y1=numbers)


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.sampled_from(load_schema().names), boxes, max_size=12),
    st.tuples(st.integers(1, 300), st.integers(1, 300)),
)
def test_any_boxes_on_any_page_can_be_drawn(fields: dict[str, PageBox], size: tuple[int, int]) -> None:
    found = extraction(**{name: candidate(box) for name, box in fields.items()})
    picture = draw_overlay(Image.new("RGB", size, "white"), found, 1)
    assert picture.width == size[0]
    assert picture.height >= size[1]


def test_every_field_has_a_group_and_every_group_a_field() -> None:
    groups = {name: field_group(name) for name in load_schema().names}
    assert set(groups.values()) == set(GROUPS)
    assert groups["receiver_order_number"] == "document"
    assert groups["total_vat"] == "amounts"
    assert groups["receiver_vat_number"] == "receiver"
    assert field_group("my_own_field") == "other"


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in ImageColor.getrgb(colour)[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("group", GROUPS)
def test_white_letters_are_legible_on_every_label(group: str) -> None:
    assert 1.05 / (luminance(GROUPS[group][0]) + 0.05) >= 4.5


def test_a_picture_is_written_whole_and_replaces_a_link_rather_than_following_it(tmp_path: Path) -> None:
    outside = tmp_path / "precious.png"
    outside.write_bytes(b"precious")
    path = tmp_path / "out" / "a.page-1.png"
    path.parent.mkdir()
    path.symlink_to(outside)
    save_picture(Image.new("RGB", (3, 2), "red"), path)
    assert outside.read_bytes() == b"precious"
    with Image.open(path) as read:
        assert read.size == (3, 2)
    assert [entry.name for entry in path.parent.iterdir()] == ["a.page-1.png"]


def test_pictures_of_one_name_are_written_by_several_at_once(tmp_path: Path) -> None:
    picture, path = Image.effect_noise((400, 400), 50), tmp_path / "a.page-1.png"
    with ThreadPoolExecutor(8) as pool:
        for written in [pool.submit(save_picture, picture, path) for _ in range(40)]:
            written.result()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.page-1.png"]
    with Image.open(path) as read:
        assert read.tobytes() == picture.tobytes()


def test_a_folder_that_cannot_be_made_is_a_named_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InvalidConfig, match="--overlay"):
        save_picture(Image.new("RGB", (1, 1)), tmp_path / "file" / "a.png")
