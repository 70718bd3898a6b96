"""Weights move one to one between mechanisms."""

from dataclasses import replace

import pytest
import torch

from paperformer.errors import ModelMismatch
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig, PerformerConfig
from paperformer.transformer.transfer import copy_weights


def test_softmax_to_performer_and_back_loses_nothing(tiny: EncoderConfig, generator: torch.Generator) -> None:
    exact = build_encoder(tiny, generator)
    performer = build_encoder(replace(tiny, attention=PerformerConfig()), generator)
    back = build_encoder(tiny, generator)
    directions = [buffer.clone() for _, buffer in performer.named_buffers()]
    copy_weights(exact, performer)
    copy_weights(performer, back)
    assert all(torch.equal(a, b) for a, b in zip(exact.parameters(), back.parameters(), strict=True))
    assert len(directions) == 3  # one set a layer, untouched
    assert all(torch.equal(a, b) for a, (_, b) in zip(directions, performer.named_buffers(), strict=True))


def test_the_two_answer_alike_where_logits_are_small(tiny: EncoderConfig, generator: torch.Generator) -> None:
    exact = build_encoder(tiny, generator).eval()
    performer = build_encoder(
        replace(tiny, attention=PerformerConfig(features=512, regularised=False)), generator
    ).eval()
    ids = torch.randint(1, 97, (2, 30), generator=generator)
    before = (performer(ids) - exact(ids)).abs().max()
    copy_weights(exact, performer)
    after = (performer(ids) - exact(ids)).abs().max()
    assert after < 1e-3 < before


def test_models_of_other_shapes_are_refused(tiny: EncoderConfig, generator: torch.Generator) -> None:
    shallow = build_encoder(replace(tiny, layers=2), generator)
    with pytest.raises(ModelMismatch, match=r"encoder\.layers\.2\.attention\.key\.bias"):
        copy_weights(build_encoder(tiny, generator), shallow)
    wide = build_encoder(replace(tiny, vocabulary_size=98), generator)
    with pytest.raises(ModelMismatch, match=r"differ in embedding\.token\.weight\b"):
        copy_weights(build_encoder(tiny, generator), wide)
