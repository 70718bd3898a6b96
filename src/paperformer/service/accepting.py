"""Accepting what was uploaded: files are kept, documents wait to be read."""

from __future__ import annotations

from concurrent.futures import Future

from paperformer.documents.sniff import sniff
from paperformer.errors import UnreadableDocument
from paperformer.service.access import Caller
from paperformer.service.attached import Attached
from paperformer.service.document_rows import NewDocument
from paperformer.service.failure_reasons import error_sentence
from paperformer.service.files import Incoming, new_id
from paperformer.service.idempotency import AlreadyAccepted, IdempotencyKey, fingerprint_of
from paperformer.service.problems import Problem
from paperformer.service.service import Service
from paperformer.service.uploads import Upload, UploadOptions, reading_options
from paperformer.service.workers import Closed

Accepted = tuple[str, "Future[Closed] | None"]
"""The id of a document, and what will have it once it is read; None where an earlier request waits for it."""


def accept(service: Service, caller: Caller, upload: Upload, key: str | None) -> list[Accepted]:
    """Accept all files of an upload, or none.

    Args:
        service: What reads them.
        caller: Who uploads.
        upload: The files and how to read them.
        key: Names the upload, so that it is accepted once however often it is sent; None accepts it anew.

    Returns:
        The documents, in the order of the files: those of the first upload of this key.

    Raises:
        Problem: a file is no document, or the key was used for another upload.
        QueueFull: too many documents are waiting.
    """
    documents = [_new_document(name, incoming, upload.options) for name, incoming in upload.files]
    named = None if key is None else _key(caller, key, documents, upload.options)
    accepted: list[Accepted] = [(document.id, service.workers.expect(document.id)) for document in documents]
    try:
        for document in documents:
            service.files.keep(document.received, document.id)
        service.queue.add([(document, caller.deed("post", document.id)) for document in documents], named)
    except BaseException as error:
        for document in documents:
            service.workers.forget(document.id)
            service.files.remove(document.id)
        if isinstance(error, AlreadyAccepted) and named is not None:
            return _accepted_before(error, named)
        raise
    for _ in documents:
        service.workers.notify()
    return accepted


def _new_document(name: str, incoming: Incoming, options: UploadOptions) -> NewDocument:
    received = incoming.finish()
    try:
        media = sniff(received.head, name)
    except UnreadableDocument as error:
        raise Problem(415, error_sentence(type(error).__name__, str(error))) from error
    attached = Attached(options.tags, options.external_id, options.metadata)
    return NewDocument(new_id(), received, name, media, reading_options(options), attached, options.webhook)


def _key(caller: Caller, key: str, documents: list[NewDocument], options: UploadOptions) -> IdempotencyKey:
    files = [(document.name, document.received.sha256) for document in documents]
    return IdempotencyKey(caller.key.id, key, fingerprint_of(files, options.model_dump(mode="json")))


def _accepted_before(error: AlreadyAccepted, key: IdempotencyKey) -> list[Accepted]:
    if error.fingerprint != key.fingerprint:
        detail = "This Idempotency-Key was used for another upload. Choose a new key for each upload"
        raise Problem(422, detail, title="Key used before") from error
    return [(id, None) for id in error.documents]
