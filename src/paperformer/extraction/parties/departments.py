"""Names of who opens a letter and does not buy: "Buchhaltung" or "c/o Ann Roe" below "Gemeinde Thun"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.contacts import ends_in_mark, is_addressed_person, is_contact
from paperformer.extraction.parties.housing_societies import begins_society
from paperformer.extraction.parties.salutations import height_of_line, is_form_of_address, line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_company, is_person, is_street_with_house

# "Fire Department" and "Stadtverwaltung" are who buys: only what every buyer has counts.
_DEPARTMENT = re.compile(
    r"(?:abteilung|abt\.|referat|afdeling|avdeling|avdelning|dzia[lł]|odd[eě]len[ií]) .*"
    r"|(?:liegenschafts|immobilien|geb[aä]ude|finanz|personal|zentral)verwaltung"
    r"|\w*(?:buchhaltung|rechnungswesen|einkaufsabteilung)|einkauf|zentraleinkauf|beschaffung|sekretariat"
    r"|(?:accounts? payable|finance|purchasing|procurement|purchase ledger|accounting|billing)"
    r"(?: (?:department|dept\.?|office|team|section))?|accounts(?: department| dept\.?)?"
    r"|(?:services? |direction )?(?:des |de la |du )?(?:comptabilité|achats|finances)"
    r"(?: (?:fournisseurs?|clients?|g[ée]n[ée]rale))?"
    r"|services? (?:comptab|financ|administrati|factur)\w*|(?:ufficio|departamento de|dpto\. de?|dpto\.?) "
    r"(?:acquisti|amministra\w*|contabil\w*|administraci[oó]n|compras|finan\w*|aprovisionamento)"
    r"|crediteuren\w*|(?:financiële )?administratie|ekonomi(?:avdelning\w*|enhet\w*)?"
    r"|faktura(?:enhet\w*|mottak|scanning)|leverantörsreskontra|bogholderi(?:et)?|regnskap(?:et)?"
    r"|(?:økonomi|regnskaps?|innkjøps?|indkøbs?|inköps?)(?:afdeling|avdeling|avdelning)(?:en)?"
    r"|taloushallinto|talousosasto|ostolaskut|ostoreskontra|amministrazione|contabilità|contabilidade?"
    r"|administraci[oó]n|ksi[eę]gowo[sś][cć]|[uú][cč]t[aá]rna"
    r"|\W{0,2}(?:(?:bau|hochbau|tiefbau|haupt|ordnungs|schul|sozial|personal)amt|k[aä]mmerei)\W{0,2}",
    re.IGNORECASE,
)
# What a person is at a firm: who stands below is the firm.
_OFFICE = re.compile(
    r"(?:(?:general|managing|sales|office|project|facility|facilities|property|account|operations|finance|executive"
    r"|purchasing|plant|store|deputy|assistant|vice|chief|financial|operating|company|school) )*"
    r"(?:manager|director|president|officer|ceo|cfo|coo|controller|secretary|treasurer|bursar|principal|chair(?:man)?"
    r"|esq(?:uire)?\.?|attorney(?: at law)?|rechtsanw[aä]lt(?:in)?"
    r"|head ?(?:teacher|master|mistress)|dean|rector|town clerk|parish clerk"
    r"|gesch[aä]ftsf[uü]hrer(?:in)?|prokurist(?:in)?|directeur|directrice|g[eé]rante?|direttore|direttrice"
    r"|director[a]?|gerente|daglig leder|direkt[øö]r|vd|toimitusjohtaja|prezes)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"the ", re.IGNORECASE)
# In whose care a letter goes: "c/o Isännöinti Virtanen Oy", "p/a Syndic Immo Delvaux".
# "P.A. Nilsson" has initials.
_CARE = r"(?:c/ ?o|c/-|p/ ?a|(?-i:p\. ?[aA]\.)|s/c de|aos? cuidados? d[eoa]s?|in care of)[.:]*"
# Danes and Norwegians name who acts for a society so: "v/ kasserer Bo Dahl", "v/Bo Dahl".
# "A/C" is who sees to it in Portuguese, where a person's title follows, and an account in English.
_BEGINS_CARE = re.compile(
    rf"(?:{_CARE} +|v/ ?|(?:c/o|c/-) ?)\S|chez (?:m\.|mme|mlle|monsieur|madame)\b"
    r"|a/c:? +(?:sr\.?ª?|sra|dr|dra|exm[oa]|eng|prof)\b",
    re.IGNORECASE,
)
_ENDS_CARE = re.compile(rf"(?:^|\s){_CARE}$", re.IGNORECASE)
_NUMBERED = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2} [0-9]{1,3} ?[a-zA-Z]?")
_LINE = 2.2  # heights of a line to the one above in the same block
_INDENT = 1.0  # heights of a line by which its left edge may differ
_LETTERS = 4  # that a name has
_MOST_OPENERS = 3
_RIVAL = 0.1  # probability from which a name above a person's is who buys


def is_department(text: str) -> bool:
    """Whether ``text`` names a department that every buyer has, and nothing else: "Buchhaltung"."""
    return _DEPARTMENT.fullmatch(text.strip(" ,;")) is not None


def is_office(text: str) -> bool:
    """Whether ``text`` names what a person is at a firm, and nothing else: "General Manager"."""
    return _OFFICE.fullmatch(text.strip(" .:,;")) is not None


def is_numbered(text: str) -> bool:
    """Whether ``text`` is a few words and a number of up to three digits, as a street's: "Seeweg 9"."""
    return _NUMBERED.fullmatch(text) is not None


def is_in_care(text: str) -> bool:
    """Whether ``text``, a line of an address, says in whose care the letter goes: "c/o Ann Roe"."""
    return _BEGINS_CARE.match(text) is not None


def with_owners(
    candidates: Sequence[Scored],
    words: Sequence[Word],
    captions: Collection[int] = (),
    sellers: Sequence[Scored] = (),
) -> list[Scored]:
    """``candidates`` for a name; a department's, or a name with one at its end, becomes what stands above.

    The same goes for in whose care the letter goes. A department that begins its block, below a heading or
    a form of address, stays: nothing else names the buyer then. So does a person who is addressed, unless
    what stands above is a candidate too; a person above a company's name that is one gives way to it.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
        captions: Indices of the words that are labels.
        sellers: Likely names of the other party, which do not buy.
    """
    names = {content(one.text) for one in candidates} - {content(one.text) for one in sellers}
    rivals = frozenset(content(one.text) for one in candidates if one.probability >= _RIVAL)
    below = [_firm(one, words, names) if one.words else one for one in candidates]
    return [_last_owner(one, words, captions, rivals) if one.words else one for one in below]


def _last_owner(
    one: Scored, words: Sequence[Word], captions: Collection[int], rivals: Collection[str]
) -> Scored:
    """``one``, or who is at the head of those who open the letter for each other: "c/o Acme", "Frau Berg"."""
    for _ in range(_MOST_OPENERS):
        owner = _owner(one, words, captions, rivals)
        if owner == one:
            break
        one = owner
    return one


def _firm(one: Scored, words: Sequence[Word], names: Collection[str]) -> Scored:
    """``one``, or the company's name below where a person, or "Department / Person", stands above it."""
    opener = [at for at in one.words if _same_line(words[at], words[one.words[0]])]
    rest = [at for at in one.words if at not in opener]
    text = text_of(opener, words).strip(" ,;")
    # "Stockholms Stads" could be a person's name, and may be the first line of a company's.
    has_office = _has_office(one, words) or (
        not rest and _OFFICE.fullmatch(_ARTICLE.sub("", text)) is not None
    )
    if not (has_office or _opens_letter(text) or (is_person(text) and not rest)):
        return one
    company = rest or line_below(one.words[0], words, _LINE, _INDENT)
    text = text_of(company, words).strip(" ,;")
    if has_office and not any(map(str.isdigit, text)) and sum(map(str.isalpha, text)) >= _LETTERS:
        return one._replace(value=text, text=text, words=tuple(company))
    if not ends_company(text) or not (rest or content(text) in names):
        return one
    return one._replace(value=text, text=text, words=tuple(company))


def _has_office(one: Scored, words: Sequence[Word]) -> bool:
    """Whether a person's office stands behind the name on its line: "Ms. Dana Roe, General Manager"."""
    first = words[one.words[0]]
    line = [at for at, word in enumerate(words) if _same_line(word, first)]
    name, comma, office = text_of(line, words).partition(", ")
    is_one = is_person(name) or is_addressed_person(name)
    return line[0] == one.words[0] and bool(comma) and is_one and _OFFICE.fullmatch(office) is not None


def _opens_letter(text: str) -> bool:
    """Whether ``text`` is a department and a person in it: "Ekonomi / Linnea Åkerblom"."""
    department, slash, _ = text.partition(" / ")
    return bool(slash) and is_department(department)


def _owner(one: Scored, words: Sequence[Word], captions: Collection[int], rivals: Collection[str]) -> Scored:
    line = [at for at in one.words if _same_line(words[at], words[one.words[-1]])]
    named = text_of(line, words).strip(" ,;")
    first = min(start_of_line(line[0], words), default=line[0])
    is_addressed = is_addressed_person(named)
    before = text_of(range(first, line[0]), words)
    above = [at for at in one.words if at not in line] or line_above(first, words)
    is_in_department = is_person(named) and _is_of_firm(above, words)
    is_opened_by = is_in_department or is_contact(named) or ends_in_mark(before)
    in_care = is_in_care(named) or before.lower() == "v/" or _ENDS_CARE.search(before) is not None
    if not in_care and (is_company(named) or not (is_addressed or is_opened_by or is_department(named))):
        return one
    text = text_of(above, words).strip(" ,;")
    if is_addressed and not (is_opened_by or in_care) and content(text) not in rivals:
        return one
    if in_care and (is_contact(text) or is_addressed_person(text) or is_department(text)):
        return one
    if sum(map(str.isalpha, text)) < _LETTERS or text.endswith(":") or not _can_own(text, in_care):
        return one
    if is_form_of_address(text) or set(above) <= set(captions):
        return one
    return one._replace(value=text, text=text, words=tuple(above))


def _is_of_firm(department: Sequence[int], words: Sequence[Word]) -> bool:
    """Whether a line is a department's below another name: "Museum Thun", "Abteilung Einkauf"."""
    firm = line_above(department[0], words) if department else []
    text = text_of(firm, words)
    is_name = sum(map(str.isalpha, text)) >= _LETTERS and not any(map(str.isdigit, text))
    return is_department(text_of(department, words)) and is_name and not text.endswith(":")


def _can_own(text: str, in_care: bool) -> bool:
    """Whether ``text`` is no street: a society, without digits, or with few above a "c/o": "Plan 71882"."""
    digits = sum(map(str.isdigit, text))
    if not digits or begins_society(text):
        return True
    is_place = text[0].isdigit() or is_street_with_house(text) or is_numbered(text)
    return in_care and not is_place and sum(map(str.isalpha, text)) >= 2 * digits


def line_above(index: int, words: Sequence[Word], reach: float = _LINE) -> list[int]:
    """The words of the line right above the word at ``index`` that begins where it does, if there is one.

    Args:
        index: Of a word.
        words: Of the document.
        reach: How far above the line may be, in heights of the word.
    """
    word, height = words[index], height_of_line(index, words)
    near = [
        (-other.box.y0, at)
        for at, other in enumerate(words[:index])
        if other.page == word.page
        and 0 < word.box.y0 - other.box.y0 <= reach * height
        and abs(other.box.x0 - word.box.x0) <= _INDENT * height
    ]
    if not near:
        return []
    first = min(near)[1]
    return [at for at, other in enumerate(words) if at >= first and _same_line(other, words[first])]


def start_of_line(first: int, words: Sequence[Word]) -> list[int]:
    """The words before the word at ``first`` on its line."""
    start = first
    while start and _same_line(words[start - 1], words[first]):
        start -= 1
    return list(range(start, first))


def _same_line(one: Word, other: Word) -> bool:
    return one.page == other.page and one.line == other.line


def text_of(indices: Sequence[int], words: Sequence[Word]) -> str:
    """The words at ``indices``, joined by spaces."""
    return " ".join(words[at].text for at in indices)
