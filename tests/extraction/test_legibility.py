"""How likely a value was read right: by OCR's confidence, the height of letters, and what bears it out."""

import math

from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.extraction.legibility import FEATURES, Legibility, features_of, features_of_row
from paperformer.fields.scored import Scored
from paperformer.fields.tables.group import GroupCell, GroupRow

WEIGHTS = st.fixed_dictionaries(dict.fromkeys(FEATURES, st.floats(0, 2)))
CONFIDENCES = st.floats(0, 1)
HEIGHTS = st.floats(0, 100)
BOX = Box(0.1, 0.1, 0.3, 0.12)


def word(confidence: float = 1.0, height: float | None = 30.0, text: str = "RE-2024") -> Word:
    return Word(text, BOX, 1, 0, confidence, letter_height=height)


def number(*words: int, checked: bool | None = None, agrees: bool | None = None) -> Scored:
    return Scored("document_number", "1", "1", words or (0,), 0.9, "model", checked=checked, agrees=agrees)


def trust(weights: dict[str, float], *words: Word, candidate: Scored | None = None) -> float:
    return Legibility(weights)(features_of(candidate or number(*range(len(words))), words))


@given(WEIGHTS, CONFIDENCES, CONFIDENCES, HEIGHTS)
def test_less_confident_ocr_is_never_believed_more(
    weights: dict[str, float], one: float, other: float, height: float
) -> None:
    low, high = sorted((one, other))
    assert trust(weights, word(low, height)) <= trust(weights, word(high, height))


@given(WEIGHTS, CONFIDENCES, HEIGHTS, HEIGHTS)
def test_smaller_letters_are_never_believed_more(
    weights: dict[str, float], confidence: float, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert trust(weights, word(confidence, low)) <= trust(weights, word(confidence, high))


@given(WEIGHTS, CONFIDENCES, HEIGHTS, CONFIDENCES, HEIGHTS)
def test_more_words_may_be_misread_more(
    weights: dict[str, float], one: float, low: float, other: float, high: float
) -> None:
    first, second = word(one, low), word(other, high)
    both = trust(weights, first, second)
    assert 0.0 <= both <= min(trust(weights, first), trust(weights, second)) <= 1.0


@given(WEIGHTS, CONFIDENCES)
def test_a_text_layer_is_read_right(weights: dict[str, float], confidence: float) -> None:
    printed = word(confidence, None)
    assert trust(weights, printed) == 1.0
    assert trust(weights, printed, candidate=number(checked=False)) == 1.0  # as it is printed


@given(WEIGHTS, CONFIDENCES, HEIGHTS)
def test_what_check_digits_or_sums_bear_out_was_read_right(
    weights: dict[str, float], confidence: float, height: float
) -> None:
    assert trust(weights, word(confidence, height), candidate=number(checked=True)) == 1.0
    assert trust(weights, word(confidence, height), candidate=number(agrees=True)) == 1.0


@given(WEIGHTS, CONFIDENCES, st.none() | HEIGHTS)
def test_what_other_sums_contradict_is_believed_less_wherever_it_was_read(
    weights: dict[str, float], confidence: float, height: float | None
) -> None:
    seen = word(confidence, height)
    against = trust(weights, seen, candidate=number(agrees=False))
    assert math.isclose(against, trust(weights, seen) * math.exp(-weights["contradicted"]), abs_tol=1e-12)


def test_a_value_that_follows_from_others_has_no_letters_to_misread() -> None:
    assert not any(features_of(number()._replace(words=()), (word(0.1, 4.0),)).values())


def test_a_share_of_vat_that_holds_was_read_right_and_the_name_of_an_item_may_not() -> None:
    words = (word(0.5, 8.0),)
    cells = {"rate": GroupCell("19", "19 %", (0,))}
    for field, holds, is_doubtful in (
        ("vat_distribution", True, False),
        ("vat_distribution", None, True),
        ("purchase_lines", True, True),
    ):
        assert any(features_of_row(GroupRow(field, cells, holds, 0.9), words).values()) is is_doubtful
