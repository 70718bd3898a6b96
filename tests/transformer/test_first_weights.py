"""Translators begin with weights that keep signals at their size (Glorot & Bengio 2010)."""

import math

import pytest
import torch
from torch import nn

from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config import Seq2SeqConfig

WIDTH = 96


def attentions(norm: str) -> list[MultiHeadAttention]:
    config = Seq2SeqConfig(
        vocabulary_size=300, hidden_size=WIDTH, layers=2, heads=4, feedforward_size=128, norm=norm
    )
    model = build_seq2seq(config, torch.Generator().manual_seed(0))
    return [module for module in model.modules() if isinstance(module, MultiHeadAttention)]


def widest(layer: nn.Linear) -> float:
    return float(layer.weight.detach().abs().max())


@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_behind_norms_queries_keys_and_values_begin_as_torchs_joined_projection_does(name: str) -> None:
    torchs = nn.MultiheadAttention(WIDTH, 4).in_proj_weight.detach()
    for attention in attentions("post"):
        assert widest(getattr(attention, name)) == pytest.approx(float(torchs.abs().max()), rel=0.01)
        assert widest(attention.output) == pytest.approx(math.sqrt(6 / (2 * WIDTH)), rel=0.01)


@pytest.mark.parametrize("name", ["query", "key", "value", "output"])
def test_where_norms_stand_before_sub_layers_all_projections_begin_alike(name: str) -> None:
    for attention in attentions("pre"):
        assert widest(getattr(attention, name)) == pytest.approx(math.sqrt(6 / (2 * WIDTH)), rel=0.01)
