"""The order in which columns are read."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.extraction.flow import flow_of, rows_of, segments_of

LETTER, HEIGHT = 0.01, 0.012


def line(text: str, x: float, y: float, number: int, page: int = 1) -> list[Word]:
    """A line segment of words in a typewriter's letters."""
    words = []
    for part in text.split():
        words.append(Word(part, Box(x, y, x + LETTER * len(part), y + HEIGHT), page, number))
        x += LETTER * (len(part) + 1)
    return words


def page_of(*segments: tuple[str, float, float]) -> list[Word]:
    return [word for number, (text, x, y) in enumerate(segments) for word in line(text, x, y, number)]


def read(words: list[Word]) -> list[str]:
    flow = flow_of(words)
    return [" ".join(words[flow.order[i]].text for i in segment) for segment in flow.segments]


def test_address_blocks_side_by_side_are_read_one_after_the_other() -> None:
    words = page_of(
        ("Seller Ltd", 0.1, 0.1), ("Buyer Ltd", 0.4, 0.1), ("Invoice no. 7", 0.7, 0.1),
        ("6 Mill Lane", 0.1, 0.12), ("The Old Dairy", 0.4, 0.12), ("Date 3 May", 0.7, 0.12),
        ("Norwich", 0.1, 0.14), ("Ely", 0.4, 0.14), ("Due 2 June", 0.7, 0.14),
    )  # fmt: skip
    assert read(words) == [
        "Seller Ltd", "6 Mill Lane", "Norwich",
        "Buyer Ltd", "The Old Dairy", "Ely",
        "Invoice no. 7", "Date 3 May", "Due 2 June",
    ]  # fmt: skip


def test_a_line_that_a_stamp_makes_longer_still_parts_those_above_and_below_it() -> None:
    words = page_of(
        ("4243 Compleks Perniagaan Gaya", 0.2, 0.1), ("Jln Tmn Subang Jasa POSTED", 0.3, 0.115),
        ("40150 Selangor", 0.28, 0.13),
    )  # fmt: skip
    assert read(words) == ["4243 Compleks Perniagaan Gaya", "Jln Tmn Subang Jasa POSTED", "40150 Selangor"]


def test_a_line_that_only_touches_a_column_does_not_part_it() -> None:
    words = page_of(
        ("Seller of Norwich", 0.1, 0.1), ("Invoice no. 7 of May", 0.26, 0.112),
        ("6 Mill Lane Ely", 0.1, 0.124),
    )  # fmt: skip
    assert read(words) == ["Seller of Norwich", "6 Mill Lane Ely", "Invoice no. 7 of May"]


def test_what_stands_below_a_value_goes_on_from_it() -> None:
    words = page_of(
        ("Invoice: 4711", 0.11, 0.1), ("Agency: Mill", 0.5, 0.1), ("Customer: Northern", 0.1, 0.115),
        ("Wool Company", 0.2, 0.13), ("Product: Yarn", 0.11, 0.145),
    )  # fmt: skip
    assert read(words) == [
        "Invoice: 4711", "Customer:", "Northern", "Wool Company", "Product: Yarn", "Agency: Mill",
    ]  # fmt: skip


def test_what_stands_below_a_value_beside_a_label_of_its_own_does_not() -> None:
    words = page_of(
        ("Customer: Northern", 0.1, 0.1), ("Ref:", 0.1, 0.115), ("4711", 0.2, 0.115),
        ("To:", 0.1, 0.13), ("John Smith", 0.2, 0.13),
    )  # fmt: skip
    assert read(words)[0] == "Customer: Northern"


def test_centred_lines_of_a_receipt_stay_in_their_order() -> None:
    texts = ["THE COPPER KETTLE", "Fennel & Rye Ltd", "14 Harbour Row", "Whitby", "Tel 01947 555 072"]
    words = page_of(*((t, 0.5 - LETTER * len(t) / 2, 0.1 + 0.02 * i) for i, t in enumerate(texts)))
    assert read(words) == texts


def test_segments_close_together_on_one_line_stay_together() -> None:
    words = page_of(
        ("14 Harbour Row", 0.38, 0.2), ("Whitby,", 0.38, 0.22), ("YO21 3PU", 0.48, 0.22), ("Tel", 0.38, 0.24)
    )
    assert read(words) == ["14 Harbour Row", "Whitby,", "YO21 3PU", "Tel"]


def test_words_that_ocr_reads_as_lines_of_their_own_are_one_segment() -> None:
    words = page_of(
        ("22", 0.1, 0.1),
        ("Castle", 0.135, 0.1),
        ("Street", 0.21, 0.1),
        ("Durham", 0.1, 0.12),
        ("DH1", 0.19, 0.12),
    )
    assert read(words) == ["22 Castle Street", "Durham", "DH1"]


def test_a_gap_ends_a_column() -> None:
    words = page_of(("Left", 0.1, 0.1), ("Right", 0.6, 0.1), ("Further down", 0.1, 0.3))
    assert read(words) == ["Left", "Right", "Further down"]


def test_segments_that_touch_are_one() -> None:
    words = page_of(("one", 0.6875, 0.1), ("two", 0.71875, 0.1), ("far", 0.9, 0.1))
    assert read(words) == ["one two", "far"]


def test_pages_follow_one_another() -> None:
    words = line("first", 0.1, 0.9, 0) + line("second", 0.1, 0.1, 1, page=2) + line("third", 0.1, 0.12, 2, 2)
    assert read(words) == ["first", "second", "third"]


segment = st.tuples(st.sampled_from(["one", "two words", "a b c"]), st.floats(0, 0.8), st.floats(0, 0.95))


@given(st.lists(segment, max_size=30))
def test_every_word_has_one_place_and_segments_stay_whole(segments: list[tuple[str, float, float]]) -> None:
    words = page_of(*segments)
    flow = flow_of(words)
    assert sorted(flow.order.tolist()) == list(range(len(words)))
    assert [i for places in flow.segments for i in places] == list(range(len(words)))
    # Those that no more than a space parts are one; none is cut, and words keep their order.
    ours = [flow.order[places.start : places.stop].tolist() for places in flow.segments]
    assert all(list(range(one[0], one[-1] + 1)) == one for one in ours)
    assert {those.start for those in segments_of(words)} >= {one[0] for one in ours}
    assert flow.firsts.sum() == len(flow.segments)


def test_nothing_has_an_order_too() -> None:
    assert len(flow_of([]).order) == len(rows_of(0).order) == 0
    assert np.array_equal(rows_of(3).order, [0, 1, 2])


def tilted(text: str, x: float, y: float, number: int, rise: float) -> list[Word]:
    """A line that climbs by ``rise`` a unit of width; its boxes are as much higher as its words climb."""
    return [
        Word(word.text, Box(b.x0, y - rise * b.x1, b.x1, y - rise * b.x0 + HEIGHT), 1, number)
        for word in line(text, x, y, number)
        for b in [word.box]
    ]


def test_tilted_lines_whose_boxes_overlap_follow_one_another() -> None:
    words = [
        *tilted("Asia Mart", 0.35, 0.1, 0, 0.15),
        *tilted("No.23 Batu 10, Taman", 0.23, 0.118, 1, 0.15),
        *tilted("Jalan Kapar, 42200 Klang, Selangor", 0.17, 0.136, 2, 0.15),
        *line("GST 001609584640", 0.23, 0.14, 3),
    ]
    first, second = ((w[0].box, w[-1].box) for w in (words[2:6], words[6:11]))
    assert min(b.y0 for b in second) < max(b.y1 for b in first) - 0.5 * HEIGHT
    assert read(words)[1:3] == ["No.23 Batu 10, Taman", "Jalan Kapar, 42200 Klang, Selangor"]
