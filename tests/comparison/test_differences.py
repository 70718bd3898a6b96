"""What counts as a difference between two answers, and what labels say to it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.comparison.answers import Answer, AnswerRow, Value, answer_of
from paperformer.comparison.differences import Difference, differences
from paperformer.comparison.labels import with_verdicts
from paperformer.errors import InvalidConfig

TEXTS = st.text(max_size=4)
VALUES = st.builds(Value, TEXTS, st.floats(0, 1))
ROWS = st.lists(st.builds(AnswerRow, st.dictionaries(TEXTS, VALUES, max_size=2), VALUES), max_size=3)
ANSWERS = st.builds(
    Answer,
    st.dictionaries(TEXTS, VALUES, max_size=3),
    st.dictionaries(TEXTS, ROWS, max_size=2),
    st.lists(TEXTS, max_size=2),
)


def short(found: list[Difference]) -> list[tuple[str, str, str | None, str | None]]:
    return [(one.field, one.kind, one.a and one.a.text, one.b and one.b.text) for one in found]


def test_values_confidences_and_answers_that_one_side_lacks_differ() -> None:
    a = {
        "date": Value("1", 0.9),
        "total": Value("2", 0.900),
        "iban": Value("3", 0.9),
        "name": Value("4", 0.9),
    }
    b = {
        "date": Value("9", 0.9),
        "total": Value("2", 0.915),
        "name": Value("4", 0.905),
        "bic": Value("5", 0.9),
    }
    assert short(differences(Answer(a), Answer(b))) == [
        ("date", "changed", "1", "9"),
        ("total", "confidence", "2", "2"),
        ("iban", "only a", "3", None),
        ("bic", "only b", None, "5"),
    ]
    assert [one.field for one in differences(Answer(a), Answer(b), 0.001)][3:] == ["name", "bic"]


def row(confidence: float = 0.9, **cells: str) -> AnswerRow:
    values = {name: Value(text, confidence) for name, text in cells.items()}
    return AnswerRow(values, Value(" ".join(cells.values()), confidence))


def test_a_row_that_is_left_out_moves_no_other_row() -> None:
    rows = [
        row(description="one", total="1.00"),
        row(description="two", total="2.00"),
        row(description="three"),
    ]
    fewer = [rows[0], rows[2]]
    assert short(differences(Answer(rows={"lines": rows}), Answer(rows={"lines": fewer}))) == [
        ("lines[2]", "only a", "two 2.00", None)
    ]


def test_of_a_row_that_changed_the_cells_are_named_and_its_confidence_once() -> None:
    a, b = row(0.9, description="one", total="1.00", unit="h"), row(0.5, description="one", total="7.00")
    assert short(differences(Answer(rows={"lines": [a]}), Answer(rows={"lines": [b]}))) == [
        ("lines[1].total", "changed", "1.00", "7.00"),
        ("lines[1].unit", "only a", "h", None),
        ("lines[1]", "confidence", "", ""),
    ]


@settings(max_examples=40)
@given(ANSWERS)
def test_an_answer_does_not_differ_from_itself(answer: Answer) -> None:
    assert differences(answer, answer, 0.0) == []


@settings(max_examples=40)
@given(ANSWERS, ANSWERS)
def test_fields_and_warnings_that_differ_are_the_same_from_either_side(a: Answer, b: Answer) -> None:
    a, b = replace(a, rows={}), replace(b, rows={})
    turned = {"only a": "only b", "only b": "only a"}
    there = {(one.field, one.kind, one.a, one.b) for one in differences(a, b)}
    back = {(one.field, turned.get(one.kind, one.kind), one.b, one.a) for one in differences(b, a)}
    assert there == back


@pytest.mark.parametrize(
    ("a", "b", "labels", "verdict"),
    [
        ("1.00", "2.00", ["2"], "gained"),
        ("2.00", "1.00", ["2.0"], "lost"),
        (None, "2.00", ["2.00"], "gained"),
        (None, "2.00", [], "lost"),
        ("1.00", None, [], "gained"),
        ("1.00", "3.00", ["2.00"], "both wrong"),
        ("1.00", "2.00", None, None),
    ],
)
def test_labels_tell_what_is_gained_and_lost(
    a: str | None, b: str | None, labels: list[str] | None, verdict: str | None
) -> None:
    found = Difference("total_vat", "changed", *(None if text is None else Value(text) for text in (a, b)))
    (judged,) = with_verdicts([found], {} if labels is None else {"total_vat": labels})
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    "data",
    [{}, {"fields": []}, {"fields": {"a": [{}]}}, {"fields": {"a": [{"value": "x", "confidence": "much"}]}},
     {"fields": {}, "rows": {"lines": [{}]}}, {"fields": {}, "warnings": 5}],
)  # fmt: skip
def test_what_is_no_answer_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(InvalidConfig, match="another form"):
        answer_of(data)
