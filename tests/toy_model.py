"""Models small enough to make in a test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from paperformer.extraction.model_folder import Manifest
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import save_model
from paperformer.text.vocabulary import train_vocabulary
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.text.wordpiece import WordPiece
from paperformer.transformer.config import EncoderConfig, LayoutConfig
from paperformer.transformer.pretrained.names import BERT

PRINT = "invoice no total eur date due acme ltd thank you 2024 0123456789 . , : - /"
SCHEMA = Schema(
    (
        FieldDefinition("document_number", "number", "Its number"),
        FieldDefinition("document_date", "date", "Its day"),
        FieldDefinition("total_incl_vat", "amount", "Its total"),
        FieldDefinition("supplier_name", "name", "Who sells"),
        FieldDefinition("supplier_address", "address", "Where", multiline=True),
    )
)


def toy_tokenizer() -> WordPiece:
    """Sixty pieces, learned here."""
    return train_vocabulary([PRINT] * 3, 60)


def toy_config(**changes: Any) -> EncoderConfig:
    """Two layers of 32 with layout tables and no dropout."""
    base = EncoderConfig(
        vocabulary_size=len(toy_tokenizer()),
        hidden_size=32,
        layers=2,
        heads=2,
        feedforward_size=64,
        max_positions=160,
        dropout=0.0,
        layout=LayoutConfig(),
    )
    return base.changed(**changes)


def toy_model(fields: Sequence[str] = SCHEMA.names, *, seed: int = 0, **changes: Any) -> LayoutModel:
    """Random weights, all large enough to matter."""
    model = LayoutModel(toy_config(**changes), fields, seed=seed)
    generator = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape, generator=generator))
        model.head.scores.bias.zero_()
    return model.eval()


def save_toy(folder: Path, model: LayoutModel) -> Path:
    """A model folder with weights, not exported yet."""
    manifest = Manifest(
        name="toy",
        version="1",
        fields=model.fields,
        max_tokens=model.config.max_positions,
        encoder=model.config.to_dict(),
    )
    return save_model(folder, model, toy_tokenizer(), manifest, SCHEMA)


def save_bert(folder: Path, tokenizer: WordTokenizer, *, positions: int = 64) -> Path:
    """A BERT-shaped checkpoint of random weights as others publish them: config, vocabulary, weights."""
    config = {
        "vocab_size": len(tokenizer),
        "pad_token_id": tokenizer.padding_id,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": positions,
        "type_vocab_size": 2,
        "hidden_dropout_prob": 0.1,
    }
    shape = toy_config(vocabulary_size=len(tokenizer), max_positions=positions, layout=None)
    ours = LayoutModel(shape, ["x"], seed=5).encoder.state_dict()
    theirs = {_their_name(name): tensor.contiguous() for name, tensor in ours.items()}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    if isinstance(tokenizer, WordPiece):
        (folder / "vocab.txt").write_text("\n".join(tokenizer.vocabulary) + "\n", encoding="utf-8")
    else:
        tokenizer.save(folder / "tokenizer.json")
    save_file(theirs, folder / "model.safetensors")
    return folder


def _their_name(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    number = next((part for part in stem.split(".") if part.isdigit()), "")
    for theirs, our in BERT.pairs.items():
        if our.format(n=number) == stem:
            return f"{theirs.format(n=number)}.{ending}"
    raise KeyError(name)
