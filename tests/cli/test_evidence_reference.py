"""docs/evidence-list.md is what the register of evidence says of itself."""

import sys
from pathlib import Path

from paperformer.cli.evidence_reference import render
from paperformer.evidence.registry import all_evidence
from paperformer.extraction.relations.catalogue import SAYS

PAGE = Path(__file__).parents[2] / "docs" / "evidence-list.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `make docs`"


def test_every_piece_has_a_row_with_its_sentence_and_what_it_is_about() -> None:
    lines = [line for line in render().split("## Relations")[0].splitlines() if line.startswith("| `")]
    rows = {name: cells for _, name, *cells, _ in ([c.strip() for c in line.split("|")] for line in lines)}
    assert len(lines) == len(rows) == len(all_evidence())
    for one in all_evidence():
        says, about, standard = rows[f"`{one.name}`"]
        assert says == one.says
        assert all(f"`{name}`" in about for name in one.fields or one.types)
        assert (about == "all fields") == (not one.fields and not one.types)
        assert (standard == "yes") == one.standard


def test_each_module_is_headed_by_its_docstring() -> None:
    titles = [line.removeprefix("## ") for line in render().splitlines() if line.startswith("## ")]
    assert titles.pop() == "Relations between fields"
    modules = dict.fromkeys(one.observe.__module__ for one in all_evidence())
    assert [f"{title}." for title in titles] == [sys.modules[name].__doc__ for name in modules]


def test_every_relation_between_fields_has_a_row() -> None:
    rows = render().split("## Relations")[1]
    for name, says in SAYS.items():
        assert f"| `{name}` | {says} |" in rows
