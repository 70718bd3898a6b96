"""Whether confidences are true on pictures that OCR misreads: small, blurred, pale and grainy ones.

    [PAPERFORMER_DATA=...] python benchmarks/poor_pictures.py [--model DIR] [--documents N]
                                                              [--ocr-engine ENGINE] [--keep FILE] [--write]

Generated documents of one page are drawn as bad pictures (``synthesis/low_quality.py``). The held-out
receipts of SROIE, where they are there, are shrunk by chance. OCR reads them all, which takes some 2 seconds
each; ``--keep`` writes down what it read, and uses that the next time. In generated documents with a text
layer a digit of the tax or of its rate is exchanged: a contradiction, of which either may be the wrong one.

How far readings are believed (``extraction/legibility.py``) is fitted on four folds and measured on the
fifth. ``before`` is the model's calibration without that, ``shipped`` all of it. ``--write`` leaves what is
fitted on all documents in the model's folder.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from paperformer.documents.model import Document
from paperformer.documents.ocr.protocol import ENGINES
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.wire import document_from_message, document_to_message
from paperformer.evaluation.evaluate import Answer, answered_fields, reliabilities
from paperformer.evaluation.reliability import Reliability
from paperformer.extraction.answer import answers_from
from paperformer.extraction.calibration import Calibration, load_calibration, save_calibration
from paperformer.extraction.model_folder import CALIBRATION
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.schema import Schema
from paperformer.labelled.documents import LabelledDocument, load_jsonl
from paperformer.learning.calibrate import Proposed, fit_readings, propose
from paperformer.synthesis.chance import generator
from paperformer.synthesis.corpus import place_order, record, write_corpus
from paperformer.synthesis.corpus_file import write_records
from paperformer.synthesis.low_quality import low_quality_pictures

SEED, SHRINKING_SEED, TAXES_SEED = 50339, 7, 4421
TAXES = 200  # generated documents, of which those with one rate get a contradiction
PARTS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 1.0)  # of a receipt's width and height that are left
FILTERS = (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)
THRESHOLDS = (0.99, 0.95, 0.9)
FOLDS = 5


def main() -> None:
    """Read, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--documents", type=int, default=330)
    parser.add_argument("--ocr-engine", choices=ENGINES, default=ReadOptions(name="").ocr_engine)
    parser.add_argument("--keep", type=Path, help="what OCR read, as JSON lines")
    parser.add_argument("--write", action="store_true", help="leave what is fitted in the model's folder")
    options = parser.parse_args()
    read = [*generated(options.documents)]
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    if (data / "receipts-sroie").is_dir():
        read += receipts(data, options.model)
    pictures = recognised(read, options.ocr_engine, options.keep)
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        proposed = propose(extractor, pictures)
        taxes = propose(extractor, contradicted_taxes())
        schema = extractor.schema
    shipped = load_calibration(options.model / CALIBRATION)
    curves = replace(shipped, legibility=None)
    sets = {name: [one for one in proposed if _set(one) == name] for name in sorted(set(map(_set, proposed)))}
    sets["contradicted taxes"] = taxes
    answers = cross_fitted(sets, curves, schema)
    for name, documents in sets.items():
        report(f"before, {name}", answered(documents, curves, schema), schema)
        report(f"cross-fitted, {name}", answers[name], schema)
        report(f"shipped, {name}", answered(documents, shipped, schema), schema)
    fitted = fit_readings([*proposed, *taxes], curves, schema)
    print(fitted.legibility)
    if options.write:
        save_calibration(fitted, options.model / CALIBRATION)


Picture = tuple[LabelledDocument, Callable[[], bytes]]


def generated(count: int) -> Iterator[Picture]:
    """Generated documents, each with a bad picture of it."""
    drawn = list(low_quality_pictures(place_order(count, SEED)))
    with TemporaryDirectory() as folder:
        records = (record(document, "pictures") for document, _ in drawn)
        labelled = load_jsonl(write_records(Path(folder) / "drawn.jsonl", records))
    for one, (_, draw) in zip(labelled, drawn, strict=True):
        yield one, draw


def receipts(data: Path, model: Path) -> Iterator[Picture]:
    """The receipts that the model's training did not see, shrunk by chance."""
    rng = random.Random(SHRINKING_SEED)
    for one in held_out(data, model):
        if one.flags.get("set") == "receipts-sroie" and one.file is not None:
            part, sampling, quality = rng.choice(PARTS), rng.choice(FILTERS), rng.randint(40, 90)
            yield one, partial(shrunk, one.file, part, sampling, quality)


def shrunk(file: Path, part: float, sampling: Image.Resampling, quality: int) -> bytes:
    """A picture with ``part`` of its width and height, as JPEG."""
    stream = io.BytesIO()
    with Image.open(file) as whole:
        size = round(whole.width * part), round(whole.height * part)
        whole.convert("L").resize(size, sampling).save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def recognised(pictures: Sequence[Picture], engine: str, kept: Path | None) -> list[LabelledDocument]:
    """The documents with the words that OCR read, without those on which it read nothing."""
    known = {document.name: document for document in _kept(kept)}
    reading = InProcessReader()
    for done, (one, draw) in enumerate(pictures, start=1):
        if one.key not in known:
            known[one.key] = reading.read(draw(), ReadOptions(name=one.key, ocr="always", ocr_engine=engine))
            print(f"\r{done} of {len(pictures)} pictures read", end="", file=sys.stderr, flush=True)
    if kept is not None:
        lines = (json.dumps(document_to_message(document)[0]) for document in known.values())
        kept.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    found = [replace(one, document=known[one.key], labels=None) for one, _ in pictures]
    return [one for one in found if one.document.words]


def _kept(path: Path | None) -> Iterator[Document]:
    if path is not None and path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield document_from_message(json.loads(line), b"")


def contradicted_taxes() -> list[LabelledDocument]:
    """Generated documents with a text layer in which a digit of the tax or of its rate is another one."""
    with TemporaryDirectory() as folder:
        documents = load_jsonl(write_corpus(Path(folder) / "generated.jsonl", TAXES, TAXES_SEED))
    altered = (altered_tax(one, generator("taxes", TAXES_SEED, n)) for n, one in enumerate(documents))
    return [one for one in altered if one is not None]


def altered_tax(one: LabelledDocument, rng: random.Random) -> LabelledDocument | None:
    """The document with another digit in its tax or in its rate, wherever that is printed; None where it
    prints no tax or no rate, or several.
    """
    words = one.document.words
    taxes = {word.text for word, names in zip(words, one.labels or (), strict=False) if "total_vat" in names}
    numbers = {text for text in taxes if any(map(str.isdigit, text))}
    rates = {word.text for word in words if "%" in word.text and any(map(str.isdigit, word.text))}
    if len(numbers) != 1 or len(rates) != 1:
        return None
    (old,) = rng.choice((numbers, rates))
    place = rng.choice([place for place, sign in enumerate(old) if sign.isdigit()])
    other = rng.choice([digit for digit in "123456789" if digit != old[place]])
    new = old[:place] + other + old[place + 1 :]
    pages = tuple(
        replace(page, words=tuple(replace(w, text=new) if w.text == old else w for w in page.words))
        for page in one.document.pages
    )
    return replace(one, document=replace(one.document, pages=pages), known=one.known & {"total_vat"})


def cross_fitted(
    sets: dict[str, list[Proposed]], curves: Calibration, schema: Schema
) -> dict[str, list[Answer]]:
    """The answers to every set, with readings believed as far as documents of other issuers tell."""
    cut = {name: cut_by_issuer(documents, FOLDS, seed=0) for name, documents in sets.items()}
    answers: dict[str, list[Answer]] = {name: [] for name in sets}
    for own in range(FOLDS):
        others = [o for folds in cut.values() for n, fold in enumerate(folds) if n != own for o in fold]
        fitted = fit_readings(others, curves, schema)
        for name, folds in cut.items():
            answers[name] += answered(folds[own], fitted, schema)
    return answers


def report(title: str, answers: Sequence[Answer], schema: Schema) -> None:
    """The figures of all fields, and how many sure answers are wrong."""
    found = reliabilities(answers, schema)
    show(f"{title}, {len(answers)} documents", found["all"])
    every = [one for those in answered_fields(answers, schema).values() for one in those]
    for least in THRESHOLDS:
        those = [one.right for one in every if one.confidence >= least]
        wrong = 1.0 - float(np.mean(those)) if those else 0.0
        print(f"  of {len(those)} answers at {least} or more {100 * wrong:.1f} % are wrong", flush=True)


def show(title: str, found: Reliability) -> None:
    """The figures of all answers on a line."""
    print(title)
    headings = ("answers", "right", "ECE", "by mass", "chance", "Brier")
    print(f"  {''.join(f'{heading:>8}' for heading in headings)}{'coverage':>10}")
    share = found.right / found.answers
    figures = (share, found.ece, found.ece_equal_mass, found.ece_by_chance, found.brier)
    told = "".join(f"{figure:8.3f}" for figure in figures)
    print(f"  {found.answers:8}{told}{found.coverage.share:10.3f}", flush=True)


def held_out(data: Path, model: Path) -> list[LabelledDocument]:
    """The real documents that the model's training did not see."""
    keys: Mapping[str, list[str]] = json.loads((model / "held_out.json").read_text())
    files = {"receipts-sroie": "train.jsonl", "orders-deepform": "train.jsonl.gz"}
    found = {name: load_jsonl(data / name / file) for name, file in files.items() if name in keys}
    return [one for name, documents in found.items() for one in documents if one.key in set(keys[name])]


def answered(proposed: Sequence[Proposed], calibration: Calibration, schema: Schema) -> list[Answer]:
    """What the extractor would have answered with this calibration."""
    return [
        Answer(
            one.labelled,
            answers_from(one.fields, one.labelled.document.words, calibration, schema),
            one.labelled.document,
        )
        for one in proposed
    ]


def cut_by_issuer(real: Sequence[Proposed], folds: int, seed: int) -> list[list[Proposed]]:
    """Folds of about equal size; documents of one issuer (of one customer, for orders) stay together."""
    groups: dict[str, list[Proposed]] = defaultdict(list)
    for one in real:
        fields = one.labelled.fields
        issuer = fields.get("supplier_name") or fields.get("receiver_name") or (one.labelled.key,)
        groups[issuer[0]].append(one)
    names = sorted(groups)
    np.random.default_rng(seed).shuffle(names)
    cut: list[list[Proposed]] = [[] for _ in range(folds)]
    for name in names:
        min(cut, key=len).extend(groups[name])
    return cut


def _set(one: Proposed) -> str:
    return str(one.labelled.flags.get("set", ""))


if __name__ == "__main__":
    main()
