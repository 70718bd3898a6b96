"""Where labels stand."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from paperformer.extraction.overlay_layout import GAP, Rectangle, place_labels

PAGE = (200, 300)
EMPTY = Image.new("1", PAGE)


def inside(label: Rectangle) -> bool:
    return 0 <= label.x0 < label.x1 <= PAGE[0] and 0 <= label.y0 < label.y1 <= PAGE[1]


corners = st.tuples(st.integers(0, 180), st.integers(0, 280))
rectangles = st.builds(
    lambda corner, width, height: Rectangle(*corner, corner[0] + width, corner[1] + height),
    corners,
    st.integers(1, 20),
    st.integers(1, 20),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(rectangles, max_size=8, unique=True))
def test_few_labels_on_an_empty_page_cover_no_box_and_no_other_label(boxes: list[Rectangle]) -> None:
    labels = [place.label for place in place_labels(EMPTY, boxes, [(30, 10)] * len(boxes))]
    for number, label in enumerate(labels):
        assert inside(label)
        assert (label.x1 - label.x0, label.y1 - label.y0) == (30, 10)
        assert not any(label.shared(box) for box in boxes)
        assert not any(label.shared(other) for other in labels[:number])


def test_a_label_touches_its_box_where_there_is_room_and_needs_no_line() -> None:
    box = Rectangle(80, 100, 120, 110)
    (place,) = place_labels(EMPTY, [box], [(30, 10)])
    assert box.distance(place.label) <= GAP
    assert place.leader is None


def test_a_label_goes_further_off_where_the_neighbourhood_is_printed_with_a_line_to_its_box() -> None:
    ink = np.zeros((PAGE[1], PAGE[0]), np.uint8)
    ink[70:140, :] = 255
    box = Rectangle(80, 100, 120, 110)
    (place,) = place_labels(Image.fromarray(ink), [box], [(30, 10)])
    assert place.label.y1 <= 70 or place.label.y0 >= 140
    assert place.leader is not None
    start, end = place.leader
    assert Rectangle(*start, start[0] + 1, start[1] + 1).distance(box) <= 1
    assert Rectangle(*end, end[0] + 1, end[1] + 1).distance(place.label) <= 1


def test_on_a_page_without_room_a_label_hides_as_little_as_it_can() -> None:
    ink = np.full((PAGE[1], PAGE[0]), 255, np.uint8)
    ink[200:208, 100:140] = 0  # room for eight rows of ten
    (place,) = place_labels(Image.fromarray(ink), [Rectangle(90, 180, 110, 190)], [(30, 10)])
    assert inside(place.label)
    assert place.label.shared(Rectangle(100, 200, 140, 208)) > 150


def test_a_label_larger_than_the_page_is_cut_to_it() -> None:
    (place,) = place_labels(EMPTY, [Rectangle(0, 0, 10, 10)], [(500, 500)])
    assert place.label == Rectangle(0, 0, *PAGE)


@given(rectangles, rectangles)
def test_shared_pixels_are_those_of_both(one: Rectangle, other: Rectangle) -> None:
    canvas = np.zeros((2, 320, 220), bool)
    for layer, box in enumerate((one, other)):
        canvas[layer, box.y0 : box.y1, box.x0 : box.x1] = True
    assert one.shared(other) == canvas.all(axis=0).sum()
    assert (one.shared(other) > 0) <= (one.distance(other) == 0)
