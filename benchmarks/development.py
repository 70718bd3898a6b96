"""All development sets at once: what a change of the extraction gains and loses, set by set.

    PAPERFORMER_DATA=... python benchmarks/development.py [--fields] [--output json] [--add NAME=PATH]
    python benchmarks/development.py --compare BEFORE.json AFTER.json

Sets: the held-out receipts of SROIE, orders (held out and valid), receipts of the world (two sets), pages of
e-invoices of unseen issuers, strangers' templates, generated documents, and whatever ``--add`` names. A name
with a ``+`` is the same documents judged by ``benchmarks/labels`` in the fields that the set itself does not
judge; ``+sealed`` is the half of those that nobody looks at: of it only sums are printed, with ``--sealed``.
No document of a test split, and none that a training saw. Words are given where a set gives them.

F1 counts answers of ``--threshold`` or more over all labelled fields; one to a field that is known to be
absent is wrong. ``right`` counts best candidates at any confidence. Calibration error (ECE) and coverage at
1 % error are of all answers. Milliseconds are those after the model and the rules that run beside it, the
median of a set. What costs most is kept in ``--cache``: generated documents, words of opened files, the
logits of the model (by its weights and all that it is given: always this model's for these words).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gate.comparison import compare
from gate.judging import Figures, Outcome, figures, judge
from gate.reading import read
from gate.sets import LOADERS, Sources, load_sets

from paperformer.extraction.model_folder import SCHEMA
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.workers import usable_processors
from paperformer.fields.schema import load_schema
from paperformer.labelled.truths import Truths


def main() -> None:
    """Measure or compare, and print."""
    options = arguments()
    if options.compare:
        before, after = (json.loads(path.read_text("utf-8")) for path in options.compare)
        print("\n".join(compare(before, after)))
        return
    run = measure(options)
    if not run["sets"]:
        sys.exit("Skipped: no set is here")
    if options.output == "json":
        print(json.dumps(run, ensure_ascii=False, indent=1))
    else:
        print("\n".join(report(run, fields=options.fields)))


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--sets", default="", metavar="A,B", help=f"only these of {', '.join(LOADERS)}")
    parser.add_argument("--add", action="append", default=[], metavar="NAME=PATH", help="a further set")
    parser.add_argument("--sealed", action="store_true", help="the sealed labels too, sums alone")
    parser.add_argument("--fields", action="store_true", help="F1 by field")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--jobs", type=int, default=max(1, len(usable_processors())), help="processes")
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--output", choices=["text", "json"], default="text")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"), help="two JSON outputs")
    options = parser.parse_args()
    if options.jobs < 1:
        parser.error("--jobs is 1 or more")
    if wrong := next((one for one in options.add if "=" not in one), None):
        parser.error(f"--add {wrong}: write NAME=PATH")
    return options


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of each set and of all together, and what became of each value."""
    added = {name: Path(path) for name, path in (one.split("=", 1) for one in options.add)}
    sources = Sources(Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere"), options.cache, added)
    wanted = tuple(filter(None, options.sets.split(",")))
    sets = load_sets(sources, wanted, options.sealed, lambda line: print(line, file=sys.stderr))
    own = options.model / SCHEMA
    schema = load_schema(own if own.exists() else None)
    truths = Truths(schema)
    # A set and its annotations share their documents: each is read once.
    documents = {id(one.document): one.document for those in sets.values() for one in those}
    answered = read(list(documents.values()), options.model, options.cache, options.jobs)
    answers = dict(zip(documents, answered, strict=True))
    outcomes = {
        name: [one for each in those for one in judge(truths.read(each), answers[id(each.document)], schema)]
        for name, those in sets.items()
    }
    for line in truths.unreadable.values():
        print(line, file=sys.stderr)
    spent = {name: [answers[id(one.document)].milliseconds for one in those] for name, those in sets.items()}
    return {
        "model": str(options.model),
        "threshold": options.threshold,
        "sets": {name: measured_set(name, outcomes[name], spent[name], options.threshold) for name in sets},
        "all": figures(
            [one for name, those in outcomes.items() if not _is_sealed(name) for one in those],
            [answer.milliseconds for answer in answers.values()],
            options.threshold,
        ).to_dict(),
    }


def _is_sealed(name: str) -> bool:
    return name.endswith("+sealed")


def measured_set(name: str, outcomes: list[Outcome], spent: list[float], threshold: float) -> dict[str, Any]:
    """The figures of a set and what became of each value; of a sealed one the sums alone."""
    found: Figures = figures(outcomes, spent, threshold)
    if _is_sealed(name):
        return {"figures": {**found.to_dict(), "fields": {}}, "outcomes": []}
    return {"figures": found.to_dict(), "outcomes": [asdict(one) for one in outcomes]}


def report(run: Mapping[str, Any], *, fields: bool) -> list[str]:
    """A line a set, and with ``fields`` one for each of its fields."""
    columns = ("documents", "values", "right", "F1", "ECE", "coverage", "ms")
    lines = [f"{'':30}{''.join(f'{column:>10}' for column in columns)}"]
    together = {"figures": run["all"]}
    for name, one in {**run["sets"], "all": together}.items():
        found = one["figures"]
        counts = "".join(f"{found[key]:10}" for key in ("documents", "values", "right"))
        shares = "".join(f"{found[key]:10.4f}" for key in ("f1", "ece", "coverage"))
        lines.append(f"{name:30}{counts}{shares}{found['milliseconds']:10.1f}")
        for field, score in found["fields"].items() if fields else ():
            matched, given, expected = score["matched"], score["given"], score["expected"]
            f1 = 2 * matched / (given + expected) if given + expected else 1.0
            lines.append(f"  {field:28}{f1:10.4f}  ({matched} right of {expected}, {given} given)")
    return lines


if __name__ == "__main__":
    main()
