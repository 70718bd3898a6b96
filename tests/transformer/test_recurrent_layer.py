"""Recurrent layers in an encoder: padding has no say, words above pieces, and a task of order is learned."""

from typing import Any

import pytest
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from paperformer.errors import InvalidConfig
from paperformer.transformer import Encoder, EncoderConfig, lstm_tagger
from paperformer.transformer.build_head import build_with_head
from paperformer.transformer.recurrent_layer import RecurrentLayer

SHAPE = {
    "vocabulary_size": 20,
    "hidden_size": 16,
    "layers": 2,
    "heads": 1,
    "positions": "none",
    "segment_types": 0,
}
IDS = torch.randint(1, 20, (3, 8), generator=torch.Generator().manual_seed(1))
LENGTHS = torch.tensor([8, 5, 1])
MASK = torch.arange(8) < LENGTHS[:, None]


@pytest.fixture(params=["lstm", "gru"])
def config(request: pytest.FixtureRequest) -> EncoderConfig:
    return EncoderConfig.from_dict({**SHAPE, "recurrent": request.param})


def test_a_layer_is_torchs_network_in_both_directions(config: EncoderConfig) -> None:
    layer = Encoder.from_config(config).eval().encoder.layers[0]
    assert isinstance(layer, RecurrentLayer)
    assert isinstance(layer.rnn, nn.LSTM if config.recurrent == "lstm" else nn.GRU)
    x = torch.randn(1, 5, 16, generator=torch.Generator().manual_seed(2))
    states = layer(x)
    backwards = type(layer.rnn)(16, 8, batch_first=True)
    own = {n.removesuffix("_reverse"): p for n, p in layer.rnn.named_parameters() if n.endswith("_reverse")}
    backwards.load_state_dict(own)
    torch.testing.assert_close(states[..., 8:], backwards(x.flip(1))[0].flip(1))


def test_a_batch_answers_as_each_text_alone(config: EncoderConfig) -> None:
    model = Encoder.from_config(config).eval()
    together = model(IDS, MASK)
    for row, length in enumerate(LENGTHS.tolist()):
        alone = model(IDS[row : row + 1, :length])
        torch.testing.assert_close(together[row : row + 1, :length], alone, atol=1e-6, rtol=1e-5)
    assert (together[~MASK] == 0).all()


def test_it_reads_on_words_where_it_narrows(config: EncoderConfig) -> None:
    model = Encoder.from_config(config.changed(narrow_after=0)).eval()
    word_index = torch.tensor([[-1, 0, 0, 1, 2, 2, 2, -1]]).expand(3, -1)
    words = torch.ones(3, 4, dtype=torch.bool)
    words[:, 3] = False
    states = model(IDS, word_index=word_index, word_mask=words)
    assert states.shape == (3, 4, 16)
    mixed = IDS[:, [0, 2, 1, 3, 6, 5, 4, 7]]  # the order of pieces within a word is nothing to see
    torch.testing.assert_close(model(mixed, word_index=word_index, word_mask=words), states)


def test_a_text_without_words_is_no_error(config: EncoderConfig) -> None:
    model = Encoder.from_config(config.changed(narrow_after=0)).eval()
    none = torch.full((3, 8), -1)
    assert model(IDS, word_index=none, word_mask=torch.zeros(3, 0, dtype=torch.bool)).shape == (3, 0, 16)
    states = model(IDS, word_index=none, word_mask=torch.zeros(3, 2, dtype=torch.bool))
    assert (states == 0).all()


def test_what_a_reader_would_stumble_over_is_refused(config: EncoderConfig) -> None:
    model = Encoder.from_config(config)
    with pytest.raises(InvalidConfig, match="padded elsewhere"):
        model(IDS, MASK.flip(1))
    with pytest.raises(InvalidConfig, match="padded elsewhere"):
        model(IDS, MASK[:, None, None])


def test_it_learns_what_only_the_order_tells(config: EncoderConfig) -> None:
    """Whether a token 1 came before, which no token says by itself."""
    generator = torch.Generator().manual_seed(3)
    model = build_with_head(config.changed(layers=1, dropout=0.0), "tagging", generator, labels=2)
    optimiser = torch.optim.Adam(model.parameters(), 0.03)
    for _ in range(60):
        ids = torch.randint(1, 20, (32, 8), generator=generator)
        loss = cross_entropy(model(ids).flatten(0, 1), _after_one(ids).flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    fresh = torch.randint(1, 20, (200, 8), generator=generator)
    right = (model(fresh).argmax(dim=-1) == _after_one(fresh)).float().mean()
    assert right > 0.98


def _after_one(ids: torch.Tensor) -> torch.Tensor:
    return (ids == 1).long().cummax(dim=1).values


@pytest.mark.parametrize("changes", [{}, {"layers": 1, "hidden_size": 64}])
def test_the_preset_reads_words_with_their_places_on_the_page(changes: dict[str, Any]) -> None:
    config = lstm_tagger(50, **changes)
    assert (config.recurrent, config.narrow_after, config.positions) == ("lstm", 0, "none")
    assert config.layout is not None
