"""Names at labels of who sees to it, on either side: "Vår referens: Bokningen" names no buyer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.labelled_otherwise import words_before
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.1  # how often who is named so is the buyer after all, by judgement
_BEFORE = 3  # words before a name among which its label is
_RIVAL = 0.1  # probability from which another name takes the place of such a one
_CONTACT = re.compile(
    r"(?:(?:our|your) (?:ref(?:erence)?|contact)|contact(?: person| name)?|account manager|sales ?person"
    r"|sales rep(?:resentative)?|(?:prepared|issued|handled|ordered) by|consultant"
    r"|(?:unser|ihr)e? (?:zeichen|ansprechpartner(?:in)?|kontakt)|ansprechpartner(?:in)?|kontakt(?:person)?"
    r"|sachbearbeiter(?:in)?|bearbeiter(?:in)?|betreuer(?:in)?|es bediente sie|verk[aä]ufer(?:in)?"
    r"|(?:votre|notre) (?:contact|interlocuteur|conseiller|r[eé]f(?:[eé]rence)?)|interlocuteur|suivi par"
    r"|(?:su|nuestro) contacto|persona de contacto|atendido por|referente|(?:vostro|nostro) riferimento"
    r"|contactpersoon|(?:uw|onze) (?:contactpersoon|referentie)|behandeld door"
    r"|(?:v[aå]r|er|deres|vores|jeres) (?:ref(?:erens|eranse|erence)?|kontakt(?:person)?)|handl[aä]ggare"
    r"|saksbehandler|sagsbehandler|viitte(?:emme|enne)|yhteyshenkil[oö]|opiekun(?: klienta)?"
    r"|wystawi[lł]\(?a?\)?|vystavil|vyhotovil|kontaktn[ií] osoba)[ .:]*",
    re.IGNORECASE,
)


def weigh_contacts(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for who buys; a name beside or below a contact's label gives way to another one.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
    """
    against = [bool(one.words) and _is_contact(one, words) for one in candidates]
    heirs = [
        not is_contact and one.probability >= _RIVAL
        for one, is_contact in zip(candidates, against, strict=True)
    ]
    return (
        doubted(candidates, against, _AFTER_ALL, heirs) if any(against) and any(heirs) else list(candidates)
    )


def _is_contact(one: Scored, words: Sequence[Word]) -> bool:
    beside = " ".join(words_before(one.words[0], words, _BEFORE))
    last = next((beside[at:] for at in _starts(beside) if _CONTACT.fullmatch(beside[at:])), "")
    return bool(last) or _CONTACT.fullmatch(text_of(line_above(one.words[0], words), words)) is not None


def _starts(text: str) -> list[int]:
    """Where the words of ``text`` begin."""
    return [0, *(at + 1 for at, letter in enumerate(text) if letter == " ")] if text else []
