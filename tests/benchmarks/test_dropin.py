"""The drop-in curve can be measured anew, goes on where it was stopped, and the page shows its figures."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import dropin
import dropin_plot
import pytest
from masked_words.results import RESULTS, Key, Results, key_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
Figures = dict[tuple[str, int, int, int], dict[str, float]]  # by attention, steps before, steps after, draw


def run_quickly(folder: Path) -> None:
    dropin.run(dropin.made_up(dropin.QUICK), dropin.QUICK, folder)


def figures(folder: Path) -> Figures:
    lines = [json.loads(line) for line in (folder / RESULTS).read_text().splitlines()[1:]]
    return {(line["attention"], line["before"], line["after"], line["draw"]): line for line in lines}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dropin")
    run_quickly(folder)
    return folder


@pytest.mark.slow
def test_every_mechanism_is_measured_after_the_swap_and_both_lines_along_the_fine_tuning(
    measured: Path,
) -> None:
    found = figures(measured)
    assert {(name, before, 0, 0) for name in dropin.SWAPS for before in (0, 8)} <= found.keys()
    lines = [(0, 0), (0, 4), (0, 8), (8, 0), (8, 3), (8, 4)]
    assert {(name, *line, 0) for name in ("softmax", "performer-128") for line in lines} <= found.keys()
    assert len({line["hidden"] for line in found.values()}) == 1


@pytest.mark.slow
def test_a_swap_that_changes_no_attention_changes_no_figure_and_one_that_does_is_seen(measured: Path) -> None:
    found = figures(measured)
    exact = found["softmax", 8, 0, 0]["loss"]
    assert exact == found["softmax", 0, 8, 0]["loss"]
    assert found["hybrid-8", 8, 0, 0]["loss"] == pytest.approx(exact, abs=1e-5)  # two blocks see all
    assert abs(found["performer-64", 8, 0, 0]["loss"] - exact) > 1e-3
    assert abs(found["uniform", 8, 0, 0]["loss"] - exact) > 1e-3
    assert found["performer-64", 8, 0, 0]["loss"] != found["performer-64", 8, 0, 1]["loss"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "stop",
    [
        key_of("performer-128", after=8),
        key_of("performer-128", before=8, after=4),
        key_of("softmax", before=8, after=4),
    ],
    ids=str,
)
def test_it_is_the_same_again_and_goes_on_where_it_was_stopped(
    measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: Key
) -> None:
    add = Results.add

    def stopped(self: Results, key: Key, measure: Callable[[], dict[str, float]]) -> None:
        if key == stop:
            raise KeyboardInterrupt
        add(self, key, measure)

    monkeypatch.setattr(Results, "add", stopped)
    with pytest.raises(KeyboardInterrupt):
        run_quickly(tmp_path)
    monkeypatch.undo()
    assert 0 < len(figures(tmp_path)) < len(figures(measured))
    run_quickly(tmp_path)
    assert (tmp_path / RESULTS).read_text() == (measured / RESULTS).read_text()


def test_figures_of_another_plan_are_not_added_to(tmp_path: Path) -> None:
    Results(tmp_path, asdict(dropin.QUICK))
    with pytest.raises(SystemExit, match="another plan"):
        Results(tmp_path, asdict(dropin.Plan()))


def test_without_data_it_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAPERFORMER_DATA", raising=False)
    monkeypatch.setattr(sys, "argv", ["dropin.py"])
    with pytest.raises(SystemExit, match="PAPERFORMER_DATA"):
        dropin.main()


def test_the_page_shows_the_figures_that_were_measured() -> None:
    page = (DOCS / "dropin.md").read_text(encoding="utf-8")
    assert dropin_plot.table(dropin_plot.read(DOCS / "dropin.jsonl")) in page
    plan = json.loads((DOCS / "dropin.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert plan == json.loads(json.dumps({"plan": asdict(dropin.Plan())}))
