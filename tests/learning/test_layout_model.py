"""The model that is trained: shapes, padding, batches, and a loss that a plain loop confirms."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from paperformer.extraction.flow import Flow
from paperformer.extraction.scores import WordLogits
from paperformer.extraction.tokens import encode_words
from paperformer.learning.alignment import ABSENT, PRESENT, UNKNOWN
from paperformer.learning.batches import Batch, Example, collate
from paperformer.learning.layout_model import FieldLoss, LayoutModel, inside_loss, pick_loss
from paperformer.learning.span_loss import span_loss
from toy_documents import words_of
from toy_model import SCHEMA, toy_model, toy_tokenizer

PERFORMER = {"mechanism": "performer", "features": 32}
SHAPES = [{}, {"narrow_after": 0}, {"narrow_after": 1}, {"narrow_after": 2}, {"attention": PERFORMER},
          {"attention": PERFORMER, "narrow_after": 1},
          {"attention": [PERFORMER, {"mechanism": "longformer", "window": 3}]},
          {"recurrent": "lstm", "narrow_after": 0, "positions": "none"}, {"recurrent": "gru"},
          {"positions": "rotary", "norm_kind": "rms", "gated": True, "key_value_heads": 1, "biases": "none"},
          {"positions": "sinusoidal", "norm": "none", "key_size": 6, "value_size": 10}]  # fmt: skip
PAGES = [
    words_of("invoice no 2024-17 | acme ltd", "date 2024", "total 12.50 eur", "thank you"),
    words_of("total 7"),
    words_of("invoice", "due 2024/12/31", "acme"),
]
FIELDS = SCHEMA.names
FREE_TEXT = [SCHEMA[name].type in ("name", "address") for name in FIELDS]


def example(number: int, seed: int = 0) -> Example:
    """One of the pages, with targets at random."""
    (window,) = encode_words(PAGES[number], toy_tokenizer(), 160)
    chance = np.random.default_rng(seed + number)
    targets = chance.choice([ABSENT, ABSENT, PRESENT], size=(window.words, len(FIELDS))).astype(np.int8)
    targets[:, 1] = ABSENT
    targets[:, 2] = UNKNOWN
    lines = [range(i, min(i + 2, window.words)) for i in range(0, window.words, 2)]
    return Example(window, targets, Flow(np.arange(window.words), lines))


@torch.no_grad()
def scores(model: LayoutModel, batch: Batch) -> WordLogits[Tensor]:
    logits: WordLogits[Tensor] = model(*batch.inputs)
    return logits


@pytest.mark.parametrize("changes", SHAPES)
def test_every_word_gets_four_scores_for_every_field(changes: dict[str, object]) -> None:
    batch = collate([example(0)])
    logits = scores(toy_model(**changes), batch)
    assert [part.shape for part in logits] == 4 * [(1, len(PAGES[0]), len(FIELDS))]
    assert all(part.std() > 0.1 for part in logits)


@pytest.mark.parametrize("changes", SHAPES)
def test_a_batch_of_many_answers_as_batches_of_one(changes: dict[str, object]) -> None:
    model = toy_model(**changes)
    together = scores(model, collate([example(n) for n in range(3)]))
    for number in range(3):
        alone = scores(model, collate([example(number)]))
        for one, many in zip(alone, together, strict=True):
            torch.testing.assert_close(many[number, : one.shape[1]], one[0], atol=1e-5, rtol=0)


@pytest.mark.parametrize("changes", SHAPES)
def test_what_stands_in_the_padding_changes_nothing(changes: dict[str, object]) -> None:
    model = toy_model(**changes)
    batch = collate([example(0), example(1)])
    assert batch.mask is not None
    before = scores(model, batch)
    padding = ~batch.mask
    batch.ids[padding] = 9
    batch.boxes[padding] = 777
    batch.pages[padding] = 3
    for one, other in zip(before, scores(model, batch), strict=True):
        exist = batch.word_mask
        torch.testing.assert_close(one[exist], other[exist], atol=0, rtol=0)


def test_the_place_on_the_page_matters() -> None:
    model, batch = toy_model(), collate([example(0)])
    before = scores(model, batch)[0]
    batch.boxes[:, 1:-1] = (batch.boxes[:, 1:-1] + 300).clamp(max=1000)
    assert not torch.allclose(before, scores(model, batch)[0], atol=1e-2)


def reference(inside: Tensor, pick: Tensor, batch: Batch) -> tuple[list[list[float]], list[list[float]]]:
    """Both losses by loops over documents, fields and words, in double precision."""
    insides: list[list[float]] = []
    picks: list[list[float]] = []
    for row in range(len(batch.ids)):
        words = int(batch.word_mask[row].sum())
        insides.append([])
        picks.append([])
        for field in range(inside.shape[2]):
            truth = batch.targets[row, :words, field].tolist()
            loss = 0.0
            for word in range(words):
                x = float(inside[row, word, field])
                if truth[word] == PRESENT:
                    loss += math.log1p(math.exp(-x))
                elif truth[word] == ABSENT:
                    loss += math.log1p(math.exp(x))
            insides[-1].append(loss)
            weights = [math.exp(float(pick[row, word, field])) for word in range(words)]
            on_truth = sum(w for w, t in zip(weights, truth, strict=True) if t == PRESENT)
            picks[-1].append(math.log(1 + sum(weights)) - math.log(on_truth or 1.0))
    return insides, picks


def random_scores(batch: Batch, seed: int = 0) -> tuple[Tensor, Tensor]:
    chance = torch.Generator().manual_seed(seed)
    shape = batch.targets.shape
    return tuple(3 * torch.randn(shape, generator=chance, dtype=torch.float64) for _ in range(2))  # type: ignore[return-value]


def test_the_losses_are_those_of_a_plain_loop() -> None:
    batch = collate([example(n) for n in range(3)])
    inside, pick = random_scores(batch)
    insides, picks = reference(inside, pick, batch)
    torch.testing.assert_close(inside_loss(inside, batch.targets), torch.tensor(insides, dtype=torch.float64))
    known = (batch.targets != UNKNOWN).any(dim=1)
    torch.testing.assert_close(
        pick_loss(pick, batch)[known], torch.tensor(picks, dtype=torch.float64)[known], atol=1e-10, rtol=0
    )


def test_every_document_counts_alike_however_many_fields_it_labels() -> None:
    model = toy_model()
    batch = collate([example(n) for n in range(3)])
    batch.targets[1, :, 1:] = UNKNOWN  # of the second document one field is known
    inside, pick, begin, end = scores(model, batch)
    insides, picks = reference(inside, pick, batch)
    spans = span_loss(inside, begin, end, batch, torch.arange(len(FIELDS)))
    expected = 0.0
    for row in range(3):
        known = [f for f in range(len(FIELDS)) if (batch.targets[row, :, f] != UNKNOWN).any()]
        each = [
            insides[row][f] + 0.5 * picks[row][f] + 0.25 * FREE_TEXT[f] * float(spans[row, f]) for f in known
        ]
        expected += sum(each) / len(known)
    with torch.no_grad():
        loss, count = FieldLoss(FREE_TEXT, pick=0.5, span=0.25).loss(model, batch)
    assert count == 3
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("targets", [ABSENT, UNKNOWN, PRESENT])
def test_gradients_are_finite_whatever_is_known(targets: int) -> None:
    model = toy_model().train()
    examples = [example(0), example(1)]
    batch = collate([Example(e.window, np.full_like(e.targets, targets), e.flow) for e in examples])
    loss, _ = FieldLoss(FREE_TEXT).loss(model, batch)
    loss.backward()
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    assert gradients
    assert all(torch.isfinite(gradient).all() for gradient in gradients)
    assert any(gradient.any() for gradient in gradients) is (targets != UNKNOWN)


def test_gradients_of_extreme_scores_are_finite() -> None:
    batch = collate([example(0), example(1)])
    scores = (1e4 * random_scores(batch)[1]).float().requires_grad_()
    (pick_loss(scores, batch).sum() + inside_loss(scores, batch.targets).sum()).backward()
    assert scores.grad is not None
    assert torch.isfinite(scores.grad).all()


def test_a_word_whose_truth_is_unknown_teaches_nothing() -> None:
    batch = collate([example(0)])
    inside = random_scores(batch)[0].requires_grad_()
    inside_loss(inside, batch.targets).sum().backward()
    assert inside.grad is not None
    assert not inside.grad[batch.targets == UNKNOWN].any()
    assert inside.grad[batch.targets != UNKNOWN].all()


def test_the_same_seed_makes_the_same_model() -> None:
    first, second, other = (LayoutModel(toy_model().config, FIELDS, seed=seed) for seed in (1, 1, 2))
    for name, tensor in first.state_dict().items():
        assert torch.equal(tensor, second.state_dict()[name])
    assert not torch.equal(first.head.scores.weight, other.head.scores.weight)
