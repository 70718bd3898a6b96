"""How documents are laid out, one function a manner; the parts share none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from drawn.case import Case
from drawn.layouts import open_abroad, open_letters, open_office, open_slips

Layout = Callable[[Case, Path], None]

LAYOUTS: dict[str, Mapping[str, Layout]] = {
    "open": {**open_office.LAYOUTS, **open_slips.LAYOUTS, **open_abroad.LAYOUTS, **open_letters.LAYOUTS},
    "sealed": {},
}
