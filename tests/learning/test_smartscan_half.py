"""The recipe of the half-width `smartscan` has the preset's shape, and its start says what its model says."""

import runpy
from pathlib import Path

import pytest
import torch

from paperformer.learning.config import load_finetune_config
from paperformer.learning.layout_model import LayoutModel
from paperformer.transformer import smartscan
from paperformer.transformer.config import EncoderConfig
from toy_model import toy_model

RECIPES = Path(__file__).parents[2] / "recipes"
START = runpy.run_path(str(RECIPES / "smartscan-half" / "start.py"))


def test_it_is_the_preset_at_half_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PAPERFORMER_DATA", "PAPERFORMER_RUNS"):
        monkeypatch.setenv(name, "nowhere")
    choice = load_finetune_config(RECIPES / "smartscan-half.yaml").encoder
    manifest = START["read_manifest"](START["default_model_path"]())
    start = EncoderConfig.from_dict(manifest.encoder).changed(layers=12)
    shape, preset = start.changed(**choice.changes), smartscan(start.vocabulary_size)
    assert 2 * shape.hidden_size == preset.hidden_size
    assert 2 * shape.feedforward_size == preset.feedforward_size
    for setting in ("layers", "heads", "attention", "max_positions", "layout", "narrow_after", "block"):
        assert getattr(shape, setting) == getattr(preset, setting), setting


@pytest.mark.parametrize("spread", [0.0, 0.05])
def test_a_grown_model_begins_as_the_one_that_it_grew_from(spread: float) -> None:
    model = toy_model(layers=2, narrow_after=None, block=None).eval()
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if ".norm." in name:
                noise = torch.randn(parameter.shape, generator=generator)
                parameter.copy_((1.3 if name.endswith("weight") else 0.1) + spread * noise)
    grown = LayoutModel(model.config.changed(layers=4), model.fields).eval()
    grown.load_state_dict(START["grown"](model.state_dict(), 2))
    inputs = {
        "ids": torch.tensor([[2, 5, 6, 7, 3]]),
        "boxes": torch.tensor([[[i, i, i + 50, i + 20] for i in range(5)]]),
        "pages": torch.zeros(1, 5, dtype=torch.long),
        "word_index": torch.tensor([[-1, 0, 1, 1, -1]]),
        "word_mask": torch.ones(1, 2, dtype=torch.bool),
    }
    with torch.inference_mode():
        ours, theirs = (torch.cat(list(one(**inputs))) for one in (grown, model))
    # Exactly where a norm's gains are all alike; nearly where they spread.
    assert float((ours - theirs).norm() / theirs.norm()) <= max(1e-5, spread)
