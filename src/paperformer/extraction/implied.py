"""Fields that other words say: a country that closes an address, a due date in terms, a number to quote."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.address_country import add_countries
from paperformer.extraction.parties.untold_countries import add_untold_countries
from paperformer.extraction.payment.asked_references import add_asked_references
from paperformer.extraction.payment.debit_dates import add_debit_dates
from paperformer.extraction.payment.named_references import add_named_references
from paperformer.extraction.payment.payment_terms import add_due_date
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords


def add_implied(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
    schema: Schema,
) -> None:
    """Propose what nothing labels as the field's own and other words or candidates imply.

    See ``address_country``, ``untold_countries``, ``debit_dates``, ``payment_terms``, ``asked_references``,
    ``named_references``.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    add_countries(proposed, words, printed, context, schema)
    add_untold_countries(proposed, context, schema)
    add_debit_dates(proposed, words, printed, context, schema)
    add_due_date(proposed, words, schema)
    add_asked_references(proposed, words, context, schema)
    add_named_references(proposed, words, context, schema)
