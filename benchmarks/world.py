"""Fields and purchase lines of labelled pages, each read from its file: ``invoices-world`` and sets like it.

    PAPERFORMER_DATA=folder python benchmarks/world.py [--split dev] [--by language] [--errors]
    PAPERFORMER_DATA=folder python benchmarks/world.py --labels receipts-softmatic/labels.jsonl
    PAPERFORMER_DATA=folder python benchmarks/world.py --further  # fields beside the eleven of the issue
    PAPERFORMER_DATA=folder python benchmarks/world.py --write build/world  # for train and fit

The best candidate of a field counts, at any confidence, and every line; e-invoice XML in a PDF is ignored.
``gate/page_scores.py`` says when one is right. ``--tables`` reads the tables alone, which takes seconds.
``--write`` keeps words, boxes and true fields as JSONL. ``test`` is for finished versions.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.labelled_pages import LabelledPage, open_pages, read_labels
from gate.page_scores import FIELDS, LineCounts, f1_of_lines, field_counts, line_counts, strict

from paperformer.documents.model import Document
from paperformer.extraction.compare import same_value
from paperformer.extraction.label_record import printed_record
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import FieldDefinition, load_schema
from paperformer.fields.tables.reader import find_rows

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The best value of each field, the purchase lines, and the fields that are likely right."""

    best: Mapping[str, str]
    lines: Sequence[Row]
    sure: frozenset[str] = frozenset()


def main() -> int:
    """Read, score, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", default="dev", choices=("train", "dev", "test"))
    parser.add_argument("--labels", help="another file of labels, below PAPERFORMER_DATA")
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--by", choices=("kind", "language", "country", "made"))
    parser.add_argument("--tables", action="store_true", help="purchase lines only, by rules alone")
    parser.add_argument("--further", action="store_true", help="the other fields that are labelled")
    parser.add_argument("--errors", action="store_true", help="list the lines that are wrong")
    parser.add_argument("--write", type=Path, help="write the documents with their fields into this folder")
    options = parser.parse_args()
    labels = labels_at(options.labels or f"invoices-world/labels-{options.split}.jsonl")
    if labels is None:
        return 0
    opened = open_pages(read_labels(labels), options.cache)
    if options.write:
        print(write_jsonl(opened, options.write / f"{labels.parent.name}-{labels.stem}.jsonl"))
        return 0
    answers = read_tables(opened) if options.tables else read_documents(opened, options.model)
    if options.further:
        print(further_fields(list(answers)))
        return 0
    report(list(answers), options.by, errors=options.errors)
    return 0


def labels_at(name: str) -> Path | None:
    """The file of labels below PAPERFORMER_DATA; None, with a message, where it is not there."""
    data = os.environ.get("PAPERFORMER_DATA")
    path = Path(data or "/nowhere") / name
    if path.is_file():
        return path
    print(f"Skipped: set PAPERFORMER_DATA to a folder that holds {name}", file=sys.stderr)
    return None


def read_documents(
    opened: Iterator[tuple[LabelledPage, Document]], model: Path
) -> Iterator[tuple[LabelledPage, Answer]]:
    """What the whole reader answers."""
    with Extractor(model, einvoice="ignore", min_confidence=0.0) as extractor:
        for page, document in opened:
            found = extractor.extract_document(document)
            best = {name: some[0].value for name, some in found.fields.items() if some}
            rows = found.rows.get("purchase_lines", ())
            sure = frozenset(name for name, some in found.fields.items() if some[0].confidence >= LIKELY)
            yield page, Answer(best, [{n: c.value for n, c in row.cells.items()} for row in rows], sure)


def read_tables(opened: Iterator[tuple[LabelledPage, Document]]) -> Iterator[tuple[LabelledPage, Answer]]:
    """What the rules read in tables."""
    for page, document in opened:
        rows = find_rows(view_of(document, load_schema()))
        lines = [
            {name: cell.value for name, cell in row.cells.items()}
            for row in rows
            if row.field == "purchase_lines"
        ]
        yield page, Answer({}, lines)


def report(answers: Sequence[tuple[LabelledPage, Answer]], by: str | None, *, errors: bool) -> None:
    """Print the figures, of all documents or of each group."""
    if errors:
        for page, answer in answers:
            show_errors(page, answer)
    groups: dict[str, list[tuple[LabelledPage, Answer]]] = defaultdict(list)
    for page, answer in answers:
        if by:
            groups[page.facts[by]].append((page, answer))
    print(HEADING)
    for name in sorted(groups, key=lambda name: (-len(groups[name]), name)):
        print(figures(name, groups[name]))
    print(figures("all", answers))
    if any(answer.best for _, answer in answers):
        print(fields_line(answers))


LIKELY = 0.5  # confidence from which an answer is given
HEADING = f"{'':16}{'docs':>5}{'values':>8}{'right':>7}{'lines':>7}{'F1':>7}{'strict':>8}{'whole':>12}"


def figures(name: str, answers: Sequence[tuple[LabelledPage, Answer]]) -> str:
    """One line: values right; lines right, right in every cell, documents with every line right."""
    printed, right = counted(answers)
    values, hits = printed.total(), right.total()
    counts = lines_of(answers)
    whole = f"{sum(one.whole for one in counts)} of {len(counts)}"
    return (
        f"{name:16}{len(answers):5}{values:8}{hits / max(1, values):7.3f}"
        f"{sum(one.printed for one in counts):7}{f1_of_lines(counts, lambda one: one.lax):7.3f}"
        f"{f1_of_lines(counts, lambda one: one.strict):8.3f}{whole:>12}"
    )


def fields_line(answers: Sequence[tuple[LabelledPage, Answer]]) -> str:
    """The share of right values of each field."""
    printed, right = counted(answers)
    shares = {name: right[name] / max(1, printed[name]) for name in FIELDS}
    return "\n".join(f"{name:24}{right[name]:4} of {printed[name]:4}{shares[name]:7.3f}" for name in FIELDS)


def further_fields(answers: Sequence[tuple[LabelledPage, Answer]]) -> str:
    """Of each other field that is labelled: printed, answered at 0.5 or more, right of these, and F1."""
    schema = load_schema()
    names = [one.name for one in schema if one.name not in FIELDS and one.type != "group"]
    rows = (further_field(schema[name], answers) for name in names)
    return "\n".join([f"{'':26}printed  given  right     F1", *filter(None, rows)])


def further_field(field: FieldDefinition, answers: Sequence[tuple[LabelledPage, Answer]]) -> str:
    """The counts of one field as a line; empty where no document prints it."""
    known = [
        (page.sure_fields.get(field.name, ()), answer) for page, answer in answers if field.name in page.known
    ]
    given = [(truth, answer.best[field.name]) for truth, answer in known if field.name in answer.sure]
    printed = sum(bool(truth) for truth, _ in known)
    right = sum(same_value(field.type, value, list(truth)) for truth, value in given)
    f1 = 2 * right / max(1, printed + len(given))
    return f"{field.name:26}{printed:7}{len(given):7}{right:7}{f1:7.3f}" if printed else ""


def counted(answers: Sequence[tuple[LabelledPage, Answer]]) -> tuple[Counter[str], Counter[str]]:
    """By field, how many values are printed and how many are right."""
    printed, right = Counter[str](), Counter[str]()
    for page, answer in answers:
        own = field_counts(answer.best, page.fields)
        printed += own[0]
        right += own[1]
    return printed, right


def lines_of(answers: Sequence[tuple[LabelledPage, Answer]]) -> list[LineCounts]:
    """The lines of the documents whose table is labelled."""
    return [line_counts(answer.lines, page.lines) for page, answer in answers if page.lines is not None]


def show_errors(page: LabelledPage, answer: Answer) -> None:
    """Print the lines of a document that are not right in every cell."""
    if page.lines is None or line_counts(answer.lines, page.lines).whole:
        return
    counts = line_counts(answer.lines, page.lines)
    print(f"--- {page.file.name}: {counts.strict} and {counts.lax} of {counts.printed}, {counts.given} given")
    for cells in page.lines:
        if not any(strict(row, cells) for row in answer.lines):
            print(f"    printed {json.dumps(cells, ensure_ascii=False)}")
    for row in answer.lines:
        if not any(strict(row, cells) for cells in page.lines):
            print(f"    given   {json.dumps(row, ensure_ascii=False)}")


def write_jsonl(opened: Iterator[tuple[LabelledPage, Document]], path: Path) -> Path:
    """Documents with their words and true fields, as `paperformer train` and `fit` read them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for page, document in opened:
            file.write(json.dumps(record_of(page, document), ensure_ascii=False) + "\n")
    return path


def record_of(page: LabelledPage, document: Document) -> dict[str, object]:
    """A document in the format of docs/training.md."""
    return {
        "id": page.key,
        "fields": {name: list(values) for name, values in page.sure_fields.items()},
        "known": sorted(page.known),
        "file": str(page.file),
        **printed_record(document),
    }


if __name__ == "__main__":
    sys.exit(main())
