"""The VAT per rate: rows whose base times a rate is their tax, wherever a document prints them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from paperformer.fields.anchors import Labelled
from paperformer.fields.layout import Line
from paperformer.fields.tables.arithmetic import gross_share_holds, share_holds
from paperformer.fields.tables.bases import with_base
from paperformer.fields.tables.captions import VAT_ROLES, CaptionReader
from paperformer.fields.tables.group import SHARE_SCORES, GroupCell, GroupRow, cell_of, in_order
from paperformer.fields.tables.pieces import Piece, numbers_of
from paperformer.fields.tables.rows import Row
from paperformer.fields.values.plain import plain
from paperformer.fields.words.patterns import pattern

_HIGHEST = 28.0  # percent; the highest rate in Europe is 27
_DISCOUNT_LIKE = 4.0  # percent up to which a rate is as likely one for paying early
_MOST_SUMS = 6
_ROUNDED = 0.0051  # what rounding to cents takes off or adds
_ROUNDED_BY_LINE = 0.021
_WHOLE, _WHOLES_BY_LINE = 0.51, 3.0
_CENT = 0.01
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
_NEAR_HEAD = 12  # rows below a heading of a VAT table that its rows may stand in


def read_shares(
    rows: Sequence[Row],
    heads: Collection[int],
    used: Collection[int],
    labelled: Labelled,
    book: CaptionReader,
) -> list[GroupRow]:
    """The VAT shares of a document in printed order, each rate and tax once.

    Args:
        rows: All rows.
        heads: Indices of those that head a table of shares.
        used: Those that belong to lines of the purchase.
        labelled: The document's labels.
        book: The captions of columns.
    """
    found: list[tuple[str, GroupRow]] = []
    head, place = -_NEAR_HEAD - 1, None
    for row in rows:
        if row.index in used:
            continue
        if row.index in heads:
            head, place = row.index, _place_of_rates(row, book)
        headed = row.index - head <= _NEAR_HEAD
        for part in _parts(row) if row.digits >= _FEWEST_DIGITS else ():
            share = _share(part, _has_tax_label(part, labelled), headed, place)
            if share is not None and not _is_deduction(part, share.cells["rate"].words[0], book):
                found.append((_half(part), with_base(share, part, rows, labelled)))
    return _once(found)


def share_heads(rows: Sequence[Row], labelled: Labelled, book: CaptionReader) -> frozenset[int]:
    """Indices of the rows that head a table of VAT shares."""
    return frozenset(row.index for row in rows if _heads_shares(row, labelled, book))


def _heads_shares(row: Row, labelled: Labelled, book: CaptionReader) -> bool:
    """Whether two captions of ``row`` are those of a VAT table, and none that of a line."""
    lines = [line for line in row.lines if not line.digits]
    if not any(line.index in labelled.by_line for line in lines):
        return False
    hits = [hit for line in lines for hit in book.read(line)[1]]
    names = [{meaning.name for meaning in hit.meanings} for hit in hits]
    of_lines = any(found & _LINE_ROLES and not found & _VAT_ROLES for found in names)
    return sum(bool(found & _VAT_ROLES) for found in names) > 1 and not of_lines


def _has_tax_label(row: Row, labelled: Labelled) -> bool:
    """Whether a row names a tax, and not first the total that includes it: "Gesamt inkl. 20 % USt"."""
    names = [
        {meaning.name for meaning in anchor.hit.meanings}
        for line in row.lines
        for anchor in labelled.by_line.get(line.index, ())
    ]
    sums = [found for found in names if found & _SUMS]
    return any("total_vat" in found for found in sums) and sums[0] != {"total_incl_vat"}


def _is_deduction(row: Row, rate: int, book: CaptionReader) -> bool:
    """Whether the words before word ``rate`` say that it is taken off: "less 10% of 147.30"."""
    place = next(i for i, line in enumerate(row.lines) if line.first <= rate < line.first + len(line.words))
    texts = [row.lines[place].text.partition("%")[0]]
    if place and not row.lines[place - 1].digits:
        texts.append(row.lines[place - 1].text)
    hits = [hit for text in texts for hit in book.read_text(text)[1]]
    return any(meaning.name == "deduction" for hit in hits for meaning in hit.meanings)


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


def _until_label(lines: list[Line]) -> list[Line]:
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
            names = {meaning.name for meaning in hit.meanings}
            if "vat_rate" in names and not names & {"tax", "base"}:
                return line.cut_box(tokens[hit.first].start, tokens[hit.last].end).center[0]
    return None


def _share(row: Row, taxed: bool, headed: bool, place: float | None) -> GroupRow | None:
    """The share that a row prints, its rates around ``place``; None where it prints none."""
    sums = [
        piece
        for line in row.lines
        for piece in numbers_of(line, row.numerals, row.em)
        if piece.kind == "number" and (piece.strong or headed or _is_grouped(piece))
    ][-_MOST_SUMS:]
    signed = list(_rates(row))
    rated = {word for rate in signed for word in rate.words}
    sums = [piece for piece in sums if not rated & set(piece.words)]
    bare = list(_bare_rates(row)) if headed or taxed else []
    if headed and place is not None:
        bare.sort(key=lambda rate: abs((rate.x0 + rate.x1) / 2 - place))
    for rate in signed or bare:
        share = _linked(rate, sums, taxed or headed) or _linked(rate, _out_of_brackets(sums), taxed)
        if headed and (share is None or not _is_exact(share)):
            share = _included(rate, sums) or share
        if share is not None:
            return share
    if not (signed or bare) and _is_wordless(row):
        return next(filter(None, (_whole_share(rate, sums) for rate in _bare_rates(row))), None)
    rest = [piece for piece in sums if piece.strong]
    if signed and taxed and len(rest) == 1 and _is_rate_of(signed[0].amount, rest[0].amount):
        cells = {"rate": cell_of([signed[0]], "rate"), "tax": cell_of(rest, "tax")}
        return GroupRow("vat_distribution", cells, None, SHARE_SCORES[None])
    return None


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
    return share if any(abs(piece.amount - whole) <= _ROUNDED for piece in sums) else None


def _is_rate_of(rate: float, tax: float) -> bool:
    return rate <= _HIGHEST and (rate == 0) == (tax == 0)


def _linked(rate: Piece, sums: Sequence[Piece], taxed: bool) -> GroupRow | None:
    """Base and tax among ``sums`` that ``rate`` links; the base stands first as a rule."""
    if rate.amount > _HIGHEST or (0 < rate.amount < _DISCOUNT_LIKE and not taxed):
        return None
    others = [piece for piece in sums if not set(piece.words) & set(rate.words)]
    pairs = [(b, t) for i, b in enumerate(others) for j, t in enumerate(others) if i != j]
    for base, tax in sorted(pairs, key=lambda pair: pair[0].x0 > pair[1].x0):
        is_zero = not rate.amount and not tax.amount and bool(base.amount)
        if is_zero or (
            rate.amount
            and tax.amount
            and share_holds(rate.amount, base.amount, tax.amount, _slack(base, tax, others))
        ):
            cells = {"rate": cell_of([rate], "rate"), "base": cell_of([base], "base")}
            cells["tax"] = cell_of([tax], "tax")
            return GroupRow("vat_distribution", in_order(cells, VAT_ROLES), True, SHARE_SCORES[True])
    return None


def _out_of_brackets(sums: Sequence[Piece]) -> list[Piece]:
    """``sums`` with those in brackets, a loss in books, above zero: "Moms 25 % (795,50) 198,88"."""
    return [
        replace(piece, value=piece.value.lstrip("-"), amount=abs(piece.amount))
        if piece.text.startswith("(")
        else piece
        for piece in sums
    ]


def _is_grouped(piece: Piece) -> bool:
    """Whether a number has its thousands apart and no cents: money of Iceland, Hungary, Japan."""
    return not piece.strong and piece.value.endswith(".00") and not piece.text.isdigit()


def _slack(base: Piece, tax: Piece, sums: Sequence[Piece]) -> float:
    """By how much a tax may differ: by half of a whole where both are printed in whole numbers, and by more,
    rounded line by line, where what they make together is printed too.
    """
    if not _is_grouped(base) or tax.strong or not tax.value.endswith(".00"):
        return _ROUNDED_BY_LINE
    whole = base.amount + tax.amount
    return _WHOLES_BY_LINE if any(abs(piece.amount - whole) < _CENT for piece in sums) else _WHOLE


def _is_exact(share: GroupRow) -> bool:
    """Whether base and rate give the tax to the cent; of small sums what includes it nearly does, too."""
    rate, base, tax = (float(share.cells[role].value) for role in ("rate", "base", "tax"))
    return share_holds(rate, base, tax, _ROUNDED)


def _included(rate: Piece, sums: Sequence[Piece]) -> GroupRow | None:
    """The tax among ``sums`` that the sum before it includes at ``rate``; that one is no base."""
    if not 0 < rate.amount <= _HIGHEST:
        return None
    others = [piece for piece in sums if not set(piece.words) & set(rate.words)]
    for gross, tax in pairwise(others):
        if tax.amount and gross_share_holds(rate.amount, gross.amount, tax.amount):
            cells = {"rate": cell_of([rate], "rate"), "tax": cell_of([tax], "tax")}
            return GroupRow("vat_distribution", cells, True, SHARE_SCORES[True])
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
                yield _rate(number[1], (line.first + index,), word.box.x0, word.box.x1)


def _bare_rates(row: Row) -> Iterator[Piece]:
    """Numbers of a row that may be a rate without its sign."""
    for line in row.lines:
        for index, word in enumerate(line.words):
            number = _BARE_RATE.fullmatch(plain(word.text))
            if number and float(number[1].replace(",", ".")) <= _HIGHEST:
                yield _rate(number[1], (line.first + index,), word.box.x0, word.box.x1)


def _rate(digits: str, words: tuple[int, ...], x0: float, x1: float) -> Piece:
    value = digits.replace(",", ".")
    return Piece("percent", words, f"{digits}%", x0, x1, value, float(value))


def _half(row: Row) -> str:
    """Which half of a divided tax ``row`` prints; "" where it says nothing of one, or names both."""
    half = pattern("sums", "halves_of_tax")
    names = {match[0].upper() for line in row.lines for match in half.finditer(line.text)}
    return names.pop() if len(names) == 1 else ""


def _once(found: Sequence[tuple[str, GroupRow]]) -> list[GroupRow]:
    """Shares of one rate made one, the fullest; a lone tax that a base and tax explain is gone with it."""
    best: dict[tuple[str, str, str], GroupRow] = {}
    for half, share in found:
        key = half, share.cells["rate"].value, _amount(share.cells["tax"])
        if key not in best or len(share.cells) > len(best[key].cells):
            best[key] = share
    return list(best.values())


def _amount(cell: GroupCell) -> str:
    return cell.value.lstrip("-")
