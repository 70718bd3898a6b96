"""Counts that open lines whose names go on below: "2 Menu of the day with", then "cheese  46,00"."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

from paperformer.fields.tables.view import View

_DIGITS = 2  # of a count
_SAME_LEFT = 1.0  # ems between counts of one column
_FEWEST, _MOST = 2, 0.7  # rows that open with a count, and their part of the rows with a total


def mark_openings(views: Sequence[View]) -> None:
    """Say which rows open a line, where names go on below and the amount stands on their last row.

    Args:
        views: The rows of a table without heading; counts are moved from their loose numbers to quantities.
    """
    counted = [view for view in views if _opens_with_count(view)]
    left = median_low([view.row.pieces[0].x0 for view in counted] or [0.0])
    opening = [view for view in counted if abs(view.row.pieces[0].x0 - left) <= _SAME_LEFT * view.row.em]
    if len(opening) < _FEWEST:
        return
    opened = {id(view) for view in opening}
    first = views.index(opening[0])
    totals = [view for view in views[first:] if view.total is not None]
    wrapped = any(view.total is None for view in opening) and any(id(view) not in opened for view in totals)
    numbers = [view.loose[0].amount for view in opening]
    if not wrapped or len(opening) < _MOST * len(totals) or numbers == [n + 1.0 for n in range(len(numbers))]:
        return
    for view in opening:
        view.opens = True
        view.cells["quantity"] = [view.loose.pop(0)]


def _opens_with_count(view: View) -> bool:
    names = view.cells.get("description")
    if not names or not view.loose or view.loose[0] is not view.row.pieces[0]:
        return False
    count = view.loose[0]
    return count.text.isdigit() and len(count.text) <= _DIGITS and count.x1 <= names[0].x0
