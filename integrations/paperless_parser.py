"""A parser plugin for paperless-ngx 3: the text and the date of a document are those that Paperformer reads.

It is found by its entry point (see pyproject.toml beside it), needs nothing but what paperless-ngx has, and
talks to a running `paperformer serve`. The interface of parsers knows no custom fields: those are filled by
paperless_post_consume.py, from the same reading. See docs/paperless-ngx.md.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from paperless_post_consume import Api, Failed, best_of, given, posted, service_of

MIME_TYPES = {
    "application/pdf": ".pdf", "image/png": ".png", "image/jpeg": ".jpg", "image/tiff": ".tiff",
    "image/webp": ".webp", "image/gif": ".gif", "image/bmp": ".bmp", "image/heic": ".heic",
}  # fmt: skip
SCORE = 20  # the parser that paperless-ngx brings says 10
THUMBNAIL = (500, 5000)  # pixels, as those of paperless-ngx


class PaperformerParser:
    """Reads one document; used as a context, since it keeps a temporary folder.

    Args:
        logging_group: Of paperless-ngx.
    """

    name = "Paperformer"
    version = "1.0.0"
    author = "The Paperformer developers"
    url = "docs/paperless-ngx.md of Paperformer"
    uses_remote_service = True

    def __init__(self, logging_group: object = None) -> None:
        self._logging_group = logging_group
        self._folder = Path(tempfile.mkdtemp(prefix="paperless-paperformer-"))
        self._text: str | None = None
        self._date: datetime | None = None
        self._read: dict[str, Any] | None = None

    def __enter__(self) -> PaperformerParser:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    @classmethod
    def supported_mime_types(cls) -> dict[str, str]:
        """The kinds of files, with their usual endings."""
        return dict(MIME_TYPES)

    @classmethod
    def score(cls, mime_type: str, filename: str, path: Path | None = None) -> int | None:  # noqa: ARG003
        """More than the parser of paperless-ngx; None where no service is set: that one takes over."""
        try:
            service_of(os.environ)
        except Failed:
            return None
        return SCORE if mime_type in MIME_TYPES else None

    @property
    def can_produce_archive(self) -> bool:
        """No: the original is kept as it is."""
        return False

    @property
    def requires_pdf_rendition(self) -> bool:
        """No: browsers show all kinds of files that it takes."""
        return False

    def configure(self, context: object) -> None:
        """Nothing depends on where a document came from."""

    def parse(
        self,
        document_path: Path,
        mime_type: str,  # noqa: ARG002
        file_name: str | None = None,  # noqa: ARG002  # releases before 3.0 give it
        *,
        produce_archive: bool = True,  # noqa: ARG002
    ) -> None:
        """Read the document.

        Raises:
            ParseError: of paperless-ngx: the service cannot be reached, or cannot read it.
        """
        try:
            api = service_of(os.environ)
            self._read = posted(api, Path(document_path))
            self._text = text_of(api, self._read)
            least = float(given(os.environ, "PAPERFORMER_LEAST", "0.5"))
            self._date = date_of(best_of(api, self._read), least)
        except (Failed, ValueError) as error:
            raise _parse_error(str(error)) from error

    def get_text(self) -> str | None:
        """The words of all pages, a line for each printed line."""
        return self._text

    def get_date(self) -> datetime | None:
        """The date of the document, in the time zone of paperless-ngx; None if it is too unsure."""
        return self._date

    def get_archive_path(self) -> Path | None:
        """There is none."""
        return None

    def get_page_count(self, document_path: Path, mime_type: str) -> int | None:  # noqa: ARG002
        """The number of pages, once the document is read."""
        return None if self._read is None else self._read.get("pages")

    def get_thumbnail(self, document_path: Path, mime_type: str, file_name: str | None = None) -> Path:  # noqa: ARG002
        """The first page as WebP, as the service draws it.

        Raises:
            ParseError: of paperless-ngx: the service cannot be reached, or cannot draw it.
        """
        from PIL import Image  # of paperless-ngx

        path = self._folder / "thumbnail.webp"
        try:
            api = service_of(os.environ)
            document = self._read or posted(api, Path(document_path))
            drawn = api.fetch("GET", f"/v1/documents/{document['id']}/pages/1.png?dpi=72")
            with Image.open(io.BytesIO(drawn)) as page:
                page.thumbnail(THUMBNAIL)
                page.convert("RGB").save(path, "WEBP")
        except (Failed, OSError) as error:
            raise _parse_error(f"no thumbnail: {error}") from error
        return path

    def extract_metadata(self, document_path: Path, mime_type: str) -> list[dict[str, str]]:  # noqa: ARG002
        """None: what was read stands in the custom fields."""
        return []


def text_of(api: Api, document: Mapping[str, Any]) -> str:
    """The words of all pages: lines apart by a line break, pages by an empty line."""
    pages = []
    for number in range(1, (document.get("pages") or 0) + 1):
        words = api.call("GET", f"/v1/documents/{document['id']}/pages/{number}/words")["words"]
        lines: dict[int, list[str]] = {}
        for word in words:
            lines.setdefault(word["line"], []).append(word["text"])
        pages.append("\n".join(" ".join(line) for line in lines.values()))
    return "\n\n".join(pages)


def date_of(best: Mapping[str, Mapping[str, Any]], least: float) -> datetime | None:
    """Midnight of the document's date in the local time zone, which is that of paperless-ngx."""
    found = best.get("document_date")
    if found is None or found["confidence"] < least:
        return None
    return datetime.fromisoformat(found["value"]).astimezone()


def _parse_error(reason: str) -> Exception:
    from documents.parsers import ParseError  # of paperless-ngx

    error: Exception = ParseError(" ".join(reason.split()))
    return error
