"""Turning the picture of a page so that it stands upright, as the boxes of its words expect."""

from __future__ import annotations

from PIL import Image

# Pillow's names are of counter-clockwise turns.
_CLOCKWISE = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}


def upright(picture: Image.Image, rotation: int, skew: float = 0.0) -> Image.Image:
    """A picture turned clockwise by ``rotation`` and levelled, as ``documents.ocr.protocol.OcrPage`` says.

    Args:
        picture: RGB.
        rotation: 0, 90, 180 or 270 degrees clockwise.
        skew: How far the result is still tilted clockwise, in degrees; taken out about the centre, the
            size unchanged, corners white.
    """
    turned = picture.transpose(_CLOCKWISE[rotation]) if rotation else picture
    if not skew:
        return turned
    return turned.rotate(skew, Image.Resampling.BICUBIC, fillcolor="white")
