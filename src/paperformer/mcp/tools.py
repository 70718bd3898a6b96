"""What an assistant can do with a document: read it, explain a value, validate an e-invoice, export."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.extraction.invoicing.profiles import PROFILES
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.mcp.folders import Folders

if TYPE_CHECKING:
    from paperformer.extraction.invoicing.profiles import ProfileName
    from paperformer.extraction.pipeline import Extractor
    from paperformer.extraction.result import Candidate, Extraction, Row

FORMATS = ("ubl", "cii", "csv")
MOST_KEPT = 8  # answers that stay in memory, so that an explanation needs no second reading

_Key = tuple[Path, int, int]


class DocumentTools:
    """The tools, on the files of some folders; threads may share them.

    Args:
        folders: What may be read.
        extractor: Reads, with all candidates (``min_confidence=0``).
    """

    def __init__(self, folders: Folders, extractor: Extractor) -> None:
        self._folders, self._extractor = folders, extractor
        self._kept: OrderedDict[_Key, Extraction] = OrderedDict()
        self._lock = threading.Lock()

    def list_documents(self) -> dict[str, Any]:
        """The files in the folders."""
        files, more = self._folders.files()
        return {"files": files, "more": more}

    def read(self, path: str, fields: Sequence[str] | None, min_confidence: float) -> dict[str, Any]:
        """The fields of a document, their rows, and its warnings.

        Args:
            path: Of the document.
            fields: Only these; None is all.
            min_confidence: Candidates and rows below are left out.

        Raises:
            PaperformerError: it cannot be read, or a field is not known.
        """
        wanted = {name: self._known(name) for name in fields} if fields else None
        answer = _likely(self._answer(path), min_confidence)
        return {
            "file": answer.file,
            "pages": len(answer.pages),
            "fields": {
                name: [_candidate(candidate) for candidate in candidates]
                for name, candidates in answer.fields.items()
                if wanted is None or name in wanted
            },
            "rows": {
                name: [_row(row) for row in rows]
                for name, rows in answer.rows.items()
                if wanted is None or name in wanted
            },
            "warnings": list(answer.warnings),
        }

    def explain(self, path: str, field: str) -> dict[str, Any]:
        """The candidates of a field with the evidence for and against each.

        Raises:
            PaperformerError: the document cannot be read, or the field is not known.
        """
        from paperformer.extraction.explain import explain, to_dict

        answer = self._answer(path)
        found = to_dict(explain(answer, [self._known(field)])).get(field, [])
        notes = []
        if not found:
            notes.append(f"no value was found for {field}")
        if any(not candidate["evidence"] for candidate in found):
            notes.append("a value without evidence was taken from the e-invoice in the file, or from a rule")
        return {"file": answer.file, "field": field, "candidates": found, "notes": notes}

    def validate(self, path: str) -> dict[str, Any]:
        """The violations of an e-invoice against its schema and the rules of EN 16931.

        Raises:
            PaperformerError: the file carries no e-invoice, or the extra ``[einvoice]`` is missing.
        """
        from paperformer.einvoicing.validation.validator import Validator
        from paperformer.extraction.invoicing.violations import with_pages

        place = self._folders.find(path)
        document = self._extractor.reader.read(place, ocr="never", name=place.name)
        if document.einvoice is None:
            raise UnreadableDocument(
                f"{place.name} carries no e-invoice", "Give a UBL or CII file, or a PDF with one inside"
            )
        with Validator(()) as validator:
            violations = with_pages(validator.validate(document.einvoice), document)
        is_valid = not any(violation.severity == "error" for violation in violations)
        return {
            "file": place.name,
            "valid": is_valid,
            "violations": [violation.as_json() for violation in violations],
        }

    def export(self, path: str, format: str, profile: str, *, force: bool) -> dict[str, Any]:
        """A document as an e-invoice in XML, or its candidates as CSV.

        Args:
            path: Of the document.
            format: ``ubl``, ``cii`` or ``csv``.
            profile: Of an e-invoice: ``en16931``, ``peppol`` or ``xrechnung``.
            force: Whether an e-invoice is written though values are missing or doubtful; those are marked.

        Raises:
            PaperformerError: the document cannot be read, or no e-invoice can be made of it.
        """
        if format not in FORMATS:
            raise InvalidConfig(f"no format is called {format}", f"Choose one of {', '.join(FORMATS)}")
        if profile not in PROFILES:
            raise InvalidConfig(f"no profile is called {profile}", f"Choose one of {', '.join(PROFILES)}")
        answer = _likely(self._answer(path), MIN_CONFIDENCE)
        if format == "csv":
            from paperformer.extraction.spreadsheet import BYTE_ORDER_MARK, extraction_csv

            table = extraction_csv(answer).removeprefix(BYTE_ORDER_MARK)
            return {"file": answer.file, "format": format, "content": table, "problems": []}
        write = answer.to_ubl if format == "ubl" else answer.to_cii
        exported = write(cast("ProfileName", profile), force=force)
        return {
            "file": answer.file,
            "format": format,
            "content": exported.xml.decode("utf-8"),
            "problems": exported.report()["problems"],
        }

    def _known(self, field: str) -> str:
        return self._extractor.schema[field].name  # which names those that are near

    def _answer(self, path: str) -> Extraction:
        """The answer to a document, read again only where the file has changed."""
        place = self._folders.find(path)
        status = place.stat()
        key = (place, status.st_size, status.st_mtime_ns)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        answer = self._extractor.extract(place, name=place.name)
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return answer


def _candidate(candidate: Candidate) -> dict[str, Any]:
    """What an assistant needs of a candidate; boxes are for those who see the page."""
    said: dict[str, Any] = candidate.model_dump(
        include={"value", "text", "page", "confidence", "level", "source", "scheme", "ambiguous", "checked"}
    )
    return said


def _row(row: Row) -> dict[str, Any]:
    cells = {name: cell.value for name, cell in row.cells.items()}
    return {"cells": cells, "page": row.page, "confidence": row.confidence, "holds": row.holds}


def _likely(answer: Extraction, min_confidence: float) -> Extraction:
    """The answer without candidates and rows that are less probable."""
    return answer.model_copy(
        update={
            "fields": {
                name: [candidate for candidate in candidates if candidate.confidence >= min_confidence]
                for name, candidates in answer.fields.items()
            },
            "rows": {
                name: [row for row in rows if row.confidence >= min_confidence]
                for name, rows in answer.rows.items()
            },
        }
    )
