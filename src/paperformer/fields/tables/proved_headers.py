"""Headings in words that nobody listed: captions whose columns the rows below prove by arithmetic."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import Row

_SEGMENTS = 3
_MOST_DIGITS = 2
_BELOW = 12  # rows below a heading among which lines must stand
_PROOFS = 2  # lines that prove the columns where a quantity of one proves little
_FAR = 4.0  # heights of a row to the first line below


class _Product(NamedTuple):
    """The numbers of a row that multiply, and whether the quantity is more than one."""

    quantity: Piece
    price: Piece
    total: Piece
    is_telling: bool


def proved_headers(rows: Sequence[Row]) -> list[Header]:
    """The headings whose columns arithmetic proves, in reading order.

    A heading is a row of three segments or more without figures; in a row below it, quantity times price
    gives the total, or in two of them where the quantity is one.
    """
    found = ((row.index, _proved_captions(row, rows)) for row in rows)
    return [Header(index, index, tuple(captions)) for index, captions in found if captions]


def _proved_captions(row: Row, rows: Sequence[Row]) -> list[Caption]:
    """The segments of a row as captions of what the figures below say; empty without proof."""
    if len(row.lines) < _SEGMENTS or row.digits > _MOST_DIGITS:
        return []
    below = [other for other in rows[row.index + 1 : row.index + 1 + _BELOW] if other.page == row.page]
    if not below or below[0].middle - row.middle > _FAR * max(row.height, below[0].height):
        return []
    products = [product for other in below if (product := _product(other)) is not None]
    if not any(product.is_telling for product in products) and len(products) < _PROOFS:
        return []
    captions = [Caption(frozenset(), line.box.x0, line.box.x1, line.text) for line in row.lines]
    roles = _proved_roles(captions, products)
    if len(roles) < _SEGMENTS:
        return []
    roles |= _other_roles(captions, below, roles)
    return [
        Caption(
            frozenset({roles[place]}) if place in roles else frozenset(), caption.x0, caption.x1, caption.text
        )
        for place, caption in enumerate(captions)
    ]


def _product(row: Row) -> _Product | None:
    """Quantity, price and total of a row, the total last; of several products the one of larger factors."""
    numbers = [piece for piece in row.pieces if piece.kind == "number"]
    products = [
        _Product(quantity, price, total, 1.0 not in (quantity.amount, price.amount))
        for total in numbers[2:]
        for quantity, price in _factors([piece for piece in numbers if piece.x1 <= total.x0])
        if quantity.amount > 0 and total.amount and line_holds(quantity, price, total)
    ]
    return max(products, key=lambda product: (product.is_telling, product.total.x1), default=None)


def _factors(numbers: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Quantities and prices, left to right but where the second alone has no cents."""
    for first, second in combinations(numbers, 2):
        yield (second, first) if first.strong and not second.strong else (first, second)


def _proved_roles(captions: Sequence[Caption], products: Sequence[_Product]) -> dict[int, str]:
    """By caption what most products have below it; a caption has one role."""
    votes: Counter[tuple[int, str]] = Counter()
    for product in products:
        for role, piece in zip(("quantity", "unit_price", "total"), product[:3], strict=True):
            votes[_nearest(captions, piece), role] += 1 + product.is_telling
    roles: dict[int, str] = {}
    for (place, role), _ in votes.most_common():
        if place not in roles and role not in roles.values():
            roles[place] = role
    return roles


def _other_roles(captions: Sequence[Caption], rows: Sequence[Row], known: dict[int, str]) -> dict[int, str]:
    """The column that counts the lines, and the one of the longest texts."""
    counted: dict[int, list[float]] = defaultdict(list)
    letters: Counter[int] = Counter()
    for piece in (piece for row in rows for piece in row.pieces):
        place = _nearest(captions, piece)
        if place not in known and piece.kind == "number":
            counted[place].append(piece.amount)
        elif place not in known and piece.kind == "text":
            letters[place] += sum(map(str.isalpha, piece.text))
    roles = {place: "position" for place, numbers in counted.items() if numbers[:2] == [1.0, 2.0]}
    names = [place for place, _ in letters.most_common() if place not in roles]
    return roles | dict.fromkeys(names[:1], "description")


def _nearest(captions: Sequence[Caption], piece: Piece) -> int:
    """The caption that a piece stands below, or nearest to."""

    def gap(place: int) -> tuple[float, float]:
        caption = captions[place]
        apart = max(0.0, caption.x0 - piece.x1, piece.x0 - caption.x1)
        return apart, abs((caption.x0 + caption.x1) - (piece.x0 + piece.x1))

    return min(range(len(captions)), key=gap)
