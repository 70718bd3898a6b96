"""What a careful reader gets from a page without a model: labels, check digits, slips, titles, blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from paperformer.documents.model import Document
from paperformer.fields.anchors import Labelled, find_labels
from paperformer.fields.asked_transfers import find_asked_transfers
from paperformer.fields.cells import CellReader
from paperformer.fields.codes.meaning import find_in_codes
from paperformer.fields.contacts import find_contacts
from paperformer.fields.context import printed_of
from paperformer.fields.direct_debit_notices import find_direct_debit_notices
from paperformer.fields.document_metadata import find_document_metadata
from paperformer.fields.finding import Finding
from paperformer.fields.identifiers import find_identifiers
from paperformer.fields.included_tax import find_included_taxes
from paperformer.fields.labelled_values import LABELLED_TYPES, labelled_values
from paperformer.fields.labels import labels_of
from paperformer.fields.layout import Layout
from paperformer.fields.parties import find_parties
from paperformer.fields.payment_terms import payment_terms_in_sentences
from paperformer.fields.periods import find_periods
from paperformer.fields.proposer import Proposer
from paperformer.fields.schema import Schema
from paperformer.fields.sections import Section, find_sections, party_of_lines
from paperformer.fields.slips import find_slips
from paperformer.fields.stays import find_stays
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_MOST_PER_FIELD = 8


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
    return tuple(field.name for field in schema if field.type in LABELLED_TYPES)


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
        "included_taxes",
        "taxes within the label of the sum that holds them",
        lambda page: find_included_taxes(page.words, page.layout, page.context),
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
        "contacts",
        "mail and web addresses of the seller, by their form and place",
        lambda page: find_contacts(page.words, page.layout, page.parties, page.context),
    ),
    Proposer(
        "payment_terms",
        "sentences that say within how many days to pay",
        lambda page: payment_terms_in_sentences(page.words, page.layout, page.context),
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
