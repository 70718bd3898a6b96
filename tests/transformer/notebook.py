"""A page whose code is run, as an executed notebook.

    python tests/transformer/notebook.py docs/tour.md docs/tour.ipynb

Run it from the repository's root. Prose becomes cells of Markdown, each block a cell of code with its output.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from executed_page import BLOCKS, run

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WHERE = "import os\nif not os.path.isdir('models'):\n    os.chdir('..')  # to the repository's root"


def cells(page: Path) -> list[tuple[str, str]]:
    """``markdown`` or ``code`` and the text of each cell of a page."""
    text, found, end = page.read_text(encoding="utf-8"), [("code", WHERE)], 0
    for block in BLOCKS.finditer(text):
        found += [("markdown", text[end : block.start()].strip()), ("code", block[1].rstrip())]
        end = block.end()
    found.append(("markdown", text[end:].strip()))
    first = next(place for place, (kind, _) in enumerate(found) if kind == "markdown")
    found.insert(0, found.pop(first))  # the title before all else
    return [(kind, source) for kind, source in found if source]


def notebook(page: Path) -> dict[str, Any]:
    """The page's notebook, each of its cells run."""
    names: dict[str, Any] = {}
    made, count = [], 0
    for number, (kind, source) in enumerate(cells(page)):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"{page.stem}-{number}",
            "metadata": {},
            "source": _lines(source),
        }
        if kind == "code":
            count += 1
            cell |= {"execution_count": count, "outputs": _outputs(run(source, names))}
        made.append(cell)
    return {"cells": made, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def _outputs(printed: str) -> list[dict[str, Any]]:
    if not printed:
        return []
    return [{"name": "stdout", "output_type": "stream", "text": _lines(printed)}]


def _lines(text: str) -> list[str]:
    return re.findall(r".*\n|.+\Z", text)


def main(page: Path, path: Path) -> None:
    text = json.dumps(notebook(page), ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
