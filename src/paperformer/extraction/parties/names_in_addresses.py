"""Addresses without the name of whose they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.contacts import is_addressed_person, is_contact
from paperformer.extraction.parties.departments import is_department, is_in_care, line_above, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_company, is_form_alone, is_person
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values import parse_value

# How lines end that name a house in English, not a person.
HOUSE = re.compile(
    r"\b(?:house|farm|lane|court|row|road|street|hall|lodge|park|cottage|mill|building|place|way|square|terrace"
    r"|close|villa|manor|cent(?:re|er)|estate|works|wharf|quay|yard|barn|gardens?)$",
    re.IGNORECASE,
)
# Words by which a line names a place that could pass for a person: "Zone Artisanale", "Gebäude West".
PLACE = re.compile(
    r"\b(?:haus|\w*geb[aä]ude|hof|\w*zentrum|center|turm|schloss|gut|\w*halle|\w*m[uü]hle|rathaus|techno\w*|campus|city"
    r"|alte[rs]?|neue[rs]?|r[eé]sidence|zone|parc|centre|immeuble|b[aâ]timent|b[aâ]t|tour|domaine|ch[aâ]teau|ferme"
    r"|hameau|bourg|la|le|les|clos|mas|pol[ií]gono|edificio|parque|urbanizaci[oó]n|torre|finca|zona|palazzo|centro"
    r"|localit[aà]|frazione|cascina|villa|edif[ií]cio|quinta|lugar|bygning|g[aå]rden?|\w*huset|talo|budynek"
    r"|osiedle|chambers|tower|buildings?|mews|exchange|plaza|studios?|quays?|village|park|industri\w*"
    r"|gewerbe\w*|bedrijven\w*|suite|floor|level|unit)\b",
    re.IGNORECASE,
)
# What can end the name of a house, and of nothing that a shop sells or says.
_HOUSE_ONLY = re.compile(
    r"(?<!steak )(?<!coffee )(?<!tea )(?<!guest )(?<!public )(?<!pancake )(?<!curry )(?<!ale )(?<!real )"
    r"(?<!dance )(?<!music )(?<!car )(?<!theme )(?<!water )(?<!lumber )"
    r"\b(?:house|farm|lane|court|row|road|street|hall|lodge|park|cottage|mill|building|place|way|square"
    r"|terrace|close|villa|manor|estate|wharf|quay|yard|barn)$",
    re.IGNORECASE,
)
_SMALL = re.compile(
    r"d[aeiou]s?|l[ae]s?|dell?a?|of|the|on|at|in|a[mn]|im|de[rmn]|zu[mr]|van|och|og|y|e|et|[dl]['’].*",
    re.IGNORECASE,
)
_BRITISH = re.compile(r"\b[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}\b")  # where houses have names of their own
# Legal forms that mean nothing else: SE is a part of a town too.
_SURE_FORM = re.compile(
    r"\b(?:g?mbh|ltd|limited|llc|inc|corp|plc|b\.?v|n\.?v|s\.?r\.?l|s\.?a\.?r\.?l|s\.l|aps|oyj?|lda)\.?$",
    re.IGNORECASE,
)
_LETTERS = 4  # that a name has
_MOST_HEADS = 3  # lines above the street: a department, and who it is for


def is_house(text: str) -> bool:
    """Whether a line is the name of a house, in capitals as names are: "The Old Dairy, Mill Lane"."""
    text = text.rstrip(" ,")
    return len(text.split()) > 1 and is_in_capitals(text) and _HOUSE_ONLY.search(text) is not None


def is_in_capitals(text: str) -> bool:
    """Whether all words of ``text`` begin as names do, but for small ones: "ZA de Kerlann"."""
    return all(not word[0].islower() or _SMALL.fullmatch(word) for word in text.split()) and not {
        "&",
        "+",
        "For",
        "FOR",
        "Your",
        "YOUR",
    } & set(text.split())


def without_name(
    address: Scored, names: Collection[str], others: Collection[str], words: Sequence[Word]
) -> Scored:
    """``address`` without a first line that is the party's name, or a person's where others begin behind.

    Nor is the name a part of it where it was read behind the other lines; nor are lines that say who opens
    the letter: a department, a contact, a "c/o".

    Args:
        address: Of one party.
        names: Its likely names, by content.
        others: Its likely addresses, by content.
        words: Of the document.
    """
    if not address.words:
        return address
    address = _without_firm_before(_without_last_name(address, names, words), names)
    for _ in range(_MOST_HEADS):
        shorter = _without_head(address, names, others, words)
        if shorter is address:
            break
        address, names = shorter, ()
    return address


def _without_head(
    address: Scored, names: Collection[str], others: Collection[str], words: Sequence[Word]
) -> Scored:
    first = words[address.words[0]]
    own = [i for i in address.words if words[i].line == first.line and words[i].page == first.page]
    rest = tuple(i for i in address.words if i not in own)
    head, text = (" ".join(words[i].text for i in part) for part in (own, rest))
    is_person_there = is_person(head) and HOUSE.search(head) is None
    is_person_there = is_person_there and (content(text) in others or _is_of_firm(address, head, words))
    is_opened_by = is_contact(head) or (is_addressed_person(head) and HOUSE.search(head) is None)
    is_opened_by = is_opened_by or is_department(head) or is_in_care(head)
    is_opened_by = is_opened_by and not any(map(str.isdigit, head))
    is_name = content(head) in names or is_form_alone(head) or is_person_there or is_opened_by
    if not is_name or not has_postcode(text) or not address.value.startswith(f"{head}, "):
        return address
    return address._replace(value=address.value[len(head) + 2 :], text=text, words=rest)


def _is_of_firm(address: Scored, head: str, words: Sequence[Word]) -> bool:
    """Whether the person on an address's first line stands right below a firm and above a street."""
    firm = text_of(line_above(address.words[0], words), words)
    second = next((i for i in address.words if words[i].line != words[address.words[0]].line), None)
    if second is None or not is_company(firm) or PLACE.search(head) or _BRITISH.search(address.text):
        return False
    street = " ".join(words[i].text for i in address.words if words[i].line == words[second].line)
    is_street = any(map(str.isdigit, street)) or PLACE.search(street) is not None
    return is_street and not has_postcode(street)


def _without_firm_before(address: Scored, names: Collection[str]) -> Scored:
    """``address`` without the company's name, or its legal form, that it begins with on the same line."""
    parts = address.value.split(", ")
    for count in range(1, min(_MOST_HEADS, len(parts) - 1) + 1):
        head, rest = ", ".join(parts[:count]), ", ".join(parts[count:])
        is_firm = ends_company(head) and _SURE_FORM.search(head) is not None
        if not (is_firm or is_form_alone(head) or content(head) in names):
            continue
        length = len(head.split())
        text = address.text.split(" ", length)
        begins = content(" ".join(text[:length])) == content(head) and len(address.words) > length
        if begins and has_postcode(rest) and any(map(str.isdigit, parts[count])):
            return address._replace(value=rest, text=text[length], words=address.words[length:])
    return address


def _without_last_name(address: Scored, names: Collection[str], words: Sequence[Word]) -> Scored:
    """``address`` without the company's name, or one printed above, which was read behind its other lines."""
    for line in dict.fromkeys((words[i].page, words[i].line) for i in address.words[1:]):
        own = [i for i in address.words if (words[i].page, words[i].line) == line]
        name = " ".join(words[i].text for i in own)
        if content(name) in names and address.value.endswith(f", {name}"):
            rest = tuple(i for i in address.words if i not in own)
            top = min(words[i].box.y0 for i in rest)
            is_above = words[own[0]].box.center[1] < top and len(content(name)) >= _LETTERS
            if not is_company(name) and not is_above:
                continue  # what stands below may be the town
            text = address.text.removesuffix(name).rstrip()
            lines = address.value[: -len(name) - 2].replace(", ", "\n")
            return address._replace(value=parse_value("address", lines).value, text=text, words=rest)
    return address
