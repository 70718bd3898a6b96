"""Who buys where a person stands below a firm: "Café Solsikken", or "Solsikken A/S", above "Rikke Dahl"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.extraction.parties.salutations import height_of_line, is_form_of_address
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company, is_person

_NUMBERS = ("receiver_organisation_number", "receiver_vat_number")
_READ = 0.3  # probability from which a number is the buyer's
_SELLS = 0.45  # the same from which a name sells
_BLOCK = 12.0  # heights of a line that a block of name, address and number is high
_INDENT = 1.0  # heights of a line by which its left edges may differ
# What firms and societies call themselves in front of their name, or at the end of a word.
_FIRM = re.compile(
    r"\b(?:caf[eé]|restaurante?|ristorante|hotel|hôtel|pension|pizzeria|bistro|brasserie|gasthaus|gasthof|salon"
    r"|praxis|kanzlei|apotheke|studio|atelier|galerie|agence|association|asociación|associazione|stichting"
    r"|clinic|clínica|school|church|kirche|museum)\b"
    r"|(?:forening(?:en)?|förening(?:en)?|bager(?:iet|i)|bageriet?|klinik|verein|skole[nr]?|yhdistys|kauppa"
    r"|bäckerei|metzgerei|schreinerei|tischlerei|vereniging|winkel)\b",
    re.IGNORECASE,
)


def with_firms_above(
    candidates: Sequence[Scored],
    proposed: Mapping[str, Sequence[Scored]],
    words: Sequence[Word],
    captions: Collection[int],
) -> list[Scored]:
    """``candidates`` for who buys; a person gives way to the name above that begins the block.

    Where that one has a legal form or calls itself a firm or society, or a company's number stands in the
    block, and rules took it for the block's name.

    Args:
        candidates: Of ``receiver_name``.
        proposed: Candidates by field; the buyer's numbers and the seller's name are looked at.
        words: Of the document.
        captions: Indices of the words that are labels.
    """
    sellers = proposed.get("supplier_name", ())
    # Rules take what is on top for a seller too: only likely ones surely are.
    most = max((one.probability for one in sellers), default=0.0)
    sold = {content(one.text) for one in sellers if one.probability >= min(most, _SELLS)}
    heads = {content(one.text) for one in candidates if one.source == "rule"} - sold
    numbers = [one for field in _NUMBERS for one in proposed.get(field, ()) if one.probability >= _READ]
    return [_firm_above(one, heads, numbers, words, captions) if one.words else one for one in candidates]


def _firm_above(
    one: Scored,
    heads: Collection[str],
    numbers: Sequence[Scored],
    words: Sequence[Word],
    captions: Collection[int],
) -> Scored:
    if not is_person(one.text.strip(" ,;")):
        return one
    above = line_above(one.words[0], words)
    text = text_of(above, words).strip(" ,;")
    if content(text) not in heads or is_form_of_address(text) or set(above) <= set(captions):
        return one
    is_firm = ends_company(text) or _FIRM.search(text) is not None
    is_firm = is_firm or any(_is_below(number, one, words) for number in numbers)
    return one._replace(value=text, text=text, words=tuple(above)) if is_firm else one


def _is_below(number: Scored, name: Scored, words: Sequence[Word]) -> bool:
    """Whether the line of ``number`` stands below ``name`` in its block."""
    if not number.words:
        return False
    first, at = words[name.words[0]], words[number.words[0]]
    line = [word for word in words if (word.page, word.line) == (at.page, at.line)]
    height = height_of_line(name.words[0], words)
    return (
        at.page == first.page
        and 0 < at.box.y0 - first.box.y0 <= _BLOCK * height
        and abs(min(word.box.x0 for word in line) - first.box.x0) <= _INDENT * height
    )
