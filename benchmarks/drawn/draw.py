"""Draw business documents in the manner of real firms, each with its complete truth beside it.

    python benchmarks/drawn/draw.py OUT [--part open|sealed] [--only NAME]

Writes ``OUT/open/NAME.pdf`` and ``NAME.json`` (docs/training.md, "Documents in a folder"), always the same:

    paperformer evaluate OUT/open

The parts share neither layouts nor issuers nor buyers. Fit on ``open``; look at mistakes of ``open`` only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

sys.path.append(str(Path(__file__).parents[1]))

from drawn import layouts
from drawn.case import Case
from drawn.facts import cases
from drawn.pictures import photograph
from drawn.truth import truth_of

SCHEMA = Path(__file__).parents[2] / "src" / "paperformer" / "fields" / "schema.yaml"
PARTS = ("open", "sealed")


def schema_fields() -> list[str]:
    """Names of the fields that Paperformer knows."""
    return [entry["name"] for entry in yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))["fields"]]


def draw(case: Case, folder: Path) -> Path:
    """Draw one document and write its truth beside it; the path of the document."""
    path = folder / f"{case.name}.pdf"
    layouts.LAYOUTS[case.issuer["part"]][case.issuer["layout"]](case, path)
    truth = {"fields": truth_of(case, schema_fields()), "rows": {k: v for k, v in case.rows.items() if v}}
    path.with_suffix(".json").write_text(
        json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    if case.option("picture"):
        return photograph(path, str(case.option("picture")), case.rng)
    return path


def draw_part(part: str, folder: Path, only: str = "") -> Iterator[Path]:
    """Draw the documents of a part whose names begin with ``only``."""
    folder.mkdir(parents=True, exist_ok=True)
    for case in cases(part):
        if case.name.startswith(only):
            yield draw(case, folder)


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--only", default="", metavar="NAME", help="documents whose names begin so")
    given = parser.parse_args()
    for part in given.part or PARTS:
        drawn = list(draw_part(part, given.out / part, given.only))
        print(f"{len(drawn)} documents in {given.out / part}")


if __name__ == "__main__":
    main()
