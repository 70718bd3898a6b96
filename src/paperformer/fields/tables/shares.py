"""The VAT per rate: rows whose base times a rate is their tax, wherever a document prints them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from paperformer.fields.page.labels import LabelHit
from paperformer.fields.page.layout import Line
from paperformer.fields.tables.arithmetic import (
    HIGHEST_VAT,
    ROUNDED,
    gross_share_holds,
    is_grouped,
    share_holds,
    share_slack,
)
from paperformer.fields.tables.captions import CaptionReader
from paperformer.fields.tables.group import SHARE_SCORES, GroupRow, cell_of
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.pieces import numbers_of
from paperformer.fields.tables.rows import Row, TableContext
from paperformer.fields.values.plain import plain
from paperformer.fields.words.patterns import pattern

_DISCOUNT_LIKE = 4.0  # percent up to which a rate is as likely one for paying early
_MOST_SUMS = 6
_RATE = re.compile(r"[(\[=]*(?=.*%)%?([0-9]{1,2}(?:[.,][0-9]{1,4})?)%?[)\]:;,=]*")  # Turkish has %20
_UNSIGNED = re.compile(r"[(\[=]*([0-9]{1,2}(?:[.,][0-9]{1,4})?)")
_BARE_RATE = re.compile(r"[(\[=@]*([0-9]{1,2}(?:[.,][0-9]{1,2})?)[)\]:;,=]*")
_RATED = re.compile(r"[0-9] ?%")
_FEW_WORDS = 2  # of a row below a table's columns that names its sums
_FEWEST_DIGITS = 3  # of a rate and a tax
_SIGN = re.compile(r"%[)\]:;,]*")
_VAT_ROLES = frozenset({"vat_rate", "rate", "base", "tax"})
_LINE_ROLES = frozenset({"description", "quantity", "unit_price"})  # rates of tax have codes too
_SUMS = frozenset({"total_incl_vat", "total_excl_vat", "total_vat"})
_NET = frozenset({"total_excl_vat", "subtotal"})
_REACH = 4  # rows above a tax, and as many below, among which the sum stands that it is of
_NEAR_HEAD = 12  # rows below a heading of a VAT table that its rows may stand in


def read_shares(context: TableContext, heads: Collection[int], used: Collection[int]) -> list[GroupRow]:
    """The VAT shares of a document in printed order, each rate and tax once.

    Indices of rows: ``heads`` are above tables of shares, ``used`` belong to lines of the purchase.
    """
    found: list[tuple[str, GroupRow]] = []
    head, place = -_NEAR_HEAD - 1, None
    for row in (row for row in context.rows if row.index not in used):
        if row.index in heads:
            head, place = row.index, _place_of_rates(row, context.captions)
        headed = row.index - head <= _NEAR_HEAD
        for part in _parts(row) if row.digits >= _FEWEST_DIGITS else ():
            share = _share(part, _has_tax_label(part, context), headed, place)
            if share is not None and not _is_deduction(part, share.cells["rate"].words[0], context.captions):
                found.append((_half(part), _with_base(share, part, context)))
    return _once(found)


def share_heads(context: TableContext) -> frozenset[int]:
    """Indices of the rows that head a table of VAT shares."""
    return frozenset(row.index for row in context.rows if _heads_shares(row, context))


def _heads_shares(row: Row, context: TableContext) -> bool:
    """Whether two captions of ``row`` are those of a VAT table, and none that of a line."""
    lines = [line for line in row.lines if not line.digits]
    if not any(map(context.labels, lines)):
        return False
    names = [_names(hit) for line in lines for hit in context.captions.read(line)[1]]
    of_lines = any(found & _LINE_ROLES and not found & _VAT_ROLES for found in names)
    return sum(bool(found & _VAT_ROLES) for found in names) > 1 and not of_lines


def _names(hit: LabelHit) -> set[str]:
    return {meaning.name for meaning in hit.meanings}


def _has_tax_label(row: Row, context: TableContext) -> bool:
    """Whether a row names a tax, and not first the total that includes it: "Gesamt inkl. 20 % USt"."""
    names = [_names(anchor.hit) for line in row.lines for anchor in context.labels(line)]
    sums = [found for found in names if found & _SUMS]
    return any("total_vat" in found for found in sums) and sums[0] != {"total_incl_vat"}


def _is_deduction(row: Row, rate: int, book: CaptionReader) -> bool:
    """Whether the words before word ``rate`` say that it is taken off: "less 10% of 147.30"."""
    place = next(i for i, line in enumerate(row.lines) if line.first <= rate < line.first + len(line.words))
    texts = [row.lines[place].text.partition("%")[0]]
    if place and not row.lines[place - 1].digits:
        texts.append(row.lines[place - 1].text)
    return any("deduction" in _names(hit) for text in texts for hit in book.read_text(text)[1])


def _parts(row: Row) -> list[Row]:
    """``row``, or its parts where it prints several taxes: "CGST 6%: 23.04   SGST 6%: 23.04"."""
    starts = [place for place, line in enumerate(row.lines) if _RATED.search(line.text)]
    if len(starts) < 2:
        return [row]
    cuts = [0, *starts[1:], len(row.lines)]
    parts = [row.lines[start:end] for start, end in pairwise(cuts)]
    if all(any(line.digits and not _RATED.search(line.text) for line in part) for part in parts):
        return [replace(row, lines=_until_label(part)) for part in parts]
    return [row]


def _until_label(lines: Sequence[Line]) -> Sequence[Line]:
    """``lines`` up to the words that follow its numbers: they name another sum."""
    for place in range(1, len(lines)):
        words_only = not lines[place].digits and any(map(str.isalpha, lines[place].text))
        if words_only and lines[place - 1].digits and not _RATED.search(lines[place - 1].text):
            return lines[:place]
    return lines


def _place_of_rates(head: Row, book: CaptionReader) -> float | None:
    """Where the rates stand below ``head``: the middle of the caption that names nothing but a rate."""
    for line in head.lines:
        tokens, hits = book.read(line)
        for hit in hits:
            if "vat_rate" in _names(hit) and not _names(hit) & {"tax", "base"}:
                return line.cut_box(tokens[hit.first].start, tokens[hit.last].end).center[0]
    return None


def _share(row: Row, taxed: bool, headed: bool, place: float | None) -> GroupRow | None:
    """The share that a row prints, its rates around ``place``; None where it prints none."""
    sums = [
        piece
        for line in row.lines
        for piece in numbers_of(line, row.numerals, row.em)
        if piece.kind == "number" and (piece.strong or headed or is_grouped(piece))
    ][-_MOST_SUMS:]
    signed = list(_rates(row))
    rated = {word for rate in signed for word in rate.words}
    sums = [piece for piece in sums if not rated & set(piece.words)]
    bare = list(_bare_rates(row)) if headed or taxed else []
    if headed and place is not None:
        bare.sort(key=lambda rate: abs((rate.x0 + rate.x1) / 2 - place))
    for rate in signed or bare:
        nothing = _of_nothing(rate, sums) if headed else None
        share = (
            nothing or _linked(rate, sums, taxed or headed) or _linked(rate, _out_of_brackets(sums), taxed)
        )
        if headed and (share is None or not _is_exact(share)):
            share = _included(rate, sums) or share
        if share is not None:
            return share
    if not (signed or bare) and _is_wordless(row):
        return next(filter(None, (_whole_share(rate, sums) for rate in _bare_rates(row))), None)
    rest = [piece for piece in sums if piece.strong or is_grouped(piece)]
    if not signed or not taxed or len(rest) != 1 or signed[0].amount > HIGHEST_VAT:
        return None
    is_rated = (signed[0].amount == 0) == (rest[0].amount == 0)
    return _row(signed[0], rest[0], holds=None) if is_rated else None


def _row(rate: Piece, tax: Piece, base: Piece | None = None, *, holds: bool | None = True) -> GroupRow:
    """A share of these cells."""
    pieces = {"rate": rate, "base": base, "tax": tax}
    cells = {role: cell_of([piece], role) for role, piece in pieces.items() if piece is not None}
    return GroupRow("vat_distribution", cells, holds, SHARE_SCORES[holds])


def _beside(rate: Piece, sums: Sequence[Piece]) -> list[Piece]:
    """``sums`` that other words print than that of the rate."""
    return [piece for piece in sums if not set(piece.words) & set(rate.words)]


def _of_nothing(rate: Piece, sums: Sequence[Piece]) -> GroupRow | None:
    """The share of "0 % 0.00 0.00"; a sum that stands farther off is another table's, and no base of it."""
    nearest = sorted(_beside(rate, sums), key=lambda piece: max(piece.x0 - rate.x1, rate.x0 - piece.x1))[:2]
    if len(nearest) < 2 or rate.amount or any(piece.amount for piece in nearest):
        return None
    return _row(rate, *sorted(nearest, key=lambda piece: -piece.x0))


def _is_wordless(row: Row) -> bool:
    """Whether a row says little besides its numbers: "W tym 3 667,47 23 843,52 4 510,99"."""
    words = [word.text for line in row.lines for word in line.words]
    return sum(any(map(str.isalpha, word)) for word in words) <= _FEW_WORDS


def _whole_share(rate: Piece, sums: Sequence[Piece]) -> GroupRow | None:
    """A share under a rate without its sign whose base, tax and the sum of both are printed, to the cent."""
    share = _linked(rate, sums, taxed=True)
    if share is None or not rate.amount or not _is_exact(share):
        return None
    whole = sum(float(share.cells[role].value) for role in ("base", "tax"))
    return share if any(abs(piece.amount - whole) <= ROUNDED for piece in sums) else None


def _linked(rate: Piece, sums: Sequence[Piece], taxed: bool) -> GroupRow | None:
    """Base and tax among ``sums`` that ``rate`` links; the base stands first as a rule."""
    if rate.amount > HIGHEST_VAT or (0 < rate.amount < _DISCOUNT_LIKE and not taxed):
        return None
    others = _beside(rate, sums)
    for base, tax in sorted(permutations(others, 2), key=lambda pair: pair[0].x0 > pair[1].x0):
        if rate.amount and tax.amount:
            holds = share_holds(rate.amount, base.amount, tax.amount, share_slack(base, tax, others))
        else:
            holds = not rate.amount and not tax.amount and bool(base.amount)
        if holds:
            return _row(rate, tax, base)
    return None


def _out_of_brackets(sums: Sequence[Piece]) -> list[Piece]:
    """``sums`` with those in brackets, a loss in books, above zero: "Moms 25 % (795,50) 198,88"."""
    return [
        replace(piece, value=piece.value.lstrip("-"), amount=abs(piece.amount))
        if piece.text.startswith("(")
        else piece
        for piece in sums
    ]


def _is_exact(share: GroupRow) -> bool:
    """Whether base and rate give the tax to the cent; of small sums what includes it nearly does, too."""
    rate, base, tax = (float(share.cells[role].value) for role in ("rate", "base", "tax"))
    return share_holds(rate, base, tax, ROUNDED)


def _included(rate: Piece, sums: Sequence[Piece]) -> GroupRow | None:
    """The tax among ``sums`` that the sum before it includes at ``rate``; that one is no base."""
    if not 0 < rate.amount <= HIGHEST_VAT:
        return None
    for gross, tax in pairwise(_beside(rate, sums)):
        if tax.amount and gross_share_holds(rate.amount, gross.amount, tax.amount):
            return _row(rate, tax)
    return None


def _rates(row: Row) -> Iterator[Piece]:
    """The percentages of a row, with or without brackets."""
    for line in row.lines:
        if "%" not in line.text:
            continue
        for index, word in enumerate(line.words):
            text = plain(word.text)
            match = _RATE.fullmatch(text)
            number = match or _UNSIGNED.fullmatch(text)
            following = plain(line.words[index + 1].text) if index + 1 < len(line.words) else ""
            if number and (match or _SIGN.fullmatch(following)):
                yield _rate(number[1], line, index)


def _bare_rates(row: Row) -> Iterator[Piece]:
    """Numbers of a row that may be a rate without its sign."""
    for line in row.lines:
        for index, word in enumerate(line.words):
            number = _BARE_RATE.fullmatch(plain(word.text))
            if number and float(number[1].replace(",", ".")) <= HIGHEST_VAT:
                yield _rate(number[1], line, index)


def _rate(digits: str, line: Line, index: int) -> Piece:
    """A percentage that a word of a line segment prints."""
    box, value = line.words[index].box, digits.replace(",", ".")
    return Piece("percent", (line.first + index,), f"{digits}%", box.x0, box.x1, value, float(value))


def _half(row: Row) -> str:
    """Which half of a divided tax ``row`` prints; "" where it says nothing of one, or names both."""
    half = pattern("sums", "halves_of_tax")
    names = {match[0].upper() for line in row.lines for match in half.finditer(line.text)}
    return names.pop() if len(names) == 1 else ""


def _once(found: Sequence[tuple[str, GroupRow]]) -> list[GroupRow]:
    """Shares of one rate made one, the fullest; a lone tax that a base and tax explain is gone with it."""
    best: dict[tuple[str, str, str], GroupRow] = {}
    for half, share in found:
        key = half, share.cells["rate"].value, share.cells["tax"].value.lstrip("-")
        if key not in best or len(share.cells) > len(best[key].cells):
            best[key] = share
    return list(best.values())


def _with_base(share: GroupRow, row: Row, context: TableContext) -> GroupRow:
    """A ``share`` that is a tax alone with the net total near it as its base, where the rate links both."""
    rate, tax = float(share.cells["rate"].value), float(share.cells["tax"].value)
    if share.holds is not None or "base" in share.cells or not rate:
        return share
    around = context.rows[max(0, row.index - _REACH) : row.index + _REACH + 1]
    for near in sorted(around, key=lambda other: other is row):
        if near.page != row.page or not _names_net(near, context):
            continue
        for piece in near.pieces:
            if piece.kind == "number" and piece.strong and share_holds(rate, piece.amount, tax):
                based = share.with_cells(base=cell_of([piece], "base"))
                return replace(based, holds=True, score=SHARE_SCORES[True])
    return share


def _names_net(row: Row, context: TableContext) -> bool:
    return any(_names(anchor.hit) & _NET for line in row.lines for anchor in context.labels(line))
