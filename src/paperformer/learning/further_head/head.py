"""The head that reads further scripts from the recogniser's features: SVTR (Du et al. 2022) and CTC."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from paperformer.documents.ocr.further_head import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CHANNELS = 384
_WIDTH = 120
_HEADS = 8


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


class MixingBlock(nn.Module):
    """A Transformer block with normalisation first: columns attend to one another."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm_attention = nn.LayerNorm(width)
        self.attention_in = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.norm_mlp = nn.LayerNorm(width)
        self.mlp_in = nn.Linear(width, 2 * width)
        self.mlp_out = nn.Linear(2 * width, width)

    def forward(self, columns: Tensor) -> Tensor:
        """(count, columns, width) to the same shape."""
        count, length, width = columns.shape
        parts = self.attention_in(self.norm_attention(columns)).view(
            count, length, 3, _HEADS, width // _HEADS
        )
        queries, keys, values = parts.permute(2, 0, 3, 1, 4).unbind()
        mixed = functional.scaled_dot_product_attention(queries, keys, values)
        columns = columns + self.attention_out(mixed.transpose(1, 2).reshape(count, length, width))
        transformed: Tensor = self.mlp_out(functional.silu(self.mlp_in(self.norm_mlp(columns))))
        return columns + transformed


class ScriptHead(nn.Module):
    """Features of a line to the logarithm of the probability of each character in each column."""

    def __init__(self) -> None:
        super().__init__()
        self.shortcut = ConvolutionBlock(_CHANNELS, _WIDTH, 1)
        self.reduce = ConvolutionBlock(_CHANNELS, _WIDTH, 1)
        self.local = ConvolutionBlock(_WIDTH, _WIDTH, 7, groups=_WIDTH)
        blocks = (MixingBlock(_WIDTH), MixingBlock(_WIDTH))
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(_WIDTH, eps=1e-6)
        self.classes = nn.Linear(_WIDTH, 1 + len(CHARACTERS))

    def forward(self, features: Tensor) -> Tensor:
        """(count, 384, 1, columns) to (count, columns, classes)."""
        features = features.squeeze(2)
        reduced = self.reduce(features)
        columns = (reduced + self.local(reduced)).transpose(1, 2)
        for block in self.blocks:
            columns = block(columns)
        mixed = self.norm(columns) + self.shortcut(features).transpose(1, 2)
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
        for place, block in enumerate(self.blocks):
            _start_mixing(block, known, place)
        _set(self.norm.weight, known["helper.reshape.8"].flatten())
        _set(self.norm.bias, known["helper.reshape.9"].flatten())
        mine = [0, *(index for index, letter in enumerate(CHARACTERS, 1) if letter in characters)]
        theirs = [0, *(characters.index(letter) + 1 for letter in CHARACTERS if letter in characters)]
        with torch.no_grad():
            self.classes.weight[mine] = known["linear_8.w_0"].T[theirs]
            self.classes.bias[mine] = known["linear_8.b_0"][theirs]


def _start_mixing(block: nn.Module, known: Mapping[str, Tensor], place: int) -> None:
    if not isinstance(block, MixingBlock):
        raise TypeError(f"{type(block).__name__} does not mix columns")
    linears = (block.attention_in, block.attention_out, block.mlp_in, block.mlp_out)
    for number, linear in enumerate(linears, 4 * place):
        _set(linear.weight, known[f"linear_{number}.w_0"].T)
        _set(linear.bias, known[f"linear_{number}.b_0"])
    for number, norm in enumerate((block.norm_attention, block.norm_mlp), 2 * place):
        _set(norm.weight, known[f"helper.reshape.{2 * number}"].flatten())
        _set(norm.bias, known[f"helper.reshape.{2 * number + 1}"].flatten())


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
