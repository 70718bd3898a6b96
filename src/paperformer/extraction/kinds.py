"""Kinds of document that no title names: a till's receipt, and an invoice that asks to be paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from paperformer.fields.page.view import PageView
from paperformer.fields.scored import Scored
from paperformer.fields.till import PAID_AT_ONCE, PAID_LATER, till_words

_KIND = "document_type"
_EVEN = 0.5  # no opinion: the evidence decides


def document_kinds(proposed: Mapping[str, Sequence[Scored]], page: PageView) -> Iterator[Scored]:
    """``receipt`` for what was paid at once or at a till, ``invoice`` for what is to be paid.

    How likely either is, the evidence says (``evidence/observers/kinds.py``).

    Args:
        proposed: Candidates by field: means of payment, and what asks for payment.
        page: The document.
    """
    if _KIND not in page.schema:
        return
    paid = _likeliest(proposed, ("payment_method",), PAID_AT_ONCE)
    if paid is not None or till_words(page.printed.text):
        yield _kind("receipt", paid)
    asks = _likeliest(proposed, PAID_LATER)
    if asks is not None:
        yield _kind("invoice", asks)


def _kind(kind: str, sign: Scored | None) -> Scored:
    text, words = (sign.text, sign.words) if sign is not None else ("", ())
    return Scored(_KIND, kind, text, words, _EVEN, "rule", rule="kind")


def _likeliest(
    proposed: Mapping[str, Sequence[Scored]], fields: Sequence[str], values: frozenset[str] | None = None
) -> Scored | None:
    found = (
        candidate
        for name in fields
        for candidate in proposed.get(name, ())
        if values is None or candidate.value in values
    )
    return max(found, key=lambda candidate: candidate.probability, default=None)
