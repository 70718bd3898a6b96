"""Opening documents: a PDF, picture or e-invoice goes in, words with boxes come out.

Importing this package loads nothing heavy: pdfium, Pillow and the OCR engines are loaded by the process
that reads.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperformer.documents.limits import Limits
    from paperformer.documents.opening import open_document
    from paperformer.documents.reader import DocumentReader

__all__ = ["DocumentReader", "Limits", "open_document"]

_HOMES = {
    "DocumentReader": "paperformer.documents.reader",
    "Limits": "paperformer.documents.limits",
    "open_document": "paperformer.documents.opening",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
