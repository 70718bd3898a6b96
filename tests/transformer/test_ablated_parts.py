"""A model without one of its parts: the part is gone, and decoding by steps agrees with the whole."""

import pytest
import torch
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_decoder, build_seq2seq
from paperformer.transformer.config import DecoderConfig, Seq2SeqConfig
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.generation.protocol import Prompt

SHAPE = {"vocabulary_size": 30, "hidden_size": 16, "layers": 2, "heads": 2, "feedforward_size": 24}
REMOVALS: dict[str, dict[str, object]] = {
    "positions": {"positions": "none"},
    "layer norm": {"norm": "none"},
    "residual": {"residual": False},
    "residual, pre-norm": {"residual": False, "norm": "pre"},
    "feed-forward": {"feedforward_size": 0},
    "all": {"positions": "none", "norm": "none", "residual": False, "feedforward_size": 0},
}


def config(**changes: object) -> DecoderConfig:
    return DecoderConfig.from_dict({**SHAPE, "dropout": 0.0, **changes})


def ids(generator: torch.Generator, length: int = 7) -> torch.Tensor:
    return torch.randint(1, 30, (2, length), generator=generator)


@pytest.mark.parametrize("changes", REMOVALS.values(), ids=REMOVALS)
def test_steps_agree_with_the_whole(changes: dict[str, object], generator: torch.Generator) -> None:
    model = build_decoder(config(**changes), generator).eval()
    text = ids(generator)
    whole = model(text)
    state = model.start(Prompt(text))
    for place in range(text.shape[1]):
        logits, state = model.step(text[:, place : place + 1], state)
        torch.testing.assert_close(logits, whole[:, place], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("changes", REMOVALS.values(), ids=REMOVALS)
def test_an_encoder_decoder_without_it_runs_and_saves(
    changes: dict[str, object], generator: torch.Generator
) -> None:
    shape = Seq2SeqConfig.from_dict({**config(**changes).to_dict()})
    assert Seq2SeqConfig.from_dict(shape.to_dict()) == shape
    model = build_seq2seq(shape, generator)
    logits = model(ids(generator), ids(generator, 5))
    assert logits.shape == (2, 5, 30)
    logits.sum().backward()
    assert all(bool(p.grad.isfinite().all()) for p in model.parameters() if p.grad is not None)


def test_without_positions_the_order_of_earlier_tokens_is_nothing_to_see(generator: torch.Generator) -> None:
    text = ids(generator)
    shuffled = torch.cat([text[:, [3, 0, 5, 1, 4, 2]], text[:, 6:]], dim=1)
    assert not torch.equal(text, shuffled)
    for positions, same in (("none", True), ("sinusoidal", False)):
        model = build_decoder(config(positions=positions, layers=1), generator).eval()
        assert torch.allclose(model(text)[:, -1], model(shuffled)[:, -1], atol=1e-5) is same


def test_without_layer_norm_none_is_left(generator: torch.Generator) -> None:
    modules = list(build_decoder(config(norm="none"), generator).modules())
    assert not any(isinstance(module, nn.LayerNorm) for module in modules)
    assert any(isinstance(module, nn.LayerNorm) for module in build_decoder(config(), generator).modules())


def test_without_feed_forward_networks_none_is_left(generator: torch.Generator) -> None:
    modules = list(build_decoder(config(feedforward_size=0), generator).modules())
    assert not any(isinstance(module, FeedForward) for module in modules)
    # Its residual and norm went with it: one norm a layer.
    assert sum(isinstance(module, nn.LayerNorm) for module in modules) == 2


@pytest.mark.parametrize("norm", ["post", "pre", "none"])
def test_without_residuals_silent_sub_layers_silence_the_model(norm: str, generator: torch.Generator) -> None:
    """Where attention and network give zeros, only the residual path can carry a token to the head."""
    text = ids(generator)
    for residual in (True, False):
        model = build_decoder(config(norm=norm, residual=residual), generator).eval()
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if ".attention.output." in name or ".feedforward.outer." in name:
                    parameter.zero_()
        states = model.decoder(model.embedding(text))
        assert bool((states == 0).all()) is not residual


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"norm": "layer"}, "norm 'layer' is neither post nor pre nor none"),
        ({"positions": "polar"}, "positions 'polar' is neither sinusoidal nor sinusoidal-halves nor learned"),
        ({"feedforward_size": -1}, "feedforward_size is -1"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        config(**changes)


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_places_given_one_by_one_are_those_counted_along_the_row(
    positions: str, generator: torch.Generator
) -> None:
    model = build_decoder(config(positions=positions), generator).eval()
    text = ids(generator)
    places = torch.arange(text.shape[1]).expand_as(text)
    torch.testing.assert_close(model(text, places=places), model(text))
    assert not torch.allclose(model(text, places=places + 1), model(text))


def test_a_place_beyond_a_learned_table_is_refused(generator: torch.Generator) -> None:
    model = build_decoder(config(positions="learned", max_positions=8), generator)
    with pytest.raises(InvalidConfig, match="place 8 is beyond a table of 8 positions"):
        model(ids(generator), places=torch.full((2, 7), 8))
