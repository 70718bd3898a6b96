"""``Extractor``: a document goes in, its fields come out."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from paperformer.documents.containers.unfold import Unfolded
from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.documents.source import load_source
from paperformer.extraction.contents import AnsweredDocument, each_of, most_probable
from paperformer.extraction.document_extractor import DocumentExtractor
from paperformer.extraction.embedded import EInvoiceMode, answers
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.opening import OnFile, Opening, ReadingChoice
from paperformer.extraction.options import ExtractorOptions, ReadingOptions
from paperformer.extraction.places import in_file, on_page
from paperformer.extraction.predictor import Predictor
from paperformer.extraction.result import Extraction, ModelInfo
from paperformer.extraction.second_reading import failure_reason, is_better, should_retry_with_ocr
from paperformer.extraction.timing import clock
from paperformer.fields.schema import Schema
from paperformer.splitting.boundaries import documents_in
from paperformer.splitting.parts import documents_of, parts_of, set_apart
from paperformer.splitting.regions import Region, regions_in

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader
    from paperformer.documents.reading import OcrMode
    from paperformer.documents.source import Source
    from paperformer.extraction.batch import Outcome


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
        max_results: Most candidates per field.
        min_confidence: Candidates and rows below are left out; 0 shows all.
        limits: What one document may take.
        password: Of encrypted PDFs.
        known_parties: Suppliers and customers that are known already, or a file of them
            (docs/known-parties.md): they are recognised, and answered as they are known.
        memory: A file of what confirmed documents teach (docs/memory.md).
        evidence: Whether each candidate carries the reasons for and against it (docs/answer.md).
        without: Names of evidence and of proposers that are switched off (docs/evidence.md).

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
        memory: str | Path | None = None,
        evidence: bool = False,
        without: Collection[str] = (),
    ) -> None:
        self._options = ExtractorOptions(
            model=model,
            ocr=ocr,
            ocr_engine=ocr_engine,
            einvoice=einvoice,
            fields=fields,
            max_results=max_results,
            min_confidence=min_confidence,
            limits=limits or Limits(),
            password=password,
            known_parties=known_parties,
            memory=memory,
            evidence=evidence,
            without=without,
        )
        self.folder = Path(model) if model is not None else default_model_path()
        self.predictor = Predictor(self.folder, fields, known_parties, self._options.without, memory)
        self._answers = DocumentExtractor(
            self.predictor, einvoice, max_results, min_confidence, evidence=evidence
        )
        self._reader: DocumentReader | None = None

    @property
    def schema(self) -> Schema:
        """The fields that the model knows."""
        return self.predictor.schema

    @property
    def model(self) -> ModelInfo:
        """Which model answers."""
        return self.predictor.model

    @property
    def reader(self) -> DocumentReader:
        """What opens and draws documents; it has a process of its own."""
        if self._reader is None:
            from paperformer.documents import DocumentReader

            self._reader = DocumentReader(self._options.limits)
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

    def read(
        self,
        source: Source,
        *,
        name: str | None = None,
        choice: ReadingChoice | None = None,
        on_file: OnFile | None = None,
    ) -> AnsweredDocument:
        """As ``extract``, with the document: its words, and what is needed to draw its pages.

        Where files are inside the file (a mail, an archive, a PDF with attachments), the document answers
        that most probably is an invoice or receipt, and warnings name the others; ``on_file`` is told of
        each. ``choice`` says how this document is read, where that is not what the settings say.
        """
        timing: dict[str, float] = {}
        data, name = load_source(source, name, self._options.limits)
        opening = self._opening(choice, name, on_file)
        document = self._opened(opening, data, name, timing)
        if opening.is_alone(document):
            return self._best(opening, document, data, timing)
        return most_probable(document.name, opening.unfolded(document), partial(self._reading_of, opening))

    def read_each(
        self,
        source: Source,
        *,
        name: str | None = None,
        choice: ReadingChoice | None = None,
        on_file: OnFile | None = None,
    ) -> Iterator[AnsweredDocument]:
        """As ``read``, but of each document in the file, in turn; places are those in the file.

        A page of several receipts gives each as a document of its own. A file with an e-invoice that counts
        is one document.

        Raises:
            PaperformerError: as ``extract``; of a file inside the file when all others have been answered.
        """
        timing: dict[str, float] = {}
        data, name = load_source(source, name, self._options.limits)
        opening = self._opening(choice, name, on_file)
        document = self._opened(opening, data, name, timing)
        if opening.is_alone(document):
            yield from self._parts(opening, Unfolded(document, None), timing)
        else:
            yield from each_of(document.name, opening.unfolded(document), partial(self._parts, opening))

    def _parts(
        self, opening: Opening, opened: Unfolded, timing: dict[str, float] | None = None
    ) -> Iterator[AnsweredDocument]:
        """An answer for each document that the pages of a file hold."""
        document, timing = opened.document, timing or {}
        with clock(timing, "parts"):
            chosen = opening.beginnings(document)
            is_one = answers(document, self._options.einvoice) and not chosen
            found = (1,) if is_one else chosen or documents_in(document, self.predictor.schema)
            regions = {} if is_one or chosen else regions_in(document, self.predictor.schema)
        for before, part in parts_of(document, set_apart(found, regions, len(document.pages))):
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
    ) -> Iterator[AnsweredDocument]:
        """The answer to a part of a file, or those to the receipts on its one page."""
        if regions is None:
            yield self._answers.answer(part, timing, data, is_one=True)
            return
        for receipt, region in zip(documents_of(part, regions), regions, strict=True):
            reading = self._answers.answer(receipt, timing, data, is_one=True)
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
        from paperformer.extraction.batch import Task, read_all

        settings = {**self._options.of_extractor(), "known_parties": self.predictor.known.parties}
        tasks = (Task(str(path), Path(path)) for path in paths)
        return read_all(tasks, ReadingOptions(**settings), jobs=workers, extractor=self)

    def extract_document(self, document: Document) -> Extraction:
        """The fields of a document that is open already.

        Raises:
            UnreadableDocument: only its e-invoice counts and there is none.
        """
        return self._answers.answer(document, {}).extraction

    def know(self, parties: Sequence[KnownParty]) -> None:
        """From the next document on, recognise these parties and no others."""
        self.predictor.known = KnownParties(parties)

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

    def _opening(self, choice: ReadingChoice | None, name: str | None, on_file: OnFile | None) -> Opening:
        return Opening(lambda: self.reader, self._options, choice or ReadingChoice(), name, on_file)

    def _opened(self, opening: Opening, source: Source, name: str, timing: dict[str, float]) -> Document:
        warming = threading.Thread(target=self.predictor.warm, daemon=True)
        warming.start()
        try:
            with clock(timing, "open"):
                return opening.document(source, name)
        finally:
            warming.join()  # a process that ends while the model is being loaded is aborted

    def _reading_of(self, opening: Opening, opened: Unfolded) -> AnsweredDocument:
        if opened.data is None:  # the pages of the file that holds the others
            return self._answers.answer(opened.document, {})
        return replace(self._best(opening, opened.document, opened.data, {}), data=opened.data)

    def _best(
        self, opening: Opening, document: Document, data: bytes, timing: dict[str, float]
    ) -> AnsweredDocument:
        """The answer; where it is empty or contradicts itself, the better of it and a second reading."""
        read = self._answers.find(document, timing)
        failure = failure_reason(read.found.fields)
        if failure and opening.ocr == "auto" and should_retry_with_ocr(document, self.predictor.schema):
            mode: OcrMode = "always" if failure == "contradicted" else "auto"
            with clock(timing, "open"):
                shown = opening.document(data, document.name, ocr=mode, doubted=mode == "auto")
            if shown.pages != document.pages:
                again = self._answers.find(shown, timing)
                read = again if is_better(again.found.fields, read.found.fields) else read
        return self._answers.show(read, timing)
