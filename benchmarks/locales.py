"""How well each locale is read: F1 by field on generated documents that no training drew, as a heat map.

    python benchmarks/locales.py [--model DIR] [--count 20] [--seed 900] [--locales A,B] [--out build/locales]

Each locale has ``--count`` documents of all kinds in their usual shares, words given. An answer counts at a
confidence of ``--threshold`` or more; one to what is not printed is wrong. The generator's documents are what
the model learned most of, so this says where a locale lags and not how well real paper is read. Needs the
extra [synthesis]. Writes
``results.json`` and, where matplotlib is, ``locales.png``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from paperformer.errors import PaperformerError
from paperformer.evaluation.evaluate import Answer, field_scores
from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.labelled.documents import load_corpus
from paperformer.synthesis.corpus import write_corpus
from paperformer.synthesis.locale import locale_codes

WANTED = (
    "document_number", "document_date", "due_date", "total_incl_vat", "total_excl_vat", "total_vat",
    "amount_due", "payment_reference",
)  # fmt: skip
ENOUGH = 0.90
FEWEST = 5  # values of a field in a locale, to say anything of it

Scores = Mapping[str, Mapping[str, Score]]


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--count", type=int, default=20, help="documents a locale")
    parser.add_argument("--seed", type=int, default=900, help="of the first locale; the others follow")
    parser.add_argument("--locales", default="", metavar="A,B", help="only these")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--out", type=Path, default=Path("build/locales"))
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count is 1 or more")
    unknown = set(filter(None, options.locales.split(","))) - set(locale_codes())
    if unknown:
        parser.error(f"no locale {min(unknown)}: there are {', '.join(sorted(locale_codes()))}")
    try:
        scores = all_scores(options)
    except PaperformerError as error:
        sys.exit(str(error))
    options.out.mkdir(parents=True, exist_ok=True)
    figures = {
        code: {name: [s.matched, s.given, s.expected] for name, s in fields.items()}
        for code, fields in scores.items()
    }
    (options.out / "results.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    report(scores)
    if importlib.util.find_spec("matplotlib") is not None and _common(scores):
        draw(scores, options.out / "locales.png")


def all_scores(options: argparse.Namespace) -> Scores:
    """By locale the scores of its fields; a locale's documents do not depend on which others are wanted."""
    wanted = set(filter(None, options.locales.split(","))) or set(locale_codes())
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        return {
            code: measured(extractor, code, options.count, options.seed + number, options.threshold)
            for number, code in enumerate(sorted(locale_codes()))
            if code in wanted
        }


def measured(
    extractor: Extractor, locale: str, count: int, seed: int, threshold: float
) -> Mapping[str, Score]:
    """The scores of each field on the locale's documents."""
    with tempfile.TemporaryDirectory() as folder:
        documents = load_corpus(write_corpus(Path(folder) / "locale.jsonl", count, seed, [locale]))
    answers = [Answer(d, extractor.extract_document(d.document).fields, d.document) for d in documents]
    return field_scores(answers, extractor.schema, threshold)


def report(scores: Scores) -> None:
    """The fields that are wanted everywhere: F1 of all locales together, and the locales that fall short."""
    for name in WANTED:
        those = {code: fields[name] for code, fields in scores.items() if name in fields}
        total = sum(those.values(), Score())
        short = sorted((s.f1, code) for code, s in those.items() if s.expected >= FEWEST and s.f1 < ENOUGH)
        listed = ", ".join(f"{code} {f1:.2f}" for f1, code in short) or "none"
        print(f"{name:18} F1 {total.f1:.3f} of {total.expected}  below {ENOUGH}: {listed}", flush=True)
    every = sum((fields["all"] for fields in scores.values()), Score())
    print(f"{'all fields':18} F1 {every.f1:.3f} of {every.expected}")


def draw(scores: Scores, path: Path) -> None:
    """Locales down, fields across; blank where a locale has too few values."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    fields = _common(scores)
    cells = [[_cell(scores[code].get(name)) for name in fields] for code in scores]
    figure, axes = plt.subplots(figsize=(0.42 * len(fields) + 2, 0.32 * len(scores) + 2.4))
    image = axes.imshow(cells, cmap="RdYlGn", vmin=0.5, vmax=1.0, aspect="auto")
    axes.set_xticks(range(len(fields)), fields, rotation=60, ha="right", fontsize=7)
    axes.set_yticks(range(len(scores)), list(scores), fontsize=7)
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            if not math.isnan(value):
                axes.text(column, row, f"{100 * value:.0f}", ha="center", va="center", fontsize=5.5)
    figure.colorbar(image, label="F1")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _common(scores: Scores) -> Sequence[str]:
    """The fields that enough documents of some locale have, in the schema's order."""
    names = dict.fromkeys(name for fields in scores.values() for name in fields if name != "all")
    return [
        n for n in names if any(_cell(fields.get(n)) == _cell(fields.get(n)) for fields in scores.values())
    ]


def _cell(score: Score | None) -> float:
    return score.f1 if score is not None and score.expected >= FEWEST else float("nan")


if __name__ == "__main__":
    main()
