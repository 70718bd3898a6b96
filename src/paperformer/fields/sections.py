"""Sections of a page under a heading that names a party: all down to the next heading or a gap is theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from paperformer.documents.model import Box
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.labels import Meaning
from paperformer.fields.layout import Line

_MOST_LINES = 16
_REACH = 3.2  # heights of a line between two lines of one section
_BELOW_HEADING = 5.0  # the same from its heading: a blank line may stand between
_INDENT = 2.5  # heights of a line by which the left edges of a section may differ
_ADDRESSED = (" to", " an", " aan", " til", " till", " a", " à")
_LONG = 6  # squeezed letters of a "bill to" that needs no colon
# Labels of a section's own lines: they head no field of the document.
_NAMES = (
    r"(?:full |company |firmen|bolags|foretags|firma)?"
    r"(?:name|nom|nombre|nome|naam|namn|navn|nimi|nazwa|název|pavadinimas|firma|επωνυμία|επωνυμια|име|denumire|név|naziv|nosaukums)"
    r"|company|raison sociale|ragione sociale|razón social|denominazione|företag"
    r"|(?:nome ?/ ?)?razão social|unvan[ıi]?|apellido y nombre(?: ?/ ?razón social)?|nom et prénom"
    r"|nome ou designação social|ονοματεπώνυμο|ονοματεπωνυμο|фирма|наименование"
    r"|ime ?(?:/|in|i) ?(?:priimek|prezime)"
)
_PLACES = (
    r"(?:postal |street |post|gade|gate|besøks|besöks|retour|return |rücksende)?"
    r"(?:address|adresse|anschrift|dirección|direccion|indirizzo|adres|adress|osoite|adresa|aadress|adresas"
    r"|morada|domicilio|straße|sídlo|endereço|διεύθυνση|διευθυνση|адрес|sediul?|székhely|cím|naslov|adresă"
    r"|adrese|sedež|buveinė|asukoht|έδρα|εδρα)(?: comercial| fiscal| social| sjedišta)?"
    r"|domicílio fiscal|(?:juridiskā|faktiskā|juriidiline) (?:adrese|aadress)|buveinės adresas|siedziba"
    r"|adres siedziby|sede(?: legale| operativa)?|siège(?: social)?|registered (?:office|address)"
    r"|sediul? social|adresa sjedišta|адрес на управление|юридический адрес"
)
# What labels the parts of an address, each on its own or several on a line: "Comune: Milano Provincia: MI".
_PARTS = (
    r"comune|città|località|cap|provincia|nazione|city|town|post ?code|zip(?: code)?|county|state|country"
    r"|plz|ort|stadt|land|ville|code postal|pays|ciudad|población|localidad|código postal|país|plaats"
    r"|woonplaats|miasto|kod pocztowy|kraj|stad|postnummer|paikkakunta|maa|localidade|město|psč|země"
    r"|município|uf|comuna|cep|bairro|град|город|місто|oraș|localitatea?|grad|mjesto|miestas|pilsēta|linn|πόλη"
)
_SLIPS = re.compile(r"(?:payment|remittance) (?:advice|slip|stub)|remittance", re.IGNORECASE)
_TRIED = 2  # lines below a heading among which the name is labelled
_SLIP = 6.0  # heights of a line between such a title and its "To:"
_PAYEE = re.compile(r"(?:maksun)?saaja(?:n nimi)?:?", re.IGNORECASE)
_SWEDISH = 2.0  # heights of a line within which the label stands in the other language
# The second row of a heading: "Maksajan nimi / ja osoite".
_GOES_ON = re.compile(
    r"\W*(?:ja osoite|(?:och|og) adress?e?|and address|und (?:anschrift|adresse)|et adresse|en adres)\W*",
    re.IGNORECASE,
)
_SELLER = Meaning("party", "supplier", "plain", frozenset({"en"}))
_LABEL = re.compile(r"(?<!\S)[^\W\d_][\w.]*\s?:")
_PART = re.compile(rf"(?<!\S)(?:{_PARTS})\s*:\s*", re.IGNORECASE)
_NAMED = re.compile(rf"\s*(?:{_NAMES})\s*(?::\s*|$)", re.IGNORECASE)
_PLACED = re.compile(rf"\s*(?:{_PLACES})\s*(?::\s*|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Section:
    """A heading and the lines under it.

    Args:
        party: ``receiver``, ``supplier`` or ``delivery``.
        anchor: The heading.
        meaning: What it means there.
        lines: The lines below it with its left edge, top to bottom.
    """

    party: str
    anchor: Anchor
    meaning: Meaning
    lines: tuple[Line, ...]


def find_sections(labelled: Labelled) -> list[Section]:
    """All headed sections, in reading order of their headings."""
    slips = [line for line in labelled.layout.lines if _SLIPS.fullmatch(line.text.strip())]
    headings = [
        (anchor, _SELLER if _pays_seller(anchor, slips, labelled) else meaning)
        for anchor in labelled.anchors
        for meaning in anchor.hit.meanings
        if meaning.kind == "party" and _is_heading(anchor, meaning) and not _is_of_number(anchor, labelled)
    ]
    heads = frozenset(anchor.line.index for anchor, _ in headings)
    return [
        Section(meaning.name, anchor, meaning, tuple(_lines_under(anchor, labelled, heads)))
        for anchor, meaning in headings
    ]


def _pays_seller(anchor: Anchor, slips: Sequence[Line], labelled: Labelled) -> bool:
    """Whether a heading that is the buyer's elsewhere says on a slip who is paid."""
    return _is_on_slip(anchor, slips, labelled.layout.height) or _is_payee_in_swedish(anchor, labelled)


def _is_payee_in_swedish(anchor: Anchor, labelled: Labelled) -> bool:
    """Whether "Mottagare" says again what "Saaja" above says: Finnish slips label in both languages."""
    if anchor.line.text.strip(" :").lower() != "mottagare":
        return False
    reach = _SWEDISH * labelled.layout.height
    return any(
        line.page == anchor.line.page
        and 0 < anchor.line.box.y0 - line.box.y0 <= reach
        and min(abs(line.box.x1 - anchor.line.box.x1), abs(line.box.x0 - anchor.line.box.x0)) <= reach
        and _PAYEE.fullmatch(line.text.strip())
        for line in labelled.layout.lines
    )


def _is_on_slip(anchor: Anchor, slips: Sequence[Line], height: float) -> bool:
    """Whether a "To:" stands below "PAYMENT ADVICE": that slip goes back to who sells."""
    if anchor.line.text[: anchor.end].strip(" :").lower() != "to":
        return False
    return any(
        line.page == anchor.line.page and 0 < anchor.line.box.y0 - line.box.y0 <= _SLIP * height
        for line in slips
    )


def party_of_lines(sections: list[Section], labelled: Labelled) -> Mapping[int, str]:
    """The party that each line of a section speaks of, by its index, with what stands right of labels.

    What stands right of a label may be in a section of its own, beside this one: then it is that one's.
    """
    parties: dict[int, str] = {}
    for section in sections:
        for line in (section.anchor.line, *section.lines):
            parties.setdefault(line.index, section.party)
    for section in sections:
        for line in section.lines:
            if labelled.opens_with_label(line):
                right = next(labelled.layout.right_of(line), None)
                if right is not None:
                    parties.setdefault(right.index, section.party)
    return parties


def after_name_label(text: str) -> int | None:
    """Where the name begins in "Name: Lieferant GmbH"; its end for the label alone, None without one."""
    match = _NAMED.match(text)
    return match.end() if match else None


def after_place_label(text: str) -> int | None:
    """Where the address begins in "Address: Main Street 1"; its end for the label alone, None without one."""
    match = _PLACED.match(text)
    return match.end() if match else None


def address_parts(text: str) -> list[tuple[int, int]]:
    """Where the values stand in "Comune: Milano Provincia: MI"; none where no such label opens ``text``."""
    labels = list(_PART.finditer(text))
    if not labels or text[: labels[0].start()].strip():
        return []
    other = _LABEL.search(text, labels[-1].end())  # "City: London Phone: 020 1234"
    ends = [label.start() for label in labels[1:]] + [other.start() if other else len(text)]
    spans = [(label.end(), len(text[:end].rstrip(" ,;"))) for label, end in zip(labels, ends, strict=True)]
    return [(start, end) for start, end in spans if start < end]


def is_part_label(text: str) -> bool:
    """Whether ``text`` is nothing but the label of a part of an address: "Град:"."""
    label = _PART.match(text)
    return label is not None and label.end() == len(text)


def goes_on(text: str) -> bool:
    """Whether ``text`` is the second row of a heading: "och adress" below "Betalarens namn"."""
    return _GOES_ON.fullmatch(text) is not None


def _is_heading(anchor: Anchor, meaning: Meaning) -> bool:
    """Whether the label heads a block: alone, before a colon, or a "bill to" that its line opens with.

    "Lieferant GmbH" is a name and "vom Auftraggeber gebucht" a sentence.
    """
    after = anchor.line.text[anchor.end :].strip(" )")  # "Cedente/prestatore (fornitore)"
    if after[:1] == ":":
        return anchor.hit.first == 0
    if anchor.hit.first > 0:
        return anchor.opens and not after and meaning.strength == "plain"
    addressed = (
        anchor.line.text[: anchor.end].lower().endswith(_ADDRESSED)
        and anchor.hit.length >= _LONG
        and meaning.strength == "plain"
    )
    return not after or addressed


def _is_of_number(anchor: Anchor, labelled: Labelled) -> bool:
    """Whether all that stands beside a label is a number, as the customer's beside "Kunde"."""
    beside = next(labelled.layout.right_of(anchor.line), None)
    return beside is not None and beside.digits > 0 and not any(map(str.isalpha, beside.text))


def _lines_under(anchor: Anchor, labelled: Labelled, heads: frozenset[int]) -> Iterator[Line]:
    box, left, height = anchor.box, anchor.box.x0, labelled.layout.height
    beside = next(labelled.layout.right_of(anchor.line), None)
    far = beside is None or beside.index in heads  # else what it heads stands right of it
    if beside is None:
        left = _left_of_labelled(anchor, labelled, left)
    for count in range(_MOST_LINES):
        reach = _REACH if count or not far else _BELOW_HEADING
        near = (
            line
            for line in labelled.layout.below(anchor.line.page, box, reach)
            if abs(line.box.x0 - left) <= _INDENT * height
        )
        line = next(near, None)
        if line is None or line.index in heads:
            return
        if not goes_on(line.text):
            yield line
        box = _end_of(line, labelled)


def _left_of_labelled(anchor: Anchor, labelled: Labelled, left: float) -> float:
    """The left edge of what a heading heads from its middle: "Name: ..." begins left of "CUSTOMER"."""
    edge = _INDENT * labelled.layout.height
    for line in islice(labelled.layout.below(anchor.line.page, anchor.box, _BELOW_HEADING), _TRIED):
        if abs(line.box.x0 - left) <= edge:
            return left
        if line.box.x0 < left and after_name_label(line.text) is not None:
            return line.box.x0
    return left


def _end_of(line: Line, labelled: Labelled) -> Box:
    """The row where ``line`` ends, in its own columns: an address right of "Address:" may have several lines.

    Only beside a label that stands alone: right of any other line is another block, perhaps a longer one.
    """
    labels = labelled.by_line.get(line.index, ())
    is_label = line.text.rstrip().endswith(":") or any(anchor.alone for anchor in labels)
    right = next(labelled.layout.right_of(line), None) if is_label else None
    if right is None:
        return line.box
    last = right
    for _ in range(_MOST_LINES):
        below = labelled.layout.below(line.page, last.box, _REACH)
        edge = _INDENT * labelled.layout.height
        going_on = next((one for one in below if abs(one.box.x0 - right.box.x0) <= edge), None)
        if going_on is None or next(labelled.layout.left_of(going_on), None) is not None:
            break  # a row with a label of its own
        last = going_on
    return Box(line.box.x0, last.box.y0, line.box.x1, last.box.y1)
