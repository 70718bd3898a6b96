"""Open files keep their names, and pictures that a program holds already are documents."""

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paperformer.documents.limits import Limits
from paperformer.documents.source import load_source
from paperformer.errors import DocumentTooLarge, UnreadableDocument


def pixels(data: bytes) -> Any:
    return np.asarray(Image.open(io.BytesIO(data)))


RGB = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)


def test_an_open_file_keeps_its_name(tmp_path: Path) -> None:
    path = tmp_path / "invoice.pdf"
    path.write_bytes(b"x")
    with path.open("rb") as stream:
        assert load_source(stream, None, Limits())[1] == str(path)
    with path.open("rb") as stream:
        assert load_source(stream, "mine", Limits())[1] == "mine"
    with os.fdopen(os.open(path, os.O_RDONLY), "rb") as numbered:
        assert load_source(numbered, None, Limits())[1] == "-"


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 3), (2, 3, 4)])
def test_an_array_of_bytes_is_a_picture_of_the_same_pixels(shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    data, name = load_source(array, None, Limits())
    assert name == "-"
    assert (pixels(data) == array).all()


def test_a_view_of_an_array_is_read_as_it_is_seen() -> None:
    data, _ = load_source(RGB[..., ::-1], None, Limits())
    assert (pixels(data) == RGB[..., ::-1]).all()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I;16", "HSV"])
def test_an_image_of_any_mode_is_read(mode: str) -> None:
    image = Image.new("L" if mode in ("I;16", "HSV") else mode, (4, 3)).convert(
        "RGB" if mode == "HSV" else "L" if mode == "I;16" else mode
    )
    data, _ = load_source(image if mode != "HSV" else image.convert("HSV"), None, Limits())
    assert Image.open(io.BytesIO(data)).size == (4, 3)


def test_an_image_keeps_its_file_name_and_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    Image.new("RGB", (8, 4), "white").save(path, exif=exif)
    with Image.open(path) as image:
        data, name = load_source(image, None, Limits())
    assert name == str(path)
    assert Image.open(io.BytesIO(data)).size == (4, 8)


@pytest.mark.parametrize("array", [RGB.astype(float), RGB[0, 0], np.zeros((2, 2, 2), np.uint8)])
def test_other_arrays_are_refused_with_what_to_give(array: Any) -> None:
    with pytest.raises(UnreadableDocument, match=r"is no picture\. Give \(height, width\)"):
        load_source(array, None, Limits())


def test_an_empty_array_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="empty"):
        load_source(np.zeros((0, 4), np.uint8), None, Limits())


def test_too_many_pixels_are_refused_before_they_are_written() -> None:
    with pytest.raises(DocumentTooLarge, match="more than 5 pixels"):
        load_source(RGB, None, Limits(pixels_per_page=5))


def test_an_image_that_cannot_be_decoded_is_told() -> None:
    written = io.BytesIO()
    Image.new("RGB", (64, 64)).save(written, format="PNG")
    broken = Image.open(io.BytesIO(written.getvalue()[:60]))
    with pytest.raises(UnreadableDocument, match="cannot be decoded"):
        load_source(broken, None, Limits())
