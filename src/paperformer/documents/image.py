"""Pictures: PNG, JPEG, WebP and multi-page TIFF, brought to upright RGB on white, with Pillow."""

from __future__ import annotations

import io
import math
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageFile, ImageOps

from paperformer.documents.colour import to_rgb
from paperformer.documents.limits import Limits, allow_more
from paperformer.errors import DocumentTooLarge, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents.text_layer import TextLayer

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF")
# EXIF 2.32, tag 0x0112: clockwise turn from the stored picture to the displayed one (mirroring aside).
_ORIENTATION_TAG = 0x0112
_ORIENTATIONS = {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}
# TIFF 6.0, tag 254, bit 0: the frame is a smaller copy of another one.
_SUBFILE_TAG, _REDUCED = 254, 1
# TIFF 6.0, tag 262.
_PHOTOMETRIC_TAG, _WHITE_IS_ZERO = 262, 0
# All that Pillow's decoders are known to raise on damaged files.
_DAMAGE = (
    OSError,  # UnidentifiedImageError among them
    EOFError,
    ValueError,
    SyntaxError,
    LookupError,
    TypeError,
    ArithmeticError,
    struct.error,
    zlib.error,
)


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
    notes: tuple[str, ...] = ()

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


@contextmanager
def open_picture(data: bytes, name: str, limits: Limits) -> Iterator[PictureFile]:
    """Open a picture; only headers are read, nothing is decoded yet.

    Raises:
        UnreadableDocument: when it is damaged.
        DocumentTooLarge: when a page has too many pixels, or there are too many pages.
    """
    with _pillow_without_opinion():
        try:
            image = Image.open(io.BytesIO(data), formats=FORMATS)
        except _DAMAGE as error:
            raise _damaged(name) from error
        with image:
            yield PictureFile(name, limits, image, _pages(image, name, limits))


@contextmanager
def _pillow_without_opinion() -> Iterator[None]:
    """Keep Pillow from judging sizes, which is up to ``Limits``, and from warning of damaged metadata."""
    own = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        Image.MAX_IMAGE_PIXELS = own


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
                f"{name} has more than {limits.pages:,} pages", f"split it ({allow_more('pages')})"
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
            f"shrink it ({allow_more('pixels_per_page')})",
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
        # Pillow gives the size of a TIFF as displayed, of other formats as stored.
        lies = orientation >= 5 and image.format != "TIFF"
        self.width, self.height = (height, width) if lies else (width, height)

    def text_layer(self) -> TextLayer | None:
        """None: pictures have none."""
        return None

    def picture_part(self) -> float:
        """1: it is all picture."""
        return 1.0

    def fineness(self) -> float:
        """1: its size is in pixels."""
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
            self._image.draft("RGB", size if self.width == self._image.width else size[::-1])
            self._image.load()
            picture = ImageOps.exif_transpose(to_rgb(self._image, inverted=_is_inverted(self._image)))
        except _DAMAGE as error:
            raise _damaged(f"page {self.number} of {self.name}") from error
        if picture.size == size:
            return picture
        return picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)


def _is_inverted(image: Image.Image) -> bool:
    # Pillow sees to this for all modes but 16-bit grey.
    inverted = getattr(image, "tag_v2", {}).get(_PHOTOMETRIC_TAG) == _WHITE_IS_ZERO
    return image.mode.startswith("I;16") and inverted


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION_TAG, 1))
    except _DAMAGE:
        return 1  # damaged metadata do not damage the picture; OCR finds the way up by itself


def _damaged(name: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"{name} is a damaged or truncated picture", "fetch it again, or open it in a viewer and save it anew"
    )
