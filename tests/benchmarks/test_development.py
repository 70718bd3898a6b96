"""The development sets' gate: our annotations hold together, and every value that changes is told."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from development import measured_set
from gate.annotations import annotated, read_annotations
from gate.comparison import compare
from gate.judging import Outcome, figures, judge
from gate.reading import Answered
from gate.remembered import remember
from gate.sets import LABELS, LOADERS

from paperformer.extraction.model_folder import GRAPH
from paperformer.extraction.result import Candidate, level_of
from paperformer.extraction.scores import Array, WordLogits
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import Window
from paperformer.fields.schema import load_schema
from toy_documents import labelled

FORMS = {
    "amount": re.compile(r"-?\d+\.\d\d"),
    "country": re.compile(r"[A-Z]{2}"),
    "currency": re.compile(r"[A-Z]{3}"),
    "language": re.compile(r"[a-z]{2}"),
    "time": re.compile(r"[0-2]\d:[0-5]\d(:[0-5]\d)?"),
    "card_last_four": re.compile(r"\d{4}"),
    "document_type": re.compile(r"invoice|receipt|order|credit_note"),
    "payment_method": re.compile(r"card|cash|transfer"),
}
FILES = sorted(LABELS.glob("*.jsonl"))


def candidate(value: str, confidence: float) -> Candidate:
    level = level_of(confidence)
    return Candidate(
        value=value, text=value, box=None, page=None, confidence=confidence, level=level, source="model"
    )


def outcome(
    answer: str | None, confidence: float, truths: tuple[str, ...] = ("1",), document: str = "a"
) -> Outcome:
    return Outcome(document, "document_number", truths, answer, confidence, answer in truths)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_annotations_are_of_known_fields_in_their_normal_forms(path: Path) -> None:
    schema = load_schema()
    for fields in read_annotations(path).values():
        assert fields
        for name, values in fields.items():
            type_ = schema[name].type
            for value in values:
                assert value == value.strip() != ""
                if type_ == "date":
                    date.fromisoformat(value)
                elif type_ in FORMS:
                    assert FORMS[type_].fullmatch(value), (name, value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_sealed_is_decided_by_the_id_alone(path: Path) -> None:
    assert path.name.split(".")[0] in LOADERS
    sealed = path.name.endswith(".sealed.jsonl")
    for key in read_annotations(path):
        assert int(hashlib.sha256(key.encode()).hexdigest(), 16) % 2 == int(sealed)


def test_a_document_annotated_twice_is_refused(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "fields": {"currency": "EUR"}})
    path = tmp_path / "labels.jsonl"
    path.write_text(f"{line}\n{line}\n")
    with pytest.raises(ValueError, match="a is annotated twice"):
        read_annotations(path)


def test_annotations_judge_only_what_their_set_does_not(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    fields = {"document_number": "9", "currency": ["EUR", "CHF"], "due_date": None}
    path.write_text(json.dumps({"id": "a", "fields": fields}) + "\n")
    documents = [labelled("x", fields={"document_number": ["1"]}, key=key) for key in ("a", "b")]
    (one,) = annotated(documents, read_annotations(path))
    assert one.known == {"currency", "due_date"}
    assert one.fields == {"currency": ("EUR", "CHF")}
    assert one.document is documents[0].document


def test_an_answer_to_what_is_absent_is_wrong_and_silence_is_right() -> None:
    document = labelled("x", fields={"currency": ["EUR"], "due_date": []}, key="a")
    schema = load_schema()
    best = {"currency": candidate("EUR", 0.9), "due_date": candidate("2024-01-01", 0.7)}
    due, currency = judge(document, Answered(best, 1.0), schema)
    assert (due.field, currency.field) == ("due_date", "currency")
    assert currency.good(0.5)
    assert not currency.good(0.95)
    assert not due.good(0.5)
    assert due.good(0.8)
    found = figures([due, currency], [1.0], 0.5)
    assert (found.values, found.right) == (1, 1)
    assert (found.score.matched, found.score.given, found.score.expected) == (1, 2, 1)


def run(*outcomes: Outcome, name: str = "orders") -> dict[str, object]:
    one = measured_set(name, list(outcomes), [1.0], 0.5)
    return {"threshold": 0.5, "sets": {name: one}, "all": one["figures"]}


def test_a_comparison_tells_which_values_were_lost_and_gained() -> None:
    before = run(outcome("1", 0.9), outcome("2", 0.9, document="b"), outcome("1", 0.9, document="c"))
    after = run(outcome("1", 0.4), outcome("1", 0.9, document="b"), outcome("1", 0.8, document="c"))
    told = "\n".join(compare(before, after))
    assert "orders: 1 lost, 1 gained" in told
    assert "1 (0.90) -> 1 (0.40)\n         a: 1" in told
    assert "2 (0.90) -> 1 (0.90)\n         b: 1" in told
    assert "c: 1" not in told


def test_a_set_that_loses_more_than_allowed_is_marked() -> None:
    before, after = run(outcome("1", 0.9)), run(outcome("2", 0.9))
    assert sum(line.endswith("LOST") for line in compare(before, after)) == 2  # the set, and all together
    assert not any(line.endswith("LOST") for line in compare(after, before))


def test_of_a_sealed_set_nothing_but_sums_is_kept() -> None:
    secret = outcome("4711-secret", 0.9)
    assert "secret" in json.dumps(run(secret))
    assert "secret" not in json.dumps(run(secret, name="orders+sealed"))
    assert "document_number" not in json.dumps(run(secret, name="orders+sealed"))


def test_logits_are_kept_for_what_the_graph_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Window] = []

    def run(_session: object, window: Window) -> WordLogits[Array]:
        given.append(window)
        one = np.full((window.words, 2), len(given), dtype=np.float32)
        return WordLogits(one, one + 1, one + 2, one + 3)

    def window(word: int) -> Window:
        ids = np.array([1, word, 2])
        return Window(ids, np.zeros((3, 4), dtype=np.int64), np.zeros(3, dtype=np.int64), ids - 1, 0, 1)

    monkeypatch.setattr(ModelSession, "run", run)
    (tmp_path / GRAPH).write_bytes(b"a graph")
    remember(tmp_path, tmp_path / "cache")
    session = ModelSession.__new__(ModelSession)
    first, again, other = (ModelSession.run(session, window(word)) for word in (7, 7, 8))
    assert len(given) == 2
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert other.inside[0, 0] == 2
