"""The client: all operations of the API, and what is often done with them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from paperformer.client.models import Document, Summary
from paperformer.client.operations import Operations
from paperformer.client.transport import ApiError, File

_PIECE = 200


class Client(Operations):
    """A client of one service.

    Args:
        url: Of the service, such as ``http://127.0.0.1:8000``.
        key: Of the API; None for a service that needs none.
        timeout: Seconds that a request may take.

    Raises:
        InvalidConfig: the URL is none of a service.
    """

    def read(self, path: str | Path, *, idempotency_key: str | None = None) -> Document:
        """Upload a file of this machine; the document that it became.

        Args:
            path: Of the file.
            idempotency_key: Names the upload: it is accepted once, however often it is sent.

        Raises:
            ApiError: the service refused it, or could not read it.
            UnreadableDocument: there is no such file, or it may not be read.
        """
        answer = self.post_documents([File.open(path)], idempotency_key=idempotency_key)
        if not isinstance(answer, Document):
            raise ApiError(None, "The service answered one file with several. Update the client")
        return answer

    def changes(self, updated_since: datetime) -> Iterator[Summary]:
        """All documents that changed after a time, in the order of their changes.

        To go on later, begin with the ``updated`` of the last one.

        Raises:
            ApiError: the service refused a request or could not be reached.
        """
        cursor: str | None = None
        while True:
            piece = self.list_documents(updated_since=updated_since, limit=_PIECE, cursor=cursor)
            yield from piece.items
            if piece.next is None:
                return
            cursor = piece.next
