"""Blocks of text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.fields.page.blocks import find_blocks
from paperformer.fields.page.layout import Layout
from typed_page import typed


def test_a_block_ends_at_a_gap_and_at_another_column() -> None:
    layout = Layout(
        typed(
            [(5, "Kwast"), (60, "Invoice 31")], [(5, "Havenstraat 6"), (70, "March")], "", "", [(5, "Beta")]
        )
    )
    kwast, street, invoice, march, beta = (
        find_blocks(layout)[layout.lines[index].first]
        for index in (
            [line.text for line in layout.lines].index(text)
            for text in ("Kwast", "Havenstraat 6", "Invoice 31", "March", "Beta")
        )
    )
    assert kwast == street
    assert len({kwast, invoice, march, beta}) == 4


def test_lines_on_one_right_edge_or_middle_are_a_block() -> None:
    layout = Layout(typed([(50, "Kwast Painting")], [(58, "Huizen")], [(57, "12345678")]))
    assert set(find_blocks(layout)) == {0}


@given(st.lists(st.tuples(st.floats(0, 0.9), st.floats(0, 0.95)), max_size=40))
def test_a_block_has_the_name_of_its_first_line(places: list[tuple[float, float]]) -> None:
    words = tuple(Word("x", Box(x, y, x + 0.1, y + 0.02), 1, line) for line, (x, y) in enumerate(places))
    blocks = find_blocks(Layout(Document("x", (Page(1, 595, 842, words),))))
    assert len(blocks) == len(words)
    assert all(blocks[block] == block <= line for line, block in enumerate(blocks))
