"""By what a supplier is recognised: its numbers, its name and the look of its pages, as fingerprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from paperformer.extraction.supplier_memory.look import Sketch, bands
from paperformer.fields.page.layout import Layout, Line
from paperformer.fields.standing import fingerprint
from paperformer.fields.values.plain import digits_of, folded, letters_of

Kind = Literal["number", "name", "look"]
Keys = Mapping[int, Kind]

TELLS: Final[Mapping[Kind, float]] = {"number": 0.6, "name": 0.5, "look": 0.3}
"""How much each kind says about who the supplier is, by judgement; the look of the page has to agree."""
_NUMBERS = (
    "supplier_vat_number", "supplier_organisation_number", "iban", "bank_account_number", "supplier_phone",
)  # fmt: skip
_LEAST_FIGURES, _MOST_FIGURES = 7, 28
_LEAST_LETTERS = 4
_WORDS_OF_NUMBER, _WORDS_OF_NAME = 8, 6


def keys_of_values(fields: Mapping[str, Sequence[str]], sketch: Sketch) -> dict[int, Kind]:
    """The keys of a confirmed document.

    Args:
        fields: Its values.
        sketch: Its look.
    """
    keys: dict[int, Kind] = {}
    for name in _NUMBERS:
        for value in fields.get(name, ()):
            if _LEAST_FIGURES <= len(figures := digits_of(value)) <= _MOST_FIGURES:
                keys[_key("number", figures)] = "number"
    for value in fields.get("supplier_name", ()):
        if len(letters := letters_of(value)) >= _LEAST_LETTERS:
            keys[_key("name", letters)] = "name"
    return keys | _looks(sketch)


def keys_on_page(layout: Layout, sketch: Sketch) -> dict[int, Kind]:
    """The keys of all that a document prints and that may name its supplier.

    Args:
        layout: Of the document.
        sketch: Its look.
    """
    keys = _looks(sketch)
    for line in layout.lines:
        for figures in _numbers_on(line):
            keys[_key("number", figures)] = "number"
        for letters in _names_on(line):
            keys[_key("name", letters)] = "name"
    return keys


def _looks(sketch: Sketch) -> dict[int, Kind]:
    return {_key("look", band): "look" for band in bands(sketch)}


def _numbers_on(line: Line) -> Iterator[str]:
    figures = [digits_of(word.text) for word in line.words]
    for first, own in enumerate(figures):
        run = "" if own else None
        for part in figures[first : first + _WORDS_OF_NUMBER]:
            if run is None or not part or len(run) + len(part) > _MOST_FIGURES:
                break
            run += part
            if len(run) >= _LEAST_FIGURES:
                yield run


def _names_on(line: Line) -> Iterator[str]:
    run = ""
    for word in folded(line.text).split(" ")[:_WORDS_OF_NAME]:
        run += "".join(filter(str.isalnum, word))
        if len(run) >= _LEAST_LETTERS:
            yield run


def _key(kind: Kind, text: str) -> int:
    return fingerprint(f"{kind}\n{text}")
