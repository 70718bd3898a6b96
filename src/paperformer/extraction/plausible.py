"""What candidates look like, whoever proposed them: what is seldom an answer counts less."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.labelled_otherwise import DOUBTED, weigh_by_label
from paperformer.extraction.labelled_sums import weigh_sums
from paperformer.extraction.names import plausible_names
from paperformer.extraction.scored import Scored
from paperformer.extraction.spaced_amounts import weigh_spaced
from paperformer.fields.tables.sums import amounts_in
from paperformer.fields.totals import TOTAL_FIELDS
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_SUPPLIER = "supplier_name"


def weigh_by_looks(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> None:
    """Cut the probability of candidates that look like something else: see ``names``,
    ``labelled_otherwise``, ``labelled_sums``, ``spaced_amounts``.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if _SUPPLIER in proposed:
        proposed[_SUPPLIER] = plausible_names(proposed[_SUPPLIER], words, printed, context)
    amounts = amounts_in(printed, context)
    for field in TOTAL_FIELDS:
        if field in proposed:
            proposed[field] = weigh_sums(field, proposed[field], words, amounts)
            if context.decimal_mark == ",":
                proposed[field] = weigh_spaced(proposed[field], words)
    for field in DOUBTED:
        if field in proposed:
            proposed[field] = weigh_by_label(field, proposed[field], words)
