"""Pictures of any mode to what an eye would see of them on white paper, in RGB."""

from __future__ import annotations

from PIL import Image


def to_rgb(image: Image.Image, *, inverted: bool = False) -> Image.Image:
    """RGB of a picture of any mode, what is transparent on white, 16 bits scaled to 8.

    Metadata such as the EXIF orientation are kept.

    Args:
        image: As Pillow loaded it.
        inverted: Whether its 16-bit grey has 0 for white.
    """
    if image.mode.startswith(("I", "F")):
        return _from_wide_grey(image, inverted)
    # The fourth byte of a bitmap's pixels is left at 0 by many programs, and shown by few.
    if image.has_transparency_data and image.format != "BMP":
        inked = image.convert("RGBA")
        result = Image.new("RGB", inked.size, "white")
        result.paste(inked, mask=inked.getchannel("A"))
        result.info = {key: value for key, value in image.info.items() if key != "transparency"}
        return result
    return image.convert("RGB")


def _from_wide_grey(image: Image.Image, inverted: bool) -> Image.Image:
    """Pillow cuts 16-bit grey off at 255, which leaves a white page; 65535 / 255 = 257."""
    import numpy as np

    shades = np.nan_to_num(np.asarray(image, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    shades *= _scale(image.mode, float(shades.max(initial=0.0)))
    if inverted:
        shades = 255.0 - shades
    result = Image.fromarray(np.clip(np.rint(shades), 0, 255).astype(np.uint8)).convert("RGB")
    result.info = dict(image.info)
    return result


def _scale(mode: str, peak: float) -> float:
    """From a picture's shades to 0..255: 32-bit modes do not say what white is, their peak does."""
    if mode.startswith("I;16"):
        return 1 / 257
    if mode == "F" and peak <= 1.0:
        return 255.0
    if peak <= 255.0:
        return 1.0
    return 1 / 257 if peak <= 65_535 else 255 / peak
