"""Whether a name or an address goes on beyond its end, or begins before its beginning."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.page.layout import Line

_TEXT = ("name", "address")
# Words that no name and no address ends with.


def _continues(line: Line | None, other: Line | None, page: ObservedPage) -> bool:
    """Whether two lines are rows of one block: one left edge or middle, and no label opens the second."""
    if line is None or other is None:
        return False
    edges = abs(line.box.x0 - other.box.x0), abs(line.box.center[0] - other.box.center[0])
    return min(edges) <= page.layout.height and not page.view.labelled.is_caption(other)


@evidence(
    "the next row of its block has digits",
    types=_TEXT,
    fires=on("Acme", "Lange Gasse 3").at("supplier_name", "Acme"),
    abstains=on("Acme", "Berlin").at("supplier_name", "Acme"),
)
def digits_below(candidate: Candidate, page: ObservedPage) -> float | None:
    below = page.below_last(candidate)
    return 1.0 if below is not None and below.digits else None


@evidence(
    "the row above has digits",
    types=_TEXT,
    fires=on("Lange Gasse 3", "Acme").at("supplier_name", "Acme"),
    abstains=on("Berlin", "Acme").at("supplier_name", "Acme"),
)
def digits_above(candidate: Candidate, page: ObservedPage) -> float | None:
    above = page.above(candidate)
    return 1.0 if above is not None and above.digits else None


@evidence(
    "a bracket follows it",
    types=("name",),
    fires=on("Acme (4711)").at("supplier_name", "Acme"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def bracket_behind(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if page.behind(candidate).startswith("(") else None


@evidence(
    "it leaves out the row above in its block, which is no name either",
    types=("address",),
    fires=on("The Old Forge", "Church Lane 3").at("supplier_address", "Church Lane 3"),
    abstains=on("Church Lane 3").at("supplier_address", "Church Lane 3"),
)
def unnamed_row_above(candidate: Candidate, page: ObservedPage) -> float | None:
    above = page.above(candidate)
    if above is None or not _continues(above, page.line(candidate), page):
        return None
    named = max(page.line_claim(above, f"{party}_name") for party in ("supplier", "receiver"))
    return 1.0 - named if named < 1.0 else None
