"""How fast this machine multiplies matrices: what the encoders' rates are fractions of."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import psutil
import torch

SIZE = 2048
SECONDS = 2.0


def peaks(threads: int) -> dict[str, float]:
    """GFLOP/s of products of large matrices, the best of many, in float32 and in 8 bits."""
    torch.set_num_threads(threads)
    a, b = torch.randn(SIZE, SIZE), torch.randn(SIZE, SIZE)
    return {"float32": _best(lambda: a @ b), "int8": _int8(threads)}


def available_memory() -> int:
    """Bytes that could be had now."""
    return int(psutil.virtual_memory().available)


def _int8(threads: int) -> float:
    """By ONNX Runtime; 0 where it is not installed."""
    try:
        import onnxruntime
        from onnx import TensorProto, helper, numpy_helper
    except ModuleNotFoundError:
        return 0.0
    chance = np.random.default_rng(0)
    weight = numpy_helper.from_array(chance.integers(-63, 63, (SIZE, SIZE), np.int8), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "w"], ["y"])],
        "int8",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [SIZE, SIZE])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [SIZE, SIZE])],
        [weight],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 9
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    x = chance.integers(0, 255, (SIZE, SIZE), np.uint8)
    return _best(lambda: session.run(None, {"x": x}))


def _best(product: Callable[[], object]) -> float:
    product()
    least, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        product()
        least = min(least, time.perf_counter() - start)
    return 2.0 * SIZE**3 / least / 1e9
