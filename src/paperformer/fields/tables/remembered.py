"""Headings that confirmed pages of the supplier had: what stands below each caption is known from there.

They make one more reading of the lines, which competes with the others (``choice``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from paperformer.fields.row_cells import LINE_CELLS
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.confirmed import FORMS, ColumnAnchor, ConfirmedTable, caption_key, headings
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.line_table import LineTable
from paperformer.fields.tables.rows import TableContext, with_mark

_LEAST = 2  # captions that a heading has in common with a confirmed one
_PART = 0.6  # and part of those of the confirmed one
_ALIGNED = 30  # thousandths of the page by which the edges of a caption without letters differ
_CELLS = frozenset(LINE_CELLS)
_OTHER = frozenset({"other"})


@dataclass(frozen=True, slots=True)
class RememberedHeading:
    """A heading as confirmed pages have it.

    Args:
        header: Its captions, with the roles that were confirmed.
        forms: By role the form of its cells there.
        support: The part of the confirmed pages that say so.
        mark: The decimal mark there; empty where they do not tell.
    """

    header: Header
    forms: Mapping[str, str]
    support: float
    mark: str

    @property
    def told(self) -> float:
        """How many columns the confirmed pages tell."""
        return len(self.forms) * self.support

    def agreement(self, table: LineTable) -> float:
        """How far the lines of a reading are of the remembered forms, times the support."""
        judged = [
            FORMS[piece.kind] == form
            for item in table.items
            for role, form in self.forms.items()
            if (piece := next(item.printed(role), None)) is not None
        ]
        return self.support * sum(judged) / len(judged) if judged else 0.0


def remembered_headings(
    context: TableContext, confirmed: Sequence[ConfirmedTable]
) -> list[RememberedHeading]:
    """The headings of a document that confirmed pages of its supplier have, one for each place, top down."""
    best: dict[int, RememberedHeading] = {}
    for header in headings(context):
        heading = _remembered(header, confirmed)
        if heading is not None and (header.first not in best or heading.told > best[header.first].told):
            best[header.first] = heading
    apart: list[RememberedHeading] = []
    for first in sorted(best):
        if not apart or first > apart[-1].header.last:
            apart.append(best[first])
    return apart


def context_of(found: Sequence[RememberedHeading], context: TableContext) -> TableContext:
    """The document with its numbers read as those below the confirmed headings are."""
    mark = next((heading.mark for heading in found if heading.mark), "")
    if not mark or context.rows[0].numerals.mark == mark:
        return context
    rows = with_mark(context.rows, cast(Literal[".", ","], mark))
    return TableContext(rows, context.labelled, context.captions)


def _remembered(header: Header, confirmed: Sequence[ConfirmedTable]) -> RememberedHeading | None:
    """A heading with the roles that most confirmed pages give its captions; None where too few are theirs."""
    matched = [(table, pairs) for table in confirmed if (pairs := _pairs(header.captions, table.columns))]
    if not matched:
        return None
    votes: Counter[tuple[int, str]] = Counter()
    for _, pairs in matched:
        votes.update((place, anchor.role) for place, anchor in pairs.items())
    roles = _most(votes)
    if not any(roles.values()):
        return None
    forms = {
        anchor.role: anchor.form
        for _, pairs in reversed(matched)
        for place, anchor in pairs.items()
        if anchor.role and roles.get(place) == anchor.role
    }
    agreeing = sum(votes[place, role] for place, role in roles.items()) / len(roles)
    marks = Counter(table.mark for table, _ in matched if table.mark)
    mark = marks.most_common(1)[0][0] if marks else ""
    captions = tuple(_told(place, caption, roles) for place, caption in enumerate(header.captions))
    return RememberedHeading(replace(header, captions=captions), forms, agreeing / len(confirmed), mark)


def _pairs(captions: Sequence[Caption], columns: Sequence[ColumnAnchor]) -> dict[int, ColumnAnchor]:
    """By caption the confirmed column of the same words; empty where too few of these are there."""
    pairs: dict[int, ColumnAnchor] = {}
    for column in columns:
        free = [
            place for place, caption in enumerate(captions) if place not in pairs and _is(caption, column)
        ]
        if free:
            pairs[min(free, key=lambda place: _moved(captions[place], column))] = column
    return pairs if len(pairs) >= max(_LEAST, _PART * len(columns)) else {}


def _is(caption: Caption, column: ColumnAnchor) -> bool:
    """Whether a caption has the words of a confirmed one, or neither has letters and both stand alike."""
    if caption_key(caption) != column.caption:
        return False
    return bool(column.caption) or _moved(caption, column) <= _ALIGNED


def _moved(caption: Caption, column: ColumnAnchor) -> float:
    return min(abs(1000 * caption.x0 - column.x0), abs(1000 * caption.x1 - column.x1))


def _most(votes: Mapping[tuple[int, str], int]) -> dict[int, str]:
    """By caption the role that most pages give it, each role once."""
    roles: dict[int, str] = {}
    for (place, role), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0])):
        if place not in roles and (not role or role not in roles.values()):
            roles[place] = role
    return roles


def _told(place: int, caption: Caption, roles: Mapping[int, str]) -> Caption:
    """A caption with its confirmed role; one that nobody confirmed keeps those that no other has."""
    role = roles.get(place)
    if role:
        return replace(caption, roles=frozenset({role}))
    # A number of the line, or a sum with tax, is none of our cells: it may be what its caption says
    left = caption.roles - (frozenset(roles.values()) if role is None else _CELLS)
    if left or (role is None and not caption.roles):
        return replace(caption, roles=left)
    return replace(caption, roles=_OTHER)
