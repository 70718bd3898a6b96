"""What tells a document of ours from a letter: features of the whole, and what they do to confidences."""

from __future__ import annotations

import pytest

from paperformer.extraction.answer import answers_from
from paperformer.extraction.calibration import Calibration
from paperformer.extraction.relevance import FEATURES, Relevance, features_of
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from toy_documents import words_of


def scored(field: str, probability: float) -> Scored:
    return Scored(field, "x", "x", (0,), probability, "model")


def test_features_are_those_of_a_page_worked_out_by_hand() -> None:
    words = words_of("Total | 12.00", "Thank you for coming")  # three segments, six words, one amount
    proposed = {
        "total_incl_vat": [scored("total_incl_vat", 0.7), scored("total_incl_vat", 0.2)],
        "amount_due": [scored("amount_due", 0.9)],
        "supplier_name": [scored("supplier_name", 0.4)],
        "language": [scored("language", 0.85)],
    }
    features = features_of(words, proposed)
    assert features.keys() == set(FEATURES)
    assert features["total"] == 0.9
    assert features["sums"] == features["title"] == features["number"] == 0.0
    assert features["amounts"] == 1.0  # a sixth is more than a tenth
    assert features["fields"] == pytest.approx(2 / 12)  # a language is everywhere, and the name is unsure
    assert features["prose"] == pytest.approx(0.6931, abs=1e-4)


@pytest.mark.parametrize("text", ["2024", "1.234", "10.5", "5,125"])
def test_plain_numbers_are_no_amounts(text: str) -> None:
    assert features_of(words_of(text), {})["amounts"] == 0.0


def test_a_page_without_words_has_features_too() -> None:
    assert set(features_of((), {}).values()) == {0.0}


def test_what_is_found_on_a_document_that_is_not_ours_is_not_believed() -> None:
    words, proposed = words_of("Dear Ms Ashworth"), {"supplier_name": [scored("supplier_name", 0.9)]}
    plain = answers_from(proposed, words, Calibration(), load_schema())
    doubted = answers_from(proposed, words, Calibration({}, Relevance({"total": 9.0}, -4.0)), load_schema())
    assert plain["supplier_name"][0].confidence == pytest.approx(0.9)
    assert doubted["supplier_name"][0].confidence == pytest.approx(0.9 * 0.018, abs=1e-3)
    assert doubted["supplier_name"][0].value == plain["supplier_name"][0].value


def test_a_logit_beyond_all_measure_is_certainty_not_an_error() -> None:
    assert Relevance({"total": 1e300}, 0.0)({"total": 1.0}) == pytest.approx(1.0)
    assert Relevance({"total": -1e300}, 0.0)({"total": 1.0}) == pytest.approx(0.0)
