"""How good a model in training is said to be."""

import torch
from torch import Tensor

from paperformer.extraction.scores import WordLogits
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.scoring import validation_scores, word_scores
from toy_documents import labelled
from toy_model import SCHEMA, toy_model, toy_tokenizer


class Knowing(LayoutModel):
    """Picks the word of a given number for the first field, and nothing for the others."""

    place: int = 0

    def forward(self, *inputs: Tensor) -> WordLogits[Tensor]:
        word_mask = inputs[4]
        scores = torch.full((*word_mask.shape, len(self.fields)), -9.0)
        scores[:, self.place, 0] = 9.0
        return WordLogits(scores, scores, scores, scores)


def knowing(place: int) -> Knowing:
    model = Knowing(toy_model().config, SCHEMA.names)
    model.place = place
    return model


def score(model: LayoutModel, *documents: LabelledDocument) -> dict[str, float]:
    contexts = [NO_CONTEXT for _ in documents]
    return dict(validation_scores(model, toy_tokenizer(), SCHEMA, documents, contexts))


def document(truth: str, known: tuple[str, ...] = ()) -> LabelledDocument:
    return labelled("Invoice INV-7 total 12.00", fields={"document_number": [truth]}, known=known)


def test_the_right_word_is_a_perfect_score() -> None:
    assert score(knowing(1), document("INV-7")) == {"score": 1.0, "f1_document_number": 1.0}


def test_the_wrong_word_is_none() -> None:
    assert score(knowing(3), document("INV-7"))["score"] == 0.0


def test_fields_count_where_their_truth_is_known_and_something_is_given_or_expected() -> None:
    absent = labelled("Invoice INV-7 total 12.00", fields={}, known=["document_number", "document_date"])
    scores = score(knowing(1), document("INV-7", known=("total_incl_vat",)), absent)
    # One match; two given (the second where there is none), one expected.
    assert scores == {"score": 2 / 3, "f1_document_number": 2 / 3}


def test_nothing_held_out_is_no_error() -> None:
    assert score(knowing(1)) == {"score": 0.0}


def test_a_long_document_is_scored_over_its_windows() -> None:
    lines = [f"total {n}" for n in range(200)]
    words = labelled(*lines, fields={}).document.words
    scores = word_scores(toy_model(), toy_tokenizer(), words, 160)
    assert scores.inside.shape == (400, len(SCHEMA.names))
    assert (scores.inside > 0).all()
    assert (scores.pick.sum(axis=0) < 1).all()
