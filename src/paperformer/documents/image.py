"""Pictures: PNG, JPEG, WebP and multi-page TIFF, brought to upright RGB on white, with Pillow."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from paperformer.documents.limits import Limits
from paperformer.errors import DocumentTooLarge, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents.text_layer import TextLayer

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF")
# EXIF 2.32, tag 0x0112: clockwise turn from the stored picture to the displayed one (mirroring aside).
_ORIENTATION_TAG = 0x0112
_ORIENTATIONS = {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}
# TIFF 6.0, tag 254, bit 0: the frame is a smaller copy of another one.
_SUBFILE_TAG, _REDUCED = 254, 1
# All that Pillow's decoders are known to raise on damaged files.
_DAMAGE = (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, ArithmeticError)


@dataclass(slots=True)
class PictureFile:
    """An opened picture: one page, or as many as a TIFF has frames.

    Args:
        name: What to call it in errors.
        limits: ``pixels_per_page`` refuses, ``render_pixels`` shrinks.
    """

    name: str
    limits: Limits
    _image: ImageFile.ImageFile
    _frames: tuple[int, ...]
    einvoice: bytes | None = None

    def __len__(self) -> int:
        return len(self._frames)

    @contextmanager
    def page(self, number: int) -> Iterator[PicturePage]:
        """Page ``number``, from 1.

        Raises:
            UnreadableDocument: when its header is damaged.
            DocumentTooLarge: when it has more than ``limits.pixels_per_page`` pixels.
        """
        _seek(self._image, self._frames[number - 1], self.name)
        yield PicturePage(self.name, number, self.limits, self._image)

    def notes(self) -> Iterator[str]:
        """What the reader should know of the file as a whole: nothing."""
        return iter(())


@contextmanager
def open_picture(data: bytes, name: str, limits: Limits) -> Iterator[PictureFile]:
    """Open a picture; only headers are read, nothing is decoded yet.

    Raises:
        UnreadableDocument: when it is damaged.
        DocumentTooLarge: when a page has too many pixels, or there are too many pages.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # Pillow's own limit warns below ours; metadata faults are no matter
            image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(name, limits) from error
    except UnidentifiedImageError as error:
        raise _damaged(name) from error
    except _DAMAGE as error:
        raise _damaged(name) from error
    with image:
        yield PictureFile(name, limits, image, _pages(image, name, limits))


def _pages(image: ImageFile.ImageFile, name: str, limits: Limits) -> tuple[int, ...]:
    """The frames that are pages, their size checked."""
    if image.format != "TIFF":
        _check_pixels(image, 1, name, limits)  # frames of an animation or of a stereo photo are no pages
        return (0,)
    frames: list[int] = []
    for frame in range(limits.pages + 1):
        try:
            image.seek(frame)
        except EOFError:
            return tuple(frames) or (0,)
        except _DAMAGE as error:
            raise _damaged(name) from error
        if frame == limits.pages:
            raise DocumentTooLarge(
                f"{name} has more than {limits.pages:,} pages", "split it, or raise the limit pages"
            )
        if not _is_thumbnail(image):
            _check_pixels(image, frame + 1, name, limits)
            frames.append(frame)
    return tuple(frames)


def _is_thumbnail(image: ImageFile.ImageFile) -> bool:
    tags = getattr(image, "tag_v2", {})
    return bool(int(tags.get(_SUBFILE_TAG, 0) or 0) & _REDUCED)


def _check_pixels(image: Image.Image, number: int, name: str, limits: Limits) -> None:
    width, height = image.size
    if width * height > limits.pixels_per_page:
        raise DocumentTooLarge(
            f"page {number} of {name} has {width:,} x {height:,} pixels, "
            f"the limit is {limits.pixels_per_page:,}",
            "shrink it, or raise the limit pixels_per_page",
        )


def _seek(image: ImageFile.ImageFile, frame: int, name: str) -> None:
    try:
        image.seek(frame)
    except _DAMAGE as error:
        raise _damaged(name) from error


class PicturePage:
    """One picture. Width and height in pixels, as displayed."""

    def __init__(self, name: str, number: int, limits: Limits, image: ImageFile.ImageFile) -> None:
        self.name = name
        self.number = number
        self.limits = limits
        self._image = image
        orientation = _orientation(image)
        self.rotation = _ORIENTATIONS.get(orientation, 0)
        width, height = image.size
        self.width, self.height = (height, width) if orientation >= 5 else (width, height)

    def text_layer(self) -> TextLayer | None:
        """None: pictures have none."""
        return None

    def picture_part(self) -> float:
        """1: it is all picture."""
        return 1.0

    def is_empty(self) -> bool:
        """False: there is always something to look at."""
        return False

    def draw(self, *, width: int | None = None) -> Image.Image:
        """The picture as displayed, RGB, on white, never more than ``limits.render_pixels`` pixels.

        Args:
            width: Pixels from left to right; None keeps its own.

        Raises:
            UnreadableDocument: when its data are damaged.
        """
        shrink = math.sqrt(self.limits.render_pixels / (self.width * self.height))
        scale = min(shrink, 1.0 if width is None else width / self.width)
        size = max(1, round(self.width * scale)), max(1, round(self.height * scale))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # faults of metadata: the pixels are what counts
                self._image.draft("RGB", size if self.width == self._image.width else size[::-1])
                self._image.load()
                picture = ImageOps.exif_transpose(to_rgb(self._image))
        except Image.DecompressionBombError as error:
            raise _too_many_pixels(self.name, self.limits) from error
        except _DAMAGE as error:
            raise _damaged(f"page {self.number} of {self.name}") from error
        return (
            picture
            if picture.size == size
            else picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
        )


def _orientation(image: Image.Image) -> int:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return int(image.getexif().get(_ORIENTATION_TAG, 1))
    except _DAMAGE:
        return 1  # damaged metadata do not damage the picture; OCR finds the way up by itself


def to_rgb(image: Image.Image) -> Image.Image:
    """RGB of a picture of any mode, what is transparent on white, 16 bits scaled to 8.

    Metadata such as the EXIF orientation are kept.
    """
    if image.mode.startswith(("I", "F")):
        return _from_wide_grey(image)
    if image.has_transparency_data:
        inked = image.convert("RGBA")
        white = Image.new("RGBA", inked.size, "white")
        result = Image.alpha_composite(white, inked).convert("RGB")
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


def _too_many_pixels(name: str, limits: Limits) -> DocumentTooLarge:
    return DocumentTooLarge(
        f"{name} has more than {limits.pixels_per_page:,} pixels on a page",
        "shrink it, or raise the limit pixels_per_page",
    )


def _damaged(name: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"{name} is a damaged or truncated picture", "fetch it again, or open it in a viewer and save it anew"
    )
