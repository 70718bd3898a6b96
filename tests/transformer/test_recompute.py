"""Layers made again on the way back: the same gradients, dropout included, from less memory."""

from collections.abc import Callable

import pytest
import torch
from torch import nn

from paperformer.transformer import (
    Decoder,
    DecoderConfig,
    Encoder,
    PerformerConfig,
    Seq2Seq,
    Seq2SeqConfig,
    recompute_activations,
    small,
)

IDS = torch.randint(1, 30, (2, 20), generator=torch.Generator().manual_seed(1))
SHAPE = {"vocabulary_size": 30, "hidden_size": 16, "heads": 2, "feedforward_size": 32, "dropout": 0.3}
MODELS: dict[str, Callable[[], tuple[nn.Module, tuple[torch.Tensor, ...]]]] = {
    "encoder": lambda: (Encoder.from_config(small(layers=3, **SHAPE)), (IDS, IDS != 7)),
    "performer": lambda: (Encoder.from_config(small(layers=3, attention=PerformerConfig(), **SHAPE)), (IDS,)),
    "lstm": lambda: (Encoder.from_config(small(layers=2, recurrent="lstm", **SHAPE)), (IDS,)),
    "decoder": lambda: (
        Decoder.from_config(
            DecoderConfig(layers=3, positions="rotary", attention=PerformerConfig(), **SHAPE)
        ),
        (IDS,),
    ),
    "encoder-decoder": lambda: (Seq2Seq.from_config(Seq2SeqConfig(layers=2, **SHAPE)), (IDS, IDS)),
}


def gradients(name: str, on: bool) -> tuple[torch.Tensor, dict[str, torch.Tensor | None]]:
    model, inputs = MODELS[name]()
    recompute_activations(model, on)
    torch.manual_seed(5)
    output = model.train()(*inputs)
    output.square().mean().backward()
    return output, {name: p.grad for name, p in model.named_parameters()}


@pytest.mark.parametrize("name", MODELS)
def test_gradients_are_the_same_bit_for_bit(name: str) -> None:
    (plain, expected), (output, found) = gradients(name, False), gradients(name, True)
    assert torch.equal(output, plain)
    assert any(gradient is not None and gradient.any() for gradient in expected.values())
    for parameter, gradient in expected.items():
        assert gradient is None or torch.equal(found[parameter], gradient), parameter


def kept(on: bool) -> int:
    """Bytes that a pass keeps for its gradient."""
    model = Encoder.from_config(small(layers=6, **SHAPE))
    recompute_activations(model, on)
    parameters = {p.data_ptr() for p in model.parameters()}
    sizes: dict[int, int] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.data_ptr() not in parameters:
            sizes[tensor.data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        output = model(IDS)
    assert output.requires_grad
    return sum(sizes.values())


def test_less_is_kept() -> None:
    assert kept(True) < kept(False) / 4


def test_without_gradients_nothing_is_made_twice() -> None:
    model = Encoder.from_config(small(layers=2, **SHAPE)).eval()
    recompute_activations(model)
    calls: list[int] = []
    model.encoder.layers[0].register_forward_hook(lambda *_: calls.append(1))
    with torch.no_grad():
        model(IDS)
    assert calls == [1]
