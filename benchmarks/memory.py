"""What a memory of confirmed documents is worth: the next document of a supplier, before and after.

    python benchmarks/memory.py                            # suppliers of drawn/sealed: the published table
    python benchmarks/memory.py --strange                  # the same, columns headed in words of no language
    python benchmarks/memory.py --part open --fit --write  # the weights of the rule and of its evidence
    python benchmarks/memory.py --part open --lines --write  # that of the columns of the lines

The suppliers are the invented firms of ``benchmarks/drawn``. Some documents of each are confirmed, with a
share of wrong values, and the last one is read. The weights are fitted on ``open``, measured on ``sealed``.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from memory_documents import Example, confirmation, suppliers
from memory_lines import Choices, choices_in, f1, fitted_weight, lines_of, write_weight

from paperformer.evidence.observers.remembered import NAMES
from paperformer.evidence.registry import named
from paperformer.evidence.scorer import observe
from paperformer.evidence.weights import Weights
from paperformer.extraction.answer import answers_from
from paperformer.extraction.by_rules import RulesReading, read_by_rules
from paperformer.extraction.candidates import read_candidates, weighed_candidates
from paperformer.extraction.compare import same_value
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.predictor import Predictor, Read
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.scores import WordScores
from paperformer.extraction.supplier_memory.confirmed import lesson_of
from paperformer.extraction.supplier_memory.memory import SupplierMemory
from paperformer.extraction.supplier_memory.propose import RULE
from paperformer.extraction.supplier_memory.store import MemoryFile
from paperformer.fields.finding import FITTED
from paperformer.fields.tables.choice import REMEMBERED
from paperformer.learning.evidence import Choice, fit_weights
from paperformer.learning.finding_fit import Judged, fit_findings

CONFIRMED, RATES = (1, 3, 10), (0.005, 0.05, 0.2)
_LEAST = 0.1  # smaller weights are left out
LAST = 1  # documents of a supplier that are read


@dataclass(frozen=True, slots=True)
class Ready:
    """A document to read, with what does not depend on the memory."""

    example: Example
    rules: RulesReading
    scores: WordScores


class Bench:
    """The default model, and documents of a part of ``drawn``.

    Args:
        part: ``open`` or ``sealed``.
        most: Suppliers.
        strange: Whether the columns of their tables are headed in words of no language.
    """

    def __init__(self, part: str, most: int, *, strange: bool = False) -> None:
        self.predictor = Predictor(default_model_path(), None, None)
        self.suppliers = suppliers(part, max(CONFIRMED) + LAST, most, strange=strange)
        self.ready = [self._ready(one) for those in self.suppliers.values() for one in those[-LAST:]]

    def _ready(self, example: Example) -> Ready:
        predictor = self.predictor
        rules = read_by_rules(example.document, predictor.schema, predictor.wanted, {})
        scores, _ = predictor._loaded().score(example.document.words)
        return Ready(example, rules, scores)

    def memory(self, folder: str, confirmed: int, rate: float) -> SupplierMemory:
        """What ``confirmed`` documents of every supplier teach, with a share of wrong values."""
        path = Path(folder) / f"{confirmed}-{rate}.db"
        file = MemoryFile(path)
        for name, examples in self.suppliers.items():
            for at, example in enumerate(examples[:confirmed]):
                rng = Random(f"{name} {at} {rate}")
                lesson = lesson_of(
                    confirmation(example, rate, rng, self.predictor.schema), self.predictor.schema
                )
                if lesson is not None:
                    file.add(example.name, lesson, float(at))
        file.close()
        return SupplierMemory(path)

    def read(self, one: Ready, memory: SupplierMemory) -> Read:
        """The candidates of a document."""
        rules, remembered = memory.added(one.rules, [])
        return Read(rules, read_candidates(ReadDocument(one.scores, rules), remembered))

    def score(self, memory: SupplierMemory) -> Counter[str]:
        """Values right, wrong, missed and invented, and how many of the wrong ones are sure."""
        counts: Counter[str] = Counter()
        for one in self.ready:
            read = self.read(one, memory)
            counts["recognised"] += read.reading.page.remembered is not None
            proposed = weighed_candidates(read.reading, self.predictor.weigh(read))
            chosen = self.predictor.choose(read, proposed)
            counts += lines_of(chosen.rows, one.example.lines)
            words, calibration = one.example.document.words, self.predictor._calibration
            answers = answers_from(chosen.fields, words, calibration, self.predictor.schema, 1.0)
            for name, truths in one.example.fields.items():
                if name not in self.predictor.schema or self.predictor.schema[name].type == "group":
                    continue
                type_ = self.predictor.schema[name].type
                best = next((c for c in answers.get(name, ()) if c.confidence >= MIN_CONFIDENCE), None)
                is_right = best is not None and same_value(type_, best.value, truths)
                counts["values"] += bool(truths)
                counts["right"] += is_right
                counts["wrong"] += best is not None and not is_right
                counts["wrong at .9"] += best is not None and not is_right and best.confidence >= 0.9
        return counts


def measure(bench: Bench) -> None:
    """Print the table."""
    rows = [("none", "", bench.score(SupplierMemory(None)))]
    with tempfile.TemporaryDirectory() as folder:
        for confirmed in CONFIRMED:
            for rate in RATES:
                counts = bench.score(bench.memory(folder, confirmed, rate))
                rows.append((str(confirmed), f"{100 * rate:g} %", counts))
    print(f"{len(bench.ready)} documents of {len(bench.suppliers)} suppliers")
    print(
        "| confirmed | wrong | recognised | values | right | wrong | wrong at .9 | F1 of lines | every cell |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for confirmed_, rate_, c in rows:
        share = c["right"] / c["values"]
        print(
            f"| {confirmed_} | {rate_} | {c['recognised']} | {c['values']} | {c['right']} ({share:.3f}) "
            f"| {c['wrong']} | {c['wrong at .9']} | {f1(c, 'lax'):.3f} | {f1(c, 'strict'):.3f} |"
        )


def fit(bench: Bench, write: bool) -> None:
    """Print the weights of rule and evidence, and write them where that is wanted."""
    choices: list[Choice] = []
    judged: list[Judged] = []
    with tempfile.TemporaryDirectory() as folder:
        for confirmed in CONFIRMED:
            for rate in RATES:
                memory = bench.memory(folder, confirmed, rate)
                for one in bench.ready:
                    read = bench.read(one, memory)
                    choices += choices_of(bench.predictor, read, one.example.fields)
                    judged += _judged(bench.predictor, read, one.example.fields)
    fitted = fit_weights(choices, NAMES)
    rates = fit_findings(judged)
    for name, weight in rates.items():
        print(f"{name:24} {weight:+.3f}")
    for name in NAMES:
        own = {
            type_: weights[name] for type_, weights in fitted.types.items() if abs(weights[name]) >= _LEAST
        }
        print(f"{name:24} {fitted.shared[name]:+.3f}", *(f"{t} {w:+.2f}" for t, w in own.items()))
    if write:
        _write(rates, fitted)


def _write(rates: Mapping[str, float], fitted: Weights) -> None:
    """Put the weights into the package and the default model, in place of earlier ones."""
    findings = Path(str(files("paperformer.fields").joinpath(FITTED)))
    before_it = json.loads(findings.read_text("utf-8")).items()
    others = {name: weight for name, weight in before_it if name.partition(":")[0] != RULE}
    kept = dict(sorted({**others, **{name: round(weight, 3) for name, weight in rates.items()}}.items()))
    findings.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    path = evidence_of(default_model_path())
    weights = json.loads(path.read_text("utf-8"))
    _replace(weights["shared"], fitted.shared)
    for type_, own in fitted.types.items():
        if any(abs(weight) >= _LEAST for weight in own.values()):
            _replace(weights["types"].setdefault(type_, {}), own)
    path.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", "utf-8")


def _replace(weights: dict[str, float], fitted: Mapping[str, float]) -> None:
    for name in NAMES:
        weights.pop(name, None)
        if abs(fitted[name]) >= _LEAST:
            weights[name] = round(fitted[name], 4)


def choices_of(predictor: Predictor, read: Read, truths: Mapping[str, Sequence[str]]) -> Iterator[Choice]:
    """The candidates of every field whose truth is known, with the scores that other evidence gives them."""
    page, own = read.reading.page, named(NAMES)
    for name, found in page.candidates.items():
        if name not in truths or not found:
            continue
        type_ = predictor.schema[name].type
        table = np.array([[observe(e, one, page) for e in own] for one in found], dtype=np.float32)
        weighed = predictor.scorer.weigh(found, page)
        base = [sum(c for n, c in one.counts.items() if n not in NAMES) for one in weighed]
        right = [same_value(type_, one.value, truths[name]) for one in found]
        yield Choice(name, type_, table, np.array(right), base=np.array(base))


def fit_lines(benches: Sequence[Bench], write: bool) -> None:
    """Print the weight of readings of lines by remembered columns, and write it where that is wanted."""
    weighed: list[Choices] = []
    for bench in benches:
        with tempfile.TemporaryDirectory() as folder:
            memories = [bench.memory(folder, confirmed, rate) for confirmed in CONFIRMED for rate in RATES]
            for memory, one in product(memories, bench.ready):
                remembered = memory.recall(one.rules.page.layout)
                if remembered is not None and remembered.tables:
                    weighed.append(choices_in(one.rules.page, remembered.tables, one.example.lines))
    print(f"{len(weighed)} readings")
    weight = fitted_weight(weighed)
    print(f"{REMEMBERED} {weight:.3f}")
    if write:
        write_weight(weight)


def _judged(predictor: Predictor, read: Read, truths: Mapping[str, Sequence[str]]) -> Iterator[Judged]:
    """The findings of the memory whose truth is known."""
    for one in read.rules.findings:
        if one.rule == RULE and one.field in truths:
            type_ = predictor.schema[one.field].type
            yield Judged(one, same_value(type_, one.parsed.value, truths[one.field]))


def main() -> None:
    """Read the command line, and measure or fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=("open", "sealed"), default="sealed")
    parser.add_argument("--fit", action="store_true", help="print the weights that fit")
    parser.add_argument("--write", action="store_true", help="put them into the default model")
    parser.add_argument("--strange", action="store_true", help="head columns in words of no language")
    parser.add_argument(
        "--lines", action="store_true", help="print the weight of remembered columns that fits"
    )
    parser.add_argument("--suppliers", type=int, default=1000)
    options = parser.parse_args()
    if options.lines:
        both = [Bench(options.part, options.suppliers, strange=strange) for strange in (False, True)]
        fit_lines(both, options.write)
        return
    bench = Bench(options.part, options.suppliers, strange=options.strange)
    if options.fit:
        fit(bench, options.write)
    else:
        measure(bench)


if __name__ == "__main__":
    main()
