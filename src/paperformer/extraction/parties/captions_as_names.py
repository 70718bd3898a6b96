"""Names of firms below a caption that was taken for one: "Ekvallens kommun" below "Postadress"."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.departments import text_of
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_street, is_street_with_house
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.sections import after_place_label

_LEAST = 4  # letters of a name


def below_caption(one: Scored, words: Sequence[Word]) -> Scored:
    """``one``, or the name on the line below where it is a caption of addresses and nothing more.

    Args:
        one: A candidate for either party's name.
        words: Of the document.
    """
    text = one.text.strip()
    if not one.words or after_place_label(text) != len(text):
        return one
    below = line_below(one.words[-1], words)
    name = text_of(below, words).strip(" ,;")
    is_place = is_street(name) or is_street_with_house(name) or has_postcode(name)
    if is_place or sum(map(str.isalpha, name)) < _LEAST or any(map(str.isdigit, name)):
        return one
    return one._replace(value=name, text=name, words=tuple(below))
