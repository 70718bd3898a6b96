"""Neighbours of a line: right, left, below."""

import time

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.fields.page.layout import Layout
from typed_page import typed


def test_words_of_one_line_make_one_line() -> None:
    layout = Layout(typed([(5, "Invoice date"), (50, "1 May 2024")]))
    assert [line.text for line in layout.lines] == ["Invoice date", "1 May 2024"]
    assert [line.first for line in layout.lines] == [0, 2]
    assert layout.line_of(3).text == "1 May 2024"


def test_right_and_left_are_on_the_row_nearest_first() -> None:
    layout = Layout(typed([(5, "a"), (30, "b"), (60, "c")], [(30, "other row")]))
    a, b, c, _ = layout.lines
    assert list(layout.right_of(a)) == [b, c]
    assert list(layout.left_of(c)) == [b, a]
    assert list(layout.right_of(c)) == []


def test_below_is_in_the_column_within_reach() -> None:
    layout = Layout(
        typed([(5, "head"), (50, "aside")], [(5, "near")], [(50, "beside")], "", "", [(5, "far")])
    )
    head = layout.lines[0]
    assert [line.text for line in layout.below(1, head.box, 4.0)] == ["near"]
    assert [line.text for line in layout.below(1, head.box, 12.0)] == ["near", "far"]


def test_part_of_a_line_has_a_box_of_its_own() -> None:
    (line,) = Layout(typed("Invoice no:123")).lines
    box = line.cut_box(line.text.index("123"), len(line.text))
    assert abs(box.x0 - 0.05 - 11 * 0.01) < 1e-9
    assert abs(box.x1 - line.box.x1) < 1e-9


def test_ten_thousand_lines_on_one_spot_take_no_longer_than_apart() -> None:
    def seconds(step: float) -> float:
        words = tuple(Word("1", Box(0.5, step * i, 0.51, step * i + 1e-5), 1, i) for i in range(10_000))
        layout = Layout(Document("x", (Page(1, 1, 1, words),)))
        begin = time.process_time()
        for line in layout.lines[::10]:
            list(layout.right_of(line))
            layout.below(1, line.box, 3.0)
        return time.process_time() - begin

    assert seconds(0.0) < 10 * seconds(1e-4) + 1.0
