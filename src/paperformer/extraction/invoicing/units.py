"""Units of measure as they are printed, to the codes of UN/ECE recommendation 20."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from paperformer.fields.values.plain import folded

ONE: Final = "C62"


def unit_code(printed: str, language: str | None) -> str | None:
    """The code of a printed unit; None where the language of the document does not tell what it means."""
    text = folded(printed).replace(".", "").replace(" ", "")
    units = _units()
    meant = units.get((language or "", text)) or units.get(("any", text))
    return meant or (printed if printed in _codes() else None)


@cache
def _units() -> Mapping[tuple[str, str], str]:
    """Codes by language and unit."""
    return {
        (language, folded(unit)): code
        for code, languages in _stored()["units"].items()
        for language, units in languages.items()
        for unit in units
    }


@cache
def _codes() -> frozenset[str]:
    """Codes that mean themselves where a page prints them."""
    stored = _stored()
    return frozenset({*stored["units"], *stored["codes"]})


@cache
def _stored() -> Mapping[str, Any]:
    import yaml  # slow to import, and the units are read once

    stored: Mapping[str, Any] = yaml.safe_load(
        (files(__package__) / "units.yaml").read_text(encoding="utf-8")
    )
    return stored
