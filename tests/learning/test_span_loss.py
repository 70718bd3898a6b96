"""The distribution over runs of words against the sum over every run, written out in float64."""

import numpy as np
import pytest
import torch

from paperformer.extraction.flow import Flow
from paperformer.extraction.text_runs import MIDST
from paperformer.extraction.tokens import Window
from paperformer.learning.alignment import ABSENT, PRESENT
from paperformer.learning.batches import GAP, Batch, Example, collate
from paperformer.learning.span_loss import span_loss


def example(words: int, *runs: tuple[int, int, int], fields: int = 3) -> Example:
    targets = np.full((words, fields), ABSENT, dtype=np.int8)
    for first, last, field in runs:
        targets[first : last + 1, field] = PRESENT
    tokens = np.zeros(words + 2, dtype=np.int64)
    window = Window(tokens, np.zeros((words + 2, 4), dtype=np.int64), tokens, tokens, first=0, words=words)
    lines = [range(i, min(i + 3, words)) for i in range(0, words, 3)]
    return Example(window, targets, Flow(np.arange(words), lines))


def logits(batch: Batch, seed: int = 0) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(batch.targets.shape, generator=generator, dtype=torch.float64) for _ in range(3)]


def by_hand(
    inside: np.ndarray, begin: np.ndarray, end: np.ndarray, words: int, truths: list[tuple[int, int]]
) -> float:
    amid = {
        (i, j): MIDST * ((i % 3 != 0) + (j % 3 != 2 and j != words - 1))
        for i in range(words)
        for j in range(words)
    }
    weights = {
        (i, j): np.exp(begin[i] + inside[i : j + 1].sum() + end[j] - amid[i, j])
        for i in range(words)
        for j in range(i, words)
    }
    right = sum(weights[truth] for truth in truths) if truths else 1.0
    return float(-np.log(right / (1.0 + sum(weights.values()))))


def test_it_is_minus_log_of_the_true_runs_share_of_all_runs_and_nowhere() -> None:
    far = 4 + GAP
    batch = collate([example(20, (2, 3, 0), (far + 2, far + 4, 0), (5, 5, 2)), example(7, (0, 6, 2))])
    inside, begin, end = logits(batch)
    loss = span_loss(inside, begin, end, batch, torch.arange(3))
    truths = [[[(2, 3), (far + 2, far + 4)], [], [(5, 5)]], [[], [], [(0, 6)]]]
    for row, words in enumerate((20, 7)):
        for column in range(3):
            parts = [scores[row, :, column].numpy() for scores in (inside, begin, end)]
            assert float(loss[row, column]) == pytest.approx(by_hand(*parts, words, truths[row][column]))


def test_only_the_fields_asked_for_are_judged() -> None:
    batch = collate([example(9, (1, 2, 0), (4, 5, 2))])
    whole = logits(batch)
    all_fields = span_loss(*whole, batch, torch.arange(3))
    some = torch.tensor([2, 0])
    chosen = span_loss(*(scores[..., some] for scores in whole), batch, some)
    torch.testing.assert_close(chosen, all_fields[:, some])


def test_a_value_with_few_foreign_words_in_its_midst_is_one_run() -> None:
    batch = collate([example(40, (3, 5, 1), (5 + GAP + 1, 20, 1), (20 + GAP + 2, 39, 1))])
    assert batch.runs.tolist() == [[0, 3, 20, 1], [0, 20 + GAP + 2, 39, 1]]


def test_a_thousand_words_that_belong_nowhere_leave_a_finite_gradient() -> None:
    batch = collate([example(1000, (500, 504, 0), fields=1)])
    inside = torch.full((1, 1000, 1), -8.0, requires_grad=True)
    edge = torch.zeros(1, 1000, 1, requires_grad=True)
    loss = span_loss(inside, edge, edge, batch, torch.arange(1)).sum()
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(inside.grad).all()
    assert torch.isfinite(edge.grad).all()
    assert (inside.grad[0, 500:505] < 0).all()


def test_runs_are_those_of_the_order_down_the_columns() -> None:
    """Two columns of two words: the value in the left one is no run of rows."""
    targets = np.full((4, 3), ABSENT, dtype=np.int8)
    targets[[0, 2], 0] = PRESENT
    rows = example(4)
    down = Example(rows.window, targets, Flow(np.array([0, 2, 1, 3]), [range(i, i + 1) for i in range(4)]))
    batch = collate([down])
    assert batch.runs.tolist() == [[0, 0, 1, 0]]
    inside, begin, end = logits(batch)
    loss = span_loss(inside, begin, end, batch, torch.arange(3))
    i, b, e = (those[0, [0, 2, 1, 3], 0].numpy() for those in (inside, begin, end))
    weights = {(s, t): np.exp(b[s] + i[s : t + 1].sum() + e[t]) for s in range(4) for t in range(s, 4)}
    assert float(loss[0, 0]) == pytest.approx(-np.log(weights[0, 1] / (1 + sum(weights.values()))))
