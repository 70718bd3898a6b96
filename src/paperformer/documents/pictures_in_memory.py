"""Pictures that a program holds already: Pillow images and numpy arrays, as the bytes of a PNG."""

from __future__ import annotations

import io
from typing import Any

from paperformer.documents.limits import Limits, allow_more
from paperformer.errors import DocumentTooLarge, UnreadableDocument

_KEPT = frozenset({"1", "L", "LA", "I;16", "RGB", "RGBA", "P"})  # modes that a PNG holds


def picture_bytes(picture: Any, name: str, limits: Limits) -> bytes:
    """A lossless PNG of a Pillow image, turned as its EXIF data say, or of an array of bytes.

    Args:
        picture: An image; or an array of shape (height, width) or (height, width, 3 or 4) and type ``uint8``:
            grey, RGB or RGBA. (OpenCV keeps BGR: give ``array[..., ::-1]``.)
        name: What to call it in errors.
        limits: ``pixels_per_page`` bounds its size.

    Raises:
        UnreadableDocument: when it is empty or no such array.
        DocumentTooLarge: when it has too many pixels.
    """
    from PIL import Image, ImageOps

    image = picture if isinstance(picture, Image.Image) else _image_of(picture, name)
    if not image.width or not image.height:
        raise UnreadableDocument(f"{name}: the picture is empty", "Give one with pixels")
    if image.width * image.height > limits.pixels_per_page:
        raise DocumentTooLarge(
            f"{name} has more than {limits.pixels_per_page:,} pixels",
            f"make it smaller ({allow_more('pixels_per_page')})",
        )
    try:
        image = ImageOps.exif_transpose(image)
        if image.mode not in _KEPT:
            image = image.convert("RGB")
        written = io.BytesIO()
        image.save(written, format="PNG", compress_level=1)
    except (OSError, ValueError, SyntaxError) as error:  # an image is decoded when it is first needed
        raise UnreadableDocument(f"{name}: the picture cannot be decoded ({error})", "Check it") from error
    return written.getvalue()


def _image_of(array: Any, name: str) -> Any:
    import numpy as np
    from PIL import Image

    pixels = np.asarray(array)
    fits = pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))
    if not fits or pixels.dtype != np.uint8:
        raise UnreadableDocument(
            f"{name}: an array of shape {pixels.shape} and type {pixels.dtype} is no picture",
            "Give (height, width) or (height, width, 3) of uint8, grey or RGB",
        )
    return Image.fromarray(np.ascontiguousarray(pixels))
