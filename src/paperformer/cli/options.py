"""Options that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.errors import InvalidConfig
from paperformer.extraction.levels import LABEL_CONFIDENCE, MIN_CONFIDENCE

if TYPE_CHECKING:
    from paperformer.extraction.known_parties.party import KnownParty

Command = TypeVar("Command", bound=Callable[..., Any])
OCR_ENGINES = ("accurate", "fast", "tesseract")  # the first is the default


class FilePath(click.Path):
    """A path that is not empty: an unset variable of a shell would name the current folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


model_option = click.option(
    "--model",
    type=FilePath(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A model folder.  [default: the one included]",
)


def _known_parties(
    _context: click.Context, _parameter: click.Parameter, path: Path | None
) -> tuple[KnownParty, ...] | None:
    """The list, read once for all processes and before any document; its flaws are said on stderr."""
    if path is None:
        return None
    from paperformer.extraction.known_parties.file import read_known_parties

    try:
        return read_known_parties(path, lambda line: click.echo(f"paperformer: {printable(line)}", err=True))
    except InvalidConfig as error:
        raise Misuse(str(error)) from error


known_parties_option = click.option(
    "--known-parties",
    type=FilePath(path_type=Path, dir_okay=False),
    callback=_known_parties,
    metavar="FILE.jsonl|csv",
    help="Suppliers and customers that are known already; see docs/known-parties.md.",
)


def _memory(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """The file, looked into before any document is read."""
    if path is None:
        return None
    from paperformer.extraction.supplier_memory.store import MemoryFile

    file = MemoryFile(path)
    try:
        file.documents()
    except InvalidConfig as error:
        raise Misuse(str(error)) from error
    finally:
        file.close()
    return path


memory_option = click.option(
    "--memory",
    type=FilePath(exists=True, dir_okay=False, path_type=Path),
    callback=_memory,
    metavar="FILE.db",
    help="What confirmed documents teach, from `paperformer remember`; see docs/memory.md.",
)


def _a_number(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    if math.isnan(value):  # no range of click's leaves it out
        raise click.BadParameter("nan is no probability")
    return value


def _without(_context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, looked up before any document is read."""
    if names:
        from paperformer.extraction.proposers.registry import switched_off

        try:
            switched_off(names)
        except InvalidConfig as error:
            raise Misuse(str(error)) from error
    return names


without_option = click.option(
    "--without", multiple=True, metavar="NAME", callback=_without,
    help="Switch this evidence or proposer off; again for several. `paperformer evidence` lists them.",
)  # fmt: skip
min_confidence_option = click.option(
    "--min-confidence", type=click.FloatRange(0, 1), metavar="P", default=MIN_CONFIDENCE, show_default=True,
    help="Leave out answers that are less probable; 0 shows all.", callback=_a_number,
)  # fmt: skip


def label_confidence_option(help: str) -> Callable[[Command], Command]:
    """``--label-confidence``: from which confidence on an answer stands for a label."""
    return click.option(
        "--label-confidence", type=click.FloatRange(0, 1), metavar="P", default=LABEL_CONFIDENCE,
        show_default=True, help=help, callback=_a_number,
    )  # fmt: skip


fields_option = click.option(
    "--fields", metavar="A,B", help="Only these fields; `paperformer fields` lists them."
)
ocr_option = click.option(
    "--ocr", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True,
    help="auto reads a page's picture where it has no sound text layer.",
)  # fmt: skip
ocr_engine_option = click.option(
    "--ocr-engine", type=click.Choice(OCR_ENGINES), default=OCR_ENGINES[0], show_default=True,
    help="The OCR engine.",
)  # fmt: skip
password_option = click.option(
    "--password", metavar="TEXT", envvar="PAPERFORMER_PASSWORD",
    help="Password of encrypted PDFs; safer in the environment variable PAPERFORMER_PASSWORD.",
)  # fmt: skip
