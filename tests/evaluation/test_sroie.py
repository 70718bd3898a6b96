"""The official protocol of SROIE task 3 against a table worked out by hand."""

import pytest

from paperformer.evaluation import sroie
from paperformer.evaluation.sroie import Score, answers, printed_total
from paperformer.extraction.result import Candidate
from toy_documents import document_of

TRUTHS = [
    {"company": "ACME SDN BHD", "date": "15/01/2019", "address": "NO 2, JALAN", "total": "193.00"},
    {"company": "BETA", "date": "2019-02-03", "address": "KUALA LUMPUR", "total": "RM12.00"},
    {"company": "GAMMA", "date": "1/3/2018", "address": "", "total": "$5"},
]
PREDICTIONS = [
    {"company": "ACME SDN BHD", "date": "15/01/2019", "address": "NO 2 JALAN", "total": "193"},
    {"company": "Beta.", "date": "2019-02-04", "total": "12.00"},
    {"company": "", "date": "1/3/2018", "address": "SOMEWHERE", "total": "5.00"},
]
# By hand: field -> (matches, values given, values in the key).
EXACT = {
    "company": (1, 2, 3),  # "Beta." is not "BETA"; the third is not given
    "date": (2, 3, 3),
    "address": (0, 2, 2),  # the third has no key
    "total": (0, 3, 3),
    "all": (3, 10, 11),
}
CONTENT = {
    "company": (2, 2, 3),
    "date": (2, 3, 3),
    "address": (1, 2, 2),
    "total": (3, 3, 3),  # 193 = 193.00, RM12.00 = 12.00, $5 = 5.00
    "all": (8, 10, 11),
}


@pytest.mark.parametrize(("by_content", "table"), [(False, EXACT), (True, CONTENT)])
def test_the_counts_are_those_of_a_table_worked_out_by_hand(
    by_content: bool, table: dict[str, tuple[int, int, int]]
) -> None:
    scores = sroie.score(PREDICTIONS, TRUTHS, by_content=by_content)
    assert scores == {field: Score(*counts) for field, counts in table.items()}


def test_the_figures_follow_from_the_counts() -> None:
    score = Score(matched=3, given=10, expected=11)
    assert score.precision == pytest.approx(0.3)
    assert score.recall == pytest.approx(3 / 11)
    assert score.f1 == pytest.approx(2 * 0.3 * (3 / 11) / (0.3 + 3 / 11))


def test_nothing_given_and_nothing_expected_is_zero_not_an_error() -> None:
    assert (Score().precision, Score().recall, Score().f1) == (0.0, 0.0, 0.0)


def test_as_many_answers_as_keys_are_needed() -> None:
    with pytest.raises(ValueError, match="argument"):
        sroie.score(PREDICTIONS[:2], TRUTHS, by_content=False)


def candidate(text: str, value: str = "x") -> Candidate:
    return Candidate(value=value, text=text, box=None, page=None, confidence=0.9, level="mid", source="model")


@pytest.mark.parametrize(
    ("lines", "text", "printed"),
    [
        (["Total RM12.00", "Cash RM12.00"], "12.00", "RM12.00"),  # attached wherever it stands
        (["Total RM12.00", "Cash 12.00"], "12.00", "12.00"),  # a bare one is to be seen
        (["Total 12.00"], "12.00", "12.00"),
        (["Total RM 12.00"], "12.00", "12.00"),
        (["Total $12.00"], "12.00", "$12.00"),
        (["No 9912.00"], "12.00", "12.00"),  # digits before it are no currency
    ],
)
def test_a_total_carries_its_currency_only_where_it_always_does(
    lines: list[str], text: str, printed: str
) -> None:
    assert printed_total(candidate(text), document_of(*lines).words) == printed


def test_the_four_strings_are_those_printed() -> None:
    document = document_of("ACME", "Total RM12.00")
    fields = {
        "supplier_name": [candidate("ACME", "Acme"), candidate("Total")],
        "document_date": [candidate("15/01/2019", "2019-01-15")],
        "total_incl_vat": [candidate("12.00")],
        "iban": [candidate("DE12")],
    }
    assert answers(document, fields) == {"company": "ACME", "date": "15/01/2019", "total": "RM12.00"}
