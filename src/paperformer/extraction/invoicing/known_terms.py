"""The terms of EN 16931 that a user gives, such as ``BT-10=04011000-12345-34``, and which there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise

from paperformer.einvoicing.syntax import grouped_terms, invoice_terms
from paperformer.errors import UnknownField
from paperformer.extraction.invoicing.term_values import check_values
from paperformer.fields.schema import load_schema


def known_terms(given: Sequence[str]) -> dict[str, str]:
    """The terms that a user gives as ``BT-10=value``.

    Raises:
        UnknownField: one has no value, one of another form, is given twice, or is no term that an invoice
            has once.
    """
    known: dict[str, str] = {}
    for term, _, value in (text.partition("=") for text in given):
        name = term.strip().upper() if term.strip()[:3].upper() == "BT-" else term.strip()
        if known.setdefault(name, value.strip()) != value.strip():
            raise UnknownField(f"{name} is given twice, with different values", "Give it once")
    check_terms(known)
    check_values(known)
    return known


def check_terms(terms: Iterable[str]) -> None:
    """Refuse what would silently be left out of an invoice.

    Args:
        terms: By number (``BT-10``).

    Raises:
        UnknownField: one is no term of EN 16931, or belongs to its lines or another group.
    """
    for term in terms:
        if term in grouped_terms():
            raise UnknownField(
                f"{term} is a term of lines or another group", f"Give one of the whole invoice: {_listed()}"
            )
        if term not in invoice_terms():
            raise _unknown(term)


def _unknown(term: str) -> UnknownField:
    of_fields = {field.name: field.term for field in load_schema().fields if field.term in invoice_terms()}
    near = get_close_matches(term, of_fields, n=1) if not term.startswith("BT-") else ()
    if near:
        return UnknownField(
            f"{term!r} is no term", f"Write the field {near[0]} as {of_fields[near[0]]}=VALUE"
        )
    return UnknownField(f"{term!r} is no term of an invoice", f"There are {_listed()}")


def _listed() -> str:
    """All terms of an invoice, consecutive ones as a range."""
    numbers = sorted(int(term.partition("-")[2]) for term in invoice_terms() if re.fullmatch(r"BT-\d+", term))
    starts = [numbers[0], *(later for number, later in pairwise(numbers) if later != number + 1)]
    ends = [*(number for number, later in pairwise(numbers) if later != number + 1), numbers[-1]]
    ranges = (f"BT-{a}" if a == b else f"BT-{a} to BT-{b}" for a, b in zip(starts, ends, strict=True))
    return ", ".join(ranges)
