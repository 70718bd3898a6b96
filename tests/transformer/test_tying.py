"""Tied weights are one weight."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_decoder, build_recurrent, build_seq2seq
from paperformer.transformer.config import DecoderConfig, RecurrentConfig, Seq2SeqConfig
from paperformer.transformer.tying import tie_weights

SHAPE = Seq2SeqConfig(vocabulary_size=13, hidden_size=8, layers=1, heads=2, feedforward_size=8)


def test_a_tied_weight_moves_with_the_other() -> None:
    table, head = nn.Embedding(7, 4), nn.Linear(4, 7)
    tie_weights(table, head)
    (head(torch.ones(1, 4)).sum() + table(torch.tensor([3])).sum()).backward()
    assert head.weight is table.weight
    assert table.weight.grad is not None
    assert table.weight.grad[3].tolist() == [2.0] * 4  # once from each place
    assert table.weight.grad[0].tolist() == [1.0] * 4


def test_another_shape_is_refused_and_nothing_is_tied() -> None:
    table, fits, odd = nn.Embedding(7, 4), nn.Linear(4, 7), nn.Linear(4, 8)
    with pytest.raises(InvalidConfig, match=r"\(8, 4\) cannot be tied to \(7, 4\)"):
        tie_weights(table, fits, odd)
    assert fits.weight is not table.weight


def test_the_original_has_one_matrix_in_three_places(generator: torch.Generator) -> None:
    model = build_seq2seq(SHAPE, generator)
    weight = model.head.weight
    assert model.source_embedding.token.weight is weight
    assert model.target_embedding.token.weight is weight
    assert not weight[0].any()  # the padding row is still silent


def test_two_vocabularies_have_two_tables_and_the_head_follows_the_target(generator: torch.Generator) -> None:
    model = build_seq2seq(replace(SHAPE, source_vocabulary_size=29), generator)
    assert model.source_embedding.token.weight.shape == (29, 8)
    assert model.target_embedding.token.weight is model.head.weight


def test_nothing_is_tied_where_the_config_says_so(generator: torch.Generator) -> None:
    model = build_decoder(
        DecoderConfig(vocabulary_size=13, hidden_size=8, layers=1, heads=2, feedforward_size=8, tied=False),
        generator,
    )
    assert model.head.weight is not model.embedding.token.weight


def test_recurrent_models_tie_the_same_way(generator: torch.Generator) -> None:
    model = build_recurrent(RecurrentConfig(vocabulary_size=13, hidden_size=8), generator)
    assert model.source_embedding.weight is model.target_embedding.weight is model.head.weight
