"""What a careful reader gets from a page without a model: labels, check digits, slips, titles, blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, NamedTuple

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
from paperformer.fields.proposer import Proposer
from paperformer.fields.schema import Schema
from paperformer.fields.sections import Section, find_sections, party_of_lines
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
    without: Collection[str] = (),
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
        without: Names of ``FINDERS`` that are switched off.
    """
    words = printed_of(document.words) if printed is None else printed
    if not words:
        return []
    page = rule_page(document, schema, context, words, labelled or label_lines(document, schema))
    return _ranked(all_findings(page, without), schema)


class RulePage(NamedTuple):
    """A document as rules see it.

    Args:
        document: With its codes.
        schema: The fields wanted, and their types.
        words: The texts of its words.
        labelled: Its lines and labels.
        reader: Reads values as the document prints them.
        sections: Headed sections.
        parties: The party of each line that stands in a section, by the line's index.
    """

    document: Document
    schema: Schema
    words: PrintedWords
    labelled: Labelled
    reader: CellReader
    sections: Sequence[Section]
    parties: Mapping[int, str]

    @property
    def layout(self) -> Layout:
        """Its lines."""
        return self.labelled.layout

    @property
    def context(self) -> ValueContext:
        """What the document says about its values."""
        return self.reader.context


def rule_page(
    document: Document, schema: Schema, context: ValueContext, words: PrintedWords, labelled: Labelled
) -> RulePage:
    """``document`` as rules see it; see ``find_by_rules``."""
    sections = find_sections(labelled)
    parties = party_of_lines(sections, labelled)
    return RulePage(document, schema, words, labelled, CellReader(context), sections, parties)


def all_findings(page: RulePage, without: Collection[str] = ()) -> Iterator[Finding]:
    """The findings of all rules, as often as they are made; those of fields that the schema lacks too.

    Args:
        page: The document.
        without: Names of ``FINDERS`` that are switched off.
    """
    for finder in FINDERS:
        if finder.name not in without:
            yield from finder.propose(page)


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


FINDERS: Final[tuple[Proposer[[RulePage], Iterable[Finding]], ...]] = (
    Proposer(
        "labels",
        "values beside and below their labels",
        lambda page: labelled_values(page.labelled, page.schema, page.reader, page.parties),
    ),
    Proposer(
        "periods",
        "two dates that make a period of invoicing",
        lambda page: find_periods(page.labelled, page.reader),
    ),
    Proposer("stays", "arrival and departure of a stay", lambda page: find_stays(page.layout, page.reader)),
    Proposer(
        "slips",
        "lines that a scanner reads off payment slips",
        lambda page: find_slips(page.words, page.layout, page.context.country),
    ),
    Proposer(
        "direct_debits",
        "sentences that announce a direct debit",
        lambda page: find_direct_debit_notices(page.layout),
    ),
    Proposer(
        "transfers",
        "sentences that ask for a transfer",
        lambda page: find_asked_transfers(page.layout, page.context.language),
    ),
    Proposer(
        "identifiers",
        "IBANs, BICs, tax numbers, telephones, cards, times and means of payment, by their form",
        lambda page: find_identifiers(page.words, page.layout, page.parties, page.context),
    ),
    Proposer(
        "document_metadata",
        "titles, dates of letters, currency, language and country of the document",
        lambda page: find_document_metadata(page.words, page.layout, page.reader),
    ),
    Proposer(
        "parties",
        "names and addresses of both parties, by blocks and sections",
        lambda page: find_parties(page.labelled, page.sections),
    ),
    Proposer(
        "codes",
        "what QR codes and bar codes state",
        lambda page: find_in_codes(page.document, page.schema),
    ),
)
"""The rules, each a proposer of findings on a page, in the order in which equals are kept."""
