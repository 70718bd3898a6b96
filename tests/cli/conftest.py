"""What the tests of the command line read: pages drawn on the spot, and a model small enough to make here."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

INVOICE = (
    "Northwind Traders Ltd",
    "Invoice number: INV-2024-0042",
    "Invoice date: 12 March 2024",
    "Net amount: 1,000.00 GBP",
    "VAT 20%: 200.00 GBP",
    "Total: 1,200.00 GBP",
)


def draw_pdf(path: Path, *pages: Sequence[str]) -> Path:
    """A PDF with a text layer, a page for each list of lines."""
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    for lines in pages:
        for number, line in enumerate(lines):
            canvas.drawString(72, 760 - 24 * number, line)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    """An English invoice of one page."""
    return draw_pdf(tmp_path / "invoice.pdf", INVOICE)


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder as training and export write it, but tiny and untrained: the rules do the reading."""
    import torch

    from paperformer.extraction.model_folder import Manifest
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
    return folder
