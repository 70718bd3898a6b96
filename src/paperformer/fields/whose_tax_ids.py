"""Whose a tax number is that no section tells: of two the second is the buyer's, if no print says more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from paperformer.fields.anchors import Labelled
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line

_SELLERS, _BUYERS = "supplier_vat_number", "receiver_vat_number"
_SECOND, _FIRST = 0.55, 0.25  # how often the second and the first of two are the buyer's, by judgement
_TOLD = 0.72  # the same where the print tells whose both are
_OTHERS = 0.3  # of the trust in a number that by its print is the other party's
_FOOT = 0.9  # part of the page's height at which its foot begins
_CELLS = 3  # of a row of headings
_ABOVE = 3.2  # heights of a line from such a row to the cells below
_DIGITS = 7  # of a tax number at least
# What sellers print beside their own number only: their register and capital, how to reach them.
_OWN = re.compile(
    r"\breg(?:istro|\.) ?(?:merc|imprese|del)|\bcap(?:itale|ital|\.) ?soc|\binscrita\b|\br\.? ?e\.? ?a\.?\b"
    r"|\bdomicilio social\b|\bsede (?:legale|social)|\bconservat[oó]ria|\bcrc\b|\bmatr[ií]cula\b"
    r"|\bt(?:el|elef|eléf|elefone|eléfono|elefono|lm)\b|\bfax\b|\bfdo\b|@|\bwww\.",
    re.IGNORECASE,
)
Party = Literal["supplier", "receiver"]


def share_tax_ids(found: Sequence[Finding], labelled: Labelled) -> list[Finding]:
    """``found``, with the buyer's tax number among those that labels and print gave the seller alone.

    Args:
        found: What rules found so far.
        labelled: The document's lines and labels.
    """
    sellers = [one for one in found if one.field == _SELLERS and _is_number(one)]
    named = {one.parsed.value[:2] for one in sellers if one.rule == "label"}
    sellers = [one for one in sellers if not named or one.parsed.value[:2] in named]
    values = list(dict.fromkeys(one.parsed.value for one in sorted(sellers, key=lambda one: one.words[0])))
    told = {one.parsed.value: one for one in found if one.field == _BUYERS}
    labelled_buyers = {one.parsed.value for one in found if one.field == _BUYERS and one.rule == "label"}
    if not values or (len(values) == 1 and values[0] in told):
        return list(found)
    layout = labelled.layout
    are_akin = len({value[:2] for value in values}) == 1  # else who sells and who runs the shop, perhaps
    parties = {one.parsed.value: _party(layout.line_of(one.words[0]), labelled, are_akin) for one in sellers}
    for value in labelled_buyers & set(parties):
        parties = {
            other: "receiver" if other == value else own or "supplier" for other, own in parties.items()
        }
    if len(values) == 1 and parties[values[0]] == "supplier":
        return list(found)
    is_told = len(values) > 1 and len({parties[value] for value in values}) > 1
    shared = [_weighed(one, parties) if is_told and one in sellers else one for one in found]
    return [*shared, *_buyers(sellers, values, parties if is_told else {}, set(told))]


def _is_number(one: Finding) -> bool:
    """Whether a finding has the form of a tax number of a country, and is no other number beside "VAT no"."""
    is_formed = one.parsed.checked is not None or one.parsed.scheme is not None
    return bool(one.words) and is_formed and sum(map(str.isdigit, one.parsed.value)) >= _DIGITS


def _weighed(one: Finding, parties: dict[str, Party | None]) -> Finding:
    """A seller's number less trusted where its print, or the other's, says that it is the buyer's."""
    own = parties[one.parsed.value]
    is_buyers = own == "receiver" or (own is None and "receiver" not in parties.values())
    return one._replace(score=one.score * _OTHERS) if is_buyers else one


def _buyers(
    sellers: Sequence[Finding], values: Sequence[str], parties: dict[str, Party | None], told: set[str]
) -> Iterator[Finding]:
    """Each number as the buyer's, as far as nothing has told that already."""
    for one in sellers:
        value = one.parsed.value
        own = parties.get(value)
        trust = _SECOND if value != values[0] and value[:2] == values[0][:2] else _FIRST
        if parties:
            is_buyers = own == "receiver" or (own is None and "receiver" not in parties.values())
            trust = _TOLD if is_buyers else _FIRST * _OTHERS
        elif value in told:
            continue
        yield one._replace(field=_BUYERS, score=trust, rule="second")


def _party(line: Line, labelled: Labelled, are_akin: bool) -> Party | None:
    """Whose a number is: the seller's beside its register or in the foot, the buyer's in a cell."""
    if _OWN.search(line.text):
        return "supplier"
    if _is_cell(line, labelled.layout):
        return "receiver"
    return "supplier" if are_akin and line.box.y0 >= _FOOT else None


def _is_cell(line: Line, layout: Layout) -> bool:
    """Whether a line is a cell below one of a row of headings: "Client | Date | C.I.F. | Page"."""
    if len(line.words) > 2:
        return False
    rows = [_row_of(line, layout)]
    above = (
        one
        for one in reversed(layout.lines[: line.index])
        if one.page == line.page
        and 0 < line.box.y0 - one.box.y0 <= _ABOVE * layout.height
        and one.box.x0 < line.box.x1
        and line.box.x0 < one.box.x1 + layout.height
    )
    heading = max(above, key=lambda one: one.box.y0, default=None)
    if heading is None or heading.digits:
        return False
    rows.append(_row_of(heading, layout))
    return all(len(row) >= _CELLS for row in rows) and sum(one.digits == 0 for one in rows[1]) >= _CELLS


def _row_of(line: Line, layout: Layout) -> list[Line]:
    return [line, *layout.left_of(line), *layout.right_of(line)]
