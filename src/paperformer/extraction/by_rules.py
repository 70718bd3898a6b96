"""Findings of rules in a document: values beside labels, rows of tables, and sums that nobody printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from paperformer.documents.model import Document
from paperformer.extraction.timing import clock
from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView, view_of
from paperformer.fields.proposer import Proposer
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import Schema
from paperformer.fields.tables.group import SUM, GroupRow, find_sums
from paperformer.fields.tables.reader import find_rows
from paperformer.fields.totals import TOTAL_FIELDS
from paperformer.splitting.boundaries import find_beginnings
from paperformer.splitting.regions import Region, regions_in

TABLE_SUMS: Final[Proposer[[Sequence[GroupRow]], Iterable[Finding]]] = Proposer(
    "table_sums", "totals as the sums of the VAT breakdown", find_sums
)


class RulesReading(NamedTuple):
    """What rules read.

    Args:
        page: The document as they see it.
        findings: Values of fields.
        rows: Of all tables, where one of their fields is wanted, or sums are.
        beginnings: Numbers of the pages on which a document begins.
        regions: The receipts on each page that holds several, by its number.
    """

    page: PageView
    findings: Sequence[Finding]
    rows: Sequence[GroupRow]
    beginnings: Sequence[int]
    regions: Mapping[int, Sequence[Region]]


def read_by_rules(
    document: Document,
    schema: Schema,
    wanted: Collection[str],
    timing: dict[str, float],
    without: Collection[str] = (),
) -> RulesReading:
    """All that rules find in ``document``.

    Args:
        document: Open already.
        schema: The fields there are.
        wanted: Names of those that will be shown: tables are read only where they or sums are wanted.
        timing: Where the milliseconds of ``rules`` and ``tables`` are noted.
        without: Names of proposers that are switched off.
    """
    with clock(timing, "rules"):
        page = view_of(document, schema)
        findings = find_by_rules(page, without)
        beginnings = find_beginnings(page)
        regions = regions_in(document, schema)
    with clock(timing, "tables"):
        rows = find_rows(page) if wants_tables(schema, wanted) else []
    return with_tables(RulesReading(page, findings, (), beginnings, regions), rows, without)


def wants_tables(schema: Schema, wanted: Collection[str]) -> bool:
    """Whether tables are read: where one of their fields is wanted, or a sum."""
    return bool(_groups(schema, wanted)) or not set(TOTAL_FIELDS).isdisjoint(wanted)


def with_tables(reading: RulesReading, rows: Sequence[GroupRow], without: Collection[str]) -> RulesReading:
    """A reading with these rows in place of others, and with their sums.

    Args:
        reading: What rules read.
        rows: Of all its tables.
        without: Names of proposers that are switched off.
    """
    kept = [finding for finding in reading.findings if finding.rule != SUM]
    if TABLE_SUMS.name not in without:
        kept += [finding for finding in TABLE_SUMS.propose(rows) if finding.field in reading.page.schema]
    return reading._replace(findings=kept, rows=rows)


def wanted_rows(page: PageView, wanted: Collection[str]) -> Sequence[GroupRow]:
    """The rows of the wanted fields of type ``group``; tables are not looked for where none is wanted."""
    groups = _groups(page.schema, wanted)
    found = find_rows(page) if groups else ()
    return [row for row in found if row.field in groups]


def _groups(schema: Schema, wanted: Collection[str]) -> frozenset[str]:
    return frozenset(name for name in wanted if schema[name].type == "group")
