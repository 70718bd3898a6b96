"""The sixty documents: real ones under a free licence, and drawn ones, chosen by a rule before any was read.

- All invoices, receipts and credit notes of ``invoices-world`` (``dev``) whose repository has a licence.
- German receipts of ``receipts-softmatic`` (CC-BY-4.0), in the order of the hash of their names, up to 40.
- Drawn documents of the folder of cases that ``--cases`` names, in the same order, up to 60.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.labelled_pages import Cells, LabelledPage, read_labels

WORLD, RECEIPTS = Path("invoices-world/labels-dev.jsonl"), Path("receipts-softmatic/labels.jsonl")
REAL, ALL = 40, 60
_KINDS = ("invoice", "receipt", "credit_note", "bill")


@dataclass(frozen=True, slots=True)
class Truth:
    """A document with its labels.

    Args:
        file: A PDF or a picture.
        made: ``real`` or ``drawn``.
        fields: Accepted values by field.
        lines: Purchase lines; None where they are not labelled.
    """

    file: Path
    made: str
    fields: Mapping[str, Sequence[str]]
    lines: Sequence[Cells] | None


def choose(data: Path, cases: Path) -> list[Truth]:
    """The documents, real ones first.

    Args:
        data: The folder of ``PAPERFORMER_DATA``.
        cases: A folder with ``cases.jsonl``.
    """
    licensed = licensed_files(data / WORLD.parent / "sources.tsv")
    world = [
        page
        for page in read_labels(data / WORLD)
        if page.file.name in licensed and page.facts["kind"] in _KINDS
    ]
    receipts = sorted(read_labels(data / RECEIPTS), key=lambda page: _order(page.file.name))
    real = [_of_page(page) for page in (*world, *receipts)][:REAL]
    return [*real, *drawn(cases, ALL - len(real))]


def drawn(cases: Path, count: int) -> list[Truth]:
    """``count`` cases of a folder."""
    records = [json.loads(line) for line in (cases / "cases.jsonl").read_text("utf-8").splitlines()]
    records = [record for record in records if record.get("fields")]
    records.sort(key=lambda record: _order(record["file"]))
    return [Truth(cases / record["file"], "drawn", record["fields"], None) for record in records[:count]]


def licensed_files(sources: Path) -> frozenset[str]:
    """The files whose repository states a licence."""
    head, *rows = (line.split("\t") for line in sources.read_text("utf-8").splitlines())
    name, licence = head.index("file"), head.index("licence_class")
    return frozenset(row[name] for row in rows if row[licence] in ("permissive", "copyleft"))


def _of_page(page: LabelledPage) -> Truth:
    return Truth(page.file, "real", page.fields, page.lines)


def _order(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()
