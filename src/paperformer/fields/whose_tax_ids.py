"""Whose a tax number is that no section tells: of two the second is the buyer's, if no print says more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
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
_HEADS = 60  # lines before a cell among which its heading stands
_ROW = 1.5  # heights of a line within which two numbers stand side by side
# What sellers print beside their own number only: their register and capital.
_OWN = re.compile(
    r"\breg(?:istro|\.) ?(?:merc|imprese|del)|\bcap(?:itale|ital|\.) ?soc|\binscrita\b|\br\.? ?e\.? ?a\.?\b"
    r"|\bdomicilio social\b|\bsede (?:legale|social)|\bconservat[oó]ria|\bcrc\b|\bmatr[ií]cula\b|\bfdo\b",
    re.IGNORECASE,
)
# How to reach somebody: the seller in the letter-head and the foot, and anybody elsewhere.
_REACHED = re.compile(r"\bt(?:el|elef|eléf|elefone|eléfono|elefono|lm)\b|\bfax\b|@|\bwww\.", re.IGNORECASE)
# Who made the software or the form, and whose the account is: nobody's party.
_MAKER = re.compile(
    r"\b(?:stampato (?:con|da)|powered by|printed (?:by|with)|created with|erstellt mit|gedruckt (?:mit|von)"
    r"|software|gestionale|programa certificado|processado por|impreso (?:por|con)|imprenta|imprimé par"
    r"|édité (?:par|avec)|tipografia|tipolitografia|emitido por computador)\b",
    re.IGNORECASE,
)
_BANK = re.compile(r"\b(?:banco|banca|bank|banque|caixa|caja|entidade?)\b", re.IGNORECASE)
_ACCOUNT = re.compile(r"\b(?:iban|bic|swift|blz|[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,})\b", re.IGNORECASE)
_CLIENT = re.compile(
    r"\b(?:clien\w*|cod\.? ?cli\w*|kunden?\w*|klant\w*|customer|buyer|käufer|asiakas|destinat\w*|abonad[oa])",
    re.IGNORECASE,
)
# Whose the contract or the account is: "Titular: Nerea Uribarren  NIF: 16044718X".
_HOLDER = re.compile(
    r"\b(?:titular(?:e)?|titulaire|intestatari[oa]|contraente|abonad[oa]|abonn[eé]e?|arrendatari[oa]|inquilin[oa])\b",
    re.IGNORECASE,
)
# Headings with their numbers to the right, above the name: so print Czech and Slovak programs (POHODA).
_HEADING = re.compile(
    r"(?:(?P<buyer>odb[eě]rate[lľ]|kupuj[ií]c[ií]|z[aá]kazn[ií]k|nabywca|kupac|kupec|vev[oő])"
    r"|dodavate[lľ]|dod[aá]vate[lľ]|prod[aá]vaj[ií]c[ií]|sprzedawca|prodavatelj|prodajalec|elad[oó]) ?:?",
    re.IGNORECASE,
)
_BESIDE = 2.4  # heights of a line from such a heading down to its numbers
Party = Literal["supplier", "receiver"]


def share_tax_ids(found: Sequence[Finding], labelled: Labelled) -> list[Finding]:
    """``found``, with the buyer's tax number among those that labels and print gave the seller alone.

    Args:
        found: What rules found so far.
        labelled: The document's lines and labels.
    """
    layout = labelled.layout
    sellers = [one for one in found if one.field == _SELLERS and _is_number(one)]
    sellers = [one for one in sellers if not _is_third(layout.line_of(one.words[0]), layout)] or sellers
    named = {one.parsed.value[:2] for one in sellers if one.rule == "label"}
    sellers = [one for one in sellers if not named or one.parsed.value[:2] in named]
    values = _in_order(sellers)
    buyers = {one.parsed.value for one in found if one.field == _BUYERS}
    if not values or (len(values) == 1 and values[0] in buyers):
        return list(found)
    labelled_buyers = {one.parsed.value for one in found if one.field == _BUYERS and one.rule == "label"}
    parties = _parties(sellers, labelled_buyers, layout)
    if len(values) == 1 and parties[values[0]] == "supplier":
        return list(found)
    is_told = len(values) > 1 and len({parties[value] for value in values}) > 1
    if is_told:
        other: Party = "supplier" if "receiver" in parties.values() else "receiver"
        parties = {value: own or other for value, own in parties.items()}
    shared = [
        one._replace(score=one.score * _OTHERS) if is_told and _is_the_others(one, parties) else one
        for one in found
    ]
    return [*shared, *_buyers(sellers, values, parties if is_told else {}, buyers)]


def _is_the_others(one: Finding, parties: Mapping[str, Party | None]) -> bool:
    """Whether a finding gives one party a number that is told to be the other's."""
    if one.field == _SELLERS:
        return parties.get(one.parsed.value) == "receiver"
    return one.field == _BUYERS and one.rule != "label" and parties.get(one.parsed.value) == "supplier"


def _in_order(sellers: Sequence[Finding]) -> list[str]:
    """The numbers from the top; bare ones behind those that a label goes before, as below an address."""
    bare = {one.parsed.value for one in sellers} - {
        one.parsed.value for one in sellers if one.rule == "label"
    }
    ordered = sorted(sellers, key=lambda one: (one.parsed.value in bare, one.words[0]))
    return list(dict.fromkeys(one.parsed.value for one in ordered))


def _is_number(one: Finding) -> bool:
    """Whether a finding has the form of a tax number of a country, and is no other number beside "VAT no"."""
    is_formed = one.parsed.checked is not None or one.parsed.scheme is not None
    return bool(one.words) and is_formed and sum(map(str.isdigit, one.parsed.value)) >= _DIGITS


def _buyers(
    sellers: Sequence[Finding],
    values: Sequence[str],
    parties: Mapping[str, Party | None],
    told: Collection[str],
) -> Iterator[Finding]:
    """Each number as the buyer's, as far as nothing has told that already."""
    for one in sellers:
        value = one.parsed.value
        trust = _SECOND if value != values[0] and value[:2] == values[0][:2] else _FIRST
        if parties:
            trust = _TOLD if parties[value] == "receiver" else _FIRST * _OTHERS
        elif value in told:
            continue
        yield one._replace(field=_BUYERS, score=trust, rule="second")


def _parties(
    sellers: Sequence[Finding], labelled_buyers: Collection[str], layout: Layout
) -> dict[str, Party | None]:
    """Whose each number is by what its line says, where it stands, and whose the others are."""
    lines = {one.parsed.value: layout.line_of(one.words[0]) for one in sellers}
    are_akin = len({value[:2] for value in lines}) == 1  # else who sells and who runs the shop, perhaps
    head = min((line.page, line.box.y0) for line in lines.values())
    parties = {value: _party(line, layout, are_akin, head) for value, line in lines.items()}
    if not any(value in parties for value in labelled_buyers):
        return parties
    return {
        value: "receiver" if value in labelled_buyers else own or "supplier" for value, own in parties.items()
    }


def _party(line: Line, layout: Layout, are_akin: bool, head: tuple[int, float]) -> Party | None:
    """Whose a number is: the seller's beside its register or in the foot, the buyer's in a cell.

    Args:
        line: That prints it.
        layout: The document's lines.
        are_akin: Whether all numbers are of one country.
        head: Page and top of the uppermost number.
    """
    if _OWN.search(line.text):
        return "supplier"
    if any(_HOLDER.search(one.text) for one in (line, *islice(layout.left_of(line), 1))):
        return "receiver"
    if (headed := _headed(line, layout)) is not None:
        return headed
    is_first = line.page == head[0] and line.box.y0 <= head[1] + _ROW * layout.height
    if (is_first or line.box.y0 >= _FOOT) and _REACHED.search(line.text):
        return "supplier"
    if _is_cell(line, layout):
        return "receiver"
    return "supplier" if are_akin and line.box.y0 >= _FOOT else None


def _headed(line: Line, layout: Layout) -> Party | None:
    """Whose a number is to the right of a party's heading, on its row or the next; None without one."""
    near = [
        (line.box.x0 - one.box.x1, found)
        for one in layout.lines
        if one.page == line.page
        and one.box.x1 <= line.box.x0
        and -0.5 <= (line.box.y0 - one.box.y0) / layout.height <= _BESIDE
        and (found := _HEADING.fullmatch(one.text.strip()))
    ]
    if not near:
        return None
    heading = min(near, key=lambda each: each[0])[1]
    return "receiver" if heading["buyer"] else "supplier"


def _is_third(line: Line, layout: Layout) -> bool:
    """Whether a line is of a maker of software or forms, or of a bank, none of which sells or buys."""
    if _MAKER.search(line.text) or (_BANK.search(line.text) and not _ACCOUNT.search(line.text)):
        return True
    if not line.index:
        return False
    above = layout.lines[line.index - 1]
    is_near = above.page == line.page and 0 < line.box.y0 - above.box.y0 <= 2 * layout.height
    if not is_near or above.digits or abs(above.box.x0 - line.box.x0) > layout.height:
        return False
    return _BANK.search(above.text) is not None


def _is_cell(line: Line, layout: Layout) -> bool:
    """Whether a line is a cell below one of a row of headings: "Client | Date | C.I.F. | Page"."""
    if len(line.words) > 2:
        return False
    rows = [_row_of(line, layout)]
    above = (
        one
        for one in layout.lines[max(0, line.index - _HEADS) : line.index]
        if one.page == line.page
        and 0 < line.box.y0 - one.box.y0 <= _ABOVE * layout.height
        and one.box.x0 < line.box.x1
        and line.box.x0 < one.box.x1 + layout.height
    )
    heading = max(above, key=lambda one: one.box.y0, default=None)
    if heading is None or heading.digits:
        return False
    rows.append(_row_of(heading, layout))
    if not any(_CLIENT.search(one.text) for one in rows[1]):
        return False
    return all(len(row) >= _CELLS for row in rows) and sum(one.digits == 0 for one in rows[1]) >= _CELLS


def _row_of(line: Line, layout: Layout) -> list[Line]:
    return [line, *layout.left_of(line), *layout.right_of(line)]
