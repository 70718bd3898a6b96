"""How documents are laid out, one function a manner; the parts share none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from drawn.case import Case
from drawn.layouts import open_abroad, open_letters, open_office, open_slips
from drawn.layouts import sealed_counter, sealed_north, sealed_services, sealed_trade

Layout = Callable[[Case, Path], None]

LAYOUTS: dict[str, Mapping[str, Layout]] = {
    "open": {**open_office.LAYOUTS, **open_slips.LAYOUTS, **open_abroad.LAYOUTS, **open_letters.LAYOUTS},
    "sealed": {**sealed_north.LAYOUTS, **sealed_trade.LAYOUTS, **sealed_services.LAYOUTS, **sealed_counter.LAYOUTS},
}
