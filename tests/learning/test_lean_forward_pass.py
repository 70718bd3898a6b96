"""The GPU recipe's forward pass (recipes/default-model/lean.py) is the function that ``LayoutModel`` is."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from paperformer.extraction.flow import rows_of
from paperformer.extraction.tokens import Window
from paperformer.learning.batches import Batch, Example, collate
from paperformer.learning.layout_model import LayoutModel
from paperformer.transformer.config import EncoderConfig

FIELDS = ("total", "date")
SHAPE = {
    "vocabulary_size": 40,
    "hidden_size": 24,
    "layers": 3,
    "heads": 2,
    "feedforward_size": 48,
    "max_positions": 64,
    "layout": {"buckets": 1001, "pages": 4},
    "narrow_after": 1,
}


@pytest.fixture(scope="module")
def lean() -> ModuleType:
    path = Path(__file__).parents[2] / "recipes/default-model/lean.py"
    spec = spec_from_file_location("lean_forward_pass", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"block": 4},
        {"attention": {"mechanism": "performer", "features": 24}},
    ],
    ids=["softmax", "blocks", "FAVOR+"],
)
def test_scores_are_those_of_the_model(lean: ModuleType, changes: dict[str, object]) -> None:
    config = EncoderConfig.from_dict({**SHAPE, **changes})
    model = LayoutModel(config, FIELDS, seed=3).eval()
    batch, lengths = batch_of([30, 7, 19])
    with torch.no_grad():
        ours = lean.forward(dict(model.state_dict()), config, batch, 0.0, lengths)
        theirs = model(*batch.inputs)
    for mine, right in zip(ours, theirs, strict=True):
        mine, right = (scores[batch.word_mask] for scores in (mine, right))
        torch.testing.assert_close(mine, right, atol=1e-5, rtol=1e-4)
        assert right.std() > 0.01, "scores that are all alike prove nothing"


def batch_of(lengths: list[int]) -> tuple[Batch, torch.Tensor]:
    """Random documents of so many words, two tokens each, and the lengths again."""
    rng = np.random.default_rng(5)
    examples = []
    for words in lengths:
        tokens = 2 * words + 2
        owner = np.concatenate([[-1], np.repeat(np.arange(words), 2), [-1]])
        corner, size = rng.integers(0, 500, (words, 2)), rng.integers(1, 500, (words, 2))
        boxes = np.concatenate([corner, corner + size], axis=1)[np.maximum(owner, 0)]
        boxes[owner < 0] = 0
        pages = np.where(owner < 0, 0, owner % 2)
        window = Window(rng.integers(0, 40, tokens), boxes, pages, owner, 0, words)
        examples.append(Example(window, np.zeros((words, len(FIELDS)), np.int8), rows_of(words)))
    return collate(examples), torch.tensor(lengths)
