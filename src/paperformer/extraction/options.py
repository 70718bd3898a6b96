"""The settings of an ``Extractor``, stated once for all who hand them on."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.documents.limits import Limits
from paperformer.errors import InvalidConfig
from paperformer.extraction.levels import LABEL_CONFIDENCE, MIN_CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from paperformer.documents.reading import OcrMode
    from paperformer.extraction.embedded import EInvoiceMode
    from paperformer.extraction.known_parties.party import KnownParty


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractorOptions:
    """Settings of ``Extractor``; see there.

    Raises:
        InvalidConfig: a setting that cannot be.
    """

    model: str | Path | None = None
    ocr: OcrMode = "auto"
    ocr_engine: str = "accurate"
    einvoice: EInvoiceMode = "auto"
    fields: Sequence[str] | None = None
    max_results: int = 3
    min_confidence: float = MIN_CONFIDENCE
    limits: Limits = field(default_factory=Limits)
    password: str | None = field(default=None, repr=False)
    known_parties: str | Path | Sequence[KnownParty] | None = None
    memory: str | Path | None = None
    evidence: bool = False
    without: Collection[str] = ()

    def __post_init__(self) -> None:
        if self.max_results < 1:
            raise InvalidConfig(f"max_results is {self.max_results}", "Give 1 or more")
        if not 0.0 <= self.min_confidence <= 1.0:
            raise InvalidConfig(f"min_confidence is {self.min_confidence}", "Give a probability from 0 to 1")
        if self.einvoice not in ("auto", "ignore", "only"):
            raise InvalidConfig(f"no e-invoice mode {self.einvoice!r}", "Use auto, ignore or only")
        if isinstance(self.fields, str):  # a sequence too, of its letters
            raise InvalidConfig(
                f"fields is the text {self.fields!r}", f"Give a list of names: [{self.fields!r}]"
            )

        if isinstance(self.without, str):
            raise InvalidConfig(
                f"without is the text {self.without!r}", f"Give a list of names: [{self.without!r}]"
            )
        object.__setattr__(self, "without", tuple(sorted(set(self.without))))

    def of_extractor(self) -> dict[str, Any]:
        """The arguments of ``Extractor``."""
        return {
            definition.name: getattr(self, definition.name)
            for definition in dataclasses.fields(ExtractorOptions)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions(ExtractorOptions):
    """How documents are read one after the other.

    Args:
        split: Whether each document in a file is answered for.
        label_confidence: How sure an answer is that is written as a label.
    """

    split: bool = False
    label_confidence: float = LABEL_CONFIDENCE
