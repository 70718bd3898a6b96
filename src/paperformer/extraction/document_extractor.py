"""From a document that is open already to the answer that is shown."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from paperformer.documents.model import Document
from paperformer.extraction.answer import failed_checks, gaps, selected
from paperformer.extraction.codes import codes_of, disagreements
from paperformer.extraction.contents import AnsweredDocument, invoice_evidence
from paperformer.extraction.embedded import EInvoiceMode, answer_of_embedded, counts
from paperformer.extraction.explain import with_evidence
from paperformer.extraction.invoicing.all_statements import all_statements
from paperformer.extraction.invoicing.repeated import borne_out
from paperformer.extraction.invoicing.sum_rows import explaining
from paperformer.extraction.nothing_found import nothing_found
from paperformer.extraction.predictor import Found, Predictor
from paperformer.extraction.result import Extraction, PageInfo
from paperformer.extraction.timing import clock
from paperformer.extraction.unlearned_scripts import unlearned_script
from paperformer.splitting.parts import several


class FoundIn(NamedTuple):
    """What was found in a document, and the warnings that come with it."""

    document: Document
    found: Found
    warnings: list[str]


class DocumentExtractor:
    """Answers for open documents, from their e-invoice or from their words.

    Args:
        predictor: Goes from words to fields.
        einvoice: Whether an embedded e-invoice answers.
        max_results: Most candidates per field.
        min_confidence: Candidates and rows below are left out.
        evidence: Whether candidates carry the reasons for and against them.
    """

    def __init__(
        self,
        predictor: Predictor,
        einvoice: EInvoiceMode,
        max_results: int,
        min_confidence: float,
        *,
        evidence: bool = False,
    ) -> None:
        self._predictor, self._einvoice, self._evidence = predictor, einvoice, evidence
        self._max_results, self._min_confidence = max_results, min_confidence

    def answer(
        self,
        document: Document,
        timing: dict[str, float],
        data: bytes | None = None,
        *,
        is_one: bool = False,
    ) -> AnsweredDocument:
        """The answer for a document.

        Args:
            document: Open already.
            timing: Where the milliseconds of each stage are noted.
            data: The bytes of its file, where it lies inside another.
            is_one: Whether it is known to be a single document.

        Raises:
            UnreadableDocument: only its e-invoice counts and there is none.
        """
        return self.show(self.find(document, timing), timing, data, is_one=is_one)

    def find(self, document: Document, timing: dict[str, float]) -> FoundIn:
        """All candidates of a document, before any is left out."""
        warnings = list(document.warnings)
        with clock(timing, "total_after_open"):
            found = self._from_einvoice(document, warnings, timing) or self._predictor.find(
                document, warnings, timing
            )
        return FoundIn(document, found, warnings)

    def show(
        self, read: FoundIn, timing: dict[str, float], data: bytes | None = None, *, is_one: bool = False
    ) -> AnsweredDocument:
        """The answer, with a warning where there seem to be several documents, unless it ``is_one``."""
        document, found, warnings = read
        if not is_one:
            warnings += several(found.beginnings, found.regions)
        shown = selected(found.fields, self._predictor.wanted, self._min_confidence, self._max_results)
        unlearned = unlearned_script(document.words)
        warnings += unlearned + failed_checks(shown)
        warnings += self._predictor.known.warnings(found.fields)
        warnings += disagreements(document, found.fields)
        rows = selected(found.rows, self._predictor.wanted, self._min_confidence)
        warnings += gaps(found.rows, rows, self._min_confidence)
        if set(self._predictor.wanted) == set(self._predictor.schema.names):  # some may well be missing
            warnings += nothing_found(
                document, found.fields, found.rows, self._min_confidence, is_unlearned=bool(unlearned)
            )
        extraction = Extraction(
            file=document.name,
            pages=[
                PageInfo(number=page.number, width=page.width, height=page.height, reading=page.reading)
                for page in document.pages
            ],
            fields=with_evidence(shown) if self._evidence else shown,
            rows=rows,
            codes=codes_of(document),
            warnings=warnings,
            timing_ms={stage: round(milliseconds, 1) for stage, milliseconds in timing.items()},
            model=self._predictor.model,
        ).with_schema(self._predictor.schema)
        answered = any(
            candidate.source == "einvoice" for candidates in shown.values() for candidate in candidates
        )
        extraction.with_sources(
            document.einvoice if answered else None,
            explaining(extraction, document, answer_is_xml=answered),
            borne_out(extraction, document),
            () if answered else partial(all_statements, extraction.model_copy(), document),
        )
        return AnsweredDocument(document, extraction, invoice_evidence(found.fields, found.rows), data)

    def _from_einvoice(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> Found | None:
        """The e-invoice's answer; None where there is none to be used."""
        if not counts(document, self._einvoice):
            return None
        with clock(timing, "einvoice"):
            answer = answer_of_embedded(
                document, self._einvoice, self._predictor.schema, self._predictor.wanted, warnings
            )
        return answer and Found(answer.fields, answer.rows)
