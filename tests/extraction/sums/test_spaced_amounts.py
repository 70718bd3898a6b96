"""A part of "1 983,93" is no amount, but a price behind its quantity is one."""

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.spaced_amounts import is_spaced, weigh_spaced
from paperformer.fields.values.reading import ValueContext

CHARACTER = 0.01  # of the page's width


def row(*parts: tuple[str, float]) -> list[Word]:
    """Words on one row, each so many characters behind the one before."""
    words, x = [], 0.1
    for text, gap in parts:
        x += gap * CHARACTER
        words.append(
            Word(text=text, box=Box(x, 0.1, x + len(text) * CHARACTER, 0.12), page=0, line=len(words))
        )
        x = words[-1].box.x1
    return words


def weighed(words: list[Word], *places: int) -> float:
    candidate = Scored("total_vat", "1.00", " ".join(words[i].text for i in places), places, 0.8, "model")
    return weigh_spaced([candidate], words)[0].probability


def test_head_and_tail_of_a_number_count_little_and_the_whole_as_before() -> None:
    words = row(("Moms", 0), ("25", 1), ("%", 1), ("1", 3), ("983,93", 1))
    assert weighed(words, 3) == weighed(words, 4) == pytest.approx(0.08)
    assert weighed(words, 3, 4) == 0.8


def test_in_switzerland_the_point_follows_a_space() -> None:
    words = row(("Total:", 0), ("2", 1), ("703.71", 1))
    assert weighed(words, 2) == pytest.approx(0.08)
    assert is_spaced(ValueContext(decimal_mark=".", country="CH"))
    assert not is_spaced(ValueContext(decimal_mark=".", country="US"))


def test_the_middle_of_a_longer_number_counts_little() -> None:
    words = row(("112", 0), ("345", 1), ("678,90", 1))
    assert weighed(words, 1) == weighed(words, 0, 1) == weighed(words, 1, 2) == pytest.approx(0.08)


@pytest.mark.parametrize("words", [
    row(("2", 0), ("100,00", 4)),
    row(("2", 0), ("99,00", 1)),
    row(("25%", 0), ("983,93", 1)),
    row(("983,93", 0)),
    row(("Moms", 0), ("25", 1), ("195,00", 1)),
    row(("25", 0), ("195,00", 1)),
    row(("Totalt", 0), ("antal", 1), ("2", 1), ("975,00", 1)),
], ids=["column", "no group of three", "a rate", "alone", "a tax", "a row of taxes", "a count"])  # fmt: skip
def test_an_amount_that_stands_by_itself_counts_as_before(words: list[Word]) -> None:
    assert weighed(words, len(words) - 1) == 0.8


def test_a_narrow_1_stands_further_from_its_tail_on_a_typewriter() -> None:
    assert weighed(row(("SEK", 0), ("1", 4), ("266,80", 1.25)), 2) == pytest.approx(0.08)


def test_without_cents_the_country_tells_whether_a_space_parts_thousands() -> None:
    assert is_spaced(ValueContext(country="HU"))
    assert not is_spaced(ValueContext(country="US"))
    assert not is_spaced(ValueContext(decimal_mark=".", country="HU"))
