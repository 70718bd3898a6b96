"""Bodies of the API. Written by ``python -m paperformer.service.client_writer``; a test compares."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from paperformer.client.unset import UNSET, Unset


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that smells of fraud or loss, in the reviewer's words.

    Args:
        kind: What kind of risk it is.
        says: What is wrong, in the reviewer's words.
        code: Which sentence it is, so that a program can put it in another language. It stays the
            same.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
        document: Another document that it is about.
        field: The field that it is about.
    """

    kind: Literal[
        "hidden_account", "new_account", "einvoice_differs", "same_number", "duplicate", "second_document"
    ]
    says: str
    code: str
    values: dict[str, str] = field(default_factory=dict)
    document: str | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignees:
    """Names to which documents can be assigned.

    Args:
        names: Sorted.
    """

    names: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """Documents that somebody is to look at.

    Args:
        ids: The documents.
        assignee: Name of a key or a person; null is nobody.
    """

    ids: list[str]
    assignee: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """Who did what.

    Args:
        number: Of the line; later lines have larger numbers.
        at: When it was done.
        key: Id of the key; null on the command line and for the service itself.
        key_name: Name of the key, ``command line`` or ``service``.
        address: Where the request came from.
        action: What was done, such as ``post``, ``confirm`` or ``delete``.
        subject: Id of the document, tag, key or model.
        detail: What else matters; never the content of a document.
    """

    number: int
    at: datetime
    key: str | None
    key_name: str | None
    address: str | None
    action: str
    subject: str | None
    detail: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLog:
    """The audit log, the latest line first.

    Args:
        items: The lines, the latest first.
        next: ``before`` of the next piece; null at the end.
    """

    items: list[AuditLine]
    next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One reading of a field.

    ``box`` and ``page`` are None when the value is not printed anywhere (an e-invoice's); ``words``
    are then empty, else they are the indices of the words that print it, in the file's reading
    order. ``checked`` tells whether its check digits hold, None where it has none. ``evidence`` are
    the reasons for and against it, the weightiest first; None, and no part of the JSON, where
    nobody asked for them.

    Args:
        value: The value in its normal form: ISO dates, amounts with a point.
        text: The value as it is printed.
        box: Where it is printed; null if it is printed nowhere.
        page: The page on which it is printed, counted from 1.
        confidence: The probability that it is right.
        level: The range of the confidence.
        source: What found it: the model, a rule, the e-invoice in the file, or the list of known
            parties.
        scheme: Which kind of number it is, where a field takes several kinds.
        ambiguous: Whether its print can be read in two ways, such as 01/02/2025.
        checked: Whether its check digits hold; null if it has none.
        words: Numbers of the words that print it.
        evidence: The reasons for and against it, the weightiest first, where they are asked for
            (``/evidence/{field}``); none if the e-invoice in the file says it. Missing in documents
            that an earlier release has read.
    """

    value: str
    text: str
    box: PageBox | None
    page: int | None
    confidence: float
    level: Literal["very_low", "low", "mid", "high", "very_high"]
    source: Literal["model", "rule", "einvoice", "known"]
    scheme: str | None = None
    ambiguous: bool = False
    checked: bool | None = None
    words: list[int] = field(default_factory=list)
    evidence: list[Reason] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One value of a row, with its place as in ``Candidate``.

    Args:
        value: The value in its normal form.
        text: The value as it is printed.
        box: Where it is printed.
        page: The page on which it is printed, counted from 1.
        words: Numbers of the words that print it.
    """

    value: str
    text: str
    box: PageBox | None
    page: int | None
    words: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellDefinition:
    """A cell of the rows of a field.

    Args:
        name: Of the cell.
        type: Of its value, such as ``amount`` or ``text``.
    """

    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Something that has to be so, and whether it is.

    Args:
        name: Of the check.
        holds: Whether it holds.
        says: What is checked, in a sentence.
        fields: The fields that it compares.
        code: Which sentence it is, so that a program can put it in another language. It stays the
            same.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
    """

    name: str
    holds: bool
    says: str
    fields: list[str]
    code: str
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedValue:
    """What a typed value is in its normal form.

    Args:
        value: The value in its normal form, or as it was typed if it has none.
        checked: Whether its check digits hold; null if it has none.
        ambiguous: Whether it can be read in two ways.
        problem: Why it has no normal form; null if it has one.
        problem_code: Which sentence that is; null if it has one.
        problem_values: What that sentence names: ``text``, and the ``type`` of the field.
    """

    value: str
    checked: bool | None
    ambiguous: bool
    problem: str | None
    problem_code: str | None = None
    problem_values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """A draft of feedback, normalised and checked.

    Args:
        fields: The values of the draft, by field.
        rows: The rows of the draft, by table; each row by cell.
        checks: What was checked.
    """

    fields: dict[str, CheckedValue]
    rows: dict[str, list[dict[str, CheckedValue]]]
    checks: list[Check]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeInfo:
    """A QR code or bar code on a page.

    ``text`` is what it says, ``data`` its bytes in Base64 where they are no text. ``scheme`` names
    what it means (``epc``, ``swiss_qr_bill`` ...), and ``values`` are the values that it states, by
    field; both are empty where it is of no kind that is known.

    Args:
        format: Such as ``QRCode`` or ``Code128``.
        text: What it says; null if it is no text.
        data: Its bytes in Base64 if they are no text.
        page: The page that it is on, counted from 1.
        box: Where it is on the page.
        scheme: What it means, such as ``epc`` or ``swiss_qr_bill``; null if unknown.
        values: The values that it states, by field.
    """

    format: str
    text: str | None
    data: str | None
    page: int
    box: PageBox
    scheme: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmMany:
    """Documents to confirm as they are shown.

    Args:
        ids: The documents.
        min_confidence: Of every core field, unless a person has given its value.
    """

    ids: list[str]
    min_confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """How many documents were deleted.

    Args:
        deleted: The number of documents that were deleted.
    """

    deleted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document with its extraction, which is null until it is done.

    Args:
        id: Of the document.
        name: Of its file.
        state: ``queued`` and ``working`` until it is read; then ``done``, or ``failed``.
        reviewed: Whether a person has confirmed it.
        created: When it arrived.
        finished: When it was read, or failed; null before.
        updated: When it last changed; no two changes have the same time. See ``updated_since``.
        tags: Labels, sorted.
        external_id: What the caller's own program calls it.
        metadata: Texts of the caller, by name.
        assignee: Who is to look at it: the name of a key or a person.
        pages: The number of its pages; null until it is read.
        doubt: 1 less the confidence of the least sure core field.
        level: The lowest level among the core fields.
        supplier_name: The supplier: as a person entered it, else as it was read.
        document_number: The number of the invoice or receipt, likewise.
        document_date: Its date, likewise.
        total_incl_vat: Its total, likewise.
        currency: Its currency (ISO 4217), likewise.
        duplicate_of: An earlier document of the same file, or of the same supplier, number and
            total.
        part_of: The document with which this one came in one file.
        joined_in: The document that has the pages of this one, where they were joined.
        inside_of: The document in whose file this one lay, where it was taken out to be read by
            itself.
        inner_name: The file inside of a mail, archive or portfolio whose pages are shown.
        first_page: The page of the file on which the document begins.
        error: Why it could not be read; null if it was.
        model: The model that read it; null until then.
        parts: The other documents of the file, where it was split.
        contents: The files inside of the file, as it was read last.
        extraction: What was read, whatever people have corrected since; null until it is read.
    """

    id: str
    name: str
    state: Literal["queued", "working", "done", "failed"]
    reviewed: bool
    created: datetime
    finished: datetime | None
    updated: datetime
    tags: list[str]
    external_id: str | None
    metadata: dict[str, str]
    assignee: str | None
    pages: int | None
    doubt: float | None
    level: Literal["very_low", "low", "mid", "high", "very_high"] | None
    supplier_name: str | None
    document_number: str | None
    document_date: str | None
    total_incl_vat: str | None
    currency: str | None
    duplicate_of: str | None
    part_of: str | None
    joined_in: str | None
    inside_of: str | None
    inner_name: str | None
    first_page: int
    error: Failed | None
    model: ModelInfo | None
    parts: list[str]
    contents: list[FileInside]
    extraction: Extraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentBatch:
    """Documents that were posted at once.

    Args:
        items: The documents, in the order of their files.
    """

    items: list[Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentConfirmed:
    """A person has confirmed a document.

    Args:
        event: What happened.
        document: The document as lists show it, with the confirmed values.
        extraction: What the machine read.
        confirmed: The confirmed values.
        confirmed_at: When it was confirmed.
        confirmed_by: Name of the key; null if no key was needed.
    """

    event: Literal["document.confirmed"]
    document: Summary
    extraction: Extraction | None
    confirmed: Feedback
    confirmed_at: datetime
    confirmed_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentList:
    """A piece of the list of documents.

    Args:
        items: The documents of this piece.
        next: Cursor of the next piece; null at the end.
        total: The number of documents in the whole list.
    """

    items: list[Summary]
    next: str | None
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPatch:
    """What is to change of that by which a document is found.

    Args:
        tags: The new tags, in place of all others.
        external_id: What the caller's own program calls it; null removes it.
        assignee: Who is to look at it: the name of a key or a person; null is nobody.
        metadata: Texts by name, merged with those that are there; null removes one.
    """

    tags: list[str] | Unset = UNSET
    external_id: str | Unset | None = UNSET
    assignee: str | Unset | None = UNSET
    metadata: dict[str, str | None] | Unset = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRead:
    """A document was read, or could not be read.

    Args:
        event: What happened.
        document: The document as lists show it.
        extraction: What was read; null if it could not be read.
    """

    event: Literal["document.done", "document.failed"]
    document: Summary
    extraction: Extraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a field has the value that it has.

    Args:
        candidates: The readings of the field, the likeliest first, each with its evidence.
    """

    candidates: list[Candidate]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was found in one document.

    ``fields`` holds only fields with a candidate, ``rows`` only fields of type ``group`` with a
    row; rows stand in printed order. ``first_page`` is the page of the file on which the document
    begins: not 1 where the file was split. ``region`` is the part of that page that the document
    takes up, where the page holds several that were split. ``codes`` are the QR codes and bar codes
    on its pages.

    Args:
        file: Name of the file.
        pages: The pages of the file.
        fields: Candidates by field, the likeliest first; fields without a candidate are left out.
        model: The model that answered.
        schema_version: Of this format.
        first_page: The page of the file on which the document begins.
        region: The part of that page that the document takes up, if the page holds several that
            were split.
        rows: Rows by table, such as ``line_items`` and ``vat_distribution``, in printed order.
        codes: QR codes and bar codes on its pages.
        warnings: What a person should look at.
        timing_ms: Milliseconds of each step.
    """

    file: str
    pages: list[PageInfo]
    fields: dict[str, list[Candidate]]
    model: ModelInfo
    schema_version: str = "2"
    first_page: int = 1
    region: PageBox | None = None
    rows: dict[str, list[Row]] = field(default_factory=dict)
    codes: list[CodeInfo] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    timing_ms: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """Why a document could not be read.

    Args:
        title: The kind of error.
        detail: What is wrong, and what to do about it.
        code: Of a sentence that says the same in other languages; null where there is none.
        values: What that sentence names.
    """

    title: str
    detail: str
    code: str | None
    values: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """The true values of a document; an empty list says that the field is not on it.

    Args:
        fields: Values by field; an empty list states that the field is not on the document.
        rows: Rows by table; each row by cell.
        confirmed: Whether a person has seen all of it. Only then values are normalised and learned
            from.
    """

    fields: dict[str, list[FieldValue]] = field(default_factory=dict)
    rows: dict[str, list[dict[str, FieldValue]]] = field(default_factory=dict)
    confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldCounts:
    """How often a field was right, in one span of time, as feedback says.

    Args:
        field: Name of the field.
        since: When the span of time begins.
        correct: How often the answer was right.
        wrong: How often another value was right.
        missing: How often no value was answered though the document has one.
        invented: A value was answered that the document does not have.
    """

    field: str
    since: datetime
    correct: int
    wrong: int
    missing: int
    invented: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldInfo:
    """A field that can be asked for.

    Args:
        name: Of the field.
        type: Of its values; ``group`` has rows.
        description: What the field means.
        term: Business term of EN 16931; null if it has none.
        multiline: Whether its values may have several lines.
        core: Whether lists sorted by doubt go by it.
        cells: The cells of its rows; empty if it has none.
        choices: All values that it can have; empty where they are not known.
    """

    name: str
    type: str
    description: str
    term: str | None
    multiline: bool
    core: bool
    cells: list[CellDefinition]
    choices: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMetrics:
    """Quality of fields over time.

    Args:
        items: A line for each field and span of time.
    """

    items: list[FieldCounts]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldValue:
    """A value that a person gives, with the words that print it.

    Args:
        value: The value, as it is printed or in its normal form.
        words: Numbers of the words that print it; null if they are unknown.
    """

    value: str
    words: list[int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInside:
    """A file inside of a mail, archive or portfolio, and what became of it.

    Args:
        name: Its name there, behind those of containers within the file.
        media: Its kind; null if that is none that is read.
        pages: How many pages it has; null if it was not read.
        state: ``answered``: its pages are those of this document; ``document``: it is another
            document; ``left_out``: it is none.
        document: The document that it is; null if it is left out.
        reason: Why it is left out: another file answers, or it cannot be read.
        code: Of a sentence that says the reason in other languages; null where there is none.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
    """

    name: str
    media: str | None
    pages: int | None
    state: Literal["answered", "document", "left_out"]
    document: str | None
    reason: str | None
    code: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Whether the service runs.

    Args:
        status: ``ok``, or why it is not.
        detail: What fails, in a sentence; empty if nothing does.
        warnings: What works with less than it should, though documents are read.
    """

    status: Literal["ok", "starting", "failing"]
    detail: str = ""
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovedField:
    """What both models get right of a field, or of all, on the documents held out.

    Args:
        expected: How many of the documents held out print it.
        right_before: How many the served model reads rightly.
        right_after: How many the new model reads rightly.
        f1_before: F1 of the served model.
        f1_after: F1 of the new model.
    """

    expected: int
    right_before: int
    right_after: int
    f1_before: float
    f1_after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementReport:
    """A model that learned from confirmed documents, beside the one that is served.

    Args:
        name: What the new model calls itself.
        version: Tells it from others that learned: by its day, and a hash of its content.
        learned: How many documents the new model learned from.
        held_out: How many documents of other suppliers both models were measured on.
        better: Whether the new model has the higher F1 over all fields.
        worse: Whether the new model has the lower F1 over all fields.
        fields: By field, and over ``all``, what both models get right.
        may_be_chance: Whether models of equal worth differ as much in one trial of twenty.
    """

    name: str
    version: str
    learned: int
    held_out: int
    better: bool
    worse: bool
    fields: dict[str, ImprovedField]
    may_be_chance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementState:
    """How the improvement of the model stands.

    Args:
        state: Whether one is running, and how the last one ended.
        confirmed: How many documents are confirmed.
        needed: From how many confirmed documents on an improvement can be started.
        expected_seconds: About how long it takes.
        started: When the last one was started; null before the first.
        detail: Why the last one failed.
        report: What the last one measured.
        promoted: Whether the new model is served.
    """

    state: Literal["idle", "running", "done", "failed"]
    confirmed: int
    needed: int
    expected_seconds: float
    started: datetime | None = None
    detail: str = ""
    report: ImprovementReport | None = None
    promoted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinMany:
    """Documents whose pages become one document, in this order.

    Args:
        ids: The documents, in the order of their pages.
        name: Of the whole.
    """

    ids: list[str]
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyDone:
    """What became of many documents.

    Args:
        done: The documents with which it was done.
        skipped: The documents that were left, with the reasons.
    """

    done: list[str]
    skipped: list[Skipped]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyIds:
    """Documents to do something with.

    Args:
        ids: The documents.
    """

    ids: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """Which model answered.

    Args:
        name: Of the model.
        version: Of the model.
    """

    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something to know about a document, in the reviewer's words.

    Args:
        says: What is to be known.
        code: Which sentence it is; null if it has none.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
    """

    says: str
    code: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBox:
    """A box in parts of the page (0 to 1), origin top left.

    Args:
        x0: Left edge.
        y0: Upper edge.
        x1: Right edge.
        y1: Lower edge.
    """

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInfo:
    """One page: its number in the file, its size (points of a PDF, pixels of a picture), its reading.

    Args:
        number: Of the page in the file, counted from 1.
        width: In points of a PDF, or pixels of a picture.
        height: In points of a PDF, or pixels of a picture.
        reading: Where its words came from.
    """

    number: int
    width: float
    height: float
    reading: Literal["text_layer", "scanner_layer", "ocr", "both", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWord:
    """A word on a page; ``index`` counts over all pages of the file.

    Args:
        index: Number of the word in the file, counted from 0.
        text: What it says.
        box: Where it is on the page.
        line: Number of its line segment on the page.
    """

    index: int
    text: str
    box: PageBox
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The words of a page, in reading order.

    Args:
        page: Number of the page, counted from 1.
        width: In points of a PDF, or pixels of a picture.
        height: In points of a PDF, or pixels of a picture.
        reading: Where its words came from.
        words: The words, in reading order.
    """

    page: int
    width: float
    height: float
    reading: Literal["text_layer", "scanner_layer", "ocr", "both", "none"]
    words: list[PageWord]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemDocument:
    """What went wrong, as RFC 9457 writes it.

    Args:
        title: The problem in few words.
        status: The HTTP status.
        detail: What is wrong, and what to do about it.
        type: A URI that names the kind of problem; always ``about:blank``.
        document: The document that it is about, where one was kept.
        code: Which sentence the detail is, so that a program can put it in another language; null
            if it has none. It stays the same.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
    """

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    document: str | None = None
    code: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """Serve the model that learned.

    Args:
        even_if_worse: Whether to serve a model that is not better.
    """

    even_if_worse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAgain:
    """How a document is to be read again; what is left out stays as it was.

    Args:
        password: Of a PDF that asks for one. It is used once, and not kept.
        ocr: ``always`` reads every page as a picture, ``never`` takes the text of the file alone,
            ``auto`` does as each page needs.
        ocr_engine: What reads pictures.
        turn: Pages to turn, by number: degrees clockwise from how the page is shown. They stay so.
        beginnings: Pages on which a document begins: each is read as a document of its own. Empty:
            all pages are one document.
        split: ``true`` reads each document in the file by itself, as when it is posted with
            ``split``: each file inside of a mail, archive or portfolio, each document among its
            pages. Nothing changes where that is so already. ``false`` makes one document of it
            again.
        drop_corrections: Read it again though somebody has corrected it; the corrections are lost.
    """

    password: str | None = None
    ocr: Literal["auto", "always", "never"] | None = None
    ocr_engine: Literal["accurate", "fast", "tesseract"] | None = None
    turn: dict[str, Literal[90, 180, 270]] = field(default_factory=dict)
    beginnings: list[int] | None = None
    split: bool | None = None
    drop_corrections: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSettings:
    """How documents are read, and how else they could be.

    Args:
        ocr: Which pages are read as pictures.
        ocr_engine: What reads pictures.
        engines: What could read pictures: the engines that are installed.
    """

    ocr: Literal["auto", "always", "never"]
    ocr_engine: str
    engines: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One observation of a candidate.

    ``name`` is that of a piece of evidence or of a relation to other fields (``paperformer
    evidence`` lists them), ``says`` the same as a sentence. ``counts`` is added to the candidate's
    score, which is a natural logarithm: above zero it speaks for the candidate, below against it.

    Args:
        name: Of the evidence, or of the relation to other fields.
        says: What was observed, in a sentence.
        counts: What it adds to the score of the candidate; below zero it speaks against it.
    """

    name: str
    says: str
    counts: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewInfo:
    """What a reviewer has to know about a document, besides its values.

    Args:
        core: Fields that the document should have: empty ones are shown in their place.
        alerts: What hints at fraud or loss.
        notes: The other warnings of the extraction, in the reviewer's words.
        confirmed: Whether it is confirmed.
        saved: When the values were last saved, or confirmed.
        saved_by: Name of the key that saved them.
        open_by: Names of the other keys that have it open on the page.
        coded_notes: The same, with their codes.
    """

    core: list[str]
    alerts: list[Alert]
    notes: list[str]
    confirmed: bool
    saved: datetime | None
    saved_by: str | None
    open_by: list[str]
    coded_notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a field of type ``group``: a line item, or the VAT of one rate.

    ``cells`` holds what the row prints, by name. ``holds`` tells whether its arithmetic does
    (quantity x unit price - discount = total; base x rate = tax), None where it prints too little
    to be checked. ``confidence`` is the probability that all its cells are right.

    Args:
        cells: What the row prints, by name.
        text: The row as it is printed.
        box: Where it is printed.
        page: The page on which it is printed, counted from 1.
        confidence: The probability that all its cells are right.
        level: The range of the confidence.
        source: What found it.
        holds: Whether its arithmetic holds; null if it prints too little.
    """

    cells: dict[str, Cell]
    text: str
    box: PageBox | None
    page: int | None
    confidence: float
    level: Literal["very_low", "low", "mid", "high", "very_high"]
    source: Literal["model", "rule", "einvoice", "known"]
    holds: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """Who is signed in; ``csrf_token`` goes into the header X-CSRF-Token of what changes something.

    Args:
        signed_in: Whether the browser is signed in.
        name: Name of the key.
        scope: What the key allows: ``read``, ``write`` or ``admin``.
        csrf_token: Goes into the header ``X-CSRF-Token`` of every change.
        expires: When the session ends.
    """

    signed_in: bool
    name: str | None = None
    scope: Literal["read", "write", "admin"] | None = None
    csrf_token: str | None = None
    expires: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """A key to sign in with.

    Args:
        key: An API key.
    """

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A document that was left as it is, and why.

    Args:
        id: Of the document.
        reason: Why it was left, in a sentence.
        code: Which sentence it is, so that a program can put it in another language. It stays the
            same.
        values: What the sentence names: fields as answers name them, amounts with a point, ISO
            dates. ``cause`` is the code of a sentence inside of it, whose values are among these.
    """

    id: str
    reason: str
    code: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A document as lists show it.

    Args:
        id: Of the document.
        name: Of its file.
        state: ``queued`` and ``working`` until it is read; then ``done``, or ``failed``.
        reviewed: Whether a person has confirmed it.
        created: When it arrived.
        finished: When it was read, or failed; null before.
        updated: When it last changed; no two changes have the same time. See ``updated_since``.
        tags: Labels, sorted.
        external_id: What the caller's own program calls it.
        metadata: Texts of the caller, by name.
        assignee: Who is to look at it: the name of a key or a person.
        pages: The number of its pages; null until it is read.
        doubt: 1 less the confidence of the least sure core field.
        level: The lowest level among the core fields.
        supplier_name: The supplier: as a person entered it, else as it was read.
        document_number: The number of the invoice or receipt, likewise.
        document_date: Its date, likewise.
        total_incl_vat: Its total, likewise.
        currency: Its currency (ISO 4217), likewise.
        duplicate_of: An earlier document of the same file, or of the same supplier, number and
            total.
        part_of: The document with which this one came in one file.
        joined_in: The document that has the pages of this one, where they were joined.
        inside_of: The document in whose file this one lay, where it was taken out to be read by
            itself.
        inner_name: The file inside of a mail, archive or portfolio whose pages are shown.
        first_page: The page of the file on which the document begins.
        error: Why it could not be read; null if it was.
        model: The model that read it; null until then.
    """

    id: str
    name: str
    state: Literal["queued", "working", "done", "failed"]
    reviewed: bool
    created: datetime
    finished: datetime | None
    updated: datetime
    tags: list[str]
    external_id: str | None
    metadata: dict[str, str]
    assignee: str | None
    pages: int | None
    doubt: float | None
    level: Literal["very_low", "low", "mid", "high", "very_high"] | None
    supplier_name: str | None
    document_number: str | None
    document_date: str | None
    total_incl_vat: str | None
    currency: str | None
    duplicate_of: str | None
    part_of: str | None
    joined_in: str | None
    inside_of: str | None
    inner_name: str | None
    first_page: int
    error: Failed | None
    model: ModelInfo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TagMany:
    """Documents that are given tags, and from which others are taken.

    Args:
        ids: The documents.
        add: Tags that they get.
        remove: Tags that are taken from them.
    """

    ids: list[str]
    add: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOut:
    """A file inside of a document's file that is to be a document of its own.

    Args:
        name: As ``contents`` of the document has it.
    """

    name: str
