"""What the script uses of the API of paperless-ngx, with the checks of its serializers on values."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "paperless-token"
TYPES = {
    "string", "url", "date", "boolean", "integer", "float", "monetary", "documentlink", "select", "longtext"
}  # fmt: skip


@dataclass
class Paperless:
    """A server with one document, number 7.

    Args:
        document: As the API gives it.
        custom_fields: Definitions.
        tags: By number.
        redirects: Whether every request is sent elsewhere.
    """

    document: dict[str, Any] = field(
        default_factory=lambda: {"id": 7, "title": "scan", "tags": [], "custom_fields": []}
    )
    custom_fields: list[dict[str, Any]] = field(default_factory=list)
    tags: list[dict[str, Any]] = field(default_factory=list)
    redirects: bool = False
    url: str = ""
    asked: list[str] = field(default_factory=list)

    def values(self) -> dict[str, Any]:
        """The values of the document's custom fields, by name."""
        names = {entry["id"]: entry["name"] for entry in self.custom_fields}
        return {names[entry["field"]]: entry["value"] for entry in self.document["custom_fields"]}

    def answer(self, method: str, path: str, query: dict[str, list[str]], sent: Any) -> tuple[int, Any]:
        """The status and the body of a response."""
        if (method, path) == ("GET", "/api/custom_fields/"):
            return 200, self._page(self.custom_fields, query)
        if (method, path) == ("POST", "/api/custom_fields/"):
            if sent["data_type"] not in TYPES or any(
                entry["name"] == sent["name"] for entry in self.custom_fields
            ):
                return 400, {"error": "Object violates name unique constraint"}
            return 201, self._made(self.custom_fields, sent, first=10)
        if (method, path) == ("GET", "/api/tags/"):
            wanted = query["name__iexact"][0].lower()
            return 200, self._page([tag for tag in self.tags if tag["name"].lower() == wanted], query)
        if (method, path) == ("POST", "/api/tags/"):
            return 201, self._made(self.tags, sent, first=1)
        if path != "/api/documents/7/":
            return 404, {"detail": "No Document matches the given query."}
        if method == "PATCH":
            wrong = [reason for entry in sent.get("custom_fields", []) if (reason := self._wrong(entry))]
            if wrong or not set(sent.get("tags", [])) <= {tag["id"] for tag in self.tags}:
                return 400, {"custom_fields": wrong}
            self.document.update(sent)  # lists are replaced as a whole
        return 200, self.document

    def _wrong(self, entry: dict[str, Any]) -> str | None:
        kinds = {one["id"]: one["data_type"] for one in self.custom_fields}
        kind, value = kinds.get(entry["field"]), entry["value"]
        if kind is None:
            return "Invalid pk"
        if kind == "monetary" and not re.fullmatch(r"([A-Z]{3})?-?\d+\.\d{1,2}", str(value)):
            return "Must be a two-decimal number with optional currency code e.g. GBP123.45"
        if kind == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)):
            return "Date has wrong format"
        if kind == "string" and len(value) > 128:
            return "Ensure this value has at most 128 characters"
        return None

    def _page(self, entries: list[dict[str, Any]], query: dict[str, list[str]]) -> dict[str, Any]:
        """Two entries a page, whatever size was asked for: a server may have a limit of its own."""
        page = int(query.get("page", ["1"])[0])
        more = f"{self.url}?page={page + 1}" if len(entries) > 2 * page else None
        return {"count": len(entries), "next": more, "results": entries[2 * page - 2 : 2 * page]}

    @staticmethod
    def _made(entries: list[dict[str, Any]], sent: dict[str, Any], first: int) -> dict[str, Any]:
        made = {"id": first + len(entries), **sent}
        entries.append(made)
        return made


class _Handler(BaseHTTPRequestHandler):
    def _run(self) -> None:
        paperless: Paperless = self.server.paperless  # type: ignore[attr-defined]
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        paperless.asked.append(f"{self.command} {parts.path}")
        if paperless.redirects:
            self.send_response(302)
            self.send_header("Location", f"{paperless.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.headers["Authorization"] != f"Token {TOKEN}":
            status, body = 401, {"detail": "Invalid token."}
        else:
            content = json.loads(sent) if sent else None
            status, body = paperless.answer(self.command, parts.path, parse_qs(parts.query), content)
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = _run  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@contextmanager
def running(paperless: Paperless) -> Iterator[Paperless]:
    """Serve until the context ends."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.paperless = paperless  # type: ignore[attr-defined]
        paperless.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield paperless
        finally:
            server.shutdown()
            thread.join()
