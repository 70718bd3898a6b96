"""What candidates look like, whoever proposed them: what is seldom an answer counts less."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.dates import plausible_dates
from paperformer.extraction.names import plausible_names
from paperformer.extraction.phones import plausible_phones
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_SUPPLIER, _DATE, _PHONE = "supplier_name", "document_date", "supplier_phone"


def weigh_by_looks(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> None:
    """Cut the probability of candidates that look like something else: see ``names``, ``dates``, ``phones``.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if _SUPPLIER in proposed:
        proposed[_SUPPLIER] = plausible_names(proposed[_SUPPLIER], words, printed, context)
    if _DATE in proposed:
        proposed[_DATE] = plausible_dates(proposed[_DATE], words)
    if _PHONE in proposed:
        proposed[_PHONE] = plausible_phones(proposed[_PHONE], words)
