"""Small documents that once went wrong, each with its true values: is every field right?

    python benchmarks/cases.py FOLDER [--ocr MODE] [--only TEXT]

FOLDER holds ``cases.jsonl``, one case a line: ``file``, ``what`` is special about it, ``fields`` with the
accepted values of each (null where the case is about something else: then the answer is printed for a reader
to judge). A field is right when its best candidate equals an accepted value in normal form. Exit code 1 when
one is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from paperformer.errors import PaperformerError
from paperformer.extraction.compare import same_value
from paperformer.extraction.pipeline import Extractor


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
        wrong = sum(_is_wrong(case, options.folder, extractor) for case in cases)
    print(f"{len(cases) - wrong} of {len(cases)} cases have no wrong field")
    sys.exit(1 if wrong else 0)


def _is_wrong(case: dict[str, object], folder: Path, extractor: Extractor) -> bool:
    """Print the case; whether one of its fields is wrong, or it could not be read."""
    print(f"{case['file']}: {case['what']}")
    try:
        answer = extractor.extract(folder / str(case["file"]))
    except PaperformerError as error:
        print(f"  {error}")
        return True
    types = {field.name: field.type for field in extractor.schema}
    for warning in answer.warnings:
        print(f"  warning: {warning}")
    print(f"  pages: {', '.join(page.reading for page in answer.pages)}")
    truths = case["fields"]
    if not isinstance(truths, dict):
        for name, candidates in answer.fields.items():
            print(f"  {name}: {candidates[0].value} ({candidates[0].confidence:.2f})")
        for name, rows in answer.rows.items():
            for row in rows:
                cells = ", ".join(f"{cell}={found.value}" for cell, found in row.cells.items())
                print(f"  {name}: {cells} ({row.confidence:.2f})")
        return False
    is_wrong = False
    for name, accepted in truths.items():
        best = next(iter(answer.fields.get(name, ())), None)
        if best is None or not same_value(types[name], best.value, accepted):
            given = f"{best.value} ({best.confidence:.2f} {best.source})" if best else "nothing"
            print(f"  WRONG {name}: {' | '.join(accepted)} <- {given}")
            is_wrong = True
    return is_wrong


if __name__ == "__main__":
    main()
