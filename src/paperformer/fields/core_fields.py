"""The fields that make an invoice or receipt, and what each is needed for: one table for all who ask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreField:
    """A field that invoices and receipts have.

    Args:
        name: In the schema.
        is_expected: Whether every invoice and receipt should have it. Lists of documents show these.
        counts_for_doubt: Whether a document is as doubtful as its answer to this field.
        answers: Whether a reading with a likely value of this field has answered: one without any of them is
            read a second time.
        states: What it states about an invoice; several fields may state the same. A covering letter states
            some of it, but no rows and no sums.
    """

    name: str
    is_expected: bool = False
    counts_for_doubt: bool = False
    answers: bool = False
    states: str | None = None


TABLE = (
    CoreField(name="document_type", states="kind"),
    CoreField(name="document_number", is_expected=True, answers=True, states="number"),
    CoreField(name="document_date", is_expected=True, counts_for_doubt=True, answers=True, states="date"),
    CoreField(name="supplier_name", is_expected=True, counts_for_doubt=True, states="supplier"),
    CoreField(name="total_incl_vat", is_expected=True, counts_for_doubt=True, answers=True, states="total"),
    CoreField(name="amount_due", answers=True, states="total"),
    CoreField(name="total_excl_vat", states="tax"),
    CoreField(name="total_vat", states="tax"),
    CoreField(name="vat_distribution", states="tax"),
    CoreField(name="purchase_lines", states="lines"),
    CoreField(name="currency", is_expected=True, counts_for_doubt=True),
)
EXPECTED = tuple(field.name for field in TABLE if field.is_expected)
DOUBTED = tuple(field.name for field in TABLE if field.counts_for_doubt)
ANSWERING = tuple(field.name for field in TABLE if field.answers)
STATEMENTS = tuple(
    tuple(field.name for field in TABLE if field.states == what)
    for what in dict.fromkeys(field.states for field in TABLE if field.states)
)
"""The fields that state each thing about an invoice."""
