"""The curve and the table of what ``dropin.py`` measured.

    python benchmarks/dropin_plot.py [--results build/dropin/results.jsonl] [--out build/dropin]

Writes ``dropin.png`` and prints the table. With ``--results docs/dropin.jsonl --out docs`` it draws the curve
of ``docs/dropin.md`` anew.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EXACT, TUNED, UNIFORM = "softmax", "performer-128", "uniform"
FEATURES = (64, 128, 256, 512)
NAMES = {
    "commonest": "always the commonest token",
    UNIFORM: "no queries: the mean of all values",
    **{f"performer-{features}": f"Performer, {features} features" for features in FEATURES},
    "performer-256-exp": "256 features, exp in place of hyperbolic",
    "performer-256-random-radius": "256 features, lengths of directions not regularised",
    "performer-256-iid": "256 features, not regularised, directions independent",
    **{f"hybrid-{window}": f"hybrid, blocks of {window}, 128 features" for window in (8, 16, 32)},
}
COLOURS = {EXACT: "#222222", TUNED: "#0b6fb8", "hybrid": "#c8561b", UNIFORM: "#8a8a8a"}
Found = dict[tuple[str, int], list[dict[str, Any]]]


def main() -> None:
    """Read, draw, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, default=Path("build/dropin/results.jsonl"))
    parser.add_argument("--out", type=Path, default=Path("build/dropin"))
    options = parser.parse_args()
    if not options.results.exists():
        sys.exit(f"{options.results} is not there: run benchmarks/dropin.py first")
    if importlib.util.find_spec("matplotlib") is None:
        sys.exit("the curve needs matplotlib: pip install 'paperformer[inspect]'")
    found = read(options.results)
    print(table(found))
    draw(found, options.out / "dropin.png")


def read(path: Path) -> Found:
    """The figures by attention and steps of fine-tuning, one for each draw; the first line is the plan."""
    found: Found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        figures = json.loads(line)
        found[figures["attention"], figures["steps"]].append(figures)
    return dict(found)


def accuracy(found: Found, attention: str, steps: int = 0) -> float:
    """The mean over the draws."""
    return fmean(figures["accuracy"] for figures in found[attention, steps])


def table(found: Found) -> str:
    """As Markdown: right after the swap, then along the fine-tuning."""
    exact = accuracy(found, EXACT)
    lines = ["| right after the swap | accuracy | of the exact model's | loss |", "|---|---|---|---|"]
    lines.append(row("softmax, exact", found[EXACT, 0], exact))
    lines += [row(name, found[key, 0], exact) for key, name in NAMES.items() if (key, 0) in found]
    lines += [
        "",
        "| steps of fine-tuning | softmax | Performer, 128 features | of softmax's |",
        "|---|---|---|---|",
    ]
    for steps in milestones(found):
        ours, theirs = (accuracy_of_first(found, name, steps) for name in (TUNED, EXACT))
        lines.append(f"| {steps:,} | {theirs:.3f} | {ours:.3f} | {ours / theirs:.0%} |")
    last = milestones(found)[-1]
    for figures in found[TUNED, last][1:]:
        ours, theirs = figures["accuracy"], accuracy(found, EXACT, last)
        lines.append(f"| {last:,}, then new directions | {theirs:.3f} | {ours:.3f} | {ours / theirs:.0%} |")
    return "\n".join(lines)


def row(name: str, drawn: list[dict[str, Any]], exact: float) -> str:
    """One mechanism; where there are several draws, their mean and how far they spread."""
    values = [figures["accuracy"] for figures in drawn]
    spread = f" ({min(values):.3f} to {max(values):.3f})" if len(values) > 1 else ""
    losses = [figures["loss"] for figures in drawn if "loss" in figures]
    loss = f"{fmean(losses):.2f}" if losses else ""
    return f"| {name} | {fmean(values):.3f}{spread} | {fmean(values) / exact:.0%} | {loss} |"


def milestones(found: Found) -> list[int]:
    """After how many steps both lines were measured."""
    return sorted(steps for name, steps in found if name == TUNED and (EXACT, steps) in found)


def accuracy_of_first(found: Found, attention: str, steps: int) -> float:
    """That of the directions which the fine-tuning begins, and goes on, with."""
    return float(found[attention, steps][0]["accuracy"])


def draw(found: Found, path: Path) -> None:
    """Both panels, as a picture."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9.6, 4.0), sharey=True, layout="constrained")
    after_swap(left, found)
    along_tuning(right, found)
    for axes in (left, right):
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color="#e4e4e4")
        axes.spines[["top", "right"]].set_visible(False)
    left.set_ylabel("masked words right, held-out articles")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def after_swap(axes: Axes, found: Found) -> None:
    """Accuracy against the number of features."""
    for key, name in ((EXACT, "softmax, exact"), (UNIFORM, "no queries"), ("commonest", "commonest token")):
        value = accuracy(found, key)
        axes.axhline(value, color=COLOURS.get(key, COLOURS[UNIFORM]), linewidth=1, linestyle="--")
        axes.annotate(name, (FEATURES[0], value), (0, 3), textcoords="offset points", fontsize=8)
    values = [[f["accuracy"] for f in found[f"performer-{features}", 0]] for features in FEATURES]
    axes.plot(FEATURES, list(map(fmean, values)), color=COLOURS[TUNED], marker="o", label="Performer")
    axes.vlines(FEATURES, list(map(min, values)), list(map(max, values)), color=COLOURS[TUNED])
    for window in (8, 16, 32):
        value = accuracy(found, f"hybrid-{window}")
        axes.plot(128, value, color=COLOURS["hybrid"], marker="s", label="hybrid" if window == 8 else None)
        axes.annotate(f"blocks of {window}", (128, value), (6, -3), textcoords="offset points", fontsize=8)
    axes.set_xscale("log", base=2)
    axes.set_xticks(FEATURES, [str(features) for features in FEATURES])
    axes.set_xlabel("random features")
    axes.set_title("right after the swap", fontsize=10)
    axes.legend(frameon=False, fontsize=8, loc="center right")


def along_tuning(axes: Axes, found: Found) -> None:
    """Accuracy against the steps."""
    steps = milestones(found)
    for key, name in ((EXACT, "softmax"), (TUNED, "Performer, 128 features")):
        values = [accuracy_of_first(found, key, step) for step in steps]
        axes.plot(steps, values, color=COLOURS[key], marker="o", label=name)
    axes.axhline(accuracy(found, EXACT), color=COLOURS[EXACT], linewidth=1, linestyle="--")
    axes.set_xscale("symlog", linthresh=100)
    axes.set_xticks(steps, [f"{step:,}" for step in steps])
    axes.minorticks_off()
    axes.set_xlabel("steps of fine-tuning, all weights")
    axes.set_title("and then", fontsize=10)
    axes.legend(frameon=False, fontsize=8, loc="lower right")


if __name__ == "__main__":
    main()
