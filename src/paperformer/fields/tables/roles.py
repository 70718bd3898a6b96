"""What each column holds: the roles that captions, cells and the arithmetic of the rows agree on best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from paperformer.fields.tables.arithmetic import HIGHEST_TAX, is_same_sum, line_holds, with_base
from paperformer.fields.tables.cell_texts import is_article, is_code, is_unit
from paperformer.fields.tables.columns import NUMERIC, Column
from paperformer.fields.tables.piece import Piece

# What is worth how much: a role by its caption,
_NAMED = 2.0  # a role that the caption gives
_UNCAPTIONED = -0.5  # and one without a caption
_PRIMARY = 0.4  # less for a caption of several meanings
_SECOND = 1.0  # less for a role that the caption does not give
_UNSAID = 0.4  # less for a role under a caption that nobody knows
_UNLIKELY = 2.5  # less for a role that only the arithmetic can prove
_LEAST = -2.0  # a role that is worth less is none
# a choice of roles,
_NAMELESS = 1.0  # a table without names
_TOTALLESS = -1.5  # and one without totals
_LATER = 0.05  # less for each column left of the totals: without tax comes before with tax
_IDLE = -0.8  # a named column that is left out
_HELD, _BROKEN = 4.0, 3.0  # worth of all rows that hold, cost of all that do not
_TAXED = 0.6  # part of this for rows that hold with tax in the total
_SUMMED = 1.5  # worth of a column of totals whose sum is printed below
_BEFORE_NAMES = 3.0  # less for totals without a caption left of the names
# and the cells of a column.
_EMPTY = -1.0
_NUMBERLESS = -9.0  # texts under a role of numbers
_NO_RATES = -4.0  # numbers that can be no rates, or are codes of rates
_NUMBERS_LINES = 0.6  # 1, 2, 3 under a role of positions
_COUNTS_LINES = -0.8  # and under that of quantities
_MOST = 0.8  # part of a column's numbers that can be rates
_WORDY, _LONG = 0.4, 24  # worth of names of so many letters and more
_OF_UNITS = 0.5  # worth of a column of units under a caption that nobody knows
_COMMON = 1.3  # worth of numbers that are rates of somewhere
_COMMON_RATES = frozenset(
    {4.0, 5.0, 5.5, 6.0, 7.0, 7.7, 8.0, 8.1, 9.0, 10.0, 12.0, 13.0, 13.5, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0}
    | {20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 25.5, 27.0}
)
_CODES = frozenset({0.0, 1.0, 2.0, 3.0})  # of rates of tax, explained elsewhere
_MOST_CHOICES = 16_000
_MULTIPLIED = ("quantity", "unit_price", "total", "discount", "vat_rate")


def choose_roles(columns: Sequence[Column], sums: Sequence[float] = ()) -> dict[str, Column]:
    """The best of the ``columns``, left to right, for every role that there is one for.

    What the totals add up to is one of the ``sums`` below the table as a rule.
    """
    named_roles = frozenset[str]().union(*(column.roles for column in columns if column.named))
    sumless = "total" not in named_roles and named_roles >= {"quantity", "unit_price"}
    twice = sum(column.named and "total" in column.roles for column in columns) > 1
    uncounted = twice and "unit_price" in named_roles and "quantity" not in named_roles
    options = _bounded(
        [_options(column, sumless=sumless, twice=twice, uncounted=uncounted) for column in columns]
    )
    summed = [_is_summed(column, sums) for column in columns]
    best: tuple[float, dict[str, int]] = (-1e9, {})
    memo: dict[tuple[int, ...], float] = {}
    for score, chosen in _choices(options, 0, 0.0, {}):
        if score + _HELD + _SUMMED <= best[0]:
            continue
        total = score + _arithmetic(columns, chosen, memo) - (0.0 if "description" in chosen else _NAMELESS)
        total -= _LATER * chosen.get("total", 0)  # without tax comes before with tax
        # Totals in a column without caption left of the names are days ("19.06") rather than sums
        leads = 0 <= chosen.get("total", -1) < chosen.get("description", -1)
        total -= _BEFORE_NAMES * (leads and not columns[chosen["total"]].named)
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


def _is_summed(column: Column, sums: Sequence[float]) -> bool:
    """Whether a number of ``sums`` is what two or more cells of ``column`` make: no balance nor price is."""
    numbers = [number.amount for cell in column.cells.values() if (number := _number(cell)) is not None]
    total = sum(numbers)
    return len(numbers) > 1 and bool(total) and any(is_same_sum(abs(amount), abs(total)) for amount in sums)


def _options(column: Column, *, sumless: bool, twice: bool, uncounted: bool) -> list[tuple[str, float]]:
    """The roles that a column may have, each with its worth; an empty name leaves it out.

    The captions of its table name quantities and prices but no totals (``sumless``), totals ``twice``, or
    these beside prices but no quantities (``uncounted``).
    """
    # "Net" heads sums of lines or bases of tax: a table of lines has the former
    roles = sorted(column.roles - {"other"} - ({"base"} if "total" in column.roles else set()))
    found = [(role, worth) for role in roles if (worth := _worth(column, role)) > _LEAST]
    given = column.roles if column.named else frozenset[str]()
    pieces = [cell[0] for cell in column.cells.values()]
    is_whole = bool(pieces) and all(piece.text.isdigit() for piece in pieces)
    further = (
        ("code", _SECOND, "description" in given and "code" not in given),  # "Product" beside "Description"
        ("description", _SECOND, "code" in given and "description" not in given),  # "Material" alone
        ("code", _SECOND, "position" in given),  # "No" heads numbers of lines or of articles
        ("total", _UNLIKELY, "base" in given and "total" not in given),  # "Without VAT" before "Total"
        ("unit_price", _UNLIKELY, "base" in given and "total" not in given),  # "Veroton hinta"
        ("total", _UNLIKELY, "tax" in given and sumless),  # "GST" beside "Amount AUD" reads as one caption
        ("unit_price", _SECOND, twice and "total" in given and "unit_price" not in given),  # "Valor" twice
        # "Amount 4.00" of hours; "Total 14" of pieces
        ("quantity", _SECOND if is_whole else _UNLIKELY, uncounted and "total" in given),
    )
    found += [(role, _worth(column, role) - less) for role, less, is_possible in further if is_possible]
    if not column.named and pieces and sum(is_unit(p.text) for p in pieces) >= _MOST * len(pieces):
        found.append(("unit", _OF_UNITS))
    if not column.named and column.captioned and _are_articles(pieces):
        found.append(("code", _OF_UNITS))
    return [*sorted(found, key=lambda option: -option[1]), ("", _IDLE if column.named else 0.0)]


def _worth(column: Column, role: str) -> float:
    named = _UNCAPTIONED - _UNSAID * column.captioned
    if column.named:
        named = _NAMED - _PRIMARY * (len(column.roles) - 1)
    pieces = [cell[0] for cell in column.cells.values()]
    if not pieces:
        return named + _EMPTY
    if role not in NUMERIC:
        texts = sum(piece.kind == "text" for piece in pieces) / len(pieces)
        if role == "position" and not texts:
            return named + _fits(role, pieces, len(pieces))
        return named + _fits_text(role, pieces, texts)
    numbers = [piece for piece in pieces if piece.kind != "text"]
    if role == "vat_rate" and column.named and _are_rates(numbers):
        named += _COMMON  # "24,00" is a rate as well as a sum
    return named + _fits(role, numbers, len(pieces)) if numbers else _NUMBERLESS


def _are_articles(pieces: Sequence[Piece]) -> bool:
    """Whether pieces are article numbers, each another one, as under "CN" or "PZN"."""
    texts = [piece.text for piece in pieces]
    return len(set(texts)) == len(texts) > 1 and all(is_article(text) or is_code(text) for text in texts)


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
        return _NUMBERS_LINES if counted else 0.0
    if role == "quantity" and counted:
        return _COUNTS_LINES
    if role == "vat_rate":
        codes = sum(piece.amount in _CODES and piece.kind == "number" for piece in numbers)
        if codes >= _MOST * len(numbers) and any(piece.amount for piece in numbers):
            return _NO_RATES
        rates = sum(0 <= piece.amount <= HIGHEST_TAX for piece in numbers)
        return (percent + 0.5 * (1 - strong) if rates >= _MOST * len(numbers) else _NO_RATES) - 0.2
    if role == "discount":
        articles = sum(is_article(piece.text) for piece in numbers)
        return percent - 0.3 if articles < _MOST * len(numbers) else _NO_RATES
    if percent:
        return -3.0 * percent
    if role == "quantity":
        money = sum(piece.is_money for piece in numbers) / count
        return 0.6 * (1 - strong) - 3.0 * money
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
    if "total" not in chosen:
        return _TOTALLESS
    if "quantity" not in chosen or "unit_price" not in chosen:
        return _lone_price(columns, chosen)
    key = tuple(chosen.get(role, -1) for role in _MULTIPLIED)
    if key not in memo:
        are_named = columns[key[0]].named and columns[key[1]].named
        quantity, price, total, discount, rate = (columns[i].cells if i >= 0 else {} for i in key)
        pieces = (
            [_number(cells.get(row, ())) for cells in (quantity, price, total, discount, rate)]
            for row in total
            if row in quantity and row in price
        )
        judged = [_held(*five, are_named=are_named) for five in pieces]
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
    *,
    are_named: bool,
) -> float | None:
    """How well quantity, price, total, discount and rate of a row agree, less so with tax in the total.

    Where captions name quantity and price (``are_named``), the price may be of more units than one.
    """
    base = with_base(quantity, price, total, discount) if are_named else price
    plain = line_holds(quantity, base, total, discount)
    if plain is None:
        return None
    return 1.0 if plain else _TAXED * bool(line_holds(quantity, price, total, discount, rate))


def _lone_price(columns: Sequence[Column], chosen: Mapping[str, int]) -> float:
    """Worth of prices without a caption and without quantities: they can but repeat the totals."""
    if "unit_price" not in chosen or "quantity" in chosen or columns[chosen["unit_price"]].named:
        return 0.0
    cells, totals = columns[chosen["unit_price"]].cells, columns[chosen["total"]].cells
    both = [line_holds(None, _number(cells[row]), _number(totals[row])) for row in totals if row in cells]
    return -_BROKEN * sum(holds is False for holds in both) / max(len(both), 1)


def _number(cell: Sequence[Piece]) -> Piece | None:
    return next((piece for piece in cell if piece.kind in {"number", "percent"}), None)
