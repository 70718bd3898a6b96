"""Values beside and below their labels, read as their field's type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from paperformer.fields.amounts import chosen_on_row
from paperformer.fields.anchored import Anchored, values_at
from paperformer.fields.finding import Finding
from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.cells import Cell, CellReader
from paperformer.fields.page.labels import Meaning
from paperformer.fields.page.view import LABELLED_TYPES
from paperformer.fields.schema import Schema
from paperformer.fields.slips import giro_of, with_scheme
from paperformer.fields.values.value_types import types_where
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import alternatives

_BY_ANY_LABEL = types_where(lambda value_type: value_type.labels == "any")
# Fields of the supplier's -> the receiver's field that the same label means in the receiver's section.
_BY_PARTY = {
    "supplier_phone": None,
    "supplier_email": None,
    "supplier_website": None,
    "supplier_organisation_number": None,
    "supplier_vat_number": "receiver_vat_number",
}
# Fields of numbers -> the field of a date behind one of them; None where there is none.
_DATED = {
    "preceding_invoice_number": "preceding_invoice_date",
    "order_number": "order_date",
    "receiver_order_number": "order_date",
    "contract_number": None,
}
_EITHER = "of either party"  # a trait: the label stands in the section of no party
_MONTH = re.compile(r"(?:0?[1-9]|1[0-2])[/.](?:20)?[0-9]{2}")


def labelled_values(
    labelled: Labelled, schema: Schema, reader: CellReader, parties: Mapping[int, str]
) -> Iterator[Finding]:
    """The values beside labels, in reading order, as often as they are printed.

    Args:
        labelled: The document's labels.
        schema: The fields wanted.
        reader: Knows what the document says about its values.
        parties: Whose section each line stands in, by the line's index.
    """
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind != "field":
                continue
            party = parties.get(anchor.line.index)
            meant = _in_section(meaning, party)
            if meant is not None:
                meant = _of_number_before(meant, anchor, labelled)
            if meant is not None and meant.name in schema:
                kind = schema[meant.name].type
                if kind in _BY_ANY_LABEL or (kind in LABELLED_TYPES and not meant.languages):
                    findings = list(_at_label(anchor, meant, kind, labelled, reader))
                    yield from findings
                    if party is None:
                        yield from _of_either_party(findings, schema)


def _of_either_party(findings: Sequence[Finding], schema: Schema) -> Iterator[Finding]:
    """The same numbers for the receiver: a tax number's label outside of all sections may be of either."""
    for finding in findings:
        if (field := _BY_PARTY.get(finding.field)) is not None and field in schema:
            yield finding._replace(field=field, traits=(*finding.traits, _EITHER))


def _of_number_before(meaning: Meaning, anchor: Anchor, labelled: Labelled) -> Meaning | None:
    """What a bare "of" means behind another number: "Rif. fattura n. 231/2024 del 20/02/2024"."""
    if meaning.name != "document_date" or meaning.strength == "plain":
        return meaning
    before = [earlier for earlier in labelled.by_line[anchor.line.index] if earlier.start < anchor.start]
    for name in (meaning.name for meaning in before[-1].hit.meanings) if before else ():
        if name in _DATED:
            return replace(meaning, name=date) if (date := _DATED[name]) else None
    return meaning


def _in_section(meaning: Meaning, party: str | None) -> Meaning | None:
    """What a label means in a party's section; None where it names something that no field takes.

    A bare "number" there is the party's, and a telephone in the receiver's block is not the supplier's.
    """
    if party is None:
        return meaning
    if meaning.name == "document_number" and meaning.strength == "thin":
        return replace(meaning, name="customer_number") if party == "receiver" else None
    if meaning.name in _BY_PARTY and party != "supplier":
        name = _BY_PARTY[meaning.name]
        return replace(meaning, name=name) if party == "receiver" and name else None
    return meaning


def _at_label(
    anchor: Anchor,
    meaning: Meaning,
    kind: str,
    labelled: Labelled,
    reader: CellReader,
) -> Iterator[Finding]:
    found = values_at(anchor, meaning, kind, labelled, reader)
    if kind == "amount":
        for field, reading, traits in chosen_on_row(found):
            yield Finding(field, reading.words, reading.text, reading.parsed, "label", traits)
        return
    seen: set[bool] = set()
    label = anchor.line.text[anchor.start : anchor.end].lower()
    if meaning.name == "customer_number" and label in all_words("numbers", "bare_account"):
        found = [
            anchored for anchored in found if any(map(str.isalpha, anchored.reading.text))
        ]  # digits alone are a bank's
    if meaning.name == "contract_number":  # "Wartungsvertrag 03/2027" is of that month
        found = [anchored for anchored in found if not _MONTH.fullmatch(anchored.reading.text)]
    for anchored in found:
        is_below = anchored.reading.words[0] >= anchor.line.first + len(anchor.line.words)
        if is_below in seen:
            continue  # one value beside a label, one below it
        seen.add(is_below)
        parsed = anchored.reading.parsed
        if kind == "reference":
            parsed = with_scheme(parsed, meaning.languages, reader.context.country)
        if kind == "bank_account":
            parsed = giro_of(anchor.line.text[anchor.start : anchor.end], parsed)
        yield Finding(
            meaning.name, anchored.reading.words, anchored.reading.text, parsed, "label", anchored.traits
        )
        yield from _day_behind(meaning, anchored, labelled, reader)


@cache
def _before_days() -> re.Pattern[str]:
    """What stands between a number and its day: a bracket, or a word."""
    words = alternatives("dates", "before_days"), alternatives("dates", "behind_numbers")
    return re.compile(rf",? (?:\(|(?:{'|'.join(words)}) )", re.IGNORECASE)


def _day_behind(
    meaning: Meaning, number: Anchored, labelled: Labelled, reader: CellReader
) -> Iterator[Finding]:
    """The day of a numbered document behind its number: "INV-17 (05.03.2024)", "INV-17 dated 5 March"."""
    field = _DATED.get(meaning.name)
    if field is None:
        return
    last = number.reading.words[-1]
    line = labelled.layout.line_of(last)
    end = line.starts[last - line.first] + len(line.words[last - line.first].text)
    before = _before_days().match(line.text, end)
    if before is None:
        return
    for day in reader.read("date", Cell(line, before.end(), len(line.text)))[:1]:
        if day.words[0] == line.first + line.word_at(before.end()):
            yield Finding(field, day.words, day.text, day.parsed, "label", number.traits)
