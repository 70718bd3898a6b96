"""Small documents that once went wrong, each with its true values: is every field right?

    python benchmarks/cases.py FOLDER [--ocr MODE] [--only TEXT]

FOLDER holds ``cases.jsonl``, one case a line: ``file``, ``what`` is special about it, ``fields`` with the
accepted values of each (null where the case is about something else: then the answer is printed for a reader
to judge), ``absent`` fields and ``lines``. A field is right when its best candidate equals an accepted value
in normal form, an absent one when nothing answers it at 0.5 or more. Exit code 1 when one is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gate.page_scores import same_number, squeezed

from paperformer.errors import PaperformerError
from paperformer.extraction.compare import same_value
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction

GIVEN = 0.5  # confidence from which an answer is given


def main() -> None:
    """Read all cases and print what is wrong with each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ocr", choices=["auto", "always", "never"], default="auto")
    parser.add_argument("--only", default="", help="cases whose file name contains this")
    options = parser.parse_args()
    if not (options.folder / "cases.jsonl").is_file():
        sys.exit(f"Skipped: {options.folder} holds no cases.jsonl")
    lines = (options.folder / "cases.jsonl").read_text("utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if options.only in case["file"]]
    with Extractor(ocr=options.ocr, min_confidence=0.0) as extractor:
        read = [list(judged(case, options.folder, extractor)) for case in cases]
    checks = [check for own in read for check in own]
    print(f"{sum(check.right for check in checks)} of {len(checks)} values are right, ", end="")
    sure = [check.confidence for check in checks if not check.right]
    print(f"the surest wrong one at {max(sure, default=0.0):.2f}")
    wrong = sum(any(not check.right for check in own) for own in read)
    print(f"{len(cases) - wrong} of {len(cases)} cases have no wrong value")
    sys.exit(1 if wrong else 0)


class Check(NamedTuple):
    """A value, an absence or a row of a case.

    Args:
        right: Whether the answer agrees.
        confidence: Of the answer.
        text: What was expected, and what was answered.
    """

    right: bool
    confidence: float
    text: str


def judged(case: Mapping[str, Any], folder: Path, extractor: Extractor) -> Iterator[Check]:
    """Read a case, print it, and check what is known of it."""
    print(f"{case['file']}: {case['what']}")
    try:
        answer = extractor.extract(folder / str(case["file"]))
    except PaperformerError as error:
        yield Check(False, 0.0, str(error))
        return
    for warning in answer.warnings:
        print(f"  warning: {warning}")
    print(f"  pages: {', '.join(page.reading for page in answer.pages)}")
    if case["fields"] is None:
        show(answer)
    types = {field.name: field.type for field in extractor.schema}
    for check in (*fields_of(case, answer, types), *lines_of(case, answer)):
        if not check.right:
            print(f"  WRONG {check.text}")
        yield check


def show(answer: Extraction) -> None:
    """Print an answer for a reader to judge."""
    for name, candidates in answer.fields.items():
        print(f"  {name}: {candidates[0].value} ({candidates[0].confidence:.2f})")
    for name, rows in answer.rows.items():
        for row in rows:
            cells = ", ".join(f"{cell}={found.value}" for cell, found in row.cells.items())
            print(f"  {name}: {cells} ({row.confidence:.2f})")


def fields_of(case: Mapping[str, Any], answer: Extraction, types: Mapping[str, str]) -> Iterator[Check]:
    """The true values, and the fields that are absent: nothing may answer them at 0.5 or more."""
    for name, accepted in (case["fields"] or {}).items():
        best = next(iter(answer.fields.get(name, ())), None)
        right = best is not None and same_value(types[name], best.value, accepted)
        given = f"{best.value} ({best.confidence:.2f} {best.source})" if best else "nothing"
        yield Check(right, best.confidence if best else 0.0, f"{name}: {' | '.join(accepted)} <- {given}")
    for name in case.get("absent", ()):
        best = next(iter(answer.fields.get(name, ())), None)
        sure = best.confidence if best else 0.0
        yield Check(sure < GIVEN, sure, f"{name}: absent <- {best.value if best else ''} ({sure:.2f})")


def lines_of(case: Mapping[str, Any], answer: Extraction) -> Iterator[Check]:
    """The number of purchase lines, or each of them with the cells that are known."""
    expected = case.get("lines")
    rows = answer.rows.get("purchase_lines", [])
    if isinstance(expected, int):
        yield Check(len(rows) == expected, 0.0, f"{expected} lines <- {len(rows)}")
        return
    for at, cells in enumerate(expected or ()):
        row = rows[at] if at < len(rows) else None
        given = {name: row.cells[name].value for name in cells if name in row.cells} if row else {}
        right = all(same_cell(given.get(name), value) for name, value in cells.items())
        yield Check(right, row.confidence if row else 0.0, f"line {at + 1}: {cells} <- {given}")


def same_cell(given: str | None, expected: str) -> bool:
    """Whether a cell has the text, or the number."""
    if given is None:
        return False
    return squeezed(given) == squeezed(expected) or same_number(given, (expected,))


if __name__ == "__main__":
    main()
