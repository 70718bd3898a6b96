"""Where things of a stored PDF page stand on the upright one."""

from __future__ import annotations

Quad = tuple[float, float, float, float]
"""Left, bottom, right, top in page coordinates: points, origin bottom left, before the page's rotation."""


class PageFrame:
    """Maps page coordinates to the upright page: points, origin top left."""

    def __init__(self, bounds: Quad, rotation: int) -> None:
        self.left, self.bottom, self.right, self.top = bounds
        self.rotation = rotation
        across, along = self.right - self.left, self.top - self.bottom
        self.width, self.height = (along, across) if rotation in (90, 270) else (across, along)

    def box(self, quad: Quad) -> Quad:
        """x0, y0, x1, y1 on the upright page."""
        left, bottom, right, top = quad
        if self.rotation == 0:
            return left - self.left, self.top - top, right - self.left, self.top - bottom
        if self.rotation == 90:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.rotation == 180:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        return self.top - top, self.right - right, self.top - bottom, self.right - left


def around(quads: list[Quad]) -> Quad:
    """The smallest quad around all of ``quads``."""
    lefts, bottoms, rights, tops = zip(*quads, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)
