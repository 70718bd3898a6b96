"""The sign of a rounding that is printed without one: told by the sums above and below it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.scored import Scored
from paperformer.fields.totals import MOST_ROUNDING
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan


def with_sign(candidates: Sequence[Scored], printed: PrintedWords, context: ValueContext) -> list[Scored]:
    """``candidates`` for the rounding, negative where a sum above is a sum below and the rounding together.

    BT-114 of EN 16931 is what is added to a total: "Round off 0.03" between 200.03 and 200.00 is -0.03.

    Args:
        candidates: Of this field.
        printed: The document's words.
        context: What the document says about its values.
    """
    if not candidates:
        return []
    amounts = printed.spans("amount", context)
    return [one._replace(value=f"-{one.value}") if _is_taken_off(one, amounts) else one for one in candidates]


def _is_taken_off(candidate: Scored, amounts: Sequence[ValueSpan]) -> bool:
    rounding = decimal_of(candidate.value)
    if rounding is None or not candidate.words or not 0 < rounding <= MOST_ROUNDING:
        return False
    above = {Decimal(a.parsed.value) for a in amounts if a.last < candidate.words[0]}
    below = {Decimal(a.parsed.value) for a in amounts if a.first > candidate.words[-1]}
    return any(total - rounding in below for total in above) and not any(
        total + rounding in below for total in above
    )
