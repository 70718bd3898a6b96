"""Empty strips across a page, upright, level and tilted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paperformer.splitting.gutters import Rectangle, find_gutters

CORNERS = st.tuples(st.integers(0, 40), st.integers(0, 40))


def word_at(column: float, row: float) -> Rectangle:
    return (column * 10, row * 10, column * 10 + 8, row * 10 + 6)


def test_columns_are_parted_by_an_upright_strip_and_rows_by_a_level_one() -> None:
    columns = [word_at(c, r) for c in (0, 1, 8, 9) for r in range(4)]
    widest = find_gutters(columns)[0]
    assert widest.is_upright
    assert {columns[i][0] for i in widest.before} == {0, 10}
    rows = [word_at(c, r) for c in range(4) for r in (0, 1, 8, 9)]
    widest = find_gutters(rows)[0]
    assert not widest.is_upright
    assert {rows[i][1] for i in widest.after} == {80, 90}


def test_a_leaning_strip_is_found_where_no_upright_one_is() -> None:
    # Each row stands further right than the one above: 12 rows shift by more than the columns' gap.
    words = [word_at(c + 0.2 * r, r) for c in (0, 1, 4, 5) for r in range(12)]
    left = {i for i, (x0, y0, *_) in enumerate(words) if x0 - 0.2 * y0 < 30}
    upright_only = [set(g.before) for g in find_gutters(words, (0,)) if g.is_upright]
    assert left not in upright_only
    assert left in [set(g.before) for g in find_gutters(words) if g.is_upright]


@given(st.lists(CORNERS, min_size=2, max_size=30))
def test_a_gutter_parts_all_words_into_two_that_it_lies_between(corners: list[tuple[int, int]]) -> None:
    words = [word_at(*corner) for corner in corners]
    for gutter in find_gutters(words, (0,)):
        assert sorted((*gutter.before, *gutter.after)) == list(range(len(words)))
        low, high = (0, 2) if gutter.is_upright else (1, 3)
        end = max(words[i][high] for i in gutter.before)
        begin = min(words[i][low] for i in gutter.after)
        assert abs((begin - end) / 6 - gutter.width) < 1e-6  # every word is 6 high


def test_a_page_of_one_word_has_none() -> None:
    assert find_gutters([word_at(0, 0)]) == find_gutters([]) == []
