"""ONNX Runtime sessions of the OCR networks, set up for few cores and flat memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.errors import OcrUnavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MOST_THREADS = 4


class Network:
    """A network with one input.

    Calls from several threads at once are safe.
    """

    def __init__(self, path: Path, *, threads: int, inner: str = "") -> None:
        """Load the network.

        Args:
            path: The ONNX file.
            threads: How many threads one call may use.
            inner: Name of an inner tensor that ``with_inner`` gives beside the output.

        Raises:
            OcrUnavailable: when the file is damaged.
        """
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Every page has another shape: an arena would keep the largest buffers of them all.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False  # nor is a plan kept for each shape there ever was
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(
                with_output(path, inner) if inner else str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises classes of its own that share no base
            raise OcrUnavailable(
                f"the OCR weights {path.name} are damaged", "reinstall the package that carries them"
            ) from error
        self._input: str = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for a batch."""
        return self.with_inner(batch)[0]

    def with_inner(self, batch: NDArray[np.float32]) -> Sequence[NDArray[np.float32]]:
        """The output for a batch and, if the network was loaded with one, the inner tensor."""
        outputs: Sequence[NDArray[np.float32]] = self._session.run(None, {self._input: batch})
        return outputs


def with_output(path: Path, name: str) -> bytes:
    """An ONNX network that also gives one of its inner tensors.

    A message that occurs twice in Protocol Buffers is merged, so a graph that holds nothing but this output
    is written behind the file (https://protobuf.dev/programming-guides/encoding/#last-one-wins).

    Args:
        path: The network's file.
        name: Of the tensor, at most 100 bytes.

    Raises:
        ValueError: when the name is longer.
    """
    return path.read_bytes() + _field(7, _field(12, _field(1, name.encode())))  # ModelProto.graph.output.name


def _field(number: int, content: bytes) -> bytes:
    if len(content) > 127:
        raise ValueError(f"{len(content)} bytes: lengths beyond 127 take more than one byte")
    return bytes((number << 3 | 2, len(content))) + content
