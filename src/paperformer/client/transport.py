"""Requests to the service, with the standard library alone."""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from paperformer.client.values import decode, encode
from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument

USUAL_SECONDS = 150.0
"""A little longer than the service lets an upload wait for its answer."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to upload.

    Args:
        name: What to call the document.
        content: Its bytes.
    """

    name: str
    content: bytes

    @classmethod
    def open(cls, path: str | Path) -> File:
        """A file of this machine.

        Raises:
            UnreadableDocument: there is no such file, it is a folder, or it may not be read.
        """
        path = Path(path)
        try:
            if path.is_dir():
                raise UnreadableDocument(f"{path} is a folder", "give the path of a file")
            return cls(path.name, path.read_bytes())
        except FileNotFoundError as error:
            raise UnreadableDocument(f"{path} does not exist", "check the path") from error
        except PermissionError as error:
            raise UnreadableDocument(f"{path} may not be read", "check its permissions") from error
        except (OSError, ValueError) as error:  # ValueError: a null byte in the path
            reason = getattr(error, "strerror", None) or error
            raise UnreadableDocument(
                f"{str(path)!r} cannot be read: {reason}", "check the path and disk"
            ) from error


class ApiError(PaperformerError):
    """The service refused a request, or could not be reached.

    Args:
        status: Of HTTP; None if there was no answer.
        detail: What is wrong, and what to do about it.
        document: The document that it is about, if one was kept.
        retry_after: Seconds after which to try again, if the service named them.
    """

    def __init__(
        self, status: int | None, detail: str, document: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.document, self.retry_after = status, document, retry_after


class Transport:
    """Sends requests with a key.

    Args:
        url: Of the service, such as ``http://127.0.0.1:8000``.
        key: Of the API; None for a service that needs none.
        timeout: Seconds that a request may take.

    Raises:
        InvalidConfig: the URL is none of a service.
    """

    def __init__(self, url: str, key: str | None = None, timeout: float = USUAL_SECONDS) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidConfig(f"{url} is no URL of a service", "Write it as http://127.0.0.1:8000")
        self._url, self._timeout = url.rstrip("/"), timeout
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def call(
        self,
        method: str,
        path: str,
        kind: Any,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
        form: tuple[Sequence[File], Mapping[str, Any]] | None = None,
    ) -> Any:
        """The answer to a request.

        Args:
            method: Of HTTP.
            path: Of the resource, with its values quoted.
            kind: The type of the answer; ``bytes`` for a file, None for nothing.
            query: Parameters; None is left out.
            headers: Likewise.
            body: To be sent as JSON.
            form: Files and fields to be sent as a form.

        Raises:
            ApiError: the service refused it or could not be reached.
        """
        pairs = urlencode([(name, text) for name, value in (query or {}).items() for text in _texts(value)])
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        data: bytes | None = None
        if form is not None:
            data, sent["Content-Type"] = _multipart(*form)
        elif body is not None:
            data, sent["Content-Type"] = json.dumps(encode(body)).encode(), "application/json"
        address = f"{self._url}{path}{'?' + pairs if pairs else ''}"
        content = self._send(urllib.request.Request(address, data, {**self._headers, **sent}, method=method))
        if kind is None or kind is bytes:
            return content if kind is bytes else None
        return decode(kind, json.loads(content))

    def _send(self, request: urllib.request.Request) -> bytes:
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise _refused(error.code, error.read(), error.headers.get("Retry-After")) from error
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise ApiError(
                None, f"{self._url} cannot be reached: {reason}. Check that the service runs"
            ) from error


def quoted(value: object) -> str:
    """A value as a part of a path."""
    return quote(str(value), safe="")


def _refused(status: int, content: bytes, retry_after: str | None) -> ApiError:
    try:
        problem = json.loads(content)
    except ValueError:
        problem = {}
    members = problem if isinstance(problem, dict) else {}
    detail = members.get("detail") or f"The service answered with {status}"
    seconds = float(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    return ApiError(status, str(detail), members.get("document"), seconds)


def _texts(value: Any) -> list[str]:
    """A parameter as texts; none where it is left out."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [value.isoformat() if isinstance(value, datetime) else str(value)]


def _multipart(files: Sequence[File], fields: Mapping[str, Any]) -> tuple[bytes, str]:
    """A form (RFC 7578), and its type."""
    boundary = secrets.token_hex(16)
    disposition = "Content-Disposition: form-data"
    pieces = [
        f'--{boundary}\r\n{disposition}; name="{name}"\r\n\r\n{text}\r\n'.encode()
        for name, value in fields.items()
        for text in _texts(value)
    ]
    for file in files:
        name = file.name.replace("\\", "_").replace('"', '\\"').replace("\r", " ").replace("\n", " ")
        head = f'--{boundary}\r\n{disposition}; name="file"; filename="{name}"\r\n\r\n'
        pieces.append(head.encode() + file.content + b"\r\n")
    pieces.append(f"--{boundary}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={boundary}"
