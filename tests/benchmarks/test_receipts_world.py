"""The hand-read receipts: when an answer is right, and that the labels hold together."""

import json
import re
from collections import Counter
from datetime import date
from decimal import Decimal

import pytest
import receipts_world
from hypothesis import given
from hypothesis import strategies as st
from receipts_world import LABELS, Label, Outcome, same_name

from paperformer.extraction.result import Candidate, level_of


def answer(value: str, confidence: float = 0.9) -> Candidate:
    level = level_of(confidence)
    return Candidate(
        value=value, text=value, box=None, page=None, confidence=confidence, level=level, source="model"
    )


def outcome(field: str, truths: tuple[str, ...], given: Candidate | None) -> Outcome:
    return Outcome(Label(1, "pdfs/001.pdf", "AT", "dev", {field: truths}), field, given)


def right(title: str, truths: tuple[str, ...], given: Candidate | None) -> bool:
    (measure,) = (m for m in receipts_world.MEASURES if m.title == title)
    return outcome(measure.truth, truths, given).right(measure.same)


def test_totals_are_numbers() -> None:
    assert right("total", ("12.50",), answer("12.5"))
    assert right("total", ("71.00",), answer("71"))
    assert not right("total", ("12.50",), answer("1250"))
    assert not right("total", ("12.50",), answer("-12.50"))


def test_dates_and_currencies_are_compared_to_the_letter() -> None:
    assert right("date", ("2023-07-21", "2023-06-21"), answer("2023-06-21"))
    assert not right("date", ("2023-07-21",), answer("2023-07-12"))
    assert right("currency", ("CAD",), answer("CAD"))
    assert not right("currency", ("CAD",), answer("USD"))


@pytest.mark.parametrize(
    ("given_name", "accepted"),
    [
        ("STARBUCKS", "Starbucks Orense"),
        ("Hit Handelsgruppe GmbH & Co. KG", "HIT Handelsgruppe GmbH & Co.KG"),
        ("COFFEEFELLOWS", "Coffee Fellows"),
        ("Golfo de Bizkaia Madrid", "GOLFO de BIZKAIA"),
        ("Swissotel Tallinn", "Swissôtel Tallinn"),
        ("ΜΑΡΙΝΟΠΟΥΛΟΣ ΕΤΑΙΡΕΙΑ ΚΑΦΕ", "ΜΑΡΙΝΟΠΟΥΛΟΣ ΕΤΑΙΡΕΙΑ ΚΑΦΕ ΜΟΝ. Α.Ε.Ε"),
        ("dm", "dm"),
    ],
)
def test_a_name_may_be_whole_words_of_the_accepted_one_or_the_other_way_round(
    given_name: str, accepted: str
) -> None:
    assert same_name(given_name, [accepted])


@pytest.mark.parametrize(
    ("given_name", "accepted"),
    [
        ("Star", "Starbucks"),  # no whole word
        ("Starbuck", "Starbucks Orense"),
        ("Starbucks Orense", "Starbucks Squaire"),  # neither within the other
        ("dm", "dm-drogerie markt dm"),  # too short
        ("BP 2024 1", "BP 2024 1 Connect"),  # digits are no letters
        ("Golfo Bizkaia", "Golfo de Bizkaia"),  # not neighbours
        ("", "Starbucks"),
        ("***", "Starbucks"),
    ],
)
def test_less_than_whole_words_is_another_name(given_name: str, accepted: str) -> None:
    assert not same_name(given_name, [accepted])


@given(st.lists(st.text("abcäéß", min_size=1, max_size=6), min_size=2, max_size=5), st.data())
def test_who_answers_with_some_words_of_a_name_is_right_from_four_letters(
    words: list[str], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    some = words[start : data.draw(st.integers(start + 1, len(words)))]
    letters = sum(len(word.replace("ß", "ss")) for word in some)
    assert same_name(" ".join(some), [" ".join(words)]) == (letters >= 4 or len(some) == len(words))
    assert same_name(" ".join(words).upper(), [" ".join(words)])


def test_the_strict_measure_forgives_case_accents_and_spaces_only() -> None:
    assert right("supplier, strict", ("Swissôtel Tallinn",), answer("SWISSOTEL TALLINN"))
    assert not right("supplier, strict", ("Starbucks Orense",), answer("Starbucks"))


def test_what_is_not_printed_asks_for_no_answer_above_mid() -> None:
    assert right("date", (), None)
    assert right("date", (), answer("2019-09-06", 0.94))
    assert not right("date", (), answer("2019-09-06", 0.95))
    assert not right("date", ("2019-09-06",), None)


def test_the_table_counts_an_answer_to_what_is_not_printed_against_precision() -> None:
    answers = [("2020-01-01",), (), ("2020-01-01",), ("2020-01-02",)]
    given_dates = [answer("2020-01-01", 0.99), answer("2020-01-01", 0.6), None, answer("2020-01-01", 0.3)]
    found = [outcome("date", truth, one) for truth, one in zip(answers, given_dates, strict=True)]
    (line,) = (line for line in receipts_world.table(found) if line.startswith("date"))
    assert re.findall(r"\((\d+/\d+)\)", line) == ["2/4", "1/3", "1/2", "1/1"]


def test_mistakes_name_document_truth_and_answer() -> None:
    wrong = outcome("date", ("2020-01-02",), answer("2020-01-01", 0.3))
    assert receipts_world.mistakes([outcome("date", ("2020-01-01",), answer("2020-01-01")), wrong]) == [
        "  1 AT pdfs/001.pdf date           2020-01-02 <- 2020-01-01 (0.30 model)"
    ]


def test_the_mistakes_of_the_test_split_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["receipts_world.py", "--split", "test", "--errors"])
    with pytest.raises(SystemExit, match="--errors is for --split dev"):
        receipts_world.main()


def test_without_the_documents_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["receipts_world.py"])
    monkeypatch.delenv("PAPERFORMER_DATA", raising=False)
    with pytest.raises(SystemExit, match="Skipped: set PAPERFORMER_DATA"):
        receipts_world.main()


def test_the_labels_hold_together() -> None:
    labels = receipts_world.read_labels(LABELS)
    assert [label.number for label in labels] == list(range(120))
    assert Counter(label.split for label in labels) == {"dev": 60, "test": 60}
    assert all(label.split == ("dev" if label.number % 2 else "test") for label in labels)
    assert [(x.country, x.file) for x in labels] == sorted((x.country, x.file) for x in labels)
    assert len({label.file for label in labels}) == 120
    for label in labels:
        assert all(isinstance(Decimal(value).as_tuple().exponent, int) for value in label.truths["total"])
        assert all(date.fromisoformat(value).year >= 2015 for value in label.truths["date"])
        assert all(re.fullmatch("[A-Z]{3}", value) for value in label.truths["currency"])
        assert all(value.strip() == value != "" for value in label.truths["supplier_name"])


def test_every_label_line_has_the_same_keys() -> None:
    lines = [line for path in LABELS.glob("labels-*.jsonl") for line in path.read_text("utf-8").splitlines()]
    assert len({tuple(sorted(json.loads(line))) for line in lines}) == 1
    kinds = {json.loads(line)["document_type"] for line in lines}
    assert kinds <= {"receipt", "invoice", "ticket", "card_slip", "other"}
