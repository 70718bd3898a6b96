"""Tiny checkpoints of the ``transformers`` library: random, and large enough that every term matters."""

from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel

SHAPE = {
    "vocab_size": 61,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 42,
    "initializer_range": 0.3,
}
DISTILBERT_SHAPE = {
    "vocab_size": 61,
    "dim": 24,
    "n_layers": 3,
    "n_heads": 4,
    "hidden_dim": 40,
    "max_position_embeddings": 42,
    "initializer_range": 0.3,
}


def saved(kind: Any, shape: Any, folder: Path) -> PreTrainedModel:
    """A random model of ``kind``, written to ``folder``, in evaluation."""
    torch.manual_seed(3)
    model = kind(shape)
    for name, parameter in model.named_parameters():
        if "bias" in name or "orm" in name:
            torch.nn.init.normal_(parameter, mean=0.5, std=0.2)
    model.save_pretrained(folder)
    return model.eval()


def batch(vocabulary: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and mask of three rows: full, half full, one token. Id 1, RoBERTa's padding, is padding alone."""
    chance = torch.Generator().manual_seed(4)
    ids = torch.randint(2, vocabulary, (3, length), generator=chance)
    mask = torch.arange(length) < torch.tensor([length, length // 2, 1])[:, None]
    return ids.where(mask, 1), mask
