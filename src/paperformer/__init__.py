"""Paperformer reads invoices and receipts: a PDF, scan or photo goes in, its fields come out.

>>> from paperformer import Extractor
>>> Extractor().extract("samples/invoice-en.pdf").fields["total_incl_vat"][0].value  # doctest: +SKIP
'13092.00'

Importing the package loads nothing: each public name is fetched from its room on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperformer import errors
    from paperformer.documents import open_document
    from paperformer.extraction.pipeline import Extractor
    from paperformer.extraction.proposers.proposal import Proposal
    from paperformer.extraction.result import Extraction

__version__ = "0.1.0"

__all__ = ["Extraction", "Extractor", "Proposal", "__version__", "errors", "open_document"]

_HOMES = {
    "Extraction": "paperformer.extraction.result",
    "Extractor": "paperformer.extraction.pipeline",
    "Proposal": "paperformer.extraction.proposers.proposal",
    "open_document": "paperformer.documents",
}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("paperformer.errors")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
