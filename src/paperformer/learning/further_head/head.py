"""The head that reads further scripts from the recogniser's features: SVTR (Du et al. 2022) and CTC."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from paperformer.documents.ocr.further_head import CHARACTERS
from paperformer.transformer import Encoder, EncoderConfig

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHANNELS = 384
_WIDTH = 120
_MIXING = EncoderConfig(
    vocabulary_size=1,  # it has no tokens
    hidden_size=_WIDTH,
    layers=2,
    heads=8,
    feedforward_size=2 * _WIDTH,
    activation="silu",
    positions="none",
    norm="pre",
    dropout=0.0,
    padding_id=None,
)


class ConvolutionBlock(nn.Module):
    """A convolution, batch normalisation and SiLU."""

    def __init__(self, channels: int, width: int, kernel: int, groups: int = 1) -> None:
        super().__init__()
        self.convolution = nn.Conv1d(channels, width, kernel, padding=kernel // 2, groups=groups, bias=False)
        self.norm = nn.BatchNorm1d(width)

    def forward(self, features: Tensor) -> Tensor:
        """(count, channels, columns) to (count, width, columns)."""
        activated: Tensor = functional.silu(self.norm(self.convolution(features)))
        return activated


class ScriptHead(nn.Module):
    """Features of a line to the logarithm of the probability of each character in each column."""

    def __init__(self) -> None:
        super().__init__()
        self.shortcut = ConvolutionBlock(CHANNELS, _WIDTH, 1)
        self.reduce = ConvolutionBlock(CHANNELS, _WIDTH, 1)
        self.local = ConvolutionBlock(_WIDTH, _WIDTH, 7, groups=_WIDTH)
        self.mixing = Encoder.from_config(_MIXING).encoder  # columns attend to one another
        self.classes = nn.Linear(_WIDTH, 1 + len(CHARACTERS))

    def forward(self, features: Tensor) -> Tensor:
        """(count, 384, 1, columns) to (count, columns, classes)."""
        features = features.squeeze(2)
        reduced = self.reduce(features)
        columns = self.mixing((reduced + self.local(reduced)).transpose(1, 2))
        mixed = columns + self.shortcut(features).transpose(1, 2)
        return functional.log_softmax(self.classes(mixed), -1)

    def start_from(self, recognizer: Path, characters: Sequence[str]) -> None:
        """Take the weights of PP-OCRv6 small's own neck, and of the characters that both heads know.

        Args:
            recognizer: Its ONNX file.
            characters: What its classes stand for, from class 1.
        """
        import onnx
        from onnx import numpy_helper

        graph = onnx.load(str(recognizer)).graph
        known = {
            tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy())
            for tensor in graph.initializer
        }
        _start_convolution(self.shortcut, known, "conv2d_67", "batch_norm2d_57")
        _start_convolution(self.reduce, known, "conv2d_65", "batch_norm2d_55")
        _start_convolution(self.local, known, "conv2d_66", "batch_norm2d_56")
        _start_mixing(dict(self.mixing.named_parameters()), known)
        mine = [0, *(index for index, letter in enumerate(CHARACTERS, 1) if letter in characters)]
        theirs = [0, *(characters.index(letter) + 1 for letter in CHARACTERS if letter in characters)]
        with torch.no_grad():
            self.classes.weight[mine] = known["linear_8.w_0"].T[theirs]
            self.classes.bias[mine] = known["linear_8.b_0"][theirs]


def _start_mixing(own: Mapping[str, Tensor], known: Mapping[str, Tensor]) -> None:
    for layer in range(_MIXING.layers):
        parts = ("attention.query", "attention.key", "attention.value")
        inward = (f"layers.{layer}.{part}" for part in parts)
        together = known[f"linear_{4 * layer}.w_0"].T.chunk(3), known[f"linear_{4 * layer}.b_0"].chunk(3)
        for name, weight, bias in zip(inward, *together, strict=True):
            _set(own[f"{name}.weight"], weight)
            _set(own[f"{name}.bias"], bias)
        for number, part in enumerate(("attention.output", "feedforward.inner", "feedforward.outer"), 1):
            _set(own[f"layers.{layer}.{part}.weight"], known[f"linear_{4 * layer + number}.w_0"].T)
            _set(own[f"layers.{layer}.{part}.bias"], known[f"linear_{4 * layer + number}.b_0"])
    norms = (name.removesuffix(".weight") for name in own if name.endswith("norm.weight"))
    for number, name in enumerate(norms):
        _set(own[f"{name}.weight"], known[f"helper.reshape.{2 * number}"].flatten())
        _set(own[f"{name}.bias"], known[f"helper.reshape.{2 * number + 1}"].flatten())


def _start_convolution(
    block: ConvolutionBlock, known: Mapping[str, Tensor], convolution: str, norm: str
) -> None:
    weight = known[f"{convolution}.w_0"]
    _set(block.convolution.weight, weight.reshape(block.convolution.weight.shape))
    _set(block.norm.weight, known[f"{norm}.w_0"])
    _set(block.norm.bias, known[f"{norm}.b_0"])
    _set(block.norm.running_mean, known[f"{norm}.w_1"])
    _set(block.norm.running_var, known[f"{norm}.w_2"])


def _set(parameter: Tensor | None, values: Tensor) -> None:
    if parameter is None or parameter.shape != values.shape:
        raise ValueError(f"this recogniser has another shape: {tuple(values.shape)}")
    with torch.no_grad():
        parameter.copy_(values)
