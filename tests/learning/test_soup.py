"""The mean of several trained models."""

from pathlib import Path

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.extraction.model_folder import CALIBRATION, read_manifest
from paperformer.extraction.pipeline import Extractor
from paperformer.learning.export.folder import export
from paperformer.learning.soup import mean_of
from paperformer.learning.weights import load_model
from toy_model import SCHEMA, save_toy, toy_model


def trained(folder: Path, seed: int) -> Path:
    export(save_toy(folder, toy_model(seed=seed)), folder)
    return folder


def test_the_mean_lies_between_the_models_by_their_weights(tmp_path: Path) -> None:
    one, other = trained(tmp_path / "one", 1), trained(tmp_path / "other", 2)
    mean = mean_of({one: 2.0, other: 1.0}, tmp_path / "mean", version="7")
    states = [load_model(folder)[0].state_dict() for folder in (one, other, mean)]
    for name, tensor in states[2].items():
        expected = (2 * states[0][name] + states[1][name]) / 3
        step = expected.abs().amax() / 127  # of the eight bits that it is kept in
        torch.testing.assert_close(tensor, expected, atol=float(step) * 0.51 + 1e-3, rtol=1e-3)
    assert read_manifest(mean).version == "7"


def test_the_mean_reads_documents(tmp_path: Path) -> None:
    one = trained(tmp_path / "one", 1)
    (one / CALIBRATION).write_text((one / CALIBRATION).read_text() if (one / CALIBRATION).exists() else "{}")
    mean = mean_of({one: 1.0, trained(tmp_path / "other", 2): 1.0}, tmp_path / "mean", version="1")
    assert (mean / CALIBRATION).exists()
    (mean / CALIBRATION).unlink()
    with Extractor(mean) as extractor:
        assert extractor.schema.names == SCHEMA.names


def test_models_of_other_shapes_have_no_mean(tmp_path: Path) -> None:
    one = trained(tmp_path / "one", 1)
    other = save_toy(tmp_path / "other", toy_model(layers=1))
    with pytest.raises(InvalidConfig, match="other: the model is of another shape"):
        mean_of({one: 1.0, other: 1.0}, tmp_path / "mean", version="1")


@pytest.mark.parametrize("weight", [0.0, -1.0])
def test_weights_are_above_zero(tmp_path: Path, weight: float) -> None:
    with pytest.raises(InvalidConfig, match="weights above 0"):
        mean_of({tmp_path: weight}, tmp_path / "mean", version="1")
