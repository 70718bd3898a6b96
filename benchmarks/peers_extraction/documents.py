"""The sixty documents: real ones under a free licence, and drawn ones, chosen by a rule before any was read.

- All invoices, receipts and credit notes of ``invoices-world`` (``dev``) whose repository has a licence.
- Receipts of ``receipts-sroie`` (CC-BY-4.0; of the training part those that ``held_out.json`` of our model
  names, so that no model of ours learned from them), in the order of the hash of their names, up to 40.
- Drawn documents of the folder of cases that ``--cases`` names, in the same order, up to 60.

``documents.tsv`` names those that the rule chose, so that the sixty stay the same when a set grows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.labelled_pages import Cells, LabelledPage, read_labels

from paperformer.extraction.model_path import default_model_path

LIST = Path(__file__).with_name("documents.tsv")
WORLD, RECEIPTS = Path("invoices-world/labels-dev.jsonl"), Path("receipts-sroie/lines-train.jsonl")
REAL, ALL = 40, 60
_KINDS = ("invoice", "receipt", "credit_note", "bill")


class DocumentMissing(Exception):
    """A document of the list that the data do not have; the message names it."""


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
    unseen = held_out()
    receipts = sorted(
        (page for page in read_labels(data / RECEIPTS) if page.key in unseen),
        key=lambda page: _order(page.file.name),
    )
    real = [_of_page(page) for page in (*world, *receipts)][:REAL]
    return [*real, *drawn(cases)[: ALL - len(real)]]


def listed(data: Path, cases: Path, names: Path) -> list[Truth]:
    """The documents of a list, in its order.

    Raises:
        DocumentMissing: the data, or the cases, lack one of them.
    """
    pages = [*read_labels(data / WORLD), *read_labels(data / RECEIPTS)]
    known = {_name(truth): truth for truth in (*map(_of_page, pages), *drawn(cases))}
    wanted = [tuple(line.split("\t")) for line in names.read_text("utf-8").splitlines()]
    missing = [
        name for made, name in wanted if (made, name) not in known or not known[made, name].file.is_file()
    ]
    if missing:
        raise DocumentMissing(
            f"{len(missing)} documents of {names.name} are missing, the first: {missing[0]}"
        )
    return [known[made, name] for made, name in wanted]


def write_list(truths: Sequence[Truth], names: Path) -> None:
    """Name the documents in a file."""
    names.write_text("".join("\t".join(_name(truth)) + "\n" for truth in truths), "utf-8")


def drawn(cases: Path) -> list[Truth]:
    """The cases of a folder that have fields, in the order of the hash of their names."""
    records = [json.loads(line) for line in (cases / "cases.jsonl").read_text("utf-8").splitlines()]
    records = [record for record in records if record.get("fields")]
    records.sort(key=lambda record: _order(record["file"]))
    return [Truth(cases / record["file"], "drawn", record["fields"], None) for record in records]


def licensed_files(sources: Path) -> frozenset[str]:
    """The files whose repository states a licence."""
    head, *rows = (line.split("\t") for line in sources.read_text("utf-8").splitlines())
    name, licence = head.index("file"), head.index("licence_class")
    return frozenset(row[name] for row in rows if row[licence] in ("permissive", "copyleft"))


def held_out() -> frozenset[str]:
    """The receipts that no training of the default model saw."""
    names = json.loads((default_model_path() / "held_out.json").read_text("utf-8"))
    return frozenset(names[RECEIPTS.parent.name])


def _of_page(page: LabelledPage) -> Truth:
    return Truth(page.file, "real", page.fields, page.lines)


def _name(truth: Truth) -> tuple[str, str]:
    """How the list names a document: the set that it is of, and its file."""
    return ("cases" if truth.made == "drawn" else truth.file.parts[-3]), truth.file.name


def _order(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()
