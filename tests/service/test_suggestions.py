"""Known parties never overrule the print: what no page shows is at most a suggestion."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.extraction.result import Candidate, Extraction, ModelInfo, level_of
from paperformer.service.suggestions import MOST, with_suggestions

WHOLE = {
    "supplier_name": ["Acme Ltd"],
    "document_number": ["R-1"],
    "document_date": ["2025-03-14"],
    "document_type": ["invoice"],
    "currency": ["EUR"],
    "total_incl_vat": ["119.00"],
    "total_excl_vat": ["100.00"],
    "total_vat": ["19.00"],
    "amount_due": ["119.00"],
}


def candidate(value: str, confidence: float, source: str, words: list[int]) -> Candidate:
    return Candidate.model_validate(
        {
            "value": value, "text": value, "box": None, "page": None, "confidence": confidence,
            "level": level_of(confidence), "source": source, "words": words,
        }
    )  # fmt: skip


def names(*candidates: Candidate) -> list[tuple[str, float]]:
    """What becomes of candidates for the supplier's name."""
    model = ModelInfo(name="m", version="1")
    read = Extraction(file="a.pdf", pages=[], fields={"supplier_name": list(candidates)}, model=model)
    return [(one.value, one.confidence) for one in with_suggestions(read).fields["supplier_name"]]


def test_a_printed_answer_stands_before_a_known_party_that_is_not_printed() -> None:
    known, printed = candidate("Zenith AG", 0.9, "known", []), candidate("Acme Ltd", 0.55, "model", [3, 4])
    assert names(known, printed) == [("Acme Ltd", 0.55), ("Zenith AG", MOST)]


def test_a_printed_guess_stays_behind_the_suggestion() -> None:
    known, printed = candidate("Zenith AG", 0.9, "known", []), candidate("Page 1", 0.1, "model", [3, 4])
    assert names(known, printed) == [("Zenith AG", MOST), ("Page 1", 0.1)]


@pytest.mark.parametrize(
    "one",
    [
        candidate("Zenith AG", 0.97, "known", [7, 8]),  # printed
        candidate("Zenith AG", 0.97, "einvoice", []),  # the e-invoice says it
        candidate("Zenith AG", 0.3, "known", []),  # no answer anyway
    ],
)
def test_what_is_printed_or_no_answer_is_left_as_it_is(one: Candidate) -> None:
    assert names(one) == [(one.value, one.confidence)]


def test_it_is_neither_listed_nor_sure_nor_confirmed_with_many(start_fake: Callable[..., Running]) -> None:
    service = start_fake()
    said = {**WHOLE, "supplier_name": ["?Zenith AG"]}
    document = service.post(pdf("x", json.dumps(said))).raise_for_status().json()
    (known,) = document["extraction"]["fields"]["supplier_name"]
    assert (known["value"], known["source"], known["words"]) == ("Zenith AG", "known", [])
    assert known["level"] == "very_low"
    assert (document["supplier_name"], document["level"]) == (None, "very_low")
    assert document["doubt"] > 0.5
    for least in (0.0, 0.96):  # those selected by hand, and all that are sure
        body = {"ids": [document["id"]], "min_confidence": least}
        answer = service.client.post("/v1/review/confirm", json=body).raise_for_status().json()
        assert answer["done"] == []
        assert answer["skipped"][0]["reason"] == "supplier_name is empty."
    answered = service.client.get(f"/v1/documents/{document['id']}", params={"level": "low"}).json()
    assert "supplier_name" not in answered["extraction"]["fields"]


def test_the_same_document_is_confirmed_where_the_page_prints_the_name(
    start_fake: Callable[..., Running],
) -> None:
    service = start_fake()
    document = service.post(pdf("x", json.dumps(WHOLE))).raise_for_status().json()
    body = {"ids": [document["id"]], "min_confidence": 0.96}
    assert service.client.post("/v1/review/confirm", json=body).json()["done"] == [document["id"]]
