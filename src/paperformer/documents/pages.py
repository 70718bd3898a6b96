"""What reading a document needs of a file, whatever its kind."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents.model import Box, ContainedFile, PassedOver
    from paperformer.documents.text_layer import TextLayer


class StoredPage(Protocol):
    """One page of a file.

    Args:
        number: From 1.
        width, height: Size as displayed, in points for a PDF, in pixels for a picture.
        rotation: Degrees clockwise from the page as stored to the page as displayed.
    """

    @property
    def number(self) -> int: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def rotation(self) -> int: ...

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:
        """Its text, None where the kind of file has none.

        Args:
            rotation: Degrees clockwise from the stored page to the upright one; None finds out.
        """
        ...

    def picture_part(self) -> float:
        """Part of the page that pictures cover, 0 to 1."""
        ...

    def pixels_per_unit(self) -> float:
        """Pixels that its pictures have in one unit of its size; infinite where it is drawn."""
        ...

    def is_empty(self) -> bool:
        """Whether nothing at all is drawn on it."""
        ...

    def code_patches(self) -> tuple[Box, ...]:
        """Parts of the displayed page on which a QR code or bar code may be drawn."""
        ...

    def draw(self, *, width: int | None = None) -> Image.Image:
        """The page as displayed, RGB: ``width`` pixels wide, or as finely as OCR likes it."""
        ...


class StoredFile(Protocol):
    """An opened file.

    Args:
        einvoice: The e-invoice XML attached to it, if any.
        notes: What the reader should know of the file as a whole.
        contained: What is attached to it; on its pages too, once they have been loaded.
        passed_over: What is attached and cannot be read.
    """

    @property
    def einvoice(self) -> bytes | None: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def contained(self) -> tuple[ContainedFile, ...]: ...
    @property
    def passed_over(self) -> tuple[PassedOver, ...]: ...

    def __len__(self) -> int:
        """Number of pages."""
        ...

    def page(self, number: int) -> AbstractContextManager[StoredPage, bool | None]:
        """Page ``number``, from 1; freed at the end of the ``with``."""
        ...
