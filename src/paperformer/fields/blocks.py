"""Address blocks: rows of one left edge, a name on top, an address down to its postcode."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperformer.documents.model import Box
from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import Cell
from paperformer.fields.layout import Line
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.sections import after_name_label, after_place_label

# Legal forms as they end a company's name; case matters: "as" and "ag" in running text do not count.
_FORMS = (
    # German, Austrian, Swiss; British, American; Nordic
    r"GmbH(?: & Co\.? KG(?:aA)?)?|GMBH|gGmbH|mbH|AG|KG|OHG|GbR|e\.K\.|UG|SE",
    r"e\. ?V\.|e\.U\.|eG|PartG(?: ?mbB)?",
    r"Ges\.?m\.?b\.?H\.?|S\.à ?r\.l\.|S\.?à\.?r\.?l\.?|PLLC|P\.L\.L\.C\.",
    r"(?:e|o|sl)?hf\.?|sjálfseignarstofnun",
    r"Ltd\.?|LTD\.?|Limited|LIMITED|PLC|plc|LLC|L\.L\.C\.|LLP|CLG|Inc\.?|INC\.?|Corp\.?|CORP\.?|Corporation",
    r"AB|Aktiebolag|HB|KB|AS|ASA|ANS|DA|ENK|A/S|ApS|APS|I/S|K/S|IVS|Oyj?|OY|Ky|Ay|Tmi",
    # Dutch, Belgian, French, Spanish; Italian, Portuguese
    r"B\.?V\.?|N\.?V\.?|VOF|[vV]\.[oO]\.[fF]\.|BVBA|Comm\.?V\.?|SPRL|SCRL|SNC|S\.N\.C\.|S\.?A\.?R\.?L\.?|S\.A\.S\.?|SASU?|EURL|SCI",
    r"S\.?A\.?(?: (?:de|DE) C\.?V\.?)?|S\.?L\.?U?\.?|S\. ?Coop\.(?: ?(?:And|V|Mad)\.)?",
    r"S\.?r\.?l\.?|SRL|S\.R\.L\.?|S\.?p\.?A\.?|S\.?n\.?c\.?|S\.?a\.?s\.?|Lda\.?|LDA\.?|Unipessoal",
    # Polish, Czech, Baltic, Hungarian; Asian, Australian
    r"s\. ?c\.|[Ss]p\. ?k\.",
    r"[Ss]p\. ?z ?o\. ?o\.|SP\. Z O\.O\.|[Ss]p\. ?j\.|s\. ?r\. ?o\.|a\. ?s\.|v\. ?o\. ?s\.|OÜ|MTÜ|UAB|MB|SIA",
    r"Kft\.?|Zrt\.?|[Ss]dn\.? ?[Bb]hd\.?|SDN\.? ?BHD\.?|BHD\.?|S/B|[Pp]te\.? ?[Ll]td\.?|PTE\.? ?LTD\.?",
    r"[Pp]ty\.? ?[Ll]td\.?|PTY\.? ?LTD\.?|[Ee]nterprise|ENTERPRISE",
    # Greek, Bulgarian; Turkish
    r"Ο\.?Ε\.|Ε\.?Ε\.|Α\.?Ε\.|Ε\.?Π\.?Ε\.?|Ι\.?Κ\.?Ε\.?|ЕООД|ООД|ЕАД|АД",
    r"A\. ?Ş\.|[Ll]td\. ?[Şş]ti\.?|LİMİTED ŞİRKETİ",
    # Croatian, Slovenian, Serbian (OCR takes the o for a naught)
    r"j?[dD]\. ?[oO0]\. ?[oO0]\.?|j\.d\.o\.o\.?|d\. ?d\.",
)
# In the Baltic states and farther east the form stands before the name, in quotes: UAB „Baltijos langai“.
_BEFORE_NAME = (
    r"\b(?:UAB|AB|MB|IĮ|VšĮ|SIA|IK|AS|OÜ|ООО|ОАО|ЗАО|АО|ПАО|ТОВ|ФОП|ЕООД|ООД|ЕТ) ?[\"'„“”«][^\W\d_]"
)
_WORD = r"[A-ZÀ-Ý][^\W\d_]{0,20}[a-zà-ÿ][^\W\d_]{0,20}"
_COMPANY = re.compile(
    rf"[^\W\d_]{{2}}[.,)\"“”»]?,? (?:& |\+ )?(?:{'|'.join(_FORMS)})(?![\w-])"
    r"|[^\W\d_]{8}-(?:AG|GmbH)(?![\w-])"  # "Versicherungs-AG"; a "Theater-AG" is a club of pupils
    rf"|\b{_WORD},? {_WORD},? DAC(?![\w-])"  # a "USB DAC" is sold
    rf"|\b{_WORD} {_WORD} (?:EI|E\.I\.)(?![\w-])"  # French sole traders
    rf"|\bT:?mi {_WORD}"  # Finnish ones
    rf"|{_BEFORE_NAME}"
)
_ENDS_COMPANY = re.compile(rf"(?:{_COMPANY.pattern})[.,]?$")
_PARTICLES = frozenset(
    {"de", "van", "von", "der", "den", "ten", "af", "av", "di", "da", "del", "la", "dos", "zu"}
)
_PERSON_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?")
# What only the second line of a name begins with: "& Tea Leaf Ltd", "Co. (M) Sdn Bhd", "Unipessoal Lda".
_REST = re.compile(
    r"(?:[&+] ?\w|(?:[Cc][Oo]\.? )?(?:\([A-Z]{1,3}\) )?"
    rf"(?:(?:{'|'.join(_FORMS)})[.,]? )?(?:{'|'.join(_FORMS)})[.,]?$)"
)
_CUT = re.compile(
    r"\b(sp\. ?z|spol\. s|sp\.|spol\. s r\.)\n(?:z )?(o\. ?o|r\. ?o|o)\.?$", re.I
)  # "Sp. z o.o." over two lines
# What a legal form goes on with though it could end there.
_FORM_GOES_ON = re.compile(
    r"(?:UG|Unternehmergesellschaft) ?\(haftungsbeschr(?:ä|ae)nkt\)(?: & Co\.? ?KG)?|AB \(publ\.?\)"
    r"|(?:g?GmbH|AG|SE|UG|Ltd\.?|B\.V\.) (?:&|und|u\.) Co\.? ?(?:KG|OHG|KGaA)|S\.? ?A\.? de C\.?V\.?",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:{'|'.join(_FORMS)})[.,:]?")
# How lines begin that name a street: what stands in front of its name in Romance and Slavic languages.
_STREETS = re.compile(
    r"(?:rue|avenue|boulevard|calle|c/|carrer|avda|avenida|paseo|pla[cç]a|plaza|via|viale|piazza|corso|rua"
    r"|ul\.|ulica|al\.|trg|str\.|strada)(?: |(?<=[./]))[^\W\d_]",
    re.IGNORECASE,
)
_HOUSE = re.compile(r"[0-9]|\b(?:d'|de |del |della |du |des |dr\. )", re.IGNORECASE)
# What stands between a name and the one that it had before, or whose licence it holds.
_FORMER = re.compile(
    r"\b(?:formerly|previously|f/?k/?a|vormals|ehemals|früher|tidligere|tidigare|förut|aiemmin|voorheen"
    r"|anciennement|già|antes|anteriormente|dawniej"
    r"|licen[cs]ee of|under licen[cs]e (?:from|of))(?: (?:known|trading) as)?\b",
    re.IGNORECASE,
)
# Beginnings of addresses that labels begin with too.
_STREET = re.compile(r"(?:p\.? ?o\.? ?box|box|postfach|unit|lot|no|nr)\b\.? ?[0-9]", re.IGNORECASE)
_UNIT = re.compile(r"#[0-9]{1,4}(?:-[0-9]{1,4})?[A-Z]?,?")  # a flat on a line of its own: "#21-04"
# "Freelancer ID: 4418207"; "Plot No: 45" is of an address.
_NUMBERED = re.compile(
    r"(?:[^\W\d_]{1,20} )?(?:freelancer|user|member|client|customer|account|vendor|supplier|seller|partner"
    r"|driver|host|provider|registration|licen[cs]e)"
    r" (?:id|no|nr|number)\.?: ?(?=[\w-]{0,40}[0-9])[\w-]{1,60}",
    re.IGNORECASE,
)
_MOST_ROWS = 7
_SKIPPED = 3  # labelled lines that may stand in a block: a number before the name, a contact below it
_REACH = 2.4  # heights of a line between two rows of a block
_INDENT = 2.5  # heights of a line by which the left edges of its rows may differ
_OFF_CENTRE = 1.0  # heights of a line by which the middles of centred rows may differ
_WORD_GAP = 2.2  # heights of a line between two words of one row: justified and spaced print

Row = tuple[Cell, ...]


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
    return _COMPANY.search(text) is not None


def company_ends(text: str, start: int, inside: int) -> int | None:
    """Where a company's name behind ``start`` ends whose legal form goes over the offset ``inside``."""
    for match in _COMPANY.finditer(text, start):
        if match.start() < inside < match.end():
            return match.end()
    return None


def form_ends(text: str) -> list[int]:
    """Where each legal form in ``text`` ends: a company's name may end there."""
    return [match.end() for match in _COMPANY.finditer(text)]


def ends_company(text: str) -> bool:
    """Whether ``text`` ends with a legal form behind a name: a company's name goes no further."""
    return _ENDS_COMPANY.search(text.strip()) is not None


def is_person(text: str) -> bool:
    """Whether ``text`` can be a person's name and no company's: "Anna K. Berg", "Jan de Wit"."""
    words = text.split()
    names = [word for word in words if word not in _PARTICLES]
    return (
        2 <= len(names) <= 3
        and len(words) <= 5
        and words[0] == names[0]
        and all(_PERSON_WORD.fullmatch(word) and word[0].isupper() for word in names)
        and not any(word.isupper() and len(word.replace(".", "")) > 2 for word in names)
        and not is_company(text)
    )


def continues_name(text: str) -> bool:
    """Whether ``text`` can only be the rest of a name: it begins with an "&", or is a legal form alone."""
    return _REST.match(text) is not None


def is_form_alone(text: str) -> bool:
    """Whether ``text`` is a legal form and nothing else: "Ltd", "d.o.o."."""
    return _ALONE.fullmatch(text.strip()) is not None


def continues_form(form: str, rest: str) -> bool:
    """Whether ``rest`` belongs to the legal form that a name ends with: "UG" and "(haftungsbeschränkt)"."""
    return _FORM_GOES_ON.fullmatch(f"{(form.split() or [''])[-1]} {rest}") is not None


def goes_on_below(name: str, below: str) -> bool:
    """Whether the line below a name is its legal form alone, or the second half of one ("Sp. z", "o.o.")."""
    if ends_company(name):
        return continues_form(name, below)
    return is_form_alone(below) or _CUT.search(f"{name}\n{below}") is not None


def is_street(text: str) -> bool:
    """Whether ``text`` begins as streets do ("Calle de Alcalá", "Via Roma 5"), and goes on as they do."""
    begin = _STREETS.match(text)
    return begin is not None and _HOUSE.search(text, begin.end() - 1) is not None


def says_former(text: str) -> bool:
    """Whether ``text`` says that the name after it is not, or no longer, the one of who is meant."""
    return _FORMER.search(text) is not None


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
            if abs(line.box.x0 - left) <= _INDENT * height
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
    if _NUMBERED.fullmatch(line.text):
        return None
    for start in (after_name_label(line.text), after_place_label(line.text)):
        if start is not None:
            return start if start < len(line.text) else None
    found = labelled.by_line.get(line.index)
    if not found or found[0].hit.first > 0 or has_postcode(line.text) or _STREET.match(line.text):
        return 0
    # "Transport Marek Gołąb" is a name: such a label counts only with its sum right behind it.
    is_contact = all(one.kind == "other" and one.strength != "beside" for one in found[0].hit.meanings)
    is_label = is_contact or labelled.is_caption(line) or any(c.isdigit() for c in found[0].tail.text)
    return None if is_label else 0
