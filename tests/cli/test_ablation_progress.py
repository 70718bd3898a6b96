"""What an ablation shows while it works: a line a training, or a table that grows."""

import io

from rich.console import Console

from paperformer.cli.ablation_progress import line, running_table
from paperformer.inspection.ablate import Progress
from paperformer.inspection.ablation_table import Result, summarised
from paperformer.inspection.variants import WHOLE, Variant

RESULTS = [
    Result(WHOLE, 0, {"exact": 0.9}),
    Result("no residual", 0, {"exact": 0.25}),
    Result("post-norm", 0, {}, failed="the loss is not finite"),
]


def progress(done: int, total: int = 6, left: float = 83.0) -> Progress:
    variants = [Variant(result.variant) for result in RESULTS[:done]]
    rows = summarised(RESULTS[:done], variants, ["exact"])
    return Progress(RESULTS[done - 1], rows, ["exact"], done, total, left)


def drawn(progress: Progress) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(running_table(progress))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_a_line_says_how_far_it_is_and_what_a_training_came_to() -> None:
    assert line(progress(2)) == "2 of 6, about 0:01:23 left: no residual, seed 0: exact 0.25"
    assert line(progress(3)) == "3 of 6, about 0:01:23 left: post-norm, seed 0: failed"
    assert line(progress(3, total=3)) == "3 of 3: post-norm, seed 0: failed"


def test_the_table_has_the_variants_so_far() -> None:
    first, third = drawn(progress(1)), drawn(progress(3))
    assert "1 of 6, about 0:01:23 left" in first
    assert "no residual" not in first
    for cell in ("0.900 \u00b1 0.000", "0.250 \u00b1 0.000", "-0.650", "failed"):
        assert cell in third
