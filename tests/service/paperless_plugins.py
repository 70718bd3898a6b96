"""What paperless-ngx 3 asks of a parser plugin, in our words: its protocol, and how its registry chooses."""

from __future__ import annotations

import datetime
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

GROUP = "paperless_ngx.parsers"
OWN_SCORE = 10  # of the parser for PDFs and pictures that paperless-ngx brings
NEEDED = ("name", "version", "author", "url", "supported_mime_types", "score")


class ParseError(Exception):
    """``documents.parsers.ParseError``: what a parser may raise."""


@runtime_checkable
class Parser(Protocol):
    """The methods that the consumer and the views call."""

    name: str
    version: str
    author: str
    url: str

    @classmethod
    def supported_mime_types(cls) -> dict[str, str]: ...
    @classmethod
    def score(cls, mime_type: str, filename: str, path: Path | None = None) -> int | None: ...
    @property
    def can_produce_archive(self) -> bool: ...
    @property
    def requires_pdf_rendition(self) -> bool: ...
    def configure(self, context: Any) -> None: ...
    def parse(self, document_path: Path, mime_type: str, *, produce_archive: bool = True) -> None: ...
    def get_text(self) -> str | None: ...
    def get_date(self) -> datetime.datetime | None: ...
    def get_archive_path(self) -> Path | None: ...
    def get_thumbnail(self, document_path: Path, mime_type: str) -> Path: ...
    def get_page_count(self, document_path: Path, mime_type: str) -> int | None: ...
    def extract_metadata(self, document_path: Path, mime_type: str) -> list[dict[str, str]]: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, error: Any, trace: Any) -> None: ...


def advertised(project: Path) -> dict[str, type]:
    """The classes that a project's entry points name, as the registry finds and checks them."""
    said = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
    found = {}
    for name, target in said.items():
        module, _, attribute = target.partition(":")
        kind = getattr(import_module(module), attribute)
        if all(hasattr(kind, needed) for needed in NEEDED):
            found[name] = kind
    return found


def chosen(kinds: list[Any], mime_type: str, filename: str, path: Path) -> Any:
    """The plugin with the highest score; None where the parser of paperless-ngx is kept."""
    scores = [
        (score, kind)
        for kind in kinds
        if mime_type in kind.supported_mime_types()
        and (score := kind.score(mime_type, filename, path)) is not None
    ]
    best = max(scores, key=lambda pair: pair[0], default=(-1, None))
    return best[1] if best[0] >= OWN_SCORE else None  # a plugin wins at equal scores
