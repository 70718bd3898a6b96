"""An exported decoder at work: it is ``Decodable`` and writes as the model in torch does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.learning.export.decoder import OUTPUT
from paperformer.transformer.generation.protocol import Prompt


@dataclass(frozen=True, slots=True)
class OnnxState:
    """Keys and values of every layer, ``(rows, heads, tokens, width)``, in the order of the inputs."""

    cache: tuple[NDArray[np.float32], ...]

    def reorder(self, rows: Tensor, *, same_source: bool = False) -> OnnxState:  # noqa: ARG002  it reads no source
        """The state whose row i is row ``rows[i]`` of this one."""
        return OnnxState(tuple(part[rows.numpy()] for part in self.cache))


class OnnxDecoder:
    """Runs the graph that ``export_decoder`` wrote, without its weights in torch.

    Args:
        path: The file.
        threads: How many compute; 0 is ONNX Runtime's own choice.

    Raises:
        ModelMismatch: the file is missing, damaged, or another graph.
    """

    def __init__(self, path: Path, *, threads: int = 0) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its errors have no common class of their own
            reason = str(error).splitlines()[0]
            raise ModelMismatch(
                f"{path}: no graph can be read ({reason})", "Export the decoder again"
            ) from error
        self._shapes = {
            tensor.name: tensor.shape for tensor in self._session.get_inputs() if tensor.name != "ids"
        }
        self._outputs = ["logits", *(OUTPUT + name for name in self._shapes)]
        if not self._shapes or {tensor.name for tensor in self._session.get_outputs()} != set(self._outputs):
            raise ModelMismatch(f"{path}: no decoder with a cache", "Give a file of export_decoder")

    def start(self, prompt: Prompt) -> OnnxState:
        """The state before the first token of the prompt.

        Raises:
            InvalidConfig: when the prompt has a source, which only an encoder could read.
        """
        if prompt.source is not None:
            raise InvalidConfig("a decoder alone reads no source", "Put it into the prompt's tokens")
        rows = len(prompt.tokens)
        return OnnxState(
            tuple(
                np.zeros((rows, heads, 0, width), np.float32) for _, heads, _, width in self._shapes.values()
            )
        )

    def step(self, tokens: Tensor, state: OnnxState) -> tuple[Tensor, OnnxState]:
        """The logits ``(rows, vocabulary)`` of what follows the last of ``tokens``, and the state after them.

        Args:
            tokens: ``(rows, new)``, one or more.
            state: Stays as it was.

        Raises:
            InvalidConfig: when there are more tokens than the graph has places for, or an unknown id.
        """
        given = {"ids": tokens.numpy(), **dict(zip(self._shapes, state.cache, strict=True))}
        try:
            logits, *cache = self._session.run(self._outputs, given)
        except onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument as error:
            length = state.cache[0].shape[2] + tokens.shape[1]
            raise InvalidConfig(
                f"{length} tokens do not fit into the graph, or an id is none of its vocabulary",
                "Export it with more max_positions",
            ) from error
        return torch.from_numpy(logits), OnnxState(tuple(cache))
