"""How documents are laid out, one function a manner; the parts share none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from drawn.case import Case
from drawn.layouts import (
    open_abroad,
    open_letterheads,
    open_letters,
    open_programs,
    open_slips,
    sealed_corporate,
    sealed_forms,
    sealed_north,
    sealed_people,
    sealed_services,
    sealed_slips,
    sealed_traders,
)

Layout = Callable[[Case, Path], None]
OPEN = (open_letterheads, open_programs, open_slips, open_abroad, open_letters)
SEALED = (
    sealed_north, sealed_corporate, sealed_traders, sealed_services, sealed_people,
    sealed_slips, sealed_forms,
)  # fmt: skip

LAYOUTS: dict[str, Mapping[str, Layout]] = {
    part: {name: layout for room in rooms for name, layout in room.LAYOUTS.items()}
    for part, rooms in (("open", OPEN), ("sealed", SEALED))
}
