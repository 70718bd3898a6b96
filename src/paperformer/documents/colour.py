"""Pictures of any mode to what an eye would see of them on white paper, in RGB."""

from __future__ import annotations

from PIL import Image


def to_rgb(image: Image.Image) -> Image.Image:
    """RGB of a picture of any mode, what is transparent on white, 16 bits scaled to 8.

    Metadata such as the EXIF orientation are kept.
    """
    if image.mode.startswith(("I", "F")):
        return _from_wide_grey(image)
    if image.has_transparency_data:
        inked = image.convert("RGBA")
        result = Image.new("RGB", inked.size, "white")
        result.paste(inked, mask=inked.getchannel("A"))
        result.info = {key: value for key, value in image.info.items() if key != "transparency"}
        return result
    return image.convert("RGB")


def _from_wide_grey(image: Image.Image) -> Image.Image:
    """Pillow cuts 16-bit grey off at 255, which leaves a white page; 65535 / 255 = 257."""
    import numpy as np

    grey = np.asarray(image, dtype=np.float64)
    finite = np.nan_to_num(grey, nan=0.0, posinf=0.0, neginf=0.0)
    peak = float(finite.max(initial=0.0))
    if image.mode == "F" and peak <= 1.0:
        scale = 255.0
    elif peak <= 255.0 and not image.mode.startswith("I;16"):
        scale = 1.0
    else:
        scale = 1 / 257 if peak <= 65_535 else 255 / peak
    result = Image.fromarray(np.clip(np.rint(finite * scale), 0, 255).astype(np.uint8)).convert("RGB")
    result.info = dict(image.info)
    return result
