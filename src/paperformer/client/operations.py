"""Operations of the API. Written by ``python -m paperformer.service.client_writer``; a test compares."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from paperformer.client.models import (
    Assignees,
    Assignment,
    AuditLog,
    Checks,
    ConfirmMany,
    Deleted,
    Document,
    DocumentBatch,
    DocumentList,
    DocumentPatch,
    Evidence,
    Extraction,
    Feedback,
    FieldInfo,
    FieldMetrics,
    Health,
    ImprovementState,
    JoinMany,
    ManyDone,
    ManyIds,
    PageWords,
    Promotion,
    ReadAgain,
    ReadingSettings,
    ReviewInfo,
    SessionInfo,
    SignIn,
    Summary,
    TagMany,
    TakeOut,
)
from paperformer.client.transport import File, Transport, quoted


class Operations(Transport):
    """A method for each operation; all raise ``ApiError`` where the service refuses."""

    def post_documents(
        self,
        files: Sequence[File],
        *,
        prefer: str | None = None,
        idempotency_key: str | None = None,
        name: str | None = None,
        fields: str | None = None,
        max_results: int | None = None,
        min_confidence: float | None = None,
        level: Literal["very_low", "low", "mid", "high", "very_high"] | None = None,
        tags: str | None = None,
        external_id: str | None = None,
        metadata: str | None = None,
        split: bool | None = None,
        known_parties: str | None = None,
        webhook: str | None = None,
    ) -> Document | DocumentBatch:
        """Read a document, or several. The answer waits for them unless ``Prefer: respond-async`` is
        sent.

        Args:
            files: Each becomes a document.
            prefer: ``respond-async``: answer before the document is read.
            idempotency_key: Names this upload: sent again with the same files and options within 24
                hours, it is answered with the documents of the first time.
            name: What to call it, where the body is the file itself.
            fields: Answer with these fields only: names, comma between them.
            max_results: Most candidates of a field in the answer.
            min_confidence: Leave out what is less probable.
            level: Leave out what is of a lower level.
            tags: What to find it by: texts, comma between them.
            external_id: What your own program calls the document. It need not be unique.
            metadata: Texts of your own by name, as a JSON object. Lists can be filtered by them.
            split: Answer for each document that the file holds.
            known_parties: Suppliers and customers as JSON lines (docs/known-parties.md).
            webhook: Where to post the document when it is read.
        """

        answer: Document | DocumentBatch = self.call(
            "POST",
            "/v1/documents",
            Document | DocumentBatch,
            headers={"Prefer": prefer, "Idempotency-Key": idempotency_key},
            form=(
                files,
                {
                    "name": name,
                    "fields": fields,
                    "max_results": max_results,
                    "min_confidence": min_confidence,
                    "level": level,
                    "tags": tags,
                    "external_id": external_id,
                    "metadata": metadata,
                    "split": split,
                    "known_parties": known_parties,
                    "webhook": webhook,
                },
            ),
        )
        return answer

    def list_documents(
        self,
        *,
        state: Literal["queued", "working", "done", "failed"] | None = None,
        reviewed: bool | None = None,
        tag: str | None = None,
        level: Literal["very_low", "low", "mid", "high", "very_high"] | None = None,
        q: str | None = None,
        external_id: str | None = None,
        assignee: str | None = None,
        unassigned: bool | None = None,
        metadata: list[str] | None = None,
        updated_since: datetime | None = None,
        joined_in: str | None = None,
        sort: Literal["doubt", "newest", "oldest", "updated"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> DocumentList:
        """Documents, in pieces; ``next`` is the cursor of the next piece.

        To follow all changes, ask for ``updated_since`` and repeat with the ``updated`` of the last
        document. A document that changes meanwhile comes again, and none is left out. Deleted
        documents do not show up.

        Args:
            state: Only documents in this state.
            reviewed: Only documents that are confirmed, or that are not.
            tag: Only documents with this tag.
            level: The lowest level among the core fields.
            q: Words of name, parties, numbers, sums.
            external_id: Only documents with this external id.
            assignee: Only documents that are assigned to this name.
            unassigned: Only documents that are assigned to nobody, or that are to somebody.
            metadata: ``name:value``; several must all hold.
            updated_since: Only documents that changed after this time. ``sort`` is then
                ``updated``.
            joined_in: The documents whose pages this one has. Else such documents are left out,
                unless ``external_id`` or ``updated_since`` is given.
            sort: ``newest`` if left out; ``updated`` puts the latest change last.
            limit: The most items of a piece.
            cursor: ``next`` of the piece before.
        """

        answer: DocumentList = self.call(
            "GET",
            "/v1/documents",
            DocumentList,
            query={
                "state": state,
                "reviewed": reviewed,
                "tag": tag,
                "level": level,
                "q": q,
                "external_id": external_id,
                "assignee": assignee,
                "unassigned": unassigned,
                "metadata": metadata,
                "updated_since": updated_since,
                "joined_in": joined_in,
                "sort": sort,
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def delete_by_tag(self, *, tag: str) -> Deleted:
        """Delete every document under a tag, with its file, answers and previews.

        Args:
            tag: Only documents with this tag.
        """

        answer: Deleted = self.call(
            "DELETE",
            "/v1/documents",
            Deleted,
            query={"tag": tag},
        )
        return answer

    def get_document(
        self,
        id: str,
        *,
        fields: str | None = None,
        max_results: int | None = None,
        min_confidence: float | None = None,
        level: Literal["very_low", "low", "mid", "high", "very_high"] | None = None,
    ) -> Document:
        """A document with its extraction, which is null until it is read.

        Args:
            id: A document's id.
            fields: Only these fields: names, comma between them.
            max_results: Most candidates of a field.
            min_confidence: Leave out what is less probable.
            level: Leave out what is of a lower level.
        """

        answer: Document = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}",
            Document,
            query={
                "fields": fields,
                "max_results": max_results,
                "min_confidence": min_confidence,
                "level": level,
            },
        )
        return answer

    def delete_document(self, id: str) -> None:
        """Delete a document with its file, answers and previews.

        Args:
            id: A document's id.
        """

        self.call(
            "DELETE",
            f"/v1/documents/{quoted(id)}",
            None,
        )

    def patch_document(self, id: str, body: DocumentPatch) -> Summary:
        """Change the tags, external id, assignee or metadata of a document; what is left out stays as
        it is.

        Tags are replaced. Metadata are merged (RFC 7396): a name with null is removed, other names
        stay.

        Args:
            id: A document's id.
            body: What to send.
        """

        answer: Summary = self.call(
            "PATCH",
            f"/v1/documents/{quoted(id)}",
            Summary,
            body=body,
        )
        return answer

    def list_assignees(self) -> Assignees:
        """The names of all keys that may write, and all others to which a document is assigned."""

        answer: Assignees = self.call(
            "GET",
            "/v1/assignees",
            Assignees,
        )
        return answer

    def get_reading(self) -> ReadingSettings:
        """How documents are read unless something else is chosen for one, and the OCR engines there
        are.
        """

        answer: ReadingSettings = self.call(
            "GET",
            "/v1/reading",
            ReadingSettings,
        )
        return answer

    def join_many(self, body: JoinMany) -> Document:
        """Make one document of the pages of several, and read it. Deleting it brings them back.

        The documents are kept as they arrived, and name the new one in ``joined_in``. It has the
        tags of all, and the external id, metadata and webhook of the first.

        Args:
            body: What to send.
        """

        answer: Document = self.call(
            "POST",
            "/v1/review/join",
            Document,
            body=body,
        )
        return answer

    def retry_document(self, id: str, body: ReadAgain | None) -> Document:
        """Read a document again that could not be read, or about which nobody has said anything yet.

        With a body it is read as that says, and from then on. The documents of a file that was
        split are read again together: ask it of the first, which the others name in ``part_of``.

        Args:
            id: A document's id.
            body: What to send.
        """

        answer: Document = self.call(
            "POST",
            f"/v1/documents/{quoted(id)}/retry",
            Document,
            body=body,
        )
        return answer

    def take_out_of_document(self, id: str, body: TakeOut) -> Document:
        """Read a file inside of a mail, archive or portfolio as a document of its own.

        It names the outer document in ``inside_of``, and has its tags, external id, metadata and
        webhook. A file that is a document already is answered with that one (200).

        Args:
            id: A document's id.
            body: What to send.
        """

        answer: Document = self.call(
            "POST",
            f"/v1/documents/{quoted(id)}/contents",
            Document,
            body=body,
        )
        return answer

    def get_extraction(
        self,
        id: str,
        *,
        fields: str | None = None,
        max_results: int | None = None,
        min_confidence: float | None = None,
        level: Literal["very_low", "low", "mid", "high", "very_high"] | None = None,
    ) -> Extraction:
        """The extraction alone, as JSON or as a table: of answers from 0.5 on, if nothing else is
        asked for.

        Args:
            id: A document's id.
            fields: Only these fields: names, comma between them.
            max_results: Most candidates of a field.
            min_confidence: Leave out what is less probable.
            level: Leave out what is of a lower level.
        """

        answer: Extraction = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/extraction",
            Extraction,
            query={
                "fields": fields,
                "max_results": max_results,
                "min_confidence": min_confidence,
                "level": level,
            },
        )
        return answer

    def get_file(self, id: str, *, inner: bool | None = None) -> bytes:
        """The file as it was posted, or the one inside of it that answers.

        Args:
            id: A document's id.
            inner: The file inside of it whose pages are shown.
        """

        answer: bytes = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/file",
            bytes,
            query={"inner": inner},
        )
        return answer

    def get_page_picture(
        self, id: str, number: int, *, dpi: int | None = None, version: str | None = None
    ) -> bytes:
        """The picture of a page, upright, as the boxes of its words expect it.

        Args:
            id: A document's id.
            number: Counts from 1.
            dpi: The next of (36, 72, 110, 150, 200, 300) is drawn.
            version: The document's ``finished``: the answer may then be kept for an hour.
        """

        answer: bytes = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/pages/{quoted(number)}.png",
            bytes,
            query={"dpi": dpi, "version": version},
        )
        return answer

    def get_page_words(self, id: str, number: int, *, version: str | None = None) -> PageWords:
        """The words of a page in reading order; their index counts over all pages of the file.

        Args:
            id: A document's id.
            number: Counts from 1.
            version: The document's ``finished``: the answer may then be kept for an hour.
        """

        answer: PageWords = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/pages/{quoted(number)}/words",
            PageWords,
            query={"version": version},
        )
        return answer

    def get_fields(self, id: str) -> Feedback:
        """The feedback that was saved; empty where there is none. Its ``ETag`` goes into ``If-Match``
        of a PUT.

        Args:
            id: A document's id.
        """

        answer: Feedback = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/fields",
            Feedback,
        )
        return answer

    def put_fields(self, id: str, body: Feedback, *, if_match: str | None = None) -> Feedback:
        """Save the true values, with the words that print them; an empty list says that there is none.

        What was saved before is replaced; with ``If-Match``, only where nobody else has saved
        since. ``confirmed`` says that a person has seen all of it: then each value is saved in
        normal form (ISO dates, amounts with a point), and one that has none is refused. Without
        ``confirmed``, a confirmation is taken back.

        Args:
            id: A document's id.
            body: What to send.
            if_match: The ``ETag`` of what is to be replaced.
        """

        answer: Feedback = self.call(
            "PUT",
            f"/v1/documents/{quoted(id)}/fields",
            Feedback,
            headers={"If-Match": if_match},
            body=body,
        )
        return answer

    def check_fields(self, id: str, body: Feedback) -> Checks:
        """Normalise what was typed as the document prints such values, and say which checks hold.

        Args:
            id: A document's id.
            body: What to send.
        """

        answer: Checks = self.call(
            "POST",
            f"/v1/documents/{quoted(id)}/checks",
            Checks,
            body=body,
        )
        return answer

    def get_evidence(self, id: str, field: str) -> Evidence:
        """The candidates of a field, and what speaks for and against each of them.

        Args:
            id: A document's id.
            field: Name of a field, as ``GET /v1/fields`` lists them.
        """

        answer: Evidence = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/evidence/{quoted(field)}",
            Evidence,
        )
        return answer

    def get_review(self, id: str, *, looking: bool | None = None) -> ReviewInfo:
        """What to look at before a document is confirmed; who confirmed it, and when; who else has it
        open.

        Args:
            id: A document's id.
            looking: Tell others for a minute that you have it open.
        """

        answer: ReviewInfo = self.call(
            "GET",
            f"/v1/documents/{quoted(id)}/review",
            ReviewInfo,
            query={"looking": looking},
        )
        return answer

    def confirm_many(self, body: ConfirmMany) -> ManyDone:
        """Confirm documents as they are shown; those that somebody should look at are left, with the
        reason.

        Left are documents with an empty core field, a check that fails, or an alert.

        Args:
            body: What to send.
        """

        answer: ManyDone = self.call(
            "POST",
            "/v1/review/confirm",
            ManyDone,
            body=body,
        )
        return answer

    def tag_many(self, body: TagMany) -> ManyDone:
        """Give documents tags and take others from them; their other tags stay.

        Args:
            body: What to send.
        """

        answer: ManyDone = self.call(
            "POST",
            "/v1/review/tag",
            ManyDone,
            body=body,
        )
        return answer

    def assign_many(self, body: Assignment) -> ManyDone:
        """Say who is to look at documents; with null nobody in particular.

        Args:
            body: What to send.
        """

        answer: ManyDone = self.call(
            "POST",
            "/v1/review/assign",
            ManyDone,
            body=body,
        )
        return answer

    def delete_many(self, body: ManyIds) -> ManyDone:
        """Delete documents with their files, answers and previews.

        Args:
            body: What to send.
        """

        answer: ManyDone = self.call(
            "POST",
            "/v1/review/delete",
            ManyDone,
            body=body,
        )
        return answer

    def retry_many(self, body: ManyIds) -> ManyDone:
        """Read documents again that could not be read, or about which nobody has said anything yet.

        Args:
            body: What to send.
        """

        answer: ManyDone = self.call(
            "POST",
            "/v1/review/retry",
            ManyDone,
            body=body,
        )
        return answer

    def export_confirmed(
        self,
        *,
        format: Literal["jsonl", "csv-wide", "csv-lines", "xlsx"] | None = None,
        ids: str | None = None,
        tag: str | None = None,
        level: Literal["very_low", "low", "mid", "high", "very_high"] | None = None,
        q: str | None = None,
        assignee: str | None = None,
        unassigned: bool | None = None,
        since: datetime | None = None,
        updated_since: datetime | None = None,
    ) -> bytes:
        """The confirmed documents with the values that people confirmed, as a file.

        Args:
            format: One row per document; csv-lines its lines; xlsx both, in two sheets.
            ids: Only these documents: ids, comma between them.
            tag: Only documents with this tag.
            level: Only documents whose least sure core field has this level.
            q: As for the list of documents.
            assignee: Only documents that are assigned to this name.
            unassigned: Only documents that are assigned to nobody, or that are to somebody.
            since: Only what was confirmed from then on.
            updated_since: Only documents that changed after this time, as for the list of
                documents.
        """

        answer: bytes = self.call(
            "GET",
            "/v1/export",
            bytes,
            query={
                "format": format,
                "ids": ids,
                "tag": tag,
                "level": level,
                "q": q,
                "assignee": assignee,
                "unassigned": unassigned,
                "since": since,
                "updated_since": updated_since,
            },
        )
        return answer

    def list_fields(self) -> list[FieldInfo]:
        """The fields of the model that answers now."""

        answer: list[FieldInfo] = self.call(
            "GET",
            "/v1/fields",
            list[FieldInfo],
        )
        return answer

    def field_metrics(
        self, *, since: datetime | None = None, bucket: Literal["day", "week", "all"] | None = None
    ) -> FieldMetrics:
        """How often each field was correct, wrong, missing or invented, as confirmed feedback says.

        Args:
            since: 90 days ago, where left out.
            bucket: The spans of time.
        """

        answer: FieldMetrics = self.call(
            "GET",
            "/v1/metrics/fields",
            FieldMetrics,
            query={"since": since, "bucket": bucket},
        )
        return answer

    def audit_log(self, *, limit: int | None = None, before: int | None = None) -> AuditLog:
        """Who did what, the latest first.

        Args:
            limit: The most items of a piece.
            before: Only lines before this one.
        """

        answer: AuditLog = self.call(
            "GET",
            "/v1/audit",
            AuditLog,
            query={"limit": limit, "before": before},
        )
        return answer

    def improvement(self) -> ImprovementState:
        """How the last improvement of the model stands, what it measured, and whether its model is
        served.
        """

        answer: ImprovementState = self.call(
            "GET",
            "/v1/improvement",
            ImprovementState,
        )
        return answer

    def start_improvement(self) -> ImprovementState:
        """Let a copy of the served model learn from confirmed documents, and measure it on other
        suppliers' ones.

        The served model is measured too. Answers at once: ask ``GET /v1/improvement`` until its
        ``state`` is no longer ``running``. Nothing is served yet. Refused while another one runs
        (409), or if too few documents are confirmed (422).
        """

        answer: ImprovementState = self.call(
            "POST",
            "/v1/improvement",
            ImprovementState,
        )
        return answer

    def promote_improvement(self, body: Promotion | None) -> ImprovementState:
        """Serve the model that learned, from the next document on; no body is the same as ``{}``.

        Refused (409) if it is not better, unless ``even_if_worse`` is true; if none has learned, or
        one is learning; and if it is served already. ``paperformer models rollback`` serves the one
        before again.

        Args:
            body: What to send.
        """

        answer: ImprovementState = self.call(
            "POST",
            "/v1/improvement/promote",
            ImprovementState,
            body=body,
        )
        return answer

    def get_session(self) -> SessionInfo:
        """Who is signed in, and the token that requests which change something have to repeat."""

        answer: SessionInfo = self.call(
            "GET",
            "/v1/session",
            SessionInfo,
        )
        return answer

    def sign_in(self, body: SignIn) -> SessionInfo:
        """Begin a session with a key; it is kept in a cookie that scripts cannot read.

        Args:
            body: What to send.
        """

        answer: SessionInfo = self.call(
            "POST",
            "/v1/session",
            SessionInfo,
            body=body,
        )
        return answer

    def sign_out(self) -> None:
        """End the session."""

        self.call(
            "DELETE",
            "/v1/session",
            None,
        )

    def healthz(self) -> Health:
        """Whether the server answers."""

        answer: Health = self.call(
            "GET",
            "/healthz",
            Health,
        )
        return answer

    def readyz(self) -> Health:
        """Whether documents can be read: the queue moves, the disk has room, the database can be
        written.
        """

        answer: Health = self.call(
            "GET",
            "/readyz",
            Health,
        )
        return answer

    def metrics(self) -> bytes:
        """Counters for Prometheus."""

        answer: bytes = self.call(
            "GET",
            "/metrics",
            bytes,
        )
        return answer
