"""Where on its page a candidate stands, how large, how often."""

from __future__ import annotations

import math

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence

_CELLS = 3  # beside a cell of a table


@evidence(
    "how far down its page it is",
    fires=on("Acme").at("supplier_name", "Acme"),
    abstains=on("Acme").at("supplier_country", "", "DE"),
)
def down(candidate: Candidate, page: ObservedPage) -> float | None:
    box = page.box(candidate)
    return None if box is None else box.center[1]


@evidence(
    "how far right it is",
    fires=on("Acme").at("supplier_name", "Acme"),
    abstains=on("Acme").at("supplier_country", "", "DE"),
)
def right(candidate: Candidate, page: ObservedPage) -> float | None:
    box = page.box(candidate)
    return None if box is None else box.center[0]


@evidence("it is on a later page")
def later_page(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.words and page.view.words[candidate.words[0]].page > 1 else None


@evidence("how much larger it is printed than the usual line")
def larger(candidate: Candidate, page: ObservedPage) -> float | None:
    if not candidate.words:
        return None
    height = page.view.words[candidate.words[0]].box.height
    return max(-1.5, min(1.5, math.log(max(height, 1e-4) / page.layout.height)))


@evidence(
    "it is not printed",
    fires=on("Acme").at("supplier_country", "", "DE"),
    abstains=on("Acme DE").at("supplier_country", "DE"),
)
def unprinted(candidate: Candidate, page: ObservedPage) -> float | None:
    return None if candidate.words else 1.0


@evidence(
    "it is inside a long line, as in a sentence",
    fires=on("please pay the sum of 12.00 within thirty days").at("amount_due", "12.00"),
    abstains=on("Total 12.00").at("amount_due", "12.00"),
)
def in_sentence(candidate: Candidate, page: ObservedPage) -> float | None:
    line = page.line(candidate)
    if line is None or len(line.words) < 7:
        return None
    others = len(line.words) - len(candidate.words)
    return 1.0 if others >= 6 else None


@evidence(
    "three cells or more stand beside it on its row",
    fires=on("Bolt    2    1.00    2.00").at("supplier_name", "Bolt"),
    abstains=on("Acme").at("supplier_name", "Acme"),
)
def among_cells(candidate: Candidate, page: ObservedPage) -> float | None:
    line = page.line(candidate)
    if line is None:
        return None
    beside = (*page.layout.left_of(line), *page.layout.right_of(line))
    return 1.0 if len(beside) >= _CELLS else None
