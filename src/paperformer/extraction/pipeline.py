"""``Extractor``: a document goes in, its fields come out."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from paperformer.documents.containers.unfold import Unfolded, Unread, unfold
from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.documents.source import load_source
from paperformer.errors import InvalidConfig
from paperformer.extraction.answer import failed_checks, gaps, selected
from paperformer.extraction.by_rules import documents_in, regions_in
from paperformer.extraction.contents import Reading, each_of, invoice_evidence, most_probable
from paperformer.extraction.embedded import EInvoiceMode, answer_of_embedded, answers, counts
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.page_regions import Region
from paperformer.extraction.parts import (
    documents_of,
    in_file,
    on_page,
    parts_of,
    set_apart,
    several,
)
from paperformer.extraction.predictor import Found, Predictor, Witness
from paperformer.extraction.result import Candidate, Extraction, ModelInfo, PageInfo
from paperformer.extraction.scored import Scored
from paperformer.extraction.second_reading import is_better, may_show_more, trouble_of
from paperformer.extraction.timing import clock
from paperformer.extraction.unlearned_scripts import unlearned_script
from paperformer.fields.schema import Schema

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader
    from paperformer.documents.reading import OcrMode
    from paperformer.documents.source import Source
    from paperformer.extraction.batch import Outcome


class _Read(NamedTuple):
    """What was found in a document, and the warnings that come with it."""

    document: Document
    found: Found
    warnings: list[str]


class Extractor:
    """Extracts fields from documents with one model. A context manager; threads may share it.

    The model is loaded in the background, and the process that parses documents starts with the first one.

    Args:
        model: A model folder; None is the default model.
        ocr: ``auto`` reads a page's picture where its text layer is missing or bad, ``always``, or ``never``.
        ocr_engine: ``accurate``, ``fast`` or ``tesseract``.
        einvoice: Whether an embedded e-invoice answers (``auto``), is ignored (``ignore``), or is all that
            counts (``only``).
        fields: Names of the fields wanted; None is all.
        max_results: Most candidates a field.
        min_confidence: Candidates and rows below are left out; 0 shows all.
        limits: What one document may take.
        password: Of encrypted PDFs.
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
        ocr_engine: str = "accurate",
        einvoice: EInvoiceMode = "auto",
        fields: Sequence[str] | None = None,
        max_results: int = 3,
        min_confidence: float = MIN_CONFIDENCE,
        limits: Limits | None = None,
        password: str | None = None,
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
        self._predictor = Predictor(self.folder, fields, known_parties)
        self._schema, self._wanted = self._predictor.schema, self._predictor.wanted
        self._asked = None if fields is None else tuple(fields)
        self._ocr, self._ocr_engine, self._einvoice = ocr, ocr_engine, einvoice
        self._max_results, self._min_confidence = max_results, min_confidence
        self._limits, self._password = limits or Limits(), password
        self._reader: DocumentReader | None = None

    @property
    def schema(self) -> Schema:
        """The fields that the model knows."""
        return self._schema

    @property
    def model(self) -> ModelInfo:
        """Which model answers."""
        return self._predictor.model

    @property
    def reader(self) -> DocumentReader:
        """What opens and draws documents; it has a process of its own."""
        if self._reader is None:
            from paperformer.documents import DocumentReader

            self._reader = DocumentReader(self._limits)
        return self._reader

    def extract(self, source: Source, *, name: str | None = None) -> Extraction:
        """The fields of a document.

        Args:
            source: A path, ``-`` for standard input, the bytes, an open binary stream, a Pillow image, or a
                numpy array of bytes (height, width[, 3]), grey or RGB.
            name: What to call it in the answer; None takes the path, also that of an open file or image.

        Raises:
            UnreadableDocument: it is missing, damaged, or of no kind that we read.
            EncryptedDocument: it asks for a password.
            DocumentTooLarge: it is over a limit.
            OcrUnavailable: a page needs OCR and the engine is not there.
        """
        return self.read(source, name=name).extraction

    def read(self, source: Source, *, name: str | None = None) -> Reading:
        """As ``extract``, with the document: its words, and what is needed to draw its pages.

        Where files are inside the file (a mail, an archive, a PDF with attachments), the document answers
        that most probably is an invoice or receipt, and warnings name the others.
        """
        timing: dict[str, float] = {}
        data, name = load_source(source, name, self._limits)
        document = self._opened(data, name, timing)
        if self._is_alone(document):
            return self._best(document, data, timing)
        return most_probable(document.name, self._unfolded(document), self._reading_of)

    def read_each(self, source: Source, *, name: str | None = None) -> Iterator[Reading]:
        """As ``read``, but of each document in the file, in turn; places are those in the file.

        A page of several receipts gives each as a document of its own. A file with an e-invoice that counts
        is one document.

        Raises:
            PaperformerError: as ``extract``; of a file inside the file when all others have been answered.
        """
        timing: dict[str, float] = {}
        document = self._opened(source, name, timing)
        if self._is_alone(document):
            yield from self._parts(Unfolded(document, None), timing)
        else:
            yield from each_of(document.name, self._unfolded(document), self._parts)

    def _parts(self, opened: Unfolded, timing: dict[str, float] | None = None) -> Iterator[Reading]:
        """An answer for each document that the pages of a file hold."""
        document, timing = opened.document, timing or {}
        with clock(timing, "parts"):
            is_one = answers(document, self._einvoice)
            beginnings = (1,) if is_one else documents_in(document, self._schema)
            regions = {} if is_one else regions_in(document, self._schema)
        for before, part in parts_of(document, set_apart(beginnings, regions, len(document.pages))):
            words_before = sum(len(page.words) for page in document.pages[:before])
            clocked = {} if before else timing
            for reading in self._receipts(part, regions.get(before + 1), clocked, opened.data):
                extraction = in_file(reading.extraction, before, words_before)
                yield replace(reading, document=document, extraction=extraction)

    def _receipts(
        self,
        part: Document,
        regions: Sequence[Region] | None,
        timing: dict[str, float],
        data: bytes | None,
    ) -> Iterator[Reading]:
        """The answer to a part of a file, or those to the receipts on its one page."""
        if regions is None:
            yield self._answer(part, timing, data, is_one=True)
            return
        for receipt, region in zip(documents_of(part, regions), regions, strict=True):
            reading = self._answer(receipt, timing, data, is_one=True)
            extraction = on_page(reading.extraction, part.pages[0], region.frame)
            yield replace(reading, extraction=extraction)

    def extract_many(self, paths: Iterable[str | Path], *, workers: int = 1) -> Iterator[Outcome]:
        """The fields of many documents, in the order of the paths, each as soon as it is ready.

        A document that cannot be read is an outcome with an ``error`` and no ``extraction``; the others go
        on.

        Args:
            paths: Taken lazily.
            workers: Processes that read; 1 reads in this one. More take about 1 GB of memory each, and a
                script that asks for them needs the usual ``if __name__ == "__main__"``.

        Raises:
            InvalidConfig: ``workers`` is below 1.
        """
        from paperformer.extraction.batch import ReadingOptions, Task, read_all

        options = ReadingOptions(
            model=self.folder,
            ocr=self._ocr,
            ocr_engine=self._ocr_engine,
            einvoice=self._einvoice,
            fields=self._asked,
            max_results=self._max_results,
            min_confidence=self._min_confidence,
            limits=self._limits,
            password=self._password,
            known_parties=self._predictor.known.parties,
        )
        tasks = (Task(str(path), Path(path)) for path in paths)
        return read_all(tasks, options, jobs=workers, extractor=self)

    def extract_document(self, document: Document) -> Extraction:
        """The fields of a document that is open already.

        Raises:
            UnreadableDocument: only its e-invoice counts and there is none.
        """
        return self._answer(document, {}).extraction

    def alone(self, document: Document) -> Mapping[Witness, Mapping[str, Sequence[Candidate]]]:
        """What the model would answer without the rules, and the rules without the model, by field."""
        return self._predictor.alone(document)

    def know(self, parties: Sequence[KnownParty]) -> None:
        """From the next document on, recognise these parties and no others."""
        self._predictor.known = KnownParties(parties)

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

    def _opened(
        self,
        source: Source,
        name: str | None,
        timing: dict[str, float],
    ) -> Document:
        warming = threading.Thread(target=self._predictor.warm, daemon=True)
        warming.start()
        try:
            with clock(timing, "open"):
                return self._document(source, name)
        finally:
            warming.join()  # a process that ends while the model is being loaded is aborted

    def _document(
        self,
        source: Source,
        name: str | None,
        *,
        ocr: OcrMode | None = None,
        doubted: bool = False,
    ) -> Document:
        return self.reader.read(
            source,
            name=name,
            ocr=ocr or self._ocr,
            ocr_engine=self._ocr_engine,
            doubted=doubted,
            password=self._password,
        )

    def _is_alone(self, document: Document) -> bool:
        """Whether its own pages are all there is to answer from; what an e-invoice encloses is part of it."""
        return not document.contained or (document.einvoice is not None and answers(document, self._einvoice))

    def _unfolded(self, document: Document) -> Iterator[Unfolded | Unread]:
        return unfold(document, self._document, self._limits)

    def _reading_of(self, opened: Unfolded) -> Reading:
        if opened.data is None:  # the pages of the file that holds the others
            return self._answer(opened.document, {})
        return replace(self._best(opened.document, opened.data, {}), data=opened.data)

    def _best(self, document: Document, data: bytes, timing: dict[str, float]) -> Reading:
        """The answer; where it is empty or contradicts itself, the better of it and a second reading."""
        read = self._read_off(document, timing)
        trouble = trouble_of(read.found.fields)
        if trouble and self._ocr == "auto" and may_show_more(document, self._schema):
            always = trouble == "contradicted"
            with clock(timing, "open"):
                shown = self._document(
                    data, document.name, ocr="always" if always else "auto", doubted=not always
                )
            if shown.pages != document.pages:
                again = self._read_off(shown, timing)
                read = again if is_better(again.found.fields, read.found.fields) else read
        return self._shown(read, timing)

    def _answer(
        self,
        document: Document,
        timing: dict[str, float],
        data: bytes | None = None,
        *,
        is_one: bool = False,
    ) -> Reading:
        return self._shown(self._read_off(document, timing), timing, data, is_one=is_one)

    def _read_off(self, document: Document, timing: dict[str, float]) -> _Read:
        warnings = list(document.warnings)
        with clock(timing, "total_after_open"):
            found = self._from_einvoice(document, warnings, timing) or self._predictor.find(
                document, warnings, timing
            )
        return _Read(document, found, warnings)

    def _shown(
        self, read: _Read, timing: dict[str, float], data: bytes | None = None, *, is_one: bool = False
    ) -> Reading:
        """The answer, with a warning where there seem to be several documents, unless it ``is_one``."""
        document, found, warnings = read
        if not is_one:
            warnings += several(found.beginnings, found.regions)
        shown = selected(found.fields, self._wanted, self._min_confidence, self._max_results)
        warnings += unlearned_script(document.words) + failed_checks(shown)
        warnings += self._predictor.known.warnings(found.fields)
        rows = selected(found.rows, self._wanted, self._min_confidence)
        warnings += gaps(found.rows, rows, self._min_confidence)
        extraction = Extraction(
            file=document.name,
            pages=[
                PageInfo(number=page.number, width=page.width, height=page.height, reading=page.reading)
                for page in document.pages
            ],
            fields=shown,
            rows=rows,
            warnings=warnings,
            timing_ms={stage: round(milliseconds, 1) for stage, milliseconds in timing.items()},
            model=self.model,
        ).with_schema(self._schema)
        return Reading(document, extraction, invoice_evidence(found.fields, found.rows), data)

    def _from_einvoice(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> Found | None:
        """The e-invoice's answer; None where there is none to be used."""
        if not counts(document, self._einvoice):
            return None
        with clock(timing, "einvoice"):
            answer = answer_of_embedded(document, self._einvoice, self._schema, self._wanted, warnings)
        return answer and Found(answer.fields, answer.rows)

    def propose(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> Mapping[str, Sequence[Scored]]:
        """What model and rules read off the words, chosen jointly, before calibration."""
        return self._predictor.propose(document, warnings, timing)

    @property
    def predictor(self) -> Predictor:
        """What goes from words to fields, step by step: for fitting and explaining."""
        return self._predictor
