"""What each column holds: the roles that captions, cells and the arithmetic of the rows agree on best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.columns import NUMERIC, Column
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.units import is_unit

_NAMED = 2.0  # a role that the caption gives
_PRIMARY = 0.4  # less for a caption of several meanings
_SECOND = 1.0  # less for a role that the caption does not give
_NAMELESS = 1.0  # a table without names
_LATER = 0.05
_IDLE = -0.8  # a named column that is left out
_HELD, _BROKEN = 4.0, 3.0  # worth of all rows that hold, cost of all that do not
_TAXED = 0.6
_SUMMED = 1.5  # worth of a column of totals whose sum is printed below
_BEFORE_NAMES = 3.0
_CENT = 0.006
_HIGHEST_RATE = 30.0
_MOST = 0.8  # part of a column's numbers that can be rates
_WORDY, _LONG = 0.4, 24  # worth of names of so many letters and more
_UNSAID = 0.4  # less for a role under a caption that nobody knows
_UNLIKELY = 2.5  # less for a role that only the arithmetic can prove
_OF_UNITS = 0.5  # worth of a column of units under a caption that nobody knows
_COMMON = 1.3  # worth of numbers that are rates of somewhere
_COMMON_RATES = frozenset(
    {4.0, 5.0, 5.5, 6.0, 7.0, 7.7, 8.0, 8.1, 9.0, 10.0, 12.0, 13.0, 13.5, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0}
    | {20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 25.5, 27.0}
)
_CODES = frozenset({0.0, 1.0, 2.0, 3.0})  # of rates of tax, explained elsewhere
_MOST_CHOICES = 4000


def choose_roles(columns: Sequence[Column], sums: Sequence[float] = ()) -> dict[str, Column]:
    """The best column of every role that there is one for.

    Args:
        columns: Left to right.
        sums: Numbers below the table: what the totals add up to is one of them as a rule.
    """
    told = frozenset[str]().union(*(column.roles for column in columns if column.named))
    sumless = "total" not in told and told >= {"quantity", "unit_price"}
    twice = sum(column.named and "total" in column.roles for column in columns) > 1
    options = _bounded([_options(column, sumless=sumless, twice=twice) for column in columns])
    summed = [_is_summed(column, sums) for column in columns]
    best: tuple[float, dict[str, int]] = (-1e9, {})
    memo: dict[tuple[int, ...], float] = {}
    for score, chosen in _choices(options, 0, 0.0, {}):
        total = score + _arithmetic(columns, chosen, memo) - (0.0 if "description" in chosen else _NAMELESS)
        total -= _LATER * chosen.get("total", 0)  # without tax comes before with tax
        total -= _BEFORE_NAMES * _leads(columns, chosen)
        total += _SUMMED * ("total" in chosen and summed[chosen["total"]])
        if total > best[0]:
            best = (total, dict(chosen))
    return {role: columns[index] for role, index in best[1].items()}


def _bounded(options: Sequence[list[tuple[str, float]]]) -> Sequence[Sequence[tuple[str, float]]]:
    """``options`` without the least likely ones, as many as it takes for all choices to be tried.

    A column keeps its best role, and the choice to leave it out.
    """
    kept = [list(some) for some in options]
    while math.prod(map(len, kept)) > _MOST_CHOICES:
        spare = [(some[-2][1] - some[0][1], place) for place, some in enumerate(kept) if len(some) > 2]
        if not spare:
            spare = [(0.0, place) for place, some in enumerate(kept) if len(some) == 2 and some[0][1] < 0.0]
            if not spare:
                return kept
            del kept[spare[0][1]][0]
            continue
        del kept[min(spare)[1]][-2]
    return kept


def _leads(columns: Sequence[Column], chosen: Mapping[str, int]) -> bool:
    """Whether the totals are a column without caption left of the names: days ("19.06") rather than sums."""
    total, name = chosen.get("total", -1), chosen.get("description", -1)
    return 0 <= total < name and not columns[total].named


def _is_summed(column: Column, sums: Sequence[float]) -> bool:
    """Whether a number of ``sums`` is what two or more cells of ``column`` make: no balance nor price is."""
    numbers = [number.amount for cell in column.cells.values() if (number := _number(cell)) is not None]
    total = sum(numbers)
    return len(numbers) > 1 and bool(total) and any(abs(abs(one) - abs(total)) <= _CENT for one in sums)


def _options(column: Column, *, sumless: bool, twice: bool) -> list[tuple[str, float]]:
    """The roles that a column may have, each with its worth; an empty name leaves it out.

    Args:
        column: One of a table's.
        sumless: Whether captions of the table are those of quantities and prices, and none that of totals.
        twice: Whether several captions are those of totals.
    """
    # "Net" heads sums of lines or bases of tax: a table of lines has the former
    roles = sorted(column.roles - {"other"} - ({"base"} if "total" in column.roles else set()))
    found = [(role, worth) for role in roles if (worth := _worth(column, role)) > -2.0]
    if column.named and "description" in column.roles and "code" not in column.roles:
        found.append(("code", _worth(column, "code") - _SECOND))  # "Product" beside "Description"
    if column.named and "code" in column.roles and "description" not in column.roles:
        found.append(
            ("description", _worth(column, "description") - _SECOND)
        )  # "Material" without other names
    if column.named and "position" in column.roles:
        found.append(("code", _worth(column, "code") - _SECOND))  # "No" heads numbers of lines or of articles
    if column.named and "base" in column.roles and "total" not in column.roles:
        # "Without VAT" before "Total", "Veroton hinta"
        found += [(role, _worth(column, role) - _UNLIKELY) for role in ("total", "unit_price")]
    if column.named and "tax" in column.roles and sumless:
        # "GST" and "Amount AUD" side by side read as one caption
        found.append(("total", _worth(column, "total") - _UNLIKELY))
    if column.named and twice and "total" in column.roles and "unit_price" not in column.roles:
        found.append(("unit_price", _worth(column, "unit_price") - _SECOND))  # "Valor" beside "Valor"
    if not column.named and _counts_units(column):
        found.append(("unit", _OF_UNITS))
    return [*sorted(found, key=lambda option: -option[1]), ("", _IDLE if column.named else 0.0)]


def _counts_units(column: Column) -> bool:
    """Whether most cells of ``column`` are units of measure."""
    pieces = [cell[0] for cell in column.cells.values()]
    return bool(pieces) and sum(is_unit(piece.text) for piece in pieces) >= _MOST * len(pieces)


def _worth(column: Column, role: str) -> float:
    named = _NAMED - _PRIMARY * (len(column.roles) - 1) if column.named else -0.5 - _UNSAID * column.captioned
    pieces = [cell[0] for cell in column.cells.values()]
    if not pieces:
        return named - 1.0
    if role not in NUMERIC:
        texts = sum(piece.kind == "text" for piece in pieces) / len(pieces)
        if role == "position" and not texts:
            return named + _fits(role, pieces, len(pieces))
        return named + _fits_text(role, pieces, texts)
    numbers = [piece for piece in pieces if piece.kind != "text"]
    if role == "vat_rate" and column.named and _are_rates(numbers):
        named += _COMMON  # "24,00" is a rate as well as a sum
    return named + _fits(role, numbers, len(pieces)) if numbers else -9.0


def _are_rates(numbers: Sequence[Piece]) -> bool:
    """Whether numbers are rates of somewhere, zero beside others among them."""
    amounts = {piece.amount for piece in numbers}
    return amounts <= _COMMON_RATES | {0.0} and amounts != {0.0}


def _fits_text(role: str, pieces: Sequence[Piece], texts: float) -> float:
    """How well pieces look like those of ``role``, ``texts`` being the part of them that are no numbers."""
    if role == "description":
        named = sum(" " in piece.text or not any(map(str.isdigit, piece.text)) for piece in pieces)
        length = median(sum(map(str.isalpha, piece.text)) for piece in pieces)
        return texts - 0.4 + 0.8 * (named / len(pieces) - 0.5) + _WORDY * min(length / _LONG, 1.0)
    if role == "code":
        coded = sum(
            " " not in piece.text and any(map(str.isdigit, piece.text)) and not piece.strong
            for piece in pieces
        )
        return 0.2 + 1.2 * (coded / len(pieces) - 0.5)
    if role == "position":  # "01.02.003" numbers the lines of a builder, "KH-7041" an article
        return -0.8 if sum(any(map(str.isalpha, piece.text)) for piece in pieces) > len(pieces) / 2 else 0.2
    return texts - 0.5


def _fits(role: str, numbers: Sequence[Piece], count: int) -> float:
    """How well numbers look like those of ``role``."""
    percent = sum(piece.kind == "percent" for piece in numbers) / count
    strong = sum(piece.strong for piece in numbers) / count
    counted = _is_counted([piece.amount for piece in numbers], count)
    if role == "position":
        return 0.6 if counted else 0.0
    if role == "quantity" and counted:
        return -0.8
    if role == "vat_rate":
        codes = sum(piece.amount in _CODES and piece.kind == "number" for piece in numbers)
        if codes >= _MOST * len(numbers) and any(piece.amount for piece in numbers):
            return -4.0
        rates = sum(0 <= piece.amount <= _HIGHEST_RATE for piece in numbers)
        return (percent + 0.5 * (1 - strong) if rates >= _MOST * len(numbers) else -4.0) - 0.2
    if role == "discount":
        return percent - 0.3
    if percent:
        return -3.0 * percent
    if role == "quantity":
        return 0.6 * (1 - strong)
    return strong - {"total": 0.0, "unit_price": 0.0, "base": 1.2}.get(role, 0.3)


def _is_counted(amounts: Sequence[float], count: int) -> bool:
    """Whether the rows are numbered: 1, 2 and so on, or 14, 15, 16 on the next page."""
    first = amounts[0] if amounts else 1.0
    fewest = 2 if first == 1.0 else 3
    return count >= fewest and list(amounts) == [first + place for place in range(count)]


def _choices(
    options: Sequence[Sequence[tuple[str, float]]], index: int, score: float, chosen: dict[str, int]
) -> Iterator[tuple[float, Mapping[str, int]]]:
    """Every way to give the columns from ``index`` on their roles, likelier ones first."""
    if index == len(options):
        yield score, chosen
        return
    for role, worth in options[index]:
        if not role:
            yield from _choices(options, index + 1, score + worth, chosen)
        elif role not in chosen:
            chosen[role] = index
            yield from _choices(options, index + 1, score + worth, chosen)
            del chosen[role]


def _arithmetic(
    columns: Sequence[Column], chosen: Mapping[str, int], memo: dict[tuple[int, ...], float]
) -> float:
    """Worth of the rows' arithmetic where quantity, price and total are chosen."""
    key = tuple(chosen.get(role, -1) for role in ("quantity", "unit_price", "discount", "total", "vat_rate"))
    if key[0] < 0 or key[1] < 0 or key[3] < 0:
        return -1.5 if key[3] < 0 else _lone_price(columns, key)
    if key not in memo:
        quantity, price, discount, total, rate = (columns[i].cells if i >= 0 else {} for i in key)
        judged = [
            _held(
                _number(quantity[row]),
                _number(price[row]),
                _number(total[row]),
                _first(discount.get(row)),
                _first(rate.get(row)),
            )
            for row in total
            if row in quantity and row in price
        ]
        known = [held for held in judged if held is not None]
        held = sum(known) / len(known) if known else 0.5
        memo[key] = _HELD * held - _BROKEN * (1 - held)
    return memo[key]


def _held(
    quantity: Piece | None,
    price: Piece | None,
    total: Piece | None,
    discount: Piece | None,
    rate: Piece | None,
) -> float | None:
    """How well a row's arithmetic holds: less where it takes the tax at ``rate`` to make the total."""
    plain = line_holds(quantity, price, total, discount)
    if plain is None:
        return None
    return 1.0 if plain else _TAXED * bool(line_holds(quantity, price, total, discount, rate))


def _lone_price(columns: Sequence[Column], key: tuple[int, ...]) -> float:
    """Worth of prices without a caption and without quantities: they can but repeat the totals."""
    quantity, price, _, total, _ = key
    if price < 0 or quantity >= 0 or columns[price].named:
        return 0.0
    cells, totals = columns[price].cells, columns[total].cells
    both = [line_holds(None, _number(cells[row]), _number(totals[row])) for row in totals if row in cells]
    return -_BROKEN * sum(holds is False for holds in both) / max(len(both), 1)


def _number(cell: Sequence[Piece]) -> Piece | None:
    return next((piece for piece in cell if piece.kind in {"number", "percent"}), None)


def _first(cell: Sequence[Piece] | None) -> Piece | None:
    return _number(cell) if cell else None
