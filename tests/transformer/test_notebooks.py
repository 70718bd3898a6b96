"""The notebooks of the tours are the pages, executed."""

import json
from pathlib import Path
from typing import Any

import pytest
from executed_page import agree, blocks
from notebook import WHERE, cells

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["tour", "tour-translation", "tour-recurrence"]


def notebook(name: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads((DOCS / f"{name}.ipynb").read_text("utf-8"))
    return made


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_has_the_text_and_the_code_of_its_page(name: str) -> None:
    made = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook(name)["cells"]]
    assert made == cells(DOCS / f"{name}.md"), "run `make docs`"


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_is_executed_and_printed_what_the_page_says(name: str) -> None:
    code = [cell for cell in notebook(name)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert "".join(code[0]["source"]) == WHERE
    for cell, (_, said) in zip(code[1:], blocks(DOCS / f"{name}.md"), strict=True):
        printed = "".join("".join(output["text"]) for output in cell["outputs"])
        assert agree(printed, said), "run `make docs`"


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_is_one_that_programs_open(name: str) -> None:
    """What nbformat 4.5 asks for: https://nbformat.readthedocs.io/en/latest/format_description.html"""
    made = notebook(name)
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    assert made["metadata"]["kernelspec"]["name"] == "python3"
    names = [cell["id"] for cell in made["cells"]]
    assert len(set(names)) == len(names)
    for cell in made["cells"]:
        outputs = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert cell.keys() == {"cell_type", "id", "metadata", "source"} | outputs
    assert (DOCS / f"{name}.ipynb").stat().st_size < 100_000
