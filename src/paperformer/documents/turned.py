"""A page that somebody has turned: what they say of its way up counts for more than what it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperformer.documents.model import Box

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents.pages import StoredPage
    from paperformer.documents.text_layer import TextLayer


class TurnedPage:
    """A ``StoredPage`` displayed another way up.

    Args:
        stored: The page.
        rotation: Degrees clockwise from the page as stored to the page as displayed: 0, 90, 180 or 270.
    """

    def __init__(self, stored: StoredPage, rotation: int) -> None:
        self._stored = stored
        self._turn = (rotation - stored.rotation) % 360
        self.rotation = rotation
        self.number = stored.number
        lies = self._turn in (90, 270)
        self.width, self.height = (stored.height, stored.width) if lies else (stored.width, stored.height)

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:
        """Its text, as the turned page shows it."""
        return self._stored.text_layer(self.rotation if rotation is None else rotation)

    def picture_part(self) -> float:
        """Part of the page that pictures cover."""
        return self._stored.picture_part()

    def pixels_per_unit(self) -> float:
        """Pixels that its pictures have in one unit of its size."""
        return self._stored.pixels_per_unit()

    def is_empty(self) -> bool:
        """Whether nothing at all is drawn on it."""
        return self._stored.is_empty()

    def code_patches(self) -> tuple[Box, ...]:
        """Parts of the turned page on which a code may be drawn."""
        return tuple(_turned(box, self._turn) for box in self._stored.code_patches())

    def draw(self, *, width: int | None = None) -> Image.Image:
        """The turned page, RGB."""
        from paperformer.documents.render import upright

        if width is not None and self._turn in (90, 270):
            width = max(1, round(width * self._stored.width / self._stored.height))
        return upright(self._stored.draw(width=width), self._turn)


def _turned(box: Box, turn: int) -> Box:
    """Where a box lies on a page turned clockwise."""
    for _ in range(turn // 90):
        box = Box(1 - box.y1, box.x0, 1 - box.y0, box.x1)
    return box
