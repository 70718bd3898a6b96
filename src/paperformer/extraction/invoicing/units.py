"""Units of measure as they are printed, to the codes of UN/ECE recommendation 20."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from paperformer.fields.values.plain import folded

ONE: Final = "C62"


def unit_code(printed: str, language: str | None) -> str | None:
    """The code of a printed unit; None where the language of the document does not tell what it means."""
    text = folded(printed).replace(".", "").replace(" ", "")
    units = _units()
    return units.get((language or "", text)) or units.get(("any", text))


@cache
def _units() -> Mapping[tuple[str, str], str]:
    """Codes by language and unit."""
    import yaml  # slow to import, and the units are read once

    stored = yaml.safe_load((files(__package__) / "units.yaml").read_text(encoding="utf-8"))["units"]
    return {
        (language, folded(unit)): code
        for code, languages in stored.items()
        for language, units in languages.items()
        for unit in units
    }
