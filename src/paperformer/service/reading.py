"""Reading in a worker process: one extractor, and its answers in the form that is kept."""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.errors import OcrUnavailable, UnreadableDocument
from paperformer.extraction.compare import content
from paperformer.extraction.explain import says_of, weightiest_first
from paperformer.extraction.known_parties.file import read_known_parties, readable_parties
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.result import Extraction, level_of
from paperformer.extraction.workers import usable_processors
from paperformer.fields.core_fields import DOUBTED
from paperformer.service.inner_files import InnerFile, found_inside, keep_inner_files
from paperformer.service.jobs import Answer, Job, ReadDocument, ReadPage
from paperformer.service.packing import pack, pack_json
from paperformer.service.splitting import all_that_can_be, not_taken
from paperformer.service.suggestions import with_suggestions

if TYPE_CHECKING:
    from paperformer.documents.containers.unfold import Unfolded, Unread
    from paperformer.documents.reading import OcrMode
    from paperformer.extraction.contents import AnsweredDocument
    from paperformer.extraction.pipeline import Extractor

_log = logging.getLogger(__name__)

CANDIDATES = 5
_SEARCHED = (
    "supplier_name", "receiver_name", "document_number", "order_number", "payment_reference",
    "total_incl_vat", "amount_due", "document_date", "iban",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractorSettings:
    """How worker processes make their extractor; called by name in a process of its own."""

    ocr: str = "auto"
    ocr_engine: str = "accurate"
    known_parties: Path | None = None
    memory: Path | None = None
    limits: Limits

    def __call__(self, share: frozenset[int]) -> ExtractorReader:
        return ExtractorReader(self, share)


class ExtractorReader:
    """Reads jobs with an ``Extractor``, which is exchanged when a job names another model.

    Args:
        settings: What is the same for all jobs.
        share: The processors to compute on; empty is all.
    """

    def __init__(self, settings: ExtractorSettings, share: frozenset[int] = frozenset()) -> None:
        self._settings, self._share = settings, share
        self._processors = usable_processors()
        listed = settings.known_parties
        self._listed = read_known_parties(listed) if listed is not None else ()
        self._extractor: Extractor | None = None
        self._known: object = None

    def warm(self, model: Path | None) -> None:
        """Load model and OCR: the first caller shall not wait for them.

        Raises:
            PaperformerError: the model cannot be loaded.
        """
        with suppress(UnreadableDocument, OcrUnavailable):
            self.read(Job("warm", "warm", Path("warm.png"), "warm", model=model), _picture())

    def read(self, job: Job, data: bytes | None = None) -> Answer:
        """Read a document; ``data`` in place of its file, where given.

        Raises:
            PaperformerError: it cannot be read, or the model cannot be loaded.
        """
        begin = time.perf_counter()
        extractor = self._extractor_for(job)
        source = data or job.path
        files: list[Unfolded | Unread] = []
        if job.split or len(job.choice.beginnings) > 1:
            each = extractor.read_each(source, name=job.name, choice=job.choice, on_file=files.append)
            readings = not_taken(all_that_can_be(each, files, job.name), job)
        else:
            readings = [extractor.read(source, name=job.name, choice=job.choice, on_file=files.append)]
        core = [name for name in DOUBTED if name in extractor.schema]
        inner = keep_inner_files(readings, job.path, job.name)
        return Answer(
            documents=tuple(
                _with_inner(kept_document(reading.extraction, core), file)
                for reading, file in zip(readings, inner, strict=True)
            ),
            pages=tuple(_pages_of_files(readings, inner)),
            seconds=time.perf_counter() - begin,
            inside=found_inside(files, readings, job.name),
        )

    def close(self) -> None:
        """End the process that opens files."""
        if self._extractor is not None:
            self._extractor.close()

    def _extractor_for(self, job: Job) -> Extractor:
        from paperformer.extraction.pipeline import Extractor

        wanted = (job.known_parties, job.learned_parties)
        model = job.model or default_model_path()
        if self._extractor is None or self._extractor.folder != model:
            self.close()
            self._keep_to(frozenset(self._processors))
            self._extractor = Extractor(
                model,
                ocr=cast("OcrMode", self._settings.ocr),
                ocr_engine=self._settings.ocr_engine,
                max_results=CANDIDATES,
                min_confidence=0.0,  # all is kept; what is shown is the reader's choice
                limits=self._settings.limits,
                known_parties=self._parties(job),
                memory=self._settings.memory,
            )
            # The process that opens documents has all processors: the threads of its OCR do not spin, and
            # the photo of a user who waits is read twice as fast. Model and rules keep to their share: on
            # several processors they take a fifth more time for one another.
            self._extractor.reader  # noqa: B018 - it starts the process, which inherits them
            self._keep_to(self._share)
        elif wanted != self._known:
            self._extractor.know(self._parties(job))
        self._known = wanted
        return self._extractor

    def _keep_to(self, processors: frozenset[int]) -> None:
        if processors and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, processors)

    def _parties(self, job: Job) -> Sequence[KnownParty]:
        learned = _learned(job.learned_parties[0]) if job.learned_parties is not None else ()
        return (*self._listed, *learned, *job.known_parties)


def _learned(path: Path) -> tuple[KnownParty, ...]:
    """The parties that confirmed documents name; none where the file is damaged or gone."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ()  # those documents were deleted a moment ago
    except OSError as error:
        _log.warning("%s: cannot be read, what was learned is not used: %s", path, error.strerror)
        return ()
    return readable_parties(text, str(path), _log.warning)


def _with_inner(document: ReadDocument, inner: InnerFile | None) -> ReadDocument:
    if inner is None:
        return document
    return replace(document, inner_file=inner.file, inner_name=inner.name, inner_media=inner.media)


def _pages_of_files(
    readings: Sequence[AnsweredDocument], inner: Sequence[InnerFile | None]
) -> Iterator[ReadPage]:
    """The pages of each file that answers, once."""
    seen: set[str | None] = set()
    for reading, its in zip(readings, inner, strict=True):
        file = its.file if its is not None else None
        if file not in seen:
            seen.add(file)
            yield from (replace(page, file=file) for page in kept_pages(reading.document))


def kept_document(extraction: Extraction, core: Sequence[str] = DOUBTED) -> ReadDocument:
    """An answer in the form that is kept.

    Args:
        extraction: The answer.
        core: The fields that its doubt goes by.
    """
    extraction = with_suggestions(extraction)
    confidence = min((_confidence(extraction, name) for name in core), default=0.0)
    best = {
        name: candidates[0].value
        for name, candidates in extraction.fields.items()
        if candidates[0].confidence >= MIN_CONFIDENCE
    }
    return ReadDocument(
        content=pack(extraction.model_dump_json().encode()),
        evidence=pack_json(_evidence_of(extraction)),
        first_page=extraction.first_page,
        pages=len(extraction.pages),
        doubt=round(1.0 - confidence, 4),
        level=level_of(confidence),
        model_name=extraction.model.name,
        model_version=extraction.model.version,
        supplier_name=best.get("supplier_name"),
        document_number=best.get("document_number"),
        total_incl_vat=best.get("total_incl_vat"),
        currency=best.get("currency"),
        document_date=best.get("document_date"),
        same_as=same_as(best.get("supplier_name"), best.get("document_number"), best.get("total_incl_vat")),
        searched=" ".join(best[name] for name in _SEARCHED if name in best).casefold(),
    )


def _evidence_of(extraction: Extraction) -> dict[str, list[Any]]:
    """The evidence of each candidate by field, in the order of the candidates."""
    return {
        name: [
            [
                {"name": name, "says": says_of(name, counts), "counts": round(counts, 4)}
                for name, counts in weightiest_first(candidate)
            ]
            for candidate in candidates
        ]
        for name, candidates in extraction.fields.items()
    }


def same_as(supplier: str | None, number: str | None, total: str | None) -> str | None:
    """What two copies of one document have in common; None where it says too little to tell."""
    if not (supplier and number and total):
        return None
    return "|".join((content(supplier), content(number), total))


def _confidence(extraction: Extraction, name: str) -> float:
    candidates = extraction.fields.get(name)
    return candidates[0].confidence if candidates else 0.0


def kept_pages(document: Document) -> Iterator[ReadPage]:
    """The pages of a document in the form that is kept."""
    first = 0
    for page in document.pages:
        words = [
            (w.text, *(round(at, 5) for at in (w.box.x0, w.box.y0, w.box.x1, w.box.y1)), w.line)
            for w in page.words
        ]
        content = {
            "width": page.width,
            "height": page.height,
            "reading": page.reading,
            "rotation": page.rotation,
            "skew": page.skew,
            "words": words,
        }
        yield ReadPage(page.number, first, pack_json(content))
        first += len(page.words)


def _picture() -> bytes:
    """A small picture with words on it."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (480, 160), "white")
    draw = ImageDraw.Draw(image)
    draw.text((20, 20), "Receipt 2024-01-31", fill="black", font_size=36)
    draw.text((20, 90), "Total 1.00", fill="black", font_size=36)
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
