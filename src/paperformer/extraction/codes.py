"""The codes on a document's pages in its answer, and warnings where they and the print disagree."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence

from paperformer.documents.model import Document
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.result import Candidate, CodeInfo, PageBox
from paperformer.fields.codes.meaning import meaning_of, statements_of
from paperformer.fields.codes.statement import Statement
from paperformer.fields.totals import decimal_of

_SUMS = ("amount_due", "total_incl_vat")


def codes_of(document: Document) -> list[CodeInfo]:
    """All codes of a document, in the order of its pages."""
    infos = []
    for page, code in document.codes:
        statement = meaning_of(code.text)
        box = code.box
        infos.append(
            CodeInfo(
                format=code.format,
                text=code.text,
                data=base64.b64encode(code.data).decode("ascii") if code.text is None else None,
                page=page,
                box=PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1),
                scheme=statement.scheme if statement else None,
                values={stated.field: stated.parsed.value for stated in statement.values}
                if statement
                else {},
            )
        )
    return infos


def disagreements(document: Document, fields: Mapping[str, Sequence[Candidate]]) -> list[str]:
    """A warning for each account and sum that a code states and the page contradicts.

    Args:
        document: With its codes.
        fields: All candidates, before any is left out.
    """
    printed = "".join(word.text for word in document.words).replace(" ", "").upper()
    warnings: list[str] = []
    for page, _, statement in statements_of(document):
        verb = "asks for" if statement.asks else "states"
        warnings += _other_account(page, statement, fields, printed)
        warnings += _other_sum(page, statement, fields, verb)
    return list(dict.fromkeys(warnings))


def _other_account(
    page: int, statement: Statement, fields: Mapping[str, Sequence[Candidate]], printed: str
) -> Iterator[str]:
    """An account that the page does not print, where it prints another one: a known fraud."""
    stated = statement["iban"]
    others = [
        candidate.value for candidate in fields.get("iban", ()) if candidate.words and candidate.checked
    ]
    if stated is not None and others and stated not in others and stated not in printed:
        what = statement["amount_due"]
        asked = (
            f"asks for {what} to {stated}, another account" if what else f"names {stated}, another account"
        )
        yield f"the code on page {page} {asked} than the page prints ({others[0]}): ask the supplier"


def _other_sum(
    page: int, statement: Statement, fields: Mapping[str, Sequence[Candidate]], verb: str
) -> Iterator[str]:
    stated = next((value for name in reversed(_SUMS) if (value := statement[name]) is not None), None)
    likely = [
        candidate.value
        for name in _SUMS
        for candidate in fields.get(name, ())
        if candidate.words and candidate.confidence >= LIKELY and decimal_of(candidate.value) is not None
    ]
    if stated is not None and likely and all(decimal_of(value) != decimal_of(stated) for value in likely):
        yield f"the code on page {page} {verb} {stated}, the page prints {likely[0]}: compare them"
