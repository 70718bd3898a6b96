"""What the tests of the command line read: pages drawn on the spot, and a model small enough to make here."""

from pathlib import Path

import pytest
from drawn_pdf import INVOICE, draw_pdf


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    """An English invoice of one page."""
    return draw_pdf(tmp_path / "invoice.pdf", INVOICE)


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder as training and export write it, but tiny and untrained: the rules do the reading."""
    import torch

    from paperformer.evidence.weights import Weights, save_weights
    from paperformer.extraction.calibration import Calibration, save_calibration
    from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE, Manifest
    from paperformer.fields.schema import load_schema
    from paperformer.learning.export.folder import export
    from paperformer.learning.finetune import word_fields
    from paperformer.learning.layout_model import LayoutModel
    from paperformer.learning.weights import save_model
    from paperformer.text.vocabulary import train_vocabulary
    from paperformer.transformer.config import EncoderConfig, LayoutConfig

    schema = load_schema()
    tokenizer = train_vocabulary(INVOICE * 3, 120)
    config = EncoderConfig(
        vocabulary_size=len(tokenizer), hidden_size=16, layers=1, heads=2, feedforward_size=32,
        max_positions=256, layout=LayoutConfig(),
    )  # fmt: skip
    model = LayoutModel(config, word_fields(schema))
    with torch.no_grad():
        for weights in model.head.parameters():
            weights.zero_()
        model.head.scores.bias.fill_(-8.0)  # sure that no word belongs to a field
    manifest = Manifest(
        name="small", version="1", fields=word_fields(schema), max_tokens=256, encoder=config.to_dict()
    )
    folder = tmp_path_factory.mktemp("model")
    save_model(folder, model, tokenizer, manifest, schema)
    export(folder, folder, precision="float32")
    save_calibration(Calibration(), folder / CALIBRATION)
    # Candidates stay as likely as rules say; totals that add up are likelier.
    weights = Weights({"rule": 3.0}, relations={"total_is_net_plus_tax": {"holds": 3.0, "fails": -3.0}})
    save_weights(weights, folder / EVIDENCE)
    return folder
