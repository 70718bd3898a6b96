"""Scanned receipts of many countries, from the picture: is right what everybody needs of a receipt?

    PAPERFORMER_DATA=... python benchmarks/receipts_world.py [--split dev] [--ocr auto] [--ocr-engine NAME]

The truth is 120 pages read one by one from their pictures (``receipts_world/labels-*.jsonl``), by assistants
(AI, with eyes) who saw no OCR text and no answer of ours: 60 for looking at (``dev``) and 60 for measuring
(``test``), by turns. The PDFs carry the text of an OCR program. ``--ocr always`` (the default) reads as if it
were taken away: each page is drawn and read by our OCR. ``--ocr auto`` reads the files as they come, which
is how users have them. A field's answer is its best candidate, whatever its confidence.

Equality. Totals are compared as numbers, dates and currencies to the letter. Names are the same, ``strict``,
when their letters and digits are, case, accents and spaces aside. They are the same, ``name``, also when one
is a run of whole words of the other and has four letters or more: "Starbucks" for "Starbucks Orense". That
forgives a name in a line of other words, and half a name, so what a reader would call right lies between the
two figures. Where nothing is printed or legible, the right answer is none above level mid (0.95).

Figures. ``accuracy``: documents whose answer is right, of all. ``precision``: of those answered with a
confidence of at least ``from``; an answer to what is not printed is wrong there. Wall time is of opening, OCR
and extraction together, and depends on what else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperformer.documents.ocr.protocol import ENGINES
from paperformer.errors import PaperformerError
from paperformer.extraction.compare import content, same_value
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Candidate

LABELS = Path(__file__).parent / "receipts_world"
ENOUGH_LETTERS = 4
ABOVE_MID = 0.95
BOUNDS = (0.0, 0.5, ABOVE_MID)  # any answer, a likely one, a sure one


@dataclass(frozen=True, slots=True)
class Label:
    """What AI assistants read off one page: of each field the accepted values; none where it is illegible."""

    number: int
    file: str
    country: str
    split: str
    truths: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A field of a document: what is accepted, and what was answered."""

    label: Label
    field: str
    answer: Candidate | None

    @property
    def truths(self) -> tuple[str, ...]:
        """The accepted values."""
        return self.label.truths[self.field]

    def right(self, same: Callable[[str, Iterable[str]], bool]) -> bool:
        """Whether the answer is accepted, or there is rightly no sure one."""
        if not self.truths:
            return self.answer is None or self.answer.confidence < ABOVE_MID
        return self.answer is not None and same(self.answer.value, self.truths)


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table: which field of a label, which of ours, and when they are the same."""

    title: str
    truth: str
    ours: str
    same: Callable[[str, Iterable[str]], bool]


def same_name(answer: str, truths: Iterable[str]) -> bool:
    """The name is one of the accepted ones, or one of both is whole neighbouring words of the other."""
    return any(_within(answer, truth) or _within(truth, answer) for truth in truths)


def _within(part: str, whole: str) -> bool:
    """Whether ``part`` is ``whole``, or a run of its words and not too short; spaces do not count."""
    wanted = content(part)
    if not wanted or wanted == content(whole):
        return bool(wanted)
    words = [word for word in map(content, whole.split()) if word]
    runs = {"".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)}
    return sum(map(str.isalpha, wanted)) >= ENOUGH_LETTERS and wanted in runs


MEASURES = (
    Measure("total", "total", "total_incl_vat", lambda a, b: same_value("amount", a, b)),
    Measure("date", "date", "document_date", lambda a, b: same_value("date", a, b)),
    Measure("supplier, name", "supplier_name", "supplier_name", same_name),
    Measure("supplier, strict", "supplier_name", "supplier_name", lambda a, b: same_value("name", a, b)),
    Measure("currency", "currency", "currency", lambda a, b: a in set(b)),
)


def main() -> None:
    """Read the split and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", choices=["dev", "test"], default="dev")
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument(
        "--ocr", choices=["always", "auto"], default="always", help="auto: files as they come"
    )
    parser.add_argument("--ocr-engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--errors", action="store_true", help="what was wrong, document by document")
    parser.add_argument("--show-test", action="store_true", help="let --errors show the test split")
    options = parser.parse_args()
    # Who has seen the mistakes mends them, and then the test set is no test any more: nobody tunes on it.
    if options.errors and options.split == "test" and not options.show_test:
        sys.exit("--errors is for --split dev; the test split is for figures (--show-test if it must be)")
    data = os.environ.get("PAPERFORMER_DATA")
    folder = Path(data or "") / "receipts-world"
    if not data or not folder.is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-world")
    labels = [label for label in read_labels(LABELS) if label.split == options.split]
    with Extractor(
        options.model,
        ocr=options.ocr,
        ocr_engine=options.ocr_engine,
        einvoice="ignore",
        min_confidence=0.0,
    ) as extractor:
        outcomes, seconds = read_all(extractor, folder, labels)
    if options.errors:
        print("\n".join(mistakes(outcomes)))
    print(f"{options.split}, {len(labels)} documents, OCR by {options.ocr_engine}, {options.ocr}")
    print("\n".join(table(outcomes)))
    if seconds:
        spread = f"median {statistics.median(seconds):.2f}, longest {max(seconds):.2f}"
        print(f"wall seconds a page: mean {statistics.fmean(seconds):.2f}, {spread}")


def read_labels(folder: Path) -> list[Label]:
    """All labels, by number."""
    lines = [
        line
        for path in sorted(folder.glob("labels-*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return sorted(map(_label, lines), key=lambda label: label.number)


def _label(line: str) -> Label:
    record = json.loads(line)
    truths = {measure.truth: _accepted(record[measure.truth]) for measure in MEASURES}
    return Label(record["number"], record["file"], record["country"], record["split"], truths)


def _accepted(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """A label's value, list of values or null, as the accepted values."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def read_all(
    extractor: Extractor, folder: Path, labels: Sequence[Label]
) -> tuple[list[Outcome], list[float]]:
    """Every document's fields, and the seconds a page took. What cannot be read is unanswered, and said."""
    outcomes, seconds = [], []
    for label in labels:
        begun = time.perf_counter()
        found: Mapping[str, Sequence[Candidate]] = {}
        try:
            extraction = extractor.extract(folder / label.file)
            found = extraction.fields
            seconds.append((time.perf_counter() - begun) / len(extraction.pages))
        except PaperformerError as error:
            print(f"{label.number}: {error}", file=sys.stderr)
        for truth, ours in {measure.truth: measure.ours for measure in MEASURES}.items():
            outcomes.append(Outcome(label, truth, next(iter(found.get(ours, ())), None)))
    return outcomes, seconds


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """The figures of each measure; precision by the least confidence that counts as an answer."""
    precisions = "".join(f"{f'from {bound}':>18}" for bound in BOUNDS)
    lines = [f"{'':18}{'accuracy':>16}{precisions}   (precision, of so many answered)"]
    for measure in MEASURES:
        of_field = [outcome for outcome in outcomes if outcome.field == measure.truth]
        right = sum(outcome.right(measure.same) for outcome in of_field)
        line = f"{measure.title:18}{_share(right, len(of_field)):>16}"
        for bound in BOUNDS:
            given = [o for o in of_field if o.answer is not None and o.answer.confidence >= bound]
            exact = sum(bool(o.truths) and o.right(measure.same) for o in given)
            line += f"{_share(exact, len(given)):>18}"
        lines.append(line)
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part}/{whole})" if whole else "-"


def mistakes(outcomes: Sequence[Outcome]) -> list[str]:
    """What was wrong, a line each: document, field, accepted values, answer and its confidence."""
    same = {measure.truth: measure.same for measure in reversed(MEASURES)}  # of names the forgiving one
    lines = []
    for outcome in outcomes:
        if not outcome.right(same[outcome.field]):
            label, answer = outcome.label, outcome.answer
            given = f"{answer.value} ({answer.confidence:.2f} {answer.source})" if answer else "nothing"
            wanted = " | ".join(outcome.truths) or "nothing"
            lines.append(
                f"{label.number:3} {label.country} {label.file} {outcome.field:14} {wanted} <- {given}"
            )
    return lines


if __name__ == "__main__":
    main()
