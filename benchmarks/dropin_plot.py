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

EXACT, TUNED, UNIFORM, WINDOW = "softmax", "performer-128", "uniform", "window-12"
FEATURES, BLOCKS = (64, 128, 256, 512), (8, 32)
NAMES = {
    EXACT: "softmax, exact",
    **{f"hybrid-{block}": f"hybrid, blocks of {block}, 128 features" for block in BLOCKS},
    WINDOW: "the nearest 25 keys, exact, and no others",
    **{f"performer-{features}": f"Performer, {features} features" for features in reversed(FEATURES)},
    "performer-256-exp": "256 features, exp in place of hyperbolic",
    "performer-256-iid": "256 features, directions independent and of random length",
    UNIFORM: "no queries: the plain mean of all values",
    "commonest": "always the commonest token",
}
# Those of paperformer.inspection.look.style, which needs matplotlib: one colour for a mechanism everywhere.
COLOURS = {EXACT: "#0a5fa8", TUNED: "#c2410c", "hybrid": "#8a3d8f", UNIFORM: "#8a949e", WINDOW: "#00735a"}
Point = tuple[str, int, int]  # attention, steps with softmax before the swap, steps after it
Found = dict[Point, list[dict[str, Any]]]  # one for each draw of random directions


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
    """The figures of every point; the first line of the file is the plan."""
    found: Found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        figures = json.loads(line)
        found[figures["attention"], figures["before"], figures["after"]].append(figures)
    return dict(found)


def values(found: Found, attention: str, before: int = 0, after: int = 0) -> list[float]:
    """The accuracy of each draw."""
    return [float(figures["accuracy"]) for figures in found[attention, before, after]]


def late_swap(found: Found) -> int:
    """How many steps the model had learned with softmax when the swap came late."""
    return max(before for _, before, _ in found)


def milestones(found: Found, before: int, *attentions: str) -> list[int]:
    """After how many steps all of these were measured."""
    known = [{after for name, b, after in found if (name, b) == (line, before)} for line in attentions]
    return sorted(set.intersection(*known))


def table(found: Found) -> str:
    """As Markdown: right after the swap, then along the fine-tuning."""
    late = late_swap(found)
    lines = [
        f"| right after the swap | with a head alone | after {late:,} steps | of softmax's | loss |",
        "|---|---|---|---|---|",
    ]
    lines += [row(name, key, late, found) for key, name in NAMES.items()]
    for before in (0, late):
        both = milestones(found, before, EXACT, TUNED)
        if both == [0]:  # a run that has not come that far
            continue
        lines += ["", f"| steps after a swap at {before:,} | softmax | Performer-128 | of softmax's |"]
        lines += ["|---|---|---|---|"]
        for after in both:
            lines.append(compared(f"{after:,}", found, before, after, 0))
            redrawn = range(1, len(found[TUNED, before, after])) if after else ()
            name = f"{after:,}, other directions"
            lines += [compared(name, found, before, after, draw) for draw in redrawn]
    return "\n".join(lines)


def row(name: str, key: str, late: int, found: Found) -> str:
    """One mechanism; where there are several draws, their mean and how far they spread."""
    early = fmean(values(found, key))
    if (key, late, 0) not in found:
        return f"| {name} | {early:.3f} | | | |"
    drawn, exact = values(found, key, late), fmean(values(found, EXACT, late))
    spread = f" ({min(drawn):.3f} to {max(drawn):.3f})" if len(drawn) > 1 else ""
    loss = fmean(figures["loss"] for figures in found[key, late, 0])
    return f"| {name} | {early:.3f} | {fmean(drawn):.3f}{spread} | {fmean(drawn) / exact:.0%} | {loss:.2f} |"


def compared(name: str, found: Found, before: int, after: int, draw: int) -> str:
    """Softmax and Performer after the same steps."""
    theirs, ours = values(found, EXACT, before, after)[0], values(found, TUNED, before, after)[draw]
    return f"| {name} | {theirs:.3f} | {ours:.3f} | {ours / theirs:.0%} |"


def draw(found: Found, path: Path) -> None:
    """Both panels, as a picture."""
    from paperformer.inspection.look.style import bare, new_figure, settings

    figure = new_figure(9.6, 4.0)
    left, right = figure.subplots(1, 2, sharey=True)
    after_swap(left, found)
    along_tuning(right, found)
    left.set_ylim(0, 1.05 * left.get_ylim()[1])  # both panels share it
    for axes in (left, right):
        bare(axes, grid=True)
    left.set_ylabel("masked words right, held-out articles")
    path.parent.mkdir(parents=True, exist_ok=True)
    with settings():
        figure.savefig(path, dpi=110, metadata={"Software": None})


def after_swap(axes: Axes, found: Found) -> None:
    """Accuracy against the number of features, where the swap comes late."""
    late = late_swap(found)
    for key, name in ((EXACT, "softmax, exact"), (WINDOW, "nearest 25 keys"), (UNIFORM, "no queries")):
        (value,) = values(found, key, late)
        axes.axhline(value, color=COLOURS[key], linewidth=1, linestyle="--")
        axes.annotate(name, (FEATURES[0], value), (0, 3), textcoords="offset points", fontsize=8)
    drawn = [values(found, f"performer-{features}", late) for features in FEATURES]
    axes.plot(FEATURES, list(map(fmean, drawn)), color=COLOURS[TUNED], marker="o", label="Performer")
    axes.vlines(FEATURES, list(map(min, drawn)), list(map(max, drawn)), color=COLOURS[TUNED])
    for block in BLOCKS:
        value = fmean(values(found, f"hybrid-{block}", late))
        label = "hybrid" if block == BLOCKS[0] else None
        axes.plot([128], [value], color=COLOURS["hybrid"], marker="s", linestyle="none", label=label)
        axes.annotate(f"blocks of {block}", (128, value), (7, -9), textcoords="offset points", fontsize=8)
    axes.set_xscale("log", base=2)
    axes.set_xticks(FEATURES, [str(features) for features in FEATURES])
    axes.set_xlabel("random features")
    axes.set_title(f"right after a swap at {late:,} steps", fontsize=10)
    axes.legend(frameon=False, fontsize=8, loc="lower right")


def along_tuning(axes: Axes, found: Found) -> None:
    """Accuracy against the steps."""
    late = late_swap(found)
    for attention, before, style, name in (
        (EXACT, 0, "-", "softmax"),
        (TUNED, 0, "--", "Performer from the start"),
        (TUNED, late, "-", f"Performer, swapped in at {late:,}"),
    ):
        reached = points(found, attention, before)
        if attention == EXACT:
            reached += points(found, EXACT, late)
        steps, accuracies = zip(*reached, strict=True)
        colour = COLOURS[attention]
        axes.plot(steps, accuracies, color=colour, linestyle=style, marker="o", label=name)
    axes.set_xlabel("steps of fine-tuning, all weights")
    axes.set_title("along the fine-tuning", fontsize=10)
    axes.legend(frameon=False, fontsize=8, loc="lower right")


def points(found: Found, attention: str, before: int) -> list[tuple[int, float]]:
    """Steps and accuracy, with the directions that the fine-tuning went with."""
    measured = milestones(found, before, attention)
    return [(before + after, values(found, attention, before, after)[0]) for after in measured]


if __name__ == "__main__":
    main()
