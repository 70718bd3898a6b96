"""The picture of an ablation, and the command that draws it. Needs matplotlib."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from paperformer.cli import main

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from toy_ablation import write_config

from paperformer.inspection.ablate import PLOT, RESULTS, TABLE
from paperformer.inspection.ablation_plot import plot
from paperformer.inspection.ablation_table import Row


def pixels(path: Path) -> np.ndarray:
    """Of a picture, grey."""
    with Image.open(path) as picture:
        return np.asarray(picture.convert("L"))


def test_a_picture_has_a_line_for_every_variant_also_for_one_that_failed(tmp_path: Path) -> None:
    rows = [Row("whole", {"exact": (0.9, 1.0)}, 0, 10), Row("none", {"exact": ()}, 2, None)]
    plot(rows, "exact", tmp_path / "two.png")
    plot([*rows, *rows[:1]], "exact", tmp_path / "three.png")
    two, three = pixels(tmp_path / "two.png"), pixels(tmp_path / "three.png")
    assert three.shape[0] > two.shape[0]
    assert len(np.unique(two)) > 10


@pytest.mark.slow
def test_the_command_prints_the_table_and_leaves_results_table_and_picture(tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.yaml", removals=["no positions"], seeds=[0, 1], threads=1)
    result = CliRunner().invoke(main, ["ablate", str(config)], catch_exceptions=False)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| whole model", "| no positions"]
    told = [line.split(":")[0] for line in result.stderr.splitlines()]
    assert told[0].startswith("1 of 4, about ")
    assert told[3] == "4 of 4"
    assert (tmp_path / "out" / TABLE).read_text() == result.stdout
    assert len((tmp_path / "out" / RESULTS).read_text().splitlines()) == 4
    assert pixels(tmp_path / "out" / PLOT).shape[1] > 400
