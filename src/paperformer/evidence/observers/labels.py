"""What the label beside or above a candidate says."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence


@evidence("the nearest label before it names the field")
def own_label(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.field in page.label_of(candidate) else None


@evidence("the nearest label before it names another field")
def other_label(candidate: Candidate, page: PageView) -> float | None:
    said = page.label_of(candidate)
    return 1.0 if said and candidate.field not in said else None


@evidence("the nearest label before it names something that no field takes")
def foreign_label(candidate: Candidate, page: PageView) -> float | None:
    said = page.label_of(candidate)
    return 1.0 if said and all(name.startswith("(") for name in said) else None


@evidence("a colon stands right before it")
def after_colon(candidate: Candidate, page: PageView) -> float | None:
    before = page.before(candidate)
    return 1.0 if before.endswith((":", "#", "no.", "nr.")) else None


@evidence("nothing stands before it on its row")
def row_begins(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.words and not page.before(candidate) else None


@evidence("a label is a part of it")
def holds_label(candidate: Candidate, page: PageView) -> float | None:
    if candidate.type not in {"name", "address", "number", "text"} or not candidate.words:
        return None
    shared = len(page.around.captions.intersection(candidate.words))
    return shared / len(candidate.words) if shared else None


@evidence("it begins with a label", types=("name", "address"))
def begins_with_label(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.words and candidate.words[0] in page.around.captions else None
