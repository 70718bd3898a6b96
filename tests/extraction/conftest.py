"""A model folder as training and export write it, but tiny and untrained."""

from pathlib import Path

import pytest

from paperformer.evidence.weights import Weights, save_weights
from paperformer.extraction.model_folder import EVIDENCE


@pytest.fixture(scope="session")
def toy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that is sure of nothing: what is found, the rules found."""
    import torch

    from paperformer.learning.export.folder import export
    from toy_model import save_toy, toy_model

    model = toy_model()
    with torch.no_grad():
        model.head.scores.weight.zero_()
        model.head.scores.bias.fill_(-8.0)
    folder = save_toy(tmp_path_factory.mktemp("toy"), model)
    export(folder, folder, precision="float32")
    # Candidates stay as likely as rules say; totals that add up are likelier.
    weights = Weights({"rule": 3.0}, relations={"total_is_net_plus_tax": {"holds": 3.0, "fails": -3.0}})
    save_weights(weights, folder / EVIDENCE)
    return folder
