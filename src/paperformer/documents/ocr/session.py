"""ONNX Runtime sessions of the OCR networks, set up for few cores and flat memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.errors import OcrUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_THREADS = 4


class Network:
    """One network with one input and one output.

    Calls from several threads at once are safe.
    """

    def __init__(self, path: Path, *, threads: int) -> None:
        """Load the network.

        Args:
            path: The ONNX file.
            threads: How many threads one call may use.

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
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises classes of its own that share no base
            raise OcrUnavailable(
                f"the OCR weights {path.name} are damaged", "reinstall the package that carries them"
            ) from error
        self._input: str = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for a batch."""
        output: NDArray[np.float32] = self._session.run(None, {self._input: batch})[0]
        return output
