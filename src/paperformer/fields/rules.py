"""What a careful reader gets from a page without a model: labels, check digits, slips, titles, blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Final

from paperformer.fields.asked_transfers import find_asked_transfers
from paperformer.fields.codes.meaning import find_in_codes
from paperformer.fields.contacts import find_contacts
from paperformer.fields.direct_debit_notices import find_direct_debit_notices
from paperformer.fields.document_metadata import find_document_metadata
from paperformer.fields.finding import Finding
from paperformer.fields.identifiers import find_identifiers
from paperformer.fields.included_tax import find_included_taxes
from paperformer.fields.labelled_values import labelled_values
from paperformer.fields.page.view import PageView
from paperformer.fields.parties import find_parties
from paperformer.fields.payment_terms import payment_terms_in_sentences
from paperformer.fields.periods import find_periods
from paperformer.fields.proposer import Proposer
from paperformer.fields.schema import Schema
from paperformer.fields.slips import find_slips
from paperformer.fields.stays import find_stays

_MOST_PER_FIELD = 8


def find_by_rules(page: PageView, without: Collection[str] = ()) -> list[Finding]:
    """What rules find on ``page``, by field in the schema's order, the best value first.

    A value that several rules find has a finding of each. The value of ``language`` is printed by no word:
    its finding has none. Never raises on what a document holds; time grows with its words.

    Args:
        page: The document.
        without: Names of ``FINDERS`` that are switched off.
    """
    return _ranked(all_findings(page, without), page.schema) if page.words else []


def all_findings(page: PageView, without: Collection[str] = ()) -> Iterator[Finding]:
    """The findings of all rules, as often as they are made; those of fields that the schema lacks too.

    Args:
        page: The document.
        without: Names of ``FINDERS`` that are switched off.
    """
    for finder in FINDERS:
        if finder.name not in without:
            yield from finder.propose(page)


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


FINDERS: Final[tuple[Proposer[[PageView], Iterable[Finding]], ...]] = (
    Proposer(
        "labels",
        "values beside and below their labels",
        lambda page: labelled_values(page.labelled, page.schema, page.reader, page.parties),
    ),
    Proposer(
        "included_taxes",
        "taxes within the label of the sum that holds them",
        find_included_taxes,
    ),
    Proposer(
        "periods",
        "two dates that make a period of invoicing",
        find_periods,
    ),
    Proposer("stays", "arrival and departure of a stay", find_stays),
    Proposer(
        "slips",
        "lines that a scanner reads off payment slips",
        find_slips,
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
        find_identifiers,
    ),
    Proposer(
        "contacts",
        "mail and web addresses of the seller, by their form and place",
        find_contacts,
    ),
    Proposer(
        "payment_terms",
        "sentences that say within how many days to pay",
        payment_terms_in_sentences,
    ),
    Proposer(
        "document_metadata",
        "titles, dates of letters, currency, language and country of the document",
        find_document_metadata,
    ),
    Proposer(
        "parties",
        "names and addresses of both parties, by blocks and sections",
        find_parties,
    ),
    Proposer(
        "codes",
        "what QR codes and bar codes state",
        find_in_codes,
    ),
)
"""The rules, each a proposer of findings on a page, in the order in which equals are kept."""
