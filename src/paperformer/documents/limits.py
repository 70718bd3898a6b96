"""Limits of one document: time, memory, sizes."""

from __future__ import annotations

from dataclasses import dataclass, fields

from paperformer.errors import InvalidConfig

# Bounds that an option of the command line raises.
_OPTIONS = {"pixels_per_page": "--max-pixels"}


def allow_more(bound: str) -> str:
    """The remedy of who meets a bound and knows better."""
    if bound in _OPTIONS:
        return f"{_OPTIONS[bound]} allows more, from Python Limits({bound}=...)"
    return f"from Python, Limits({bound}=...) allows more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one document. Over any of them it is refused with ``DocumentTooLarge``.

    Args:
        file_bytes: Size of the file; of an archive, also of its entries together, unpacked.
        pages: Number of pages.
        pixels_per_page: Width times height of a picture, looked up in its header before decoding.
        render_pixels: The most pixels a page is rendered or a photo is shrunk to; a budget that sets
            the scale, never a reason to refuse. 8 million is A4 at 290 dots an inch.
        words_per_page: Words of one page.
        seconds_per_page: Computing time of one page, of all processor cores; OCR of a dense page takes 6.
        seconds_per_document: Computing time of all pages.
        worker_megabytes: Resident memory of the process that reads.
        contained_files: Files in an archive or mail, or attached to a PDF, those of containers within it too.

    Raises:
        InvalidConfig: when a bound is not above zero.
    """

    file_bytes: int = 200_000_000
    pages: int = 500
    pixels_per_page: int = 100_000_000
    render_pixels: int = 8_000_000
    words_per_page: int = 20_000
    seconds_per_page: float = 60.0
    seconds_per_document: float = 900.0
    worker_megabytes: int = 2_000
    contained_files: int = 100

    def __post_init__(self) -> None:
        for bound in fields(self):
            value = getattr(self, bound.name)
            if not value > 0:
                raise InvalidConfig(f"limit {bound.name} is {value}", "give a number above zero")
