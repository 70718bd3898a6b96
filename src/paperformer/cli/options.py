"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

OCR_ENGINES = ("rapidocr", "fast", "tesseract")  # the first is the default

model_option = click.option(
    "--model",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A model folder.  [default: the one included]",
)

known_parties_option = click.option(
    "--known-parties",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.jsonl|csv",
    help="Suppliers and customers that are known already; see docs/known-parties.md.",
)
