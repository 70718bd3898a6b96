"""Adapters: nothing changes when they are added, they alone learn, and merging is exact both ways."""

from pathlib import Path

import pytest
import torch

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer import (
    Decoder,
    DecoderConfig,
    Encoder,
    LoraConfig,
    add_lora,
    load_lora,
    lora_state,
    merge_lora,
    remove_lora,
    save_lora,
    small,
    unmerge_lora,
)

CONFIG = small(
    vocabulary_size=40, hidden_size=16, layers=2, heads=2, feedforward_size=24, max_positions=32, dropout=0.0
)
IDS = torch.randint(1, 40, (3, 9), generator=torch.Generator().manual_seed(2))
EVERYWHERE = LoraConfig(rank=3, alpha=5, projections=("query", "key", "value", "output", "inner", "outer"))


def encoder() -> Encoder:
    return Encoder.from_config(CONFIG, seed=1).eval()


def taught(model: Encoder, steps: int = 5) -> list[float]:
    """Losses of some steps towards random states."""
    target = torch.randn(3, 9, 16, generator=torch.Generator().manual_seed(3))
    optimiser = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], 0.02)
    losses = []
    for _ in range(steps):
        loss = (model(IDS) - target).square().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(float(loss.detach()))
    return losses


@pytest.mark.parametrize("config", [LoraConfig(), EVERYWHERE], ids=["as in the paper", "everywhere"])
def test_a_model_answers_as_before_until_its_adapters_learn(config: LoraConfig) -> None:
    model = encoder()
    before = model(IDS).detach()
    names = set(model.state_dict())
    add_lora(model, config, seed=4)
    assert torch.equal(model(IDS), before)
    added = set(model.state_dict()) - names
    assert set(model.state_dict()) >= names
    assert added == set(lora_state(model))
    assert len(added) == 2 * 2 * len(config.projections)


def test_only_the_adapters_learn() -> None:
    model = encoder()
    base = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    add_lora(model, EVERYWHERE)
    losses = taught(model)
    assert losses[-1] < losses[0]
    after = model.state_dict()
    assert all(torch.equal(after[name], tensor) for name, tensor in base.items())
    assert all(tensor.any() for tensor in lora_state(model).values())


def test_what_is_named_beside_them_learns_too() -> None:
    model = encoder()
    add_lora(model, LoraConfig(), also=("embedding.norm.",))
    learning = {name for name, p in model.named_parameters() if p.requires_grad}
    assert learning == {*lora_state(model), "embedding.norm.weight", "embedding.norm.bias"}


def test_an_adapter_is_its_equation() -> None:
    model = encoder()
    layer = model.encoder.layers[1].attention.value
    x = torch.randn(4, 16, generator=torch.Generator().manual_seed(6))
    own = layer(x)
    add_lora(model, LoraConfig(rank=2, alpha=6))
    taught(model)
    adapted = model.encoder.layers[1].attention.value
    torch.testing.assert_close(
        adapted(x), own + 3.0 * x @ adapted.down.T @ adapted.up.T, atol=1e-6, rtol=1e-5
    )


def test_merged_weights_answer_the_same_and_come_apart_bit_for_bit() -> None:
    model = encoder()
    add_lora(model, EVERYWHERE)
    taught(model)
    adapted, state = model(IDS), {n: t.clone() for n, t in model.state_dict().items()}
    layers = merge_lora(model)
    torch.testing.assert_close(model(IDS), adapted, atol=1e-5, rtol=1e-5)
    assert set(model.state_dict()) == set(encoder().state_dict())
    unmerge_lora(model, layers)
    assert all(torch.equal(tensor, state[name]) for name, tensor in model.state_dict().items())
    assert torch.equal(model(IDS), adapted)


def test_taken_away_they_leave_the_model_as_it_was() -> None:
    model = encoder()
    add_lora(model, EVERYWHERE)
    taught(model)
    remove_lora(model)
    assert torch.equal(model(IDS), encoder()(IDS))
    assert all(p.requires_grad for p in model.parameters())


def test_adapters_are_saved_alone_and_fit_the_model_they_were_made_for(tmp_path: Path) -> None:
    model = encoder()
    add_lora(model, EVERYWHERE)
    taught(model)
    folder = save_lora(model, EVERYWHERE, tmp_path / "mine")
    fresh = encoder()
    assert load_lora(fresh, folder) == EVERYWHERE
    assert torch.equal(fresh(IDS), model(IDS))
    other = Encoder.from_config(CONFIG.changed(layers=1))
    with pytest.raises(ModelMismatch, match="the adapters do not fit"):
        load_lora(other, folder)
    assert not lora_state(other)
    with pytest.raises(ModelMismatch, match="no adapters can be read"):
        load_lora(encoder(), tmp_path)
    with pytest.raises(ModelMismatch, match="no adapters to save"):
        save_lora(encoder(), EVERYWHERE, tmp_path)


def test_a_decoder_of_llamas_shape_takes_them_as_well() -> None:
    shape = DecoderConfig(
        vocabulary_size=40, hidden_size=16, layers=1, heads=2, feedforward_size=24, gated=True, biases="none"
    )
    model = Decoder.from_config(shape).eval()
    with torch.no_grad():
        before = model(IDS)
        add_lora(model, LoraConfig(projections=("gate",)))
        assert torch.equal(model(IDS), before)


def test_what_cannot_be_is_named() -> None:
    model = encoder()
    with pytest.raises(InvalidConfig, match="no gate to adapt"):
        add_lora(model, LoraConfig(projections=("gate",)))
    add_lora(model, LoraConfig())
    with pytest.raises(InvalidConfig, match="adapters already"):
        add_lora(model, LoraConfig())
    for settings, said in (
        ({"rank": 0}, "lora.rank is 0"),
        ({"alpha": 0}, "lora.alpha is 0"),
        ({"projections": ("head",)}, "head cannot be adapted"),
        ({"projections": ()}, "none cannot be adapted"),
    ):
        with pytest.raises(InvalidConfig, match=said):
            LoraConfig(**settings)  # type: ignore[arg-type]
