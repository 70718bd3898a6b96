"""A small builder of ONNX graphs: names, constants, nodes, and the products that carry the weights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

Precision = Literal["float32", "int8"]
OPSET = 18
CONTRIB = "com.microsoft"  # ONNX Runtime's own operators
# 7 bits: on processors without VNNI, sums of two 8-bit products saturate in 16 bits and every machine would
# answer differently (ONNX Runtime, "Quantize ONNX models", reduce_range).
WEIGHT_LEVELS = 63
TABLE_LEVELS = 127


class GraphBuilder:
    """Collects nodes and constants.

    Args:
        precision: Of the linear layers' weights and of the embedding tables.
    """

    def __init__(self, precision: Precision) -> None:
        self.precision = precision
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self._count = 0

    def constant(self, value: Any, dtype: Any = None, name: str = "") -> str:
        """Store an array and return its name; equal small ones are stored once."""
        array = np.asarray(value, dtype=dtype)
        key = name or f"c_{array.dtype}_{'x'.join(map(str, array.shape))}_{_digest(array)}"
        if key not in self.constants:
            self.constants[key] = numpy_helper.from_array(np.array(array, order="C"), key)
        return key

    def add(self, op: str, *inputs: str, domain: str = "", outputs: int = 1, **attributes: Any) -> str:
        """Append a node and return the name of its (first) output."""
        self._count += 1
        names = [f"{op}_{self._count}" + (f"_{i}" if i else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, domain=domain, **attributes))
        return names[0]

    def linear(self, x: str, weight: Tensor, bias: Tensor | None, name: str) -> str:
        """x W^T + b; with 8-bit weights the activations are quantised as they come."""
        matrix = array(weight).T
        if self.precision == "float32":
            product = self.add("MatMul", x, self.constant(matrix, name=f"{name}.weight"))
            return product if bias is None else self.add("Add", product, self.constant(array(bias)))
        levels, scale = quantised(matrix, axis=0, limit=WEIGHT_LEVELS)
        zero = self.constant(np.zeros(matrix.shape[1], np.int8))
        inputs = [x, self.constant(levels, name=f"{name}.weight"), self.constant(scale), zero]
        return self.add(
            "DynamicQuantizeMatMul",
            *inputs,
            *([] if bias is None else [self.constant(array(bias))]),
            domain=CONTRIB,
        )

    def rows(self, table: Tensor | NDArray[np.float32], index: str, name: str) -> str:
        """Rows of an embedding table; 8-bit tables have a scale a row."""
        values = array(table) if isinstance(table, Tensor) else table
        if self.precision == "float32":
            return self.add("Gather", self.constant(values, name=name), index, axis=0)
        levels, scale = quantised(values, axis=1, limit=TABLE_LEVELS)
        picked = self.add("Gather", self.constant(levels, name=name), index, axis=0)
        factor = self.add("Gather", self.constant(scale[:, None], name=f"{name}.scale"), index, axis=0)
        return self.add("Mul", self.add("Cast", picked, to=TensorProto.FLOAT), factor)

    def layer_norm(self, x: str, weight: Tensor, bias: Tensor, epsilon: float) -> str:
        """Layer norm over the last axis."""
        return self.add(
            "LayerNormalization",
            x,
            self.constant(array(weight)),
            self.constant(array(bias)),
            axis=-1,
            epsilon=epsilon,
        )

    def rms_norm(self, x: str, weight: Tensor, epsilon: float) -> str:
        """x over the root of its mean square, over the last axis."""
        axis = self.constant([-1], np.int64)
        mean = self.add("ReduceMean", self.add("Mul", x, x), axis, keepdims=1)
        root = self.add("Sqrt", self.add("Add", mean, self.constant(epsilon, np.float32)))
        return self.add("Mul", self.add("Div", x, root), self.constant(array(weight)))

    def model(
        self, inputs: dict[str, list[Any]], outputs: dict[str, str], shape: list[Any]
    ) -> onnx.ModelProto:
        """The finished model: int64 ``inputs`` by shape, float ``outputs`` (name -> node) of one shape."""
        values = {name: (TensorProto.INT64, of_input) for name, of_input in inputs.items()}
        return self.finished(values, {name: (source, shape) for name, source in outputs.items()})

    def finished(
        self, inputs: Mapping[str, tuple[int, list[Any]]], outputs: Mapping[str, tuple[str, list[Any]]]
    ) -> onnx.ModelProto:
        """The finished model: ``inputs`` by type and shape, float ``outputs`` by node and shape."""
        for name, (source, _) in outputs.items():
            self.nodes.append(helper.make_node("Identity", [source], [name]))
        graph = helper.make_graph(
            self.nodes,
            "paperformer",
            [helper.make_tensor_value_info(n, kind, s) for n, (kind, s) in inputs.items()],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, (_, s) in outputs.items()],
            list(self.constants.values()),
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, producer_name="paperformer")
        model.ir_version = 9
        return model


def _digest(values: NDArray[Any]) -> str:
    """The same on every run, unlike ``hash``: exporting a model twice gives the same file."""
    return hashlib.sha256(values.tobytes()).hexdigest()[:16]


def array(tensor: Tensor) -> NDArray[np.float32]:
    """A tensor as float32 on the CPU."""
    return tensor.detach().cpu().float().numpy()


def quantised(
    values: NDArray[np.float32], axis: int, limit: int
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Symmetric levels and the scale along the other axis: ``levels * scale`` is about ``values``."""
    scale = np.maximum(np.abs(values).max(axis=axis), 1e-12).astype(np.float32) / limit
    levels = np.rint(values / np.expand_dims(scale, axis))
    return levels.astype(np.int8), scale
