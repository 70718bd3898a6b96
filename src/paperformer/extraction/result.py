"""The answer: fields with their candidates, as a pydantic model that prints as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from paperformer.documents.model import PageReading
from paperformer.errors import UnknownField
from paperformer.extraction.levels import LEVELS as LEVELS
from paperformer.extraction.levels import Level as Level
from paperformer.extraction.levels import level_of as level_of
from paperformer.extraction.typed import TypedValue, built_in_schema, typed_value
from paperformer.fields.schema import Schema

if TYPE_CHECKING:
    from paperformer.extraction.invoicing.export import ExportedInvoice
    from paperformer.extraction.invoicing.profiles import ProfileName
    from paperformer.extraction.invoicing.statements import Statement, StatementSource
    from paperformer.extraction.invoicing.sum_rows import SumRow

SCHEMA_VERSION = "2"

Source = Literal["model", "rule", "einvoice", "known"]


class PageBox(BaseModel):
    """A box in parts of the page (0 to 1), origin top left."""

    model_config = ConfigDict(frozen=True)

    x0: float
    y0: float
    x1: float
    y1: float


class Reason(BaseModel):
    """One observation of a candidate.

    ``name`` is that of a piece of evidence or of a relation to other fields (``paperformer evidence`` lists
    them), ``says`` the same as a sentence. ``counts`` is added to the candidate's score, which is a natural
    logarithm: above zero it speaks for the candidate, below against it.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    says: str
    counts: float


class Candidate(BaseModel):
    """One reading of a field.

    ``box`` and ``page`` are None when the value is not printed anywhere (an e-invoice's); ``words`` are then
    empty, else they are the indices of the words that print it, in the file's reading order. ``checked``
    tells whether its check digits hold, None where it has none. ``evidence`` are the reasons for and against
    it, the weightiest first; None, and no part of the JSON, where nobody asked for them.
    """

    model_config = ConfigDict(frozen=True)

    value: str
    text: str
    box: PageBox | None
    page: int | None
    confidence: float = Field(ge=0.0, le=1.0)
    level: Level
    source: Source
    scheme: str | None = None
    ambiguous: bool = False
    checked: bool | None = None
    words: list[int] = Field(default_factory=list)
    evidence: list[Reason] | None = Field(default=None, exclude_if=lambda evidence: evidence is None)

    _contributions: Mapping[str, float] = PrivateAttr(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same as JSON, in which contributions are not."""
        return isinstance(other, Candidate) and self.model_dump() == other.model_dump()

    @property
    def contributions(self) -> Mapping[str, float]:
        """What each observation adds to the score, by name; empty where the answer was read from JSON."""
        return self._contributions

    def with_contributions(self, contributions: Mapping[str, float]) -> Self:
        """This candidate, which knows what each observation adds to its score."""
        self._contributions = contributions
        return self


class Cell(BaseModel):
    """One value of a row, with its place as in ``Candidate``."""

    model_config = ConfigDict(frozen=True)

    value: str
    text: str
    box: PageBox | None
    page: int | None
    words: list[int] = Field(default_factory=list)


class Row(BaseModel):
    """One row of a field of type ``group``: a line item, or the VAT of one rate.

    ``cells`` holds what the row prints, by name. ``holds`` tells whether its arithmetic does (quantity x unit
    price - discount = total; base x rate = tax), None where it prints too little to be checked.
    ``confidence`` is the probability that all its cells are right.
    """

    model_config = ConfigDict(frozen=True)

    cells: dict[str, Cell]
    text: str
    box: PageBox | None
    page: int | None
    confidence: float = Field(ge=0.0, le=1.0)
    level: Level
    source: Source
    holds: bool | None = None


class CodeInfo(BaseModel):
    """A QR code or bar code on a page.

    ``text`` is what it says, ``data`` its bytes in Base64 where they are no text. ``scheme`` names what it
    means (``epc``, ``swiss_qr_bill`` ...), and ``values`` are the values that it states, by field; both are
    empty where it is of no kind that is known.
    """

    model_config = ConfigDict(frozen=True)

    format: str
    text: str | None
    data: str | None
    page: int
    box: PageBox
    scheme: str | None = None
    values: dict[str, str] = Field(default_factory=dict)


class PageInfo(BaseModel):
    """One page: its number in the file, its size (points of a PDF, pixels of a picture), its reading."""

    model_config = ConfigDict(frozen=True)

    number: int
    width: float
    height: float
    reading: PageReading


class ModelInfo(BaseModel):
    """Which model answered."""

    model_config = ConfigDict(frozen=True)

    name: str
    version: str


class Extraction(BaseModel):
    """All that was found in one document.

    ``fields`` holds only fields with a candidate, ``rows`` only fields of type ``group`` with a row; rows
    stand in printed order. ``first_page`` is the page of the file on which the document begins: not 1 where
    the file was split. ``region`` is the part of that page that the document takes up, where the page holds
    several that were split. ``codes`` are the QR codes and bar codes on its pages.
    """

    model_config = ConfigDict(frozen=True)

    schema_version: str = SCHEMA_VERSION
    file: str
    pages: list[PageInfo]
    first_page: int = 1
    region: PageBox | None = None
    fields: dict[str, list[Candidate]]
    rows: dict[str, list[Row]] = Field(default_factory=dict)
    codes: list[CodeInfo] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    timing_ms: dict[str, float] = Field(default_factory=dict)
    model: ModelInfo

    _schema: Schema | None = PrivateAttr(None)
    _einvoice: bytes | None = PrivateAttr(None)
    _sum_rows: tuple[SumRow, ...] = PrivateAttr(())
    _borne_out: Mapping[str, str] = PrivateAttr(default_factory=dict)
    _statements: StatementSource = PrivateAttr(())

    def __eq__(self, other: object) -> bool:
        """Whether both say the same as JSON, in which the schema is not."""
        return isinstance(other, Extraction) and self.__dict__ == other.__dict__

    @property
    def known_fields(self) -> Schema:
        """The fields that the model knows; the built-in ones where the answer was read from JSON."""
        return self._schema or built_in_schema()

    def with_schema(self, schema: Schema) -> Extraction:
        """This answer, which tells the types of its fields by ``schema``."""
        if schema != built_in_schema():
            self._schema = schema
        return self

    @property
    def einvoice(self) -> bytes | None:
        """The XML that answered, where it did; None where the answer was read from JSON."""
        return self._einvoice

    @property
    def sum_rows(self) -> tuple[SumRow, ...]:
        """Rows that print a label and an amount, where the totals need them to be explained."""
        return self._sum_rows

    @property
    def borne_out(self) -> Mapping[str, str]:
        """The fields whose answer something else on the pages bears out, with what does."""
        return self._borne_out

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What the pages say beside the fields, and an e-invoice has terms for."""
        if callable(self._statements):
            self._statements = self._statements()
        return self._statements

    def with_sources(
        self, einvoice: bytes | None, sum_rows: tuple[SumRow, ...],
        borne_out: Mapping[str, str] | None = None, statements: StatementSource = (),
    ) -> Extraction:  # fmt: skip
        """This answer, which knows the XML that answered, or what else the pages say about its values."""
        self._einvoice, self._sum_rows, self._borne_out = einvoice, sum_rows, dict(borne_out or {})
        self._statements = statements
        return self

    def to_ubl(
        self, profile: ProfileName = "en16931", *, force: bool = False, known: Mapping[str, str] | None = None
    ) -> ExportedInvoice:
        """This answer as an e-invoice in UBL 2.1: ``xml``, and ``report()`` on where each value was read.

        Args:
            profile: ``en16931``, ``peppol`` or ``xrechnung``.
            force: Whether it is written though values are missing or doubtful, or sums fail.
            known: Terms that you know, by number (``{"BT-10": "04011000-12345-34"}``).

        Raises:
            InvoiceRefused: a required value is missing or doubtful, or a sum fails: a line for each.
        """
        from paperformer.extraction.invoicing.export import export_invoice

        return export_invoice(self, "ubl", profile, force=force, known=known)

    def to_cii(
        self, profile: ProfileName = "en16931", *, force: bool = False, known: Mapping[str, str] | None = None
    ) -> ExportedInvoice:
        """This answer as an e-invoice in UN/CEFACT CII; as ``to_ubl``."""
        from paperformer.extraction.invoicing.export import export_invoice

        return export_invoice(self, "cii", profile, force=force, known=known)

    def to_facturx(self, pdf: bytes, *, force: bool = False, known: Mapping[str, str] | None = None) -> bytes:
        """The PDF that was read with this answer inside, as Factur-X (profile EN 16931); as ``to_ubl``.

        Raises:
            InvoiceRefused: as ``to_ubl``.
            UnreadableDocument: it is no PDF, damaged, or encrypted.
            ExtraMissing: the extra ``[einvoice]`` is not installed.
        """
        from paperformer.einvoicing.facturx import embed_cii

        return embed_cii(pdf, self.to_cii(force=force, known=known).xml, self.file)

    def best(self, name: str) -> TypedValue | None:
        """The likeliest value of a field: a Decimal, date, time or text; None where there is no answer.

        Raises:
            UnknownField: the schema has no field of that name, or its answers are rows.
            ValueUnreadable: the value is none of the field's type; ``fields[name][0].value`` has its text.
        """
        candidates = self.fields.get(name, ())
        type_ = "text" if candidates and name not in self.known_fields else self.known_fields[name].type
        if type_ == "group":
            raise UnknownField(f"{name} has rows and no value of its own", f"Read them in rows[{name!r}]")
        return typed_value(type_, candidates[0].value) if candidates else None

    def to_row(self) -> dict[str, TypedValue | None]:
        """The likeliest value of every field but those of rows, by name; None where there is no answer.

        Raises:
            ValueUnreadable: as ``best``.
        """
        names = dict.fromkeys(field.name for field in self.known_fields if field.type != "group")
        further = (name for name in self.fields if name not in names)
        return {name: self.best(name) for name in (*names, *further)}
