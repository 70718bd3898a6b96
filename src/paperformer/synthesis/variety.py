"""How different the documents of a corpus are from each other, as far as their layout goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperformer.synthesis.corpus import SyntheticDocument

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Variety:
    """What ``measure`` found.

    Args:
        documents: How many were compared.
        signatures_per_thousand: Different layout signatures per thousand documents.
        arrangements_per_thousand: The same for the main fields alone, on a coarse grid: how many ways there
            are to arrange seller, buyer, number, date and total.
        nearest: Median distance of a document to its nearest neighbour: the mean way, in parts of the page,
            between the places of the fields that both have. Copies of one template would give 0.
    """

    documents: int
    signatures_per_thousand: float
    arrangements_per_thousand: float
    nearest: float


def places(document: SyntheticDocument) -> Mapping[str, Place]:
    """Where each field is printed first: the middle of its first word, in parts of the page."""
    found: dict[str, Place] = {}
    sizes = {sheet.number: (sheet.width, sheet.height) for sheet in document.sheets}
    for word in document.words:
        width, height = sizes[word.page]
        middle = (
            (word.box[0] + word.box[2]) / 2 / width,
            (word.box[1] + word.box[3]) / 2 / height + word.page - 1,
        )
        for name in word.fields:
            found.setdefault(name, middle)
    return found


MAIN = frozenset(
    {"supplier_name", "supplier_address", "receiver_name", "document_number", "document_date"}
    | {"total_incl_vat", "amount_due"}
)


def signature(found: Mapping[str, Place]) -> tuple[tuple[str, int, int], ...]:
    """Which fields stand in which cell of a 4 by 8 grid: equal for documents of one template."""
    return tuple(sorted((name, int(x * 4), int(y * 8)) for name, (x, y) in found.items()))


def arrangement(found: Mapping[str, Place]) -> tuple[tuple[str, int, int], ...]:
    """Which of the main fields stand in which cell of a 2 by 4 grid."""
    return tuple(sorted((n, int(x * 2), int(y * 4)) for n, (x, y) in found.items() if n in MAIN))


def distance(first: Mapping[str, Place], other: Mapping[str, Place]) -> float:
    """The mean way between the fields that both have; 1 where they share less than half of them."""
    shared = first.keys() & other.keys()
    if len(shared) * 2 < len(first.keys() | other.keys()):
        return 1.0
    ways = [abs(first[name][0] - other[name][0]) + abs(first[name][1] - other[name][1]) for name in shared]
    return sum(ways) / len(ways)


def measure(found: Sequence[Mapping[str, Place]]) -> Variety:
    """The variety of documents (two or more) by their ``places``; each is compared with each."""
    nearest = sorted(
        min(distance(layout, other) for turn, other in enumerate(found) if turn != own)
        for own, layout in enumerate(found)
    )
    signatures = len({signature(layout) for layout in found})
    arrangements = len({arrangement(layout) for layout in found})
    thousandth = len(found) / 1000
    return Variety(len(found), signatures / thousandth, arrangements / thousandth, nearest[len(nearest) // 2])
