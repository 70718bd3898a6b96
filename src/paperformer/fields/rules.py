"""What a careful reader gets from a page without a model: labels, check digits, slips, titles, blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice

from paperformer.documents.model import Document
from paperformer.fields.amounts import chosen_on_row
from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Anchor, Labelled, find_labels
from paperformer.fields.asked_transfers import find_asked_transfers
from paperformer.fields.cells import CellReader
from paperformer.fields.codes.meaning import find_in_codes
from paperformer.fields.context import printed_of
from paperformer.fields.direct_debit_notices import find_direct_debit_notices
from paperformer.fields.document_metadata import find_document_metadata
from paperformer.fields.finding import Finding
from paperformer.fields.identifiers import find_identifiers
from paperformer.fields.labels import Meaning, labels_of
from paperformer.fields.layout import Layout
from paperformer.fields.parties import find_parties
from paperformer.fields.periods import find_periods
from paperformer.fields.schema import Schema
from paperformer.fields.sections import find_sections, party_of_lines
from paperformer.fields.slips import find_slips, giro_of, with_scheme
from paperformer.fields.stays import find_stays
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.values.value_types import types_where
from paperformer.fields.words.load import all_words

_MOST_PER_FIELD = 8
_LABELLED = types_where(lambda one: one.labels != "none")
_BY_ANY_LABEL = types_where(lambda one: one.labels == "any")
# Fields of the supplier's -> the receiver's field that the same label means in the receiver's section.
_BY_PARTY = {
    "supplier_phone": None,
    "supplier_organisation_number": None,
    "supplier_vat_number": "receiver_vat_number",
}
_MONTH = re.compile(r"(?:0?[1-9]|1[0-2])[/.](?:20)?[0-9]{2}")


def label_lines(document: Document, schema: Schema) -> Labelled:
    """The lines of ``document`` and the labels on them, for all that is read by rules."""
    return find_labels(Layout(document), labels_of(_pointed_at(schema)))


def find_by_rules(
    document: Document,
    schema: Schema,
    context: ValueContext,
    printed: PrintedWords | None = None,
    labelled: Labelled | None = None,
) -> list[Finding]:
    """What rules find in ``document``, by field in the schema's order, the best value first.

    A value that several rules find has a finding of each.

    Fields of the schema that no label names are looked for by their own name: a field
    ``project_number`` stands beside "Project number". The value of ``language`` is printed by no word: its
    finding has none. Never raises on what a document holds; time grows with its words.

    Args:
        document: Words in reading order, grouped into lines.
        schema: The fields wanted, and their types.
        context: What the document says about its values.
        printed: The texts of its words, where the caller shares them with others that look for values.
        labelled: What ``label_lines`` gives, where the caller shares it with others.
    """
    words = printed_of(document.words) if printed is None else printed
    if not words:
        return []
    by_print = all_findings(schema, context, words, labelled or label_lines(document, schema))
    return _ranked(chain(by_print, find_in_codes(document, schema)), schema)


def all_findings(
    schema: Schema, context: ValueContext, words: PrintedWords, labelled: Labelled
) -> Iterator[Finding]:
    """The findings of all rules, as often as they are made; those of fields that the schema lacks too.

    Args:
        schema: The fields wanted, and their types.
        context: What the document says about its values.
        words: The texts of its words.
        labelled: Its lines and labels.
    """
    layout = labelled.layout
    reader = CellReader(context)
    sections = find_sections(labelled)
    parties = party_of_lines(sections, labelled)
    yield from labelled_values(labelled, schema, reader, parties)
    yield from find_periods(labelled, reader)
    yield from find_stays(layout, reader)
    yield from find_slips(words, layout, context.country)
    yield from find_direct_debit_notices(layout)
    yield from find_asked_transfers(layout, context.language)
    yield from find_identifiers(words, layout, parties, context)
    yield from find_document_metadata(words, layout, reader)
    yield from find_parties(labelled, sections)


def _pointed_at(schema: Schema) -> tuple[str, ...]:
    """The fields of ``schema`` that stand beside a label."""
    return tuple(field.name for field in schema if field.type in _LABELLED)


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
            meant = _in_section(meaning, parties.get(anchor.line.index))
            if meant is not None and meant.name in schema:
                kind = schema[meant.name].type
                if kind in _BY_ANY_LABEL or (kind in _LABELLED and not meant.languages):
                    yield from _at_label(anchor, meant, kind, labelled, reader)


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
        found = [one for one in found if any(map(str.isalpha, one.reading.text))]  # digits alone are a bank's
    if meaning.name == "contract_number":  # "Wartungsvertrag 03/2027" is of that month
        found = [one for one in found if not _MONTH.fullmatch(one.reading.text)]
    for one in found:
        is_below = one.reading.words[0] >= anchor.line.first + len(anchor.line.words)
        if is_below in seen:
            continue  # one value beside a label, one below it
        seen.add(is_below)
        parsed = one.reading.parsed
        if kind == "reference":
            parsed = with_scheme(parsed, meaning.languages, reader.context.country)
        if kind == "bank_account":
            parsed = giro_of(anchor.line.text[anchor.start : anchor.end], parsed)
        yield Finding(meaning.name, one.reading.words, one.reading.text, parsed, "label", one.traits)


def _ranked(found: Iterable[Finding], schema: Schema) -> list[Finding]:
    """One finding per value and rule, the values of a field best first, in the schema's order."""
    by_field: dict[str, list[Finding]] = {}
    for finding in found:
        if finding.field in schema:
            by_field.setdefault(finding.field, []).append(finding)
    ranked: list[Finding] = []
    for field in schema.names:
        findings = by_field.get(field, [])
        by_value: dict[str, dict[str, Finding]] = {}
        for finding in sorted(findings, key=lambda finding: -finding.score):
            by_value.setdefault(finding.parsed.value, {}).setdefault(finding.rule, finding)
        ranked += chain.from_iterable(map(dict.values, islice(by_value.values(), _MOST_PER_FIELD)))
    return ranked
