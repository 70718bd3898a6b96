"""From a scored reading to the candidate that people see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from paperformer.documents.model import Box, Word
from paperformer.extraction.answer import (
    FIRST_READING,
    answers_from,
    candidate_of,
    candidates_from,
    failed_checks,
    gaps,
    selected,
)
from paperformer.extraction.calibration import Calibration, Curve
from paperformer.extraction.legibility import Legibility
from paperformer.extraction.result import LEVELS, Candidate, Row, level_of
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored

WORDS = (
    Word("12", Box(0.1, 0.1, 0.2, 0.12), 1, 0),
    Word("March", Box(0.25, 0.09, 0.3, 0.13), 1, 0),
    Word("2024", Box(0.1, 0.0, 0.2, 0.02), 2, 0),
)


def scored(*words: int) -> Scored:
    return Scored(
        "document_date", "2024-03-12", "12 March 2024", words, 0.5, "model", alternatives=("2024-12-03",)
    )


def test_the_box_encloses_the_words_of_the_page_where_the_value_begins() -> None:
    candidate = candidate_of(scored(0, 1, 2), WORDS, 0.961234)
    assert candidate.box is not None
    assert candidate.box.model_dump() == {"x0": 0.1, "y0": 0.09, "x1": 0.3, "y1": 0.13}
    assert (candidate.page, candidate.confidence, candidate.level) == (1, 0.9612, "high")
    assert candidate.ambiguous


def test_an_answer_is_no_likelier_than_that_the_document_is_one_of_ours() -> None:
    raised = Calibration(answers=Curve((0.0, 1.0), (0.9, 0.99)))
    (best,) = answers_from({"bic": [_bic()]}, WORDS, raised, load_schema(), relevance=0.3)["bic"]
    assert best.confidence == pytest.approx(0.3 * raised.of_answers([0.5])[0], abs=1e-4)


def test_a_field_that_the_schema_lacks_is_not_answered() -> None:
    found = {"bic": [_bic()], "project_code": [_bic()]}
    assert set(answers_from(found, WORDS, Calibration(), load_schema())) == {"bic"}


CONFIDENCES, HEIGHTS = st.floats(0, 1), st.none() | st.floats(1, 40)


@given(st.lists(st.tuples(st.floats(0, 1), CONFIDENCES, HEIGHTS), min_size=1, max_size=5))
def test_what_ocr_is_unsure_of_makes_answers_less_probable_and_puts_no_other_first(
    read: list[tuple[float, float, float | None]],
) -> None:
    box = Box(0.1, 0.1, 0.2, 0.12)
    words = [Word(str(n), box, 1, n, sure, height) for n, (_, sure, height) in enumerate(read)]
    proposed = {
        "supplier_phone": [
            Scored("supplier_phone", str(n), str(n), (n,), probability, "model")
            for n, (probability, _, _) in enumerate(read)
        ]
    }
    plain, doubtful = (
        answers_from(proposed, words, calibration, load_schema(), relevance=1.0)["supplier_phone"]
        for calibration in (Calibration(), Calibration(legibility=Legibility({"unsure": 0.4, "small": 0.1})))
    )
    confident = {one.value: one.confidence for one in plain}
    assert all(one.confidence <= confident[one.value] for one in doubtful)
    assert doubtful[0].value == plain[0].value


def test_the_second_reading_of_a_print_has_its_share_of_the_answer() -> None:
    raised = Calibration(answers=Curve((0.0, 1.0), (0.8, 0.8)))
    first, second = answers_from({"document_date": [scored(0)]}, WORDS, raised, load_schema(), relevance=1.0)[
        "document_date"
    ]
    assert first.confidence == pytest.approx(FIRST_READING * 0.8)
    assert second.confidence == pytest.approx((1 - FIRST_READING) * 0.8)


def test_candidates_of_which_one_is_right_have_no_more_than_one_between_them() -> None:
    kinds = [("invoice", 0.9), ("quote", 0.4), ("order", 0.4)]
    proposed = {"document_type": [Scored("document_type", v, v, (0,), p, "model") for v, p in kinds]}
    found = answers_from(proposed, WORDS, Calibration(), load_schema(), relevance=1.0)["document_type"]
    assert [one.confidence for one in found] == pytest.approx([0.9, 0.05, 0.05])
    assert [one.level for one in found] == [level_of(one.confidence) for one in found]


def test_two_numbers_may_both_be_the_sellers() -> None:
    numbers = [("+4530112233", 0.9), ("+4530112244", 0.6)]
    proposed = {"supplier_phone": [Scored("supplier_phone", v, v, (0,), p, "model") for v, p in numbers]}
    found = answers_from(proposed, WORDS, Calibration(), load_schema(), relevance=1.0)["supplier_phone"]
    assert [one.confidence for one in found] == pytest.approx([0.9, 0.6])


def _bic() -> Scored:
    return Scored("bic", "DEUTDEFF", "DEUTDEFF", (0,), 0.5, "model")


def test_a_value_without_words_has_no_box_and_no_page() -> None:
    candidate = candidate_of(scored(), WORDS, 0.2)
    assert (candidate.box, candidate.page) == (None, None)


@pytest.mark.parametrize(
    ("confidence", "level"),
    [(0, "very_low"), (0.4999, "very_low"), (0.5, "low"), (0.8, "mid"), (0.95, "high"), (0.99, "very_high")],
)
def test_levels_begin_where_they_say(confidence: float, level: str) -> None:
    assert level_of(confidence) == level


@given(st.floats(0, 1))
def test_every_probability_has_the_level_that_its_printed_form_has(confidence: float) -> None:
    candidate = candidate_of(scored(0), WORDS, confidence)
    bound = {level: bound for bound, level in LEVELS}[candidate.level]
    assert candidate.confidence >= bound


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="outside 0 to 1"):
        level_of(confidence)


def test_an_answer_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        candidate_of(scored(0), WORDS, 0.5).value = "other"  # type: ignore[misc]


def test_two_readings_of_one_print_share_its_confidence() -> None:
    first, second = candidates_from(scored(0, 1, 2), WORDS, 0.9)
    assert (first.value, second.value) == ("2024-03-12", "2024-12-03")
    assert first.confidence == pytest.approx(0.9 * FIRST_READING)
    assert first.confidence + second.confidence == pytest.approx(0.9)
    assert second.ambiguous
    assert second.box == first.box


def test_a_print_of_one_reading_is_one_candidate() -> None:
    plain = scored(0)._replace(alternatives=())
    assert [c.confidence for c in candidates_from(plain, WORDS, 0.9)] == [0.9]


def with_iban(confidence: float, checked: bool | None) -> dict[str, list[Candidate]]:
    iban = Scored("iban", "DE75123456780000001234", "DE75 1234", (0,), 0.9, "model", "iban", checked=checked)
    return {"iban": [candidate_of(iban, WORDS, confidence)]}


def test_a_likely_value_whose_check_digits_fail_is_warned_of() -> None:
    fields = with_iban(0.9, checked=False)
    assert fields["iban"][0].checked is False
    assert failed_checks(fields) == [
        "iban DE75123456780000001234: its check digits do not hold; compare it with the page"
    ]


def test_a_value_that_no_page_prints_is_not_to_be_compared_with_one() -> None:
    unprinted = with_iban(0.9, checked=False)["iban"][0].model_copy(update={"page": None, "box": None})
    (warning,) = failed_checks({"iban": [unprinted]})
    assert warning.endswith("its check digits do not hold")


@pytest.mark.parametrize(("confidence", "checked"), [(0.9, True), (0.9, None), (0.49, False)])
def test_a_value_that_checks_or_has_no_check_digits_or_is_unlikely_is_not(
    confidence: float, checked: bool | None
) -> None:
    assert failed_checks(with_iban(confidence, checked)) == []


def test_a_table_of_which_rows_are_left_out_is_said_to_be_incomplete() -> None:
    rows = [
        Row(cells={}, text="", box=None, page=1, confidence=sure, level=level_of(sure), source="rule")
        for sure in (0.9, 0.4, 0.9)
    ]
    found = {"purchase_lines": rows, "vat_distribution": rows[1:2]}
    shown = selected(found, found, 0.5)
    assert gaps(found, shown, 0.5) == [
        "purchase_lines: 1 of 3 rows are less sure than 0.5 and left out"
    ]  # a table that is shown nowhere has no gap
    assert gaps(found, selected(found, found, 0.0), 0.0) == []
