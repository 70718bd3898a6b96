"""``paperformer explain``: reasons that add up, of what was asked for."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from drawn_pdf import draw_pdf
from PIL import Image, ImageChops

from paperformer.cli import main

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "invoice-eu.pdf"
FIGURE = re.compile(r" ([+-]\d+\.\d\d)  ")


def explain(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["explain", *map(str, arguments)])


@pytest.mark.parametrize("reasons", [1, 4, 99])
def test_the_reasons_of_a_candidate_add_up_to_its_score(reasons: int) -> None:
    result = explain(SAMPLE, "--field", "total_incl_vat", "--candidates", 1, "--reasons", reasons)
    assert result.exit_code == 0, result.output
    *shown, together = [
        float(found[1]) for line in result.stdout.splitlines() if (found := FIGURE.search(line))
    ]
    assert sum(shown) == pytest.approx(together, abs=0.01 * len(shown))


def test_json_names_the_relations_that_a_candidate_keeps_and_breaks() -> None:
    result = explain(SAMPLE, "--field", "due_date,document_date", "--output", "json")
    best, other = json.loads(result.stdout)["fields"]["due_date"][:2]
    counts = [
        {one["name"]: one["counts"] for one in found["evidence"]}["due_after_document"]
        for found in (best, other)
    ]
    assert counts[0] > 0 > counts[1]
    assert best["score"] == pytest.approx(sum(one["counts"] for one in best["evidence"]), abs=0.01)


def test_a_field_asked_for_is_shown_however_unsure_and_what_has_no_candidate_is_named(tmp_path: Path) -> None:
    path = draw_pdf(tmp_path / "note.pdf", ["thank you", "acme date"])
    assert explain(path).stdout.strip() == ""
    result = explain(path, "--field", "supplier_name,iban")
    assert "very_low" in result.stdout
    assert result.stderr.strip() == f"paperformer: {path}: no candidate for iban"


def test_the_overlay_has_the_reasons_below_the_page(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    for folder, reasons in ((few, 1), (many, 8)):
        result = explain(SAMPLE, "--reasons", reasons, "--overlay", folder)
        assert result.exit_code == 0, result.output
        names = sorted(path.name for path in folder.iterdir())
        assert names == ["invoice-eu.page-1.png", "invoice-eu.page-2.png"]
        assert all(str(folder / name) in result.stderr for name in names)
    with Image.open(few / names[0]) as short, Image.open(many / names[0]) as long:
        assert short.width == long.width
        below = (0, short.height, long.width, long.height)
        assert long.height > short.height
        assert long.crop(below).convert("L").getextrema()[0] < 128  # letters, not only paper
        page = (0, 0, short.width, short.width)  # upright A4 is higher than wide
        assert not ImageChops.difference(short.crop(page), long.crop(page)).getbbox()


def test_evidence_and_proposers_are_switched_off_by_name() -> None:
    result = explain(SAMPLE, "--field", "due_date", "--without", "right", "--without", "labels")
    assert result.exit_code == 0, result.output
    assert "(right)" not in result.stdout
    assert "(found_by_label)" not in result.stdout
    assert "2024-06-16" in result.stdout  # the model finds it too


@pytest.mark.parametrize("command", ["explain", "extract", "evaluate", "evidence"])
def test_an_unknown_name_is_misuse_before_anything_is_read(command: str, tmp_path: Path) -> None:
    arguments = ["evidence", "--worth"] if command == "evidence" else [command]
    result = CliRunner().invoke(main, [*arguments, str(tmp_path / "none"), "--without", "lables"])
    assert result.exit_code == 2
    assert "no evidence and no proposer is called 'lables'. Did you mean labels" in result.output


def test_the_page_shows_what_is_printed() -> None:
    (page,) = re.findall(
        r"^\(`paperformer (explain .*?)`\):\n\n```text\n(.*?)^```$",
        (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    command, written = page
    printed = CliRunner().invoke(main, shlex.split(command.replace("samples/", f"{ROOT}/samples/")))
    assert printed.exit_code == 0
    # Scores differ by a hundredth between kinds of CPU.
    scores = re.compile(r"[+-]+ +[+-]\d\.\d\d|[+-]\d\.\d\d")
    assert scores.sub("S", printed.stdout).split() == scores.sub("S", written).split()
    both = [
        [float(score.split()[-1]) for score in scores.findall(text)] for text in (printed.stdout, written)
    ]
    assert both[0] == pytest.approx(both[1], abs=0.05)
