"""What models find without rules and evidence, by language, and what reading a page costs them.

    python recipes/multilingual-start/judge.py LABELLED.jsonl MODEL... [--only held_out.json]

The best candidate of a field counts, at any probability. Time is that of one thread for tokenizer and graph.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.extraction.decode import decode
from paperformer.extraction.session import ModelSession
from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.scoring import is_right

ALL = "all"


@dataclass(slots=True)
class Tally:
    """Values printed and found, by group; pieces and seconds of all documents."""

    printed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    right: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    documents: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    pieces: int = 0
    seconds: float = 0.0


def main() -> None:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labelled", type=Path)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--only", type=Path, help="a held_out.json: only its documents of this set")
    parser.add_argument("--languages", type=Path, help="labels-dev.jsonl: the language of each document")
    options = parser.parse_args()
    documents = list(load_corpus(options.labelled))
    if options.only:
        named = set(json.loads(options.only.read_text("utf-8"))[options.labelled.parent.name])
        documents = [one for one in documents if one.key in named]
    languages = dict(_languages(options.languages)) if options.languages else {}
    tallies = [_tally(model, documents, languages) for model in options.models]
    print(_table([model.parent.name for model in options.models], tallies))


def _languages(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text("utf-8").split("\n"):
        if line:
            labels = json.loads(line)
            yield str(labels["id"]), labels.get("language") or "unknown"


def _tally(model: Path, documents: Sequence[LabelledDocument], languages: Mapping[str, str]) -> Tally:
    session, schema, tally = ModelSession(model, threads=1), load_schema(), Tally()
    for one in documents:
        words = one.document.words
        tally.pieces += len(session.tokenizer.encode([word.text for word in words]))
        began = time.process_time()
        scores, _ = session.score(words)
        tally.seconds += time.process_time() - began
        found = decode(words, scores, schema, infer_context(words))
        best = {name: candidates[0] for name, candidates in found.items() if candidates}
        values = {n: v for n, v in one.fields.items() if v and n in one.known & set(session.manifest.fields)}
        right = {n for n, truths in values.items() if n in best and is_right(best[n], schema[n].type, truths)}
        groups = [ALL, *([languages[one.key]] if one.key in languages else []), *(f"* {n}" for n in values)]
        for group in groups:
            names = {group[2:]} if group.startswith("* ") else values.keys()
            tally.documents[group] += 1
            tally.printed[group] += len(names)
            tally.right[group] += len(right & names)
    return tally


def _table(names: Sequence[str], tallies: Sequence[Tally]) -> str:
    first = tallies[0]
    rows = [f"{'':26}{'documents':>10}{'values':>8}" + "".join(f"{name:>14}" for name in names)]
    for group in sorted(first.printed, key=lambda g: (g != ALL, g.startswith("* "), -first.printed[g], g)):
        shares = "".join(f"{one.right[group] / max(1, one.printed[group]):14.3f}" for one in tallies)
        rows.append(f"{group:26}{first.documents[group]:10}{first.printed[group]:8}{shares}")
    pages = first.documents[ALL]
    rows.append(f"{'pieces a document':44}" + "".join(f"{one.pieces / pages:14.0f}" for one in tallies))
    rows.append(
        f"{'CPU, ms a document':44}" + "".join(f"{1e3 * one.seconds / pages:14.1f}" for one in tallies)
    )
    return "\n".join(rows)


if __name__ == "__main__":
    main()
