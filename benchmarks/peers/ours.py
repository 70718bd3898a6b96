"""Our encoder, with every mechanism; float32, and with 8-bit linear layers in torch and in ONNX Runtime."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import torch
from case import Case, Pass
from shape import BLOCK, HEADS, INNER, LAYERS, MOST, PROJECTED, VOCABULARY, WIDTH, WINDOW
from torch import nn

from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.encoder import Encoder

SETTINGS: dict[str, dict[str, object]] = {
    "softmax": {},
    "performer": {},
    "longformer": {"window": WINDOW},
    "hybrid": {"window": BLOCK},
    "linformer": {"projected_length": PROJECTED, "max_length": MOST},
}


def config(mechanism: str, block: int | None = None) -> EncoderConfig:
    """The shape of the comparison."""
    return EncoderConfig.from_dict(
        {
            "vocabulary_size": VOCABULARY,
            "hidden_size": WIDTH,
            "heads": HEADS,
            "layers": LAYERS,
            "feedforward_size": INNER,
            "max_positions": MOST,
            "block": block,
            "attention": {"mechanism": mechanism, **SETTINGS[mechanism]},
        }
    )


def encoder(mechanism: str, block: int | None = None) -> Encoder:
    """With random weights: they do not change the time."""
    return build_encoder(config(mechanism, block), torch.Generator().manual_seed(0)).eval()


def tokens(length: int) -> torch.Tensor:
    """(1, length) random ids."""
    return torch.randint(3, VOCABULARY, (1, length), generator=torch.Generator().manual_seed(length))


def in_torch(model: nn.Module) -> Pass:
    """A pass of a torch model."""

    def run(length: int) -> object:
        with torch.inference_mode():
            return model(tokens(length))

    return run


def with_int8_linears(model: nn.Module) -> nn.Module:
    """Torch's dynamic quantisation; what a mechanism holds (Longformer's projections) stays float32."""
    linears = {
        name
        for name, module in model.named_modules()
        if isinstance(module, nn.Linear) and ".mechanism." not in name
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it will move to another package
        from torch.ao.quantization import quantize_dynamic

        quantised: nn.Module = quantize_dynamic(model, linears, dtype=torch.qint8)
    return quantised


def _float32(mechanism: str) -> Callable[[int, int, Path], Pass]:
    return lambda _length, _threads, _folder: in_torch(encoder(mechanism))


def _torch_int8(mechanism: str) -> Callable[[int, int, Path], Pass]:
    return lambda _length, _threads, _folder: in_torch(with_int8_linears(encoder(mechanism)))


def onnx_int8(mechanism: str, block: int | None = None) -> Callable[[int, int, Path], Pass]:
    """The graph of our exporter, 8-bit linear layers and tables."""

    def build(_length: int, threads: int, _folder: Path) -> Pass:
        import onnxruntime

        from paperformer.learning.export.encoder import encoder_nodes
        from paperformer.learning.export.graph import GraphBuilder

        graph = GraphBuilder("int8")
        states = encoder_nodes(graph, encoder(mechanism, block), config(mechanism, block))
        model = graph.model({"ids": ["tokens"]}, {"states": states}, [1, "tokens", WIDTH])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return lambda length: session.run(None, {"ids": tokens(length)[0].numpy()})

    return build


OURS = [
    *(Case(name=f"ours, {name}", mechanism=name, build=_float32(name), ours=True) for name in SETTINGS),
    *(
        Case(
            name=f"ours, {name}, torch int8",
            mechanism=name,
            build=_torch_int8(name),
            ours=True,
            precision="int8",
        )
        for name in ("performer", "longformer", "hybrid", "linformer")
    ),
    *(
        Case(
            name=f"ours, {name}, ONNX Runtime int8",
            mechanism=name,
            build=onnx_int8("softmax" if name == "blocks" else name, BLOCK if name == "blocks" else None),
            ours=True,
            precision="int8",
            needs=("onnx", "onnxruntime"),
        )
        for name in ("blocks", "performer")
    ),
]
