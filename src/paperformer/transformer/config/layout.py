"""Where on the page a token stands."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.transformer.config.checks import check_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutConfig:
    """Tables that tell the encoder where on the page a token stands.

    Args:
        buckets: Rows of each coordinate table; boxes are whole numbers from 0 to ``buckets - 1``.
        pages: Rows of the page table; later pages share the last row.
    """

    buckets: int = 1001
    pages: int = 64

    def __post_init__(self) -> None:
        check_whole("layout.buckets", self.buckets, 1)
        check_whole("layout.pages", self.pages, 1)
