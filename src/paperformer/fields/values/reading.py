"""Input and output of value parsers: the context, and the parsed value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DecimalMark = Literal[".", ","]
DateOrder = Literal["DMY", "MDY", "YMD"]
# Countries (ISO 3166) and their probabilities, likeliest first; what they lack to one is of all others.
Origins = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ValueContext:
    """What the whole document says about how values are printed; None where it does not say.

    Args:
        decimal_mark: The character between units and cents.
        date_order: The order of day, month and year in all-number dates.
        currency: ISO 4217 code of the document's main currency.
        country: ISO 3166 code of the supplier's country.
        language: ISO 639-1 code of the document's language.
        year_first_mark: Between the parts of short all-number dates whose year stands first ("13-09-16").
        origins: Countries that the supplier may be in, with probabilities; ``country`` is the first, if sure.
    """

    decimal_mark: DecimalMark | None = None
    date_order: DateOrder | None = None
    currency: str | None = None
    country: str | None = None
    language: str | None = None
    year_first_mark: str | None = None
    origins: Origins = ()


NO_CONTEXT = ValueContext()


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """One way to read a printed text.

    Args:
        value: Normalised: ISO date, decimal with a dot, ISO currency, compact identifier, plain text.
        alternatives: Other readings that the text allows, most likely first (03/04/2024).
        scheme: For references and identifiers: which one (se_ocr, no_kid, iban, vat_de ...).
        checked: True where a check digit or the like holds, False where it fails, None where there is none.
    """

    value: str
    alternatives: tuple[str, ...] = ()
    scheme: str | None = None
    checked: bool | None = None

    @property
    def ambiguous(self) -> bool:
        return bool(self.alternatives)
