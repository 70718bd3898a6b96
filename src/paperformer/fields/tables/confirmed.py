"""What a confirmed page says of the table of its lines: what each column holds, and its decimal mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, Literal, NamedTuple

from paperformer.fields.page.layout import Line
from paperformer.fields.row_cells import CELLS
from paperformer.fields.standing import letters_only
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.header import Header, find_headers
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.proved_headers import proved_headers
from paperformer.fields.tables.rows import Row, TableContext, with_mark

Form = Literal["text", "percent", "number"]
FORMS: Final[Mapping[str, Form]] = {"text": "text", "percent": "percent", "number": "number", "times": "text"}
"""The form of a piece by its kind."""
_LETTERS = 24  # of a caption that are kept
_LEAST = 2  # cells of a line that its row prints
_SHORTEST = 3  # letters of a part of a description
_ABOVE = 4  # rows from a heading to the first line at most
_SEGMENTS = 2
_MOST_DIGITS = 2
_ASIDE = 0.02  # of the page's width: a piece so far off its caption may stand below another
_OWN = 0.5  # of a vote: what the words of the caption say, where two columns print the same numbers


class ColumnAnchor(NamedTuple):
    """A column of a confirmed table.

    Args:
        role: The cell that it holds; empty where it holds none that was confirmed.
        caption: The first letters of the words above it.
        x0, x1: Where these begin and end, in thousandths of the page's width.
        form: What most of its cells are.
    """

    role: str
    caption: str
    x0: int
    x1: int
    form: str


class ConfirmedTable(NamedTuple):
    """The table of lines of a confirmed page.

    Args:
        mark: Its decimal mark; empty where its numbers do not tell.
        columns: Left to right.
    """

    mark: str
    columns: tuple[ColumnAnchor, ...]


class _Print(NamedTuple):
    """A piece of a line's row, and a cell of the line that it may print; none where no cell says so."""

    role: str
    piece: Piece


class _Located(NamedTuple):
    """The rows that print confirmed lines, and what their pieces say."""

    rows: Sequence[int]
    prints: Sequence[_Print]

    @property
    def cells(self) -> int:
        """How many of the prints are of a cell."""
        return sum(bool(column.role) for column in self.prints)


def confirmed_table(context: TableContext, lines: Sequence[Mapping[str, str]]) -> ConfirmedTable | None:
    """What a page teaches whose lines somebody confirmed; None where they or their heading are not found.

    Args:
        context: The page.
        lines: The cells of each line, in printed order.
    """
    own = _located(lines, context.rows)
    marked = {mark: _located(lines, with_mark(context.rows, mark)) for mark in (",", ".")}
    best = max([own, *marked.values()], key=lambda located: located.cells)
    agreeing = [mark for mark, located in marked.items() if located.cells == best.cells]
    above = _headings_above(best.rows[0], context) if best.rows else []
    header = max(above, key=lambda heading: _explained(heading.captions, best.prints), default=None)
    columns = _columns(header.captions, best.prints) if header is not None else ()
    if not any(column.role for column in columns):
        return None
    return ConfirmedTable(agreeing[0] if len(agreeing) == 1 else "", columns)


def headings(context: TableContext) -> list[Header]:
    """Every row that may head a table: those that we know, those that arithmetic proves, and any of words."""
    known = [*find_headers(context), *find_headers(context, counts=True), *proved_headers(context.rows)]
    words = [
        Header(row.index, row.index, tuple(map(_as_caption, row.lines)))
        for row in context.rows
        if len(row.lines) >= _SEGMENTS and row.digits <= _MOST_DIGITS
    ]
    return [*known, *words]


def _as_caption(line: Line) -> Caption:
    return Caption(frozenset(), line.box.x0, line.box.x1, line.text)


def caption_key(caption: Caption) -> str:
    """The letters by which a caption is told again; none of "%" and "#"."""
    return letters_only(caption.text)[:_LETTERS]


def _headings_above(first: int, context: TableContext) -> list[Header]:
    """The headings right above the row ``first``, those that we know before those of any words."""
    page = context.rows[first].page
    return [
        heading
        for heading in headings(context)
        if first - _ABOVE <= heading.last < first and context.rows[heading.last].page == page
    ]


def _explained(captions: Sequence[Caption], prints: Sequence[_Print]) -> float:
    """How many of the prints of cells stand at the caption of their column, those aside of it in part."""
    roles = _one_each(captions, prints)
    places = ((role, piece, _over(captions, piece)) for role, piece in prints if role)
    return sum(
        max(0.0, 1.0 - sum(_apart(captions[at], piece)) / _ASIDE)
        for role, piece, at in places
        if roles.get(at) == role
    )


def _located(lines: Sequence[Mapping[str, str]], rows: Sequence[Row]) -> _Located:
    """The rows of the lines, each below the one before."""
    found: list[int] = []
    prints: list[_Print] = []
    start = 0
    for line in lines:
        said = {row.index: list(_said(row, line)) for row in rows[start:]}
        roles = {index: {column.role for column in own if column.role} for index, own in said.items()}
        best = max(roles, key=lambda index: (len(roles[index]), -index), default=None)
        if best is None or len(roles[best]) < _LEAST:
            continue
        found.append(best)
        prints += said[best]
        start = best + 1
    return _Located(found, prints)


def _said(row: Row, line: Mapping[str, str]) -> Iterator[_Print]:
    """What the pieces of a row may be of a line."""
    for piece in row.pieces:
        roles = [role for role, value in line.items() if value and role in CELLS and _is(piece, role, value)]
        yield from (_Print(role, piece) for role in roles or ("",))


def _is(piece: Piece, role: str, value: str) -> bool:
    """Whether a piece prints a cell."""
    if CELLS[role].is_number or role == "discount":
        return piece.kind in {"number", "percent"} and _same_number(piece.value, value)
    own, wanted = _squeezed(piece.text), _squeezed(value)
    if role == "description" and piece.kind == "text" and len(own) >= _SHORTEST:
        return own in wanted or wanted in own
    return own == wanted


def _same_number(text: str, other: str) -> bool:
    try:
        return abs(Decimal(text)) == abs(Decimal(other.strip("% ")))
    except InvalidOperation:
        return False


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _columns(captions: Sequence[Caption], prints: Sequence[_Print]) -> tuple[ColumnAnchor, ...]:
    """What stands below each caption; nothing is said of one that nothing stands below."""
    forms: dict[int, Counter[str]] = {}
    for _, piece in prints:
        forms.setdefault(_over(captions, piece), Counter())[FORMS[piece.kind]] += 1
    roles = _one_each(captions, prints)
    return tuple(
        ColumnAnchor(
            roles.get(place, ""),
            caption_key(caption),
            round(1000 * caption.x0),
            round(1000 * caption.x1),
            forms[place].most_common(1)[0][0],
        )
        for place, caption in enumerate(captions)
        if place in forms
    )


def _one_each(captions: Sequence[Caption], prints: Sequence[_Print]) -> dict[int, str]:
    """One role for each caption, the surest first; numbers of two columns may agree in some lines."""
    votes = Counter((_over(captions, piece), role) for role, piece in prints if role)
    ranked = sorted(
        (-count - _OWN * (role in captions[place].roles), place, role)
        for (place, role), count in votes.items()
    )
    roles: dict[int, str] = {}
    for _, place, role in ranked:
        if place not in roles and role not in roles.values():
            roles[place] = role
    return roles


def _over(captions: Sequence[Caption], piece: Piece) -> int:
    """The caption that a piece stands below, by the nearest of its edges and middles."""

    return min(range(len(captions)), key=lambda place: _apart(captions[place], piece))


def _apart(caption: Caption, piece: Piece) -> tuple[float, float]:
    """How far a piece stands beside a caption, and how far the nearest of their edges and middles are off."""
    left, right = piece.x0, piece.number_x1 if piece.unit else piece.x1  # its unit may be another column's
    middles = abs(caption.x0 + caption.x1 - left - right) / 2
    gap = max(0.0, caption.x0 - right, left - caption.x1)
    return gap, min(abs(caption.x0 - left), abs(caption.x1 - right), middles)
