"""The table says what was measured."""

import json
from pathlib import Path

import dropin_plot
import pytest


def line(attention: str, before: int, after: int, accuracy: float, draw: int = 0) -> str:
    figures = {"attention": attention, "before": before, "after": after, "draw": draw}
    return json.dumps({**figures, "accuracy": accuracy, "loss": 2.5, "hidden": 100})


@pytest.fixture
def found(tmp_path: Path) -> dropin_plot.Found:
    lines = [json.dumps({"plan": {}})]
    lines += [line(name, 0, 0, 0.1) for name in dropin_plot.NAMES]
    lines += [line(name, 10, 0, 0.2) for name in dropin_plot.NAMES if name not in ("softmax", "commonest")]
    lines += [line("softmax", 0, 10, 0.38), line("softmax", 10, 0, 0.4), line("softmax", 10, 5, 0.5)]
    lines += [line("performer-128", 0, 10, 0.19), line("performer-64", 10, 0, 0.3, draw=1)]
    lines += [line("performer-128", 10, 5, 0.45), line("performer-128", 10, 5, 0.4, draw=1)]
    (tmp_path / "results.jsonl").write_text("\n".join(lines))
    return dropin_plot.read(tmp_path / "results.jsonl")


def test_draws_are_averaged_and_compared_with_softmax(found: dropin_plot.Found) -> None:
    assert "| Performer, 64 features | 0.100 | 0.250 (0.200 to 0.300) | 62% | 2.50 |" in dropin_plot.table(
        found
    )


def test_both_lines_stand_beside_each_other(found: dropin_plot.Found) -> None:
    table = dropin_plot.table(found)
    assert "| 10 | 0.380 | 0.190 | 50% |" in table
    assert "| 0 | 0.400 | 0.200 | 50% |" in table
    assert "| 5 | 0.500 | 0.450 | 90% |" in table
    assert "| 5, other directions | 0.500 | 0.400 | 80% |" in table


def test_the_curve_can_be_drawn(found: dropin_plot.Found, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the curve needs the extra [inspect]")
    dropin_plot.draw(found, tmp_path / "dropin.png")
    assert (tmp_path / "dropin.png").read_bytes().startswith(b"\x89PNG")
