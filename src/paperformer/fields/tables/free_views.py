"""The rows of a table without heading as views: totals at one right edge, and what stands left of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from paperformer.fields.tables.article_codes import part_codes
from paperformer.fields.tables.cell_texts import has_word, is_article, is_code
from paperformer.fields.tables.multiplication import without_times
from paperformer.fields.tables.openings import mark_openings
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.view import View

_SAME_EDGE = 1.3  # ems between right edges of sums in one column
_RAGGED = 4.0  # and where they are set unevenly
_CLOSE_TO_MOST = 0.6  # part of the fullest column's sums that the column of totals has
_LEAST_WHOLE = 10  # of money without cents
_LONG_ARTICLE = 6  # digits from which a number at the head of a row is that of an article


def free_views(rows: Sequence[Row]) -> list[View]:
    """``rows`` of a table without heading, as receipts have it; empty where no column of totals is seen."""
    whole = any(row.numerals.whole for row in rows)
    edge = _edge_of_totals(rows, whole)
    if edge is None:
        return []
    alone = _stand_alone(rows, whole)
    coded = _lead_with_articles(rows, whole)
    views: list[View] = []
    for row in rows:
        view = View(row)
        pieces = without_times(view, row.pieces, counted=False)
        if alone:
            total = pieces[0] if _is_alone(row, whole) else None
            view.closes = total is not None
            off = pieces[-1] if pieces and total is None and not view.times else None
            if off is not None and off.kind == "number" and off.amount < 0 and off.strong:
                view.cells["discount"], pieces = [off], []
        else:
            reach = _SAME_EDGE * row.em
            total = next((p for p in pieces[::-1] if _is_sum(p, whole) and abs(p.x1 - edge) <= reach), None)
            total = total or (None if whole else _ragged(pieces, edge, row.em))
        if total is not None:
            view.cells["total"] = [total]
        if len(pieces) > 1 and pieces[0] is not total and _is_leading_article(pieces[0], coded):
            view.cells["code"], pieces = pieces[:1], pieces[1:]
        for piece in pieces:
            if piece.kind == "text" and (total is None or piece.x0 < total.x0):
                view.cells.setdefault("description", []).append(piece)
            elif piece is not total and piece.kind != "times" and (total is None or piece.x1 <= total.x0):
                view.loose.append(piece)
        texts = [piece for piece in pieces if piece.kind == "text"]
        below_name = bool(views) and views[-1].named and views[-1].total is None
        is_lone = len(pieces) == 1 and total is None
        of_name = below_name and len(texts) == 1 and has_word(texts[0].text)
        if (is_lone or of_name) and is_code((texts or pieces)[0].text):
            view.cells.pop("description", None)
            view.cells["code"] = texts or pieces
            view.loose = [] if is_lone else view.loose
        views.append(view)
    part_codes(views, headed=False)
    mark_openings(views)
    return views


def _lead_with_articles(rows: Sequence[Row], whole: bool) -> bool:
    """Whether most rows with a sum begin with an article number."""
    summed = [row.pieces for row in rows if len(row.pieces) > 1 and _is_sum(row.pieces[-1], whole)]
    return 2 * sum(is_article(pieces[0].text) for pieces in summed) > len(summed)


def _is_leading_article(piece: Piece, coded: bool) -> bool:
    """Whether the first piece of a row is an article number: a long one, or one of a table that has them."""
    return is_article(piece.text) and (coded or len(piece.text) >= _LONG_ARTICLE)


def _stand_alone(rows: Sequence[Row], whole: bool) -> bool:
    """Whether totals stand on rows of their own, below name and price, more often than beside names."""
    several = [row.pieces for row in rows if len(row.pieces) > 1]
    named = [
        any(_is_sum(piece, whole) for piece in pieces) and all(piece.kind != "times" for piece in pieces)
        for pieces in several
    ]
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
