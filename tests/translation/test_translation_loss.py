"""The loss of a translator: what R-Drop adds to it."""

import pytest
import torch
from toy_corpus import TINY

from paperformer.text.subword_training import train_subwords
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.batches import Batch, collate, encode_pairs
from paperformer.translation.config import ModelChoice
from paperformer.translation.model_folder import build, shape_of
from paperformer.translation.task import TranslationTask


def model_and_batch(dropout: float) -> tuple[Seq2Seq, Batch]:
    pairs = [("a b c", "c b a"), ("d e", "e d"), ("f g h a", "a h g f")]
    subwords = train_subwords([side for pair in pairs for side in pair], 300)
    both = (subwords, subwords)
    model = build(shape_of(ModelChoice(changes=TINY | {"dropout": dropout}), both), 0)
    assert isinstance(model, Seq2Seq)
    return model.train(), collate(encode_pairs(pairs, both), both)


def test_without_dropout_both_passes_are_one() -> None:
    model, batch = model_and_batch(dropout=0.0)
    (plain, tokens), (twice, same) = (
        TranslationTask(0.1, strength).loss(model, batch) for strength in (0.0, 5.0)
    )
    assert tokens == same
    assert float(twice.detach()) == pytest.approx(float(plain.detach()), rel=1e-5)


def test_what_differs_between_the_passes_counts_by_its_strength() -> None:
    model, batch = model_and_batch(dropout=0.3)
    found = []
    for strength in (1e-9, 1.0, 5.0):
        torch.manual_seed(0)
        found.append(float(TranslationTask(0.1, strength).loss(model, batch)[0].detach()))
    assert found[0] < found[1] < found[2]
    assert found[2] - found[0] == pytest.approx(5 * (found[1] - found[0]), rel=1e-3)


@pytest.mark.parametrize(("strength", "passes"), [(0.0, 1), (5.0, 2)])
def test_only_learning_makes_two_passes(
    strength: float, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, batch = model_and_batch(dropout=0.3)
    made = []
    states = model.states
    monkeypatch.setattr(model, "states", lambda *given: made.append(1) or states(*given))
    task = TranslationTask(0.1, strength)
    task.loss(model, batch)
    assert len(made) == passes
    task.validation_loss(model.eval(), [batch])
    assert len(made) == passes + 1
