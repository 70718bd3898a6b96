"""Fields that other words imply: the countries of the parties, the kind of document."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.kinds import add_kinds
from paperformer.extraction.parties.address_country import add_countries
from paperformer.extraction.parties.unprinted_countries import add_unprinted_countries
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

    See ``address_country``, ``unprinted_countries`` and ``kinds``.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    add_countries(proposed, words, printed, context, schema)
    add_unprinted_countries(proposed, context, schema)
    add_kinds(proposed, printed, schema)
