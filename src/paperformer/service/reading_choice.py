"""How one document is read, where somebody has chosen that: in requests, and as the database keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from paperformer.documents.reading import OcrMode
from paperformer.extraction.opening import ReadingChoice

PageKey = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,4}$")]
PageNumber = Annotated[int, Field(ge=1, le=99_999)]
EngineName = Literal["accurate", "fast", "tesseract"]
_MOST = 2_000


class ReadAgain(BaseModel):
    """How a document is to be read again; what is left out stays as it was."""

    model_config = ConfigDict(extra="forbid")

    password: str | None = Field(
        None,
        min_length=1,
        max_length=500,
        repr=False,
        description="Of a PDF that asks for one. It is used once, and not kept.",
    )
    ocr: OcrMode | None = Field(
        None,
        description="`always` reads every page as a picture, `never` takes the text of the file alone, "
        "`auto` does as each page needs.",
    )
    ocr_engine: EngineName | None = Field(None, description="What reads pictures.")
    turn: dict[PageKey, Literal[90, 180, 270]] = Field(
        default_factory=dict,
        max_length=_MOST,
        description="Pages to turn, by number: degrees clockwise from how the page is shown. They stay so.",
    )
    beginnings: list[PageNumber] | None = Field(
        None,
        max_length=_MOST,
        description="Pages on which a document begins: each is read as a document of its own. Empty: all "
        "pages are one document.",
    )
    split: bool | None = Field(
        None,
        description="`true` reads each document in the file by itself, as when it is posted with `split`: "
        "each file inside of a mail, archive or portfolio, each document among its pages. Nothing changes "
        "where that is so already. `false` makes one document of it again.",
    )
    drop_corrections: bool = Field(
        False, description="Read it again though somebody has corrected it; the corrections are lost."
    )

    def options(self) -> dict[str, Any]:
        """What the database keeps with the document."""
        given = self.model_dump(include={"ocr", "ocr_engine"}, exclude_none=True)
        if self.beginnings is not None:
            given |= {"beginnings": sorted({1, *self.beginnings}), "split": False}
        if self.split is not None:
            given |= {"beginnings": [], "split": self.split}
        return given

    @model_validator(mode="after")
    def _splits_one_way(self) -> Self:
        if self.split is not None and self.beginnings is not None:
            raise ValueError("give either split or beginnings")
        return self


class ReadingSettings(BaseModel):
    """How documents are read, and how else they could be."""

    ocr: OcrMode = Field(description="Which pages are read as pictures.")
    ocr_engine: str = Field(description="What reads pictures.")
    engines: list[str] = Field(description="What could read pictures: the engines that are installed.")


def choice_of(options: Mapping[str, Any]) -> ReadingChoice:
    """What was chosen for a document, as the database keeps it."""
    return ReadingChoice(
        ocr=options.get("ocr"),
        ocr_engine=options.get("ocr_engine"),
        rotations={int(number): degrees for number, degrees in options.get("rotations", {}).items()},
        inside=options.get("inside"),
        beginnings=tuple(options.get("beginnings", ())),
    )
