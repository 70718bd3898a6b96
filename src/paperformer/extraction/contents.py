"""Files that hold documents (mails, archives, portfolios, letters with an invoice): which one answers.

A file is asked for one answer. It is that of the document which most probably is an invoice or receipt; the
pages of the file itself come before what is attached to them, unless they say much less than it does, as
those of a covering letter do. The text of a mail comes after what is attached: it answers where nothing there
seems to be an invoice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperformer.documents.containers.unfold import Unfolded, Unread
from paperformer.documents.model import Document
from paperformer.errors import PaperformerError, UnreadableDocument
from paperformer.extraction.result import Candidate, Extraction, Row
from paperformer.fields.core_fields import STATEMENTS

_INVOICES = frozenset({"invoice", "credit_note", "receipt"})
# Part of the best document's evidence with which the file's own pages still answer.
_OWN_PAGES = 0.75
# Evidence below which pages say nothing of an invoice; from which on they seem to be one.
NOTHING, SEEMS_INVOICE = 0.1, 0.5
_NAMED = 5  # files that a warning names
_SPLIT = "--split answers for each by itself"


def invoice_evidence(fields: Mapping[str, Sequence[Candidate]], rows: Mapping[str, Sequence[Row]]) -> float:
    """How much a document says of what invoices and receipts say, 0 to 1: the mean of its confidences."""
    best = {name: max((row.confidence for row in found), default=0.0) for name, found in rows.items()}
    best |= {name: candidates[0].confidence for name, candidates in fields.items() if candidates}
    kind = fields.get("document_type")
    if kind and kind[0].value not in _INVOICES:
        best["document_type"] = 0.0
    return sum(max(best.get(name, 0.0) for name in names) for names in STATEMENTS) / len(STATEMENTS)


@dataclass(frozen=True, slots=True)
class AnsweredDocument:
    """A document and what was extracted from it.

    Args:
        document: As it was read.
        extraction: The answer.
        evidence: How much it says of what invoices and receipts say, 0 to 1.
        data: Its bytes where it was inside another file; None where it is the file that was given.
    """

    document: Document
    extraction: Extraction
    evidence: float = 0.0
    data: bytes | None = None


def most_probable(
    name: str, files: Iterable[Unfolded | Unread], answer: Callable[[Unfolded], AnsweredDocument]
) -> AnsweredDocument:
    """The answer of the document that most probably is an invoice or receipt; its warnings name the others.

    Args:
        name: Of the file that holds the others.
        files: What is in it; its own pages, where it has any, first and under its own name.
        answer: Reads one of them.

    Raises:
        PaperformerError: none of them can be read.
    """
    readings: list[AnsweredDocument] = []
    unread: list[Unread] = []
    for file in files:
        if isinstance(file, Unread):
            unread.append(file)
            continue
        if _is_covering_mail(file.document) and any(
            reading.evidence >= SEEMS_INVOICE for reading in readings
        ):
            continue
        try:
            readings.append(answer(file))
        except UnreadableDocument as error:  # there is no e-invoice, and only that would count
            unread.append(Unread.of(file.document.name, error))
    if not readings:
        raise _nothing_read(name, unread)
    best = max(readings, key=lambda reading: reading.evidence)
    own = readings[0]
    if (
        own.document.name == name
        and not own.document.is_message
        and own.evidence > _OWN_PAGES * best.evidence
    ):
        best = own
    return _with_warnings(best, [*_others(name, best, readings), *_unread(name, best, unread)])


def each_of(
    name: str, files: Iterable[Unfolded | Unread], parts: Callable[[Unfolded], Iterator[AnsweredDocument]]
) -> Iterator[AnsweredDocument]:
    """The answers of all documents. Pages that say nothing of an invoice are none beside what is attached.

    Files inside that seem to be no invoice or receipt come last: the first answer is one where there is one.

    Args:
        name: Of the file that holds the others.
        files: As for ``most_probable``.
        parts: Reads each document in one of them.

    Raises:
        PaperformerError: at the end, when some could not be read.
    """
    own: list[AnsweredDocument] = []
    last: list[AnsweredDocument] = []
    failed: list[Unread] = []
    passed: list[Unread] = []
    answered = False
    most = 0.0
    for file in files:
        if isinstance(file, Unread):
            (failed if file.error else passed).append(file)
            continue
        if _is_covering_mail(file.document) and most >= SEEMS_INVOICE:
            continue
        readings = list(parts(file))
        evidence = max(reading.evidence for reading in readings)
        if file.document.name == name and evidence < NOTHING:
            own = readings
            continue
        most = max(most, evidence)
        answered = True
        if file.document.name != name and evidence < SEEMS_INVOICE:
            last += readings
            continue
        for reading in readings:
            yield _with_warnings(reading, [_not_read(name, passed)] if passed else [])
            passed = []
    for reading in last:
        yield _with_warnings(reading, [_not_read(name, passed)] if passed else [])
        passed = []
    if not answered:
        yield from own
    if failed:
        raise _nothing_read(name, failed)


def _is_covering_mail(document: Document) -> bool:
    """Whether its pages are the text of a mail with files attached."""
    return document.is_message and bool(document.contained)


def _others(name: str, answered: AnsweredDocument, readings: Sequence[AnsweredDocument]) -> Iterator[str]:
    """Which documents the answer leaves out; beside an invoice's own pages, those that seem to be another."""
    others = [entry for entry in readings if entry is not answered and entry.document.name != name]
    invoices = [_inner(name, entry.document.name) for entry in others if entry.evidence >= SEEMS_INVOICE]
    rest = [_inner(name, entry.document.name) for entry in others if entry.evidence < SEEMS_INVOICE]
    if answered is not readings[0] and readings[0].document.name == name:
        attached = _inner(name, answered.document.name)
        yield f"its own pages are no invoice: this is the answer of {attached}, which is attached"
    if len(invoices) == 1:
        yield f"{invoices[0]} seems to be another invoice or receipt: {_SPLIT}"
    elif invoices:
        yield f"{_listed(invoices)} seem to be other invoices or receipts: {_SPLIT}"
    if rest and answered.document.name != name:
        yield f"{_listed(rest)} {'is' if len(rest) == 1 else 'are'} left out: {_SPLIT}"


def _unread(name: str, answered: AnsweredDocument, unread: Sequence[Unread]) -> Iterator[str]:
    """What was not read; beside an invoice's own pages, only what could be another."""
    unread_files = [entry for entry in unread if entry.error is not None or answered.document.name != name]
    if unread_files:
        yield _not_read(name, unread_files)


def _nothing_read(name: str, unread: Sequence[Unread]) -> PaperformerError:
    if len(unread) == 1 and unread[0].error is not None:
        return unread[0].error
    return UnreadableDocument(f"{name} holds files that cannot be read", _not_read(name, unread))


def _not_read(name: str, unread: Sequence[Unread]) -> str:
    some = "; ".join(f"{_inner(name, entry.name)} {entry.reason}" for entry in unread[:_NAMED])
    return f"not read: {some}" + ("; ..." if len(unread) > _NAMED else "")


def _inner(name: str, contained: str) -> str:
    """The name of a contained file without that of the file given."""
    return contained.removeprefix(f"{name}/")


def _listed(names: Sequence[str]) -> str:
    some = [*names[:_NAMED], *(["others"] if len(names) > _NAMED else [])]
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"


def _with_warnings(reading: AnsweredDocument, warnings: Sequence[str]) -> AnsweredDocument:
    if not warnings:
        return reading
    more = {"warnings": [*reading.extraction.warnings, *warnings]}
    return replace(reading, extraction=reading.extraction.model_copy(update=more))
