"""``Extractor``: a document goes in, its fields come out."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Self

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.errors import InvalidConfig
from paperformer.extraction.answer import answers_from, failed_checks, selected
from paperformer.extraction.by_rules import documents_in, read_by_rules
from paperformer.extraction.calibration import load_calibration
from paperformer.extraction.embedded import EInvoiceMode, answer_of_embedded, answers, counts
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.model_folder import CALIBRATION, SCHEMA, complete_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.parts import in_file, parts_of, several
from paperformer.extraction.proposals import propose
from paperformer.extraction.receipts import with_receipt
from paperformer.extraction.resolve import resolve
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo, Row
from paperformer.extraction.rows import rows_from
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.outlays import outlays_in
from paperformer.extraction.timing import clock
from paperformer.extraction.untitled_invoices import with_invoice
from paperformer.fields.schema import Schema, load_schema
from paperformer.fields.tables.group import GroupRow

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader
    from paperformer.documents.reading import OcrMode
    from paperformer.extraction.session import ModelSession


class _Found(NamedTuple):
    """Candidates of fields, rows of tables, and the pages on which a document begins."""

    fields: Mapping[str, Sequence[Candidate]]
    rows: Mapping[str, Sequence[Row]]
    beginnings: Sequence[int] = (1,)


class _Proposed(NamedTuple):
    """The same before calibration."""

    fields: Mapping[str, Sequence[Scored]]
    rows: Sequence[GroupRow] = ()
    beginnings: Sequence[int] = (1,)


@dataclass(frozen=True, slots=True)
class Reading:
    """A document and what was extracted from it."""

    document: Document
    extraction: Extraction


class Extractor:
    """Extracts fields from documents with one model. A context manager; threads may share it.

    The model is loaded in the background, and the process that parses documents starts with the first one.

    Args:
        model: A model folder; None is the default model.
        ocr: ``auto`` reads a page's picture where its text layer is missing or bad, ``always``, or ``never``.
        ocr_engine: ``rapidocr``, ``fast`` or ``tesseract``.
        einvoice: Whether an embedded e-invoice answers (``auto``), is ignored (``ignore``), or is all that
            counts (``only``).
        fields: Names of the fields wanted; None is all.
        max_results: Most candidates a field.
        min_confidence: Candidates below are left out.
        limits: What one document may take.
        known_parties: Suppliers and customers that are known already, or a file of them
            (docs/known-parties.md): they are recognised, and answered as they are known.

    Raises:
        ModelMismatch: the model folder is missing, incomplete or of another format version.
        UnknownField: a field that the schema does not have.
        InvalidConfig: a setting that cannot be.
    """

    def __init__(
        self,
        model: str | Path | None = None,
        *,
        ocr: OcrMode = "auto",
        ocr_engine: str = "rapidocr",
        einvoice: EInvoiceMode = "auto",
        fields: Sequence[str] | None = None,
        max_results: int = 3,
        min_confidence: float = 0.0,
        limits: Limits | None = None,
        known_parties: str | Path | Sequence[KnownParty] | None = None,
    ) -> None:
        if max_results < 1:
            raise InvalidConfig(f"max_results is {max_results}", "Give 1 or more")
        if not 0.0 <= min_confidence <= 1.0:
            raise InvalidConfig(f"min_confidence is {min_confidence}", "Give a probability from 0 to 1")
        if einvoice not in ("auto", "ignore", "only"):
            raise InvalidConfig(f"no e-invoice mode {einvoice!r}", "Use auto, ignore or only")
        if isinstance(fields, str):  # a sequence too, of its letters
            raise InvalidConfig(f"fields is the text {fields!r}", f"Give a list of names: [{fields!r}]")
        self.folder = Path(model) if model is not None else default_model_path()
        self._manifest = complete_manifest(self.folder)
        self._schema = schema = load_schema(self.folder / SCHEMA if (self.folder / SCHEMA).exists() else None)
        self._wanted = tuple(schema.subset(fields).names) if fields is not None else schema.names
        self._calibration = load_calibration(self.folder / CALIBRATION)
        self._ocr, self._ocr_engine, self._einvoice = ocr, ocr_engine, einvoice
        self._max_results, self._min_confidence = max_results, min_confidence
        self._limits = limits or Limits()
        self._known = KnownParties(known_parties)
        self._reader: DocumentReader | None = None
        self._session: ModelSession | None = None
        self._loading = threading.Lock()

    @property
    def schema(self) -> Schema:
        """The fields that the model knows."""
        return self._schema

    @property
    def model(self) -> ModelInfo:
        """Which model answers."""
        return ModelInfo(name=self._manifest.name, version=self._manifest.version)

    @property
    def reader(self) -> DocumentReader:
        """What opens and draws documents; it has a process of its own."""
        if self._reader is None:
            from paperformer.documents import DocumentReader

            self._reader = DocumentReader(self._limits)
        return self._reader

    def extract(self, source: str | Path | bytes | BinaryIO, *, name: str | None = None) -> Extraction:
        """The fields of a document.

        Args:
            source: A path, ``-`` for standard input, the bytes, or an open binary stream.
            name: What to call it in the answer.

        Raises:
            UnreadableDocument: it is missing, damaged, or of no kind that we read.
            EncryptedDocument: it asks for a password.
            DocumentTooLarge: it is over a limit.
            OcrUnavailable: a page needs OCR and the engine is not there.
        """
        return self.read(source, name=name).extraction

    def read(self, source: str | Path | bytes | BinaryIO, *, name: str | None = None) -> Reading:
        """As ``extract``, with the document: its words, and what is needed to draw its pages."""
        timing: dict[str, float] = {}
        document = self._opened(source, name, timing)
        return Reading(document, self._answer(document, timing))

    def read_each(
        self, source: str | Path | bytes | BinaryIO, *, name: str | None = None
    ) -> Iterator[Reading]:
        """As ``read``, but of each document in the file, in turn; the answers number pages as the file does.

        A file with an e-invoice that counts is one document.
        """
        timing: dict[str, float] = {}
        document = self._opened(source, name, timing)
        with clock(timing, "parts"):
            is_one = answers(document, self._einvoice)
            beginnings = (1,) if is_one else documents_in(document, self._schema)
        for before, part in parts_of(document, beginnings):
            answer = self._answer(part, {} if before else timing, is_one=True)
            words_before = sum(len(page.words) for page in document.pages[:before])
            yield Reading(document, in_file(answer, before, words_before))

    def extract_document(self, document: Document) -> Extraction:
        """The fields of a document that is open already.

        Raises:
            UnreadableDocument: only its e-invoice counts and there is none.
        """
        return self._answer(document, {})

    def know(self, parties: Sequence[KnownParty]) -> None:
        """From the next document on, recognise these parties and no others."""
        self._known = KnownParties(parties)

    def close(self) -> None:
        """End the process that opens documents."""
        if self._reader is not None:
            self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _warm(self) -> None:
        """Load what the answer will need while the document is being opened. Errors show when it is used."""
        try:
            self._loaded()
        except Exception:  # noqa: BLE001 - raised again, in the caller's thread, by the next call of _loaded
            return

    def _loaded(self) -> ModelSession:
        with self._loading:
            if self._session is None:
                from paperformer.extraction.session import ModelSession

                self._session = ModelSession(self.folder)
            return self._session

    def _opened(
        self, source: str | Path | bytes | BinaryIO, name: str | None, timing: dict[str, float]
    ) -> Document:
        reader = self.reader
        warming = threading.Thread(target=self._warm, daemon=True)
        warming.start()
        try:
            with clock(timing, "open"):
                return reader.read(source, name=name, ocr=self._ocr, ocr_engine=self._ocr_engine)
        finally:
            warming.join()  # a process that ends while the model is being loaded is aborted

    def _answer(self, document: Document, timing: dict[str, float], *, is_one: bool = False) -> Extraction:
        """The answer, with a warning where there seem to be several documents, unless it ``is_one``."""
        warnings = list(document.warnings)
        with clock(timing, "total_after_open"):
            found = self._from_einvoice(document, warnings, timing) or self._from_words(
                document, warnings, timing
            )
        if not is_one:
            warnings += several(found.beginnings)
        shown = selected(found.fields, self._wanted, self._min_confidence, self._max_results)
        warnings += failed_checks(shown) + self._known.warnings(found.fields)
        return Extraction(
            file=document.name,
            pages=[
                PageInfo(number=page.number, width=page.width, height=page.height, reading=page.reading)
                for page in document.pages
            ],
            fields=shown,
            rows=selected(found.rows, self._wanted, self._min_confidence),
            warnings=warnings,
            timing_ms={stage: round(milliseconds, 1) for stage, milliseconds in timing.items()},
            model=self.model,
        )

    def _from_einvoice(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> _Found | None:
        """The e-invoice's answer; None where there is none to be used."""
        if not counts(document, self._einvoice):
            return None
        with clock(timing, "einvoice"):
            answer = answer_of_embedded(document, self._einvoice, self._schema, self._wanted, warnings)
        return answer and _Found(answer.fields, answer.rows)

    def _from_words(self, document: Document, warnings: list[str], timing: dict[str, float]) -> _Found:
        proposed, rows, beginnings = self._propose(document, warnings, timing)
        ours = self._calibration.of_document(document.words, proposed)
        if "document_type" in self._schema:  # after that: a means of payment is no sign that it is ours
            proposed = with_invoice(with_receipt(proposed, document.words), document.words)
        fields = answers_from(proposed, document.words, self._calibration, self._schema, ours)
        return _Found(fields, rows_from(rows, document.words, ours), beginnings)

    def propose(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> Mapping[str, Sequence[Scored]]:
        """What model and rules read off the words, chosen jointly, before calibration.

        Args:
            document: Open already.
            warnings: Where a warning is added.
            timing: Where the milliseconds of each stage are noted.
        """
        return self._propose(document, warnings, timing).fields

    def _propose(self, document: Document, warnings: list[str], timing: dict[str, float]) -> _Proposed:
        """What ``propose`` says, and what else rules tell."""
        words = document.words
        if not words:
            return _Proposed({})
        # The rules need nothing of the model, and its threads leave gaps: both run at once.
        with ThreadPoolExecutor(max_workers=1) as beside:
            reading = beside.submit(read_by_rules, document, self._schema, self._wanted, timing)
            with clock(timing, "model"):
                scores, windows = self._loaded().score(words)
            rules = reading.result()
        if windows > 1:
            limit = self._manifest.max_tokens
            warnings.append(f"longer than {limit} tokens: read in {windows} overlapping windows")
        with clock(timing, "decode"):
            proposed, deductions = propose(words, scores, rules, self._schema, self._known)
        with clock(timing, "resolve"):
            outlays = outlays_in(rules.printed, rules.context)
            chosen = resolve(proposed, rules.context, deductions=deductions, words=words, outlays=outlays)
            return _Proposed(chosen, rules.rows, rules.beginnings)
