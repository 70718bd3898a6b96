"""Recurrent layers as graph nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import nn

from paperformer.learning.export.graph import GraphBuilder, array
from paperformer.learning.export.projected import whole
from paperformer.transformer.recurrent_layer import RecurrentLayer

# Where torch's gates (LSTM: input, forget, cell, output; GRU: reset, update, new) stand in ONNX's order
# (LSTM: input, output, forget, cell; GRU: update, reset, new).
GATES = {nn.LSTM: (0, 3, 1, 2), nn.GRU: (1, 0, 2)}


def recurrent_nodes(graph: GraphBuilder, x: str, layer: RecurrentLayer) -> str:
    """The states of a layer, ``(1, length, size)`` like its input. Its weights stay in float32."""
    rnn = layer.rnn
    order = GATES[type(rnn)]
    weights = (_both(rnn, "weight_ih_l0", order), _both(rnn, "weight_hh_l0", order))
    biases = np.concatenate([_both(rnn, "bias_ih_l0", order), _both(rnn, "bias_hh_l0", order)], axis=1)
    settings: dict[str, Any] = {} if isinstance(rnn, nn.LSTM) else {"linear_before_reset": 1}
    states = graph.add(
        "LSTM" if isinstance(rnn, nn.LSTM) else "GRU",
        graph.add("Transpose", x, perm=[1, 0, 2]),  # (length, 1, size)
        *(graph.constant(values) for values in (*weights, biases)),
        direction="bidirectional",
        hidden_size=rnn.hidden_size,
        **settings,
    )  # (length, 2, 1, size / 2)
    turned = graph.add("Transpose", states, perm=[2, 0, 1, 3])
    return graph.add("Reshape", turned, whole(graph, 1, -1, 2 * rnn.hidden_size))


def _both(rnn: nn.RNNBase, name: str, order: tuple[int, ...]) -> NDArray[np.float32]:
    """A parameter of both directions, its gates in ONNX's order: ``(2, gates size / 2, ...)``."""
    parts = [np.split(array(getattr(rnn, name + ending)), len(order)) for ending in ("", "_reverse")]
    return np.stack([np.concatenate([gates[gate] for gate in order]) for gates in parts])
