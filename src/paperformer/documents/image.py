"""Pictures: PNG, JPEG, WebP, GIF, BMP, HEIC, AVIF and TIFF of many pages, made upright RGB on white."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageFile, ImageOps, features

from paperformer.documents.colour import to_rgb
from paperformer.documents.damage import refusing_damage
from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.model import Box, ContainedFile, PassedOver
from paperformer.documents.sniff import Kind, sniff
from paperformer.errors import DocumentTooLarge, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents.text_layer import TextLayer

# EXIF 2.32, tag 0x0112: clockwise turn from the stored picture to the displayed one (mirroring aside).
_ORIENTATION_TAG = 0x0112
_ORIENTATIONS = {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}
# TIFF 6.0, tag 254, bit 0: the frame is a smaller copy of another one.
_SUBFILE_TAG, _REDUCED = 254, 1
# TIFF 6.0, tag 262.
_PHOTOMETRIC_TAG, _WHITE_IS_ZERO = 262, 0


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
    contained: tuple[ContainedFile, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()

    def __len__(self) -> int:
        return len(self._frames)

    @contextmanager
    def page(self, number: int) -> Iterator[PicturePage]:
        """Page ``number``, from 1.

        Raises:
            UnreadableDocument: when its header is damaged.
            DocumentTooLarge: when it has more than ``limits.pixels_per_page`` pixels.
        """
        if not _seek(self._image, self._frames[number - 1], self.name):
            raise _damaged(self.name)
        yield PicturePage(self.name, number, self.limits, self._image)


@contextmanager
def open_picture(data: bytes, name: str, limits: Limits) -> Iterator[PictureFile]:
    """Open a picture; only headers are read, nothing is decoded yet.

    Raises:
        UnreadableDocument: when it is damaged.
        DocumentTooLarge: when a page has too many pixels, or there are too many pages.
    """
    with _pillow_without_opinion():
        with refusing_damage(_damaged(name)):
            image = Image.open(io.BytesIO(data), formats=[_format(sniff(data, name), name)])
        with image:
            yield PictureFile(name, limits, image, _pages(image, name, limits))


def _format(kind: Kind, name: str) -> str:
    """Pillow's name of a kind of picture, what reads it made ready.

    Raises:
        UnreadableDocument: when that is not installed.
    """
    if kind == "heif":
        try:
            from pi_heif import register_heif_opener
        except ImportError as error:
            raise _lacks_extra(name, "HEIC") from error
        register_heif_opener(thumbnails=False)
    if kind == "avif" and not features.check("avif"):
        raise _lacks_extra(name, "AVIF")
    return kind.upper()


def _lacks_extra(name: str, kind: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"{name} is a {kind} picture, which needs an extra", "install it: pip install 'paperformer[heic]'"
    )


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
        return (image.tell(),)
    frames: list[int] = []
    for frame in range(limits.pages + 1):
        if not _seek(image, frame, name):
            return tuple(frames) or (0,)
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


def _seek(image: ImageFile.ImageFile, frame: int, name: str) -> bool:
    """Go to a frame; whether there is one."""
    with refusing_damage(_damaged(name)):
        try:
            image.seek(frame)
        except EOFError:
            return False
    return True


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

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:  # noqa: ARG002 - as a PDF's
        """None: pictures have none."""
        return None

    def picture_part(self) -> float:
        """1: it is all picture."""
        return 1.0

    def pixels_per_unit(self) -> float:
        """1: its size is in pixels."""
        return 1.0

    def is_empty(self) -> bool:
        """False: there is always something to look at."""
        return False

    def code_patches(self) -> tuple[Box, ...]:
        """All of it."""
        return (Box(0.0, 0.0, 1.0, 1.0),)

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
        with refusing_damage(_damaged(f"page {self.number} of {self.name}")):
            self._image.draft("RGB", size if self.width == self._image.width else size[::-1])
            self._image.load()
            picture = ImageOps.exif_transpose(to_rgb(self._image, inverted=_is_inverted(self._image)))
        if picture.size == size:
            return picture
        return picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)


def _is_inverted(image: Image.Image) -> bool:
    # Pillow sees to this for all modes but 16-bit grey.
    inverted = getattr(image, "tag_v2", {}).get(_PHOTOMETRIC_TAG) == _WHITE_IS_ZERO
    return image.mode.startswith("I;16") and inverted


def _orientation(image: Image.Image) -> int:
    try:
        with refusing_damage(UnreadableDocument("the EXIF data are damaged")):
            return int(image.getexif().get(_ORIENTATION_TAG, 1))
    except UnreadableDocument:
        return 1  # damaged metadata do not damage the picture; OCR finds the way up by itself


def _damaged(name: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"{name} is a damaged or truncated picture", "fetch it again, or open it in a viewer and save it anew"
    )
