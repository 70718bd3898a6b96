"""The rows of a table without heading: totals at one right edge, and what stands left of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median, median_low

from paperformer.fields.tables.article_codes import with_codes_apart
from paperformer.fields.tables.cell_texts import has_word, is_article, is_code
from paperformer.fields.tables.counts import read_product, with_products_in_texts
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import Row, RowReading

_BRACKETED = re.compile(r"\(.*\)")
_SAME_EDGE = 1.3  # ems between right edges of sums in one column
_RAGGED = 4.0  # and where they are set unevenly
_CLOSE_TO_MOST = 0.6  # part of the fullest column's sums that the column of totals has
_LEAST_WHOLE = 10  # of money without cents
_LONG_ARTICLE = 6  # digits from which a number at the head of a row is that of an article
_COUNT_DIGITS = 2
_SAME_LEFT = 1.0  # ems between counts of one column
_FEWEST_OPEN, _MOST_OPEN = 2, 0.7  # rows that open with a count, and their part of the rows with a total


@dataclass(frozen=True, slots=True)
class _Habits:
    """How a document prints its table.

    Args:
        whole: Whether its sums have no cents.
        edge: Where its totals end.
        alone: Whether they stand on rows of their own, below name and price.
        coded: Whether most rows with a sum begin with an article number.
    """

    whole: bool
    edge: float
    alone: bool
    coded: bool


def free_readings(rows: Sequence[Row]) -> list[RowReading]:
    """``rows`` of a table without heading, as receipts have it; empty where no column of totals is seen."""
    whole = any(row.numerals.whole for row in rows)
    edge = _edge_of_totals(rows, whole)
    if edge is None:
        return []
    summed = [row.pieces for row in rows if len(row.pieces) > 1 and _is_sum(row.pieces[-1], whole)]
    coded = 2 * sum(is_article(pieces[0].text) for pieces in summed) > len(summed)
    habits = _Habits(whole, edge, _stand_alone(rows, whole), coded)
    readings: list[RowReading] = []
    for row in rows:
        readings.append(_read(row, habits, readings[-1] if readings else None))
    return _with_openings(with_codes_apart(with_products_in_texts(readings), headed=False))


def _read(row: Row, habits: _Habits, above: RowReading | None) -> RowReading:
    """A row below ``above``."""
    reading, pieces = read_product(row, row.pieces, counted=False)
    total = _total(row, pieces, habits)
    cells: dict[str, Sequence[Piece]] = {**reading.cells}
    if total is not None:
        cells["total"] = [total]
    elif habits.alone and not reading.times and _ends_below_zero(pieces):
        cells["discount"], pieces = pieces[-1:], []
    first = pieces[0].text if len(pieces) > 1 and pieces[0] is not total else ""
    if is_article(first) and (habits.coded or len(first) >= _LONG_ARTICLE):
        cells["code"], pieces = pieces[:1], pieces[1:]
    texts = [piece for piece in pieces if piece.kind == "text"]
    names, loose = _names_and_loose(pieces, total)
    if reading.times and total is None:
        names = [name for name in names if not _BRACKETED.fullmatch(name.text)]  # "(tare 0.004)"
    is_lone = len(pieces) == 1 and total is None
    below_name = above is not None and above.named and above.total is None
    of_name = below_name and len(texts) == 1 and has_word(texts[0].text)
    if (is_lone or of_name) and is_code((texts or pieces)[0].text):
        names, cells["code"] = [], texts or pieces
        loose = [] if is_lone else loose
    closes = habits.alone and total is not None
    return replace(reading.with_cells(**cells, description=names), loose=tuple(loose), closes=closes)


def _total(row: Row, pieces: Sequence[Piece], habits: _Habits) -> Piece | None:
    """The sum that is the total of a line."""
    if habits.alone:
        return pieces[0] if _is_alone(row, habits.whole) else None
    reach = _SAME_EDGE * row.em
    for piece in reversed(pieces):
        if _is_sum(piece, habits.whole) and abs(piece.x1 - habits.edge) <= reach:
            return piece
    return None if habits.whole else _ragged(pieces, habits.edge, row.em)


def _names_and_loose(pieces: Sequence[Piece], total: Piece | None) -> tuple[list[Piece], list[Piece]]:
    """The texts of a row, and its other pieces, that stand left of its total."""
    names: list[Piece] = []
    loose: list[Piece] = []
    for piece in pieces:
        if piece.kind == "text" and (total is None or piece.x0 < total.x0):
            names.append(piece)
        elif piece is not total and piece.kind != "times" and (total is None or piece.x1 <= total.x0):
            loose.append(piece)
    return names, loose


def _ends_below_zero(pieces: Sequence[Piece]) -> bool:
    """Whether a row takes a sum off the line."""
    return any(piece.kind == "number" and piece.amount < 0 and piece.strong for piece in pieces[-1:])


def _stand_alone(rows: Sequence[Row], whole: bool) -> bool:
    """Whether totals stand on rows of their own, below name and price, more often than beside names."""
    several = [row.pieces for row in rows if len(row.pieces) > 1]
    named = [
        sum(_is_sum(piece, whole) for piece in pieces) > any(piece.kind == "times" for piece in pieces)
        for pieces in several
    ]  # "2 x 3,50" prints a price alone, "2 x 3,50  7,00" its total too
    alone = sum(_is_alone(row, whole) for row in rows)
    return alone > max(1, sum(named))


def _is_alone(row: Row, whole: bool) -> bool:
    return len(row.pieces) == 1 and _is_sum(row.pieces[0], whole)


def _ragged(pieces: Sequence[Piece], edge: float, em: float) -> Piece | None:
    """The sum that ends a row with a name, near the others: some printers set it unevenly."""
    last = pieces[-1] if pieces else None
    if last is None or not _is_sum(last, whole=False) or abs(last.x1 - edge) > _RAGGED * em:
        return None
    return last if any(piece.kind == "text" and has_word(piece.text) for piece in pieces) else None


def _is_sum(piece: Piece, whole: bool) -> bool:
    """Whether a number may be a sum: with cents, or without (``whole``) where no number has them."""
    if piece.kind != "number" or piece.unit:
        return False
    return piece.strong or (whole and piece.amount.is_integer() and abs(piece.amount) >= _LEAST_WHOLE)


def _edge_of_totals(rows: Iterable[Row], whole: bool) -> float | None:
    """The right edge at which most rows end in a sum; of nearly equal ones the rightmost."""
    edges = sorted((piece.x1, row.em) for row in rows for piece in row.pieces if _is_sum(piece, whole))
    clusters: list[list[float]] = []
    for x1, em in edges:
        if clusters and x1 - clusters[-1][-1] <= _SAME_EDGE * em / 2:
            clusters[-1].append(x1)
        else:
            clusters.append([x1])
    if not clusters:
        return None
    most = max(map(len, clusters))
    return median(next(c for c in reversed(clusters) if len(c) >= _CLOSE_TO_MOST * most))


def _with_openings(readings: Sequence[RowReading]) -> list[RowReading]:
    """``readings`` with the counts that open lines, where names go on below and the amount stands on their
    last row: "2 Menu of the day with", then "cheese  46,00".
    """
    counted = [place for place, reading in enumerate(readings) if _opens_with_count(reading)]
    lefts = {place: readings[place].row.pieces[0].x0 for place in counted}
    left = median_low(lefts.values() or [0.0])
    opening = [p for p in counted if abs(lefts[p] - left) <= _SAME_LEFT * readings[p].row.em]
    if len(opening) < _FEWEST_OPEN:
        return list(readings)
    totals = {place for place in range(opening[0], len(readings)) if readings[place].total is not None}
    wrapped = not totals.issuperset(opening) and not totals.issubset(opening)
    numbers = [readings[place].loose[0].amount for place in opening]
    is_numbered = numbers == [place + 1.0 for place in range(len(numbers))]
    if not wrapped or is_numbered or len(opening) < _MOST_OPEN * len(totals):
        return list(readings)
    return [
        replace(reading.taking("quantity", reading.loose[0]), opens=True) if place in opening else reading
        for place, reading in enumerate(readings)
    ]


def _opens_with_count(reading: RowReading) -> bool:
    """Whether a count is the first that a row prints, left of its name."""
    names = reading.cell("description")
    if not names or not reading.loose or reading.loose[0] is not reading.row.pieces[0]:
        return False
    count = reading.loose[0]
    return count.text.isdigit() and len(count.text) <= _COUNT_DIGITS and count.x1 <= names[0].x0
