"""What every layout begins with."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A4

from drawn.case import Case
from drawn.sheet import Sheet


def sheet_for(case: Case, path: Path, size: tuple[float, float] = A4) -> Sheet:
    """A sheet in the issuer's typeface and colour."""
    return Sheet(path, case.option("font", "Helvetica"), case.option("colour", "#1f3a5f"), size)


def logo(sheet: Sheet, case: Case, x: float, y: float, size: float = 20) -> None:
    """The issuer's brand as a mark beside its letters; brands are no answer where they are not the name."""
    brand = case.option("brand")
    if not brand:
        return
    sheet.box(x, y - size * 0.8, size * 0.8, size * 0.8, sheet.colour, None, round_by=size * 0.15)
    sheet.text(x + size * 0.4, y - size * 0.22, str(brand)[0], size * 0.6, True, "#ffffff", "c")
    sheet.text(x + size, y - size * 0.1, str(brand), size, True, sheet.colour)
