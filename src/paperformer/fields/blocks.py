"""Address blocks: rows of one left edge, a name on top, an address down to its postcode."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from paperformer.documents.model import Box
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.company_names import company
from paperformer.fields.page.layout import Line
from paperformer.fields.page.sections import INDENT, after_name_label, after_place_label
from paperformer.fields.words.patterns import alternatives, pattern

_UNIT = re.compile(r"#[0-9]{1,4}(?:-[0-9]{1,4})?[A-Z]?,?")  # a flat on a line of its own: "#21-04"
_CAPTIONED = re.compile(r"[^\W\d_][^\W\d]{2,30}(?: [^\W\d]{1,20}){0,3}: ?\w")  # "Condición IVA: Responsable"
_MOST_ROWS = 7
_SKIPPED = 3  # labelled lines that may stand in a block: a number before the name, a contact below it
_REACH = 2.4  # heights of a line between two rows of a block
_OFF_CENTRE = 1.0  # heights of a line by which the middles of centred rows may differ
_WORD_GAP = 2.2  # heights of a line between two words of one row: justified and spaced print
_OF_PERSONS = frozenset({"buyer_reference"})  # fields whose labels name a contact within an address

Row = tuple[Cell, ...]


@cache
def _ends_company() -> re.Pattern[str]:
    return re.compile(rf"(?:{company().pattern})[.,]?$")


@cache
def _rest() -> re.Pattern[str]:
    """What only the second line of a name begins with: "& Tea Leaf Ltd", "Co. (M) Sdn Bhd"."""
    forms, begins = (alternatives("legal_forms", group) for group in ("forms", "begins"))
    return re.compile(
        rf"(?:[&+] ?\w|(?:(?:{begins}) )?(?:\([A-Z]{{1,3}}\) )?(?:(?:{forms})[.,]? )?(?:{forms})[.,]?$)"
    )


def _street() -> re.Pattern[str]:
    """Beginnings of addresses that labels begin with too."""
    return pattern("parties", "address_begins", r"(?:{})\b\.? ?[0-9]")


@cache
def _numbered() -> re.Pattern[str]:
    """As in "Freelancer ID: 4418207"."""
    whose, numbers = alternatives("parties", "numbered"), alternatives("parties", "numbers")
    return re.compile(
        rf"(?:[^\W\d_]{{1,20}} )?(?:{whose}) (?:{numbers})\.?: ?(?=[\w-]{{0,40}}[0-9])[\w-]{{1,60}}",
        re.IGNORECASE,
    )


@dataclass(frozen=True)
class Block:
    """Rows of one party: its name, and below it its address as far as its postcode."""

    rows: tuple[Row, ...]

    @property
    def name(self) -> tuple[Row, ...]:
        """The first row, and the second where it can only be the rest of a name: "Unipessoal Lda"."""
        goes_on = len(self.rows) > 1 and continues_name(text_of(self.rows[1]))
        return self.rows[: 2 if goes_on else 1]

    @property
    def address(self) -> tuple[Row, ...]:
        """The rows below the name as far as the one with the postcode; none without a postcode."""
        first = len(self.name)
        for position, row in enumerate(self.rows[first:], start=first):
            if has_postcode(text_of(row)):
                return self.rows[first : position + 1]
        return ()


def text_of(row: Row) -> str:
    """What a row prints."""
    return " ".join(cell.text for cell in row)


def words_of(rows: Sequence[Row]) -> tuple[int, ...]:
    """Indices of the words of ``rows``, ascending."""
    return tuple(
        sorted({cell.line.first + index for row in rows for cell in row for index, _, _ in cell.parts})
    )


def is_company(text: str) -> bool:
    """Whether ``text`` holds the legal form of a company (GmbH, AB, Ltd, Sdn Bhd ...)."""
    return company().search(text) is not None


def form_ends(text: str) -> list[int]:
    """Where each legal form in ``text`` ends: a company's name may end there."""
    return [match.end() for match in company().finditer(text)]


def ends_company(text: str) -> bool:
    """Whether ``text`` ends with a legal form behind a name: a company's name goes no further."""
    return _ends_company().search(text.strip()) is not None


def continues_name(text: str) -> bool:
    """Whether ``text`` can only be the rest of a name: it begins with an "&", or is a legal form alone."""
    return _rest().match(text) is not None


def is_address_form(text: str) -> bool:
    """Whether ``text`` only says how a person is addressed, as on the row above the name: "Frau"."""
    return pattern("parties", "forms_of_address", r"(?:{})\.?,?").fullmatch(text.strip()) is not None


def has_caption(text: str) -> bool:
    """Whether a caption of a few words opens ``text``: "Condición IVA: Responsable Inscripto"."""
    return _CAPTIONED.match(text) is not None


def whole_row(line: Line, labelled: Labelled, start: int = 0) -> Row:
    """``line`` from ``start``, with what stands close to its right: letters spaced, words justified."""
    cells = [Cell(line, start, len(line.text))]
    for right in labelled.layout.right_of(line):
        gap = right.box.x0 - cells[-1].line.box.x1
        if gap > _WORD_GAP * labelled.layout.height or labelled.is_caption(right):
            break
        cells.append(Cell(right, 0, len(right.text)))
    return tuple(cells)


def rows_below(page: int, box: Box, labelled: Labelled, first: float = _REACH) -> tuple[Row, ...]:
    """Rows under ``box`` with its left edge or its middle, until a gap or what is no part of an address.

    Args:
        page: The page's number.
        box: What the rows stand below: a heading, or a name.
        labelled: The document's labels.
        first: Heights of a line within which the first row begins.
    """
    rows: list[Row] = []
    left, middle = box.x0, box.center[0]
    height, skipped = labelled.layout.height, 0
    while len(rows) < _MOST_ROWS:
        near = (
            line
            for line in labelled.layout.below(page, box, _REACH if rows else first)
            if abs(line.box.x0 - left) <= INDENT * height
            or abs(line.box.center[0] - middle) <= _OFF_CENTRE * height
        )
        line = next(near, None)
        if line is None:
            break
        box = line.box
        start = _begin(line, labelled)
        if start is not None:
            rows.append(whole_row(line, labelled, start))
        elif skipped == _SKIPPED:
            break
        else:
            skipped += 1
    return tuple(rows)


def _begin(line: Line, labelled: Labelled) -> int | None:
    """Where ``line`` begins to speak of name or address; None where it speaks of something else."""
    if not any(c.isalpha() for c in line.text) and not _UNIT.fullmatch(line.text):
        return None
    if _numbered().fullmatch(line.text) or is_address_form(line.text):
        return None
    for start in (after_name_label(line.text), after_place_label(line.text)):
        if start is not None:
            return start if start < len(line.text) else None
    anchors = labelled.by_line.get(line.index)
    if not anchors and has_caption(line.text):
        return None
    if not anchors or anchors[0].hit.first > 0 or has_postcode(line.text) or _street().match(line.text):
        return 0
    # "Transport Marek Gołąb" is a name: such a label counts only with its sum right behind it.
    is_contact = all(
        (meaning.kind == "other" or meaning.name in _OF_PERSONS) and meaning.strength != "beside"
        for meaning in anchors[0].hit.meanings
    )
    is_label = is_contact or labelled.is_caption(line) or any(c.isdigit() for c in anchors[0].tail.text)
    return None if is_label else 0
