"""All relations, in the groups of fields that are chosen together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.extraction.relations import amounts, dates, numbers, parties
from paperformer.extraction.relations.relation import Relation

GROUPS: tuple[Sequence[Relation], ...] = (
    amounts.AMOUNTS,
    amounts.CURRENCY,
    dates.DATES,
    parties.PARTIES,
    numbers.ACCOUNTS,
    numbers.NUMBERS,
)
SAYS: Mapping[str, str] = {
    name: says for module in (amounts, dates, numbers, parties) for name, says in module.SAYS.items()
}
"""What is so where a relation holds, by its name."""
