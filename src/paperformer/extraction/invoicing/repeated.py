"""Answers that a second place of the page bears out: names and numbers printed twice, the seller's address.

What is not sure by itself is taken for sure where it is at least ``mid``: of such answers at least 19 of
20 were right (figures in docs/einvoice.md).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document, Word
from paperformer.extraction.levels import bound_of
from paperformer.fields.values.plain import folded

if TYPE_CHECKING:
    from paperformer.extraction.result import Candidate, Extraction

_LEAST: Final = bound_of("mid")
_NAMES: Final = ("supplier_name", "receiver_name")
_TWICE: Final = "confirmed by a second print of it"
_ADDRESSED: Final = "confirmed by the seller's web or e-mail address"
_HOST: Final = re.compile(r"(?:@|www\.|https?://)([a-z0-9-]{4,})\.[a-z0-9.-]*[a-z]")
_APART: Final = re.compile(r"[^a-z0-9]")


def borne_out(answer: Extraction, document: Document) -> dict[str, str]:
    """The fields whose answer something else on the pages bears out, with what does.

    - A name stands on a line of its own in two places or more: so it neither begins nor ends elsewhere.
    - The seller's name stands on a line of its own, and a web or e-mail address begins as it does.
    - The document's number is printed in two places or more.
    """
    lines = Counter(_lines(document.words))
    found = {}
    for name in _NAMES:
        candidate = _first(answer, name)
        if candidate is not None and lines[folded(candidate.value)] > 1:
            found[name] = _TWICE
    seller = _first(answer, "supplier_name")
    if seller is not None and lines[folded(seller.value)] and _is_host(seller.value, document.words):
        found.setdefault("supplier_name", _ADDRESSED)
    number = _first(answer, "document_number")
    if number is not None and number.text and _prints(number.text.split(), document.words) > 1:
        found["document_number"] = _TWICE
    return found


def _first(answer: Extraction, name: str) -> Candidate | None:
    """The answer of a field, if it is likely enough to be borne out."""
    candidate = next(iter(answer.fields.get(name, ())), None)
    return candidate if candidate is not None and candidate.confidence >= _LEAST else None


def _lines(words: Sequence[Word]) -> Iterator[str]:
    """The folded texts of the line segments."""
    lines: dict[tuple[int, int], list[str]] = defaultdict(list)
    for word in words:
        lines[word.page, word.line].append(word.text)
    return (folded(" ".join(texts)) for texts in lines.values())


def _is_host(name: str, words: Sequence[Word]) -> bool:
    """Whether an address of the Internet begins as a name does, or the name as it."""
    compact = _APART.sub("", folded(name))
    hosts = {_APART.sub("", host) for word in words for host in _HOST.findall(word.text.lower())}
    return bool(compact) and any(compact.startswith(host) or host.startswith(compact) for host in hosts)


def _prints(texts: Sequence[str], words: Sequence[Word]) -> int:
    """How often words of these texts stand one after another; punctuation behind the last does not count."""
    printed = [word.text.rstrip(".,;:)") for word in words]
    return sum(printed[index : index + len(texts)] == list(texts) for index in range(len(printed)))
