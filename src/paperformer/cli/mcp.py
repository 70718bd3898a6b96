"""``paperformer mcp``: an assistant reads documents through the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.options import (
    FilePath,
    known_parties_option,
    model_option,
    ocr_engine_option,
    ocr_option,
    password_option,
)
from paperformer.errors import ExtraMissing

if TYPE_CHECKING:
    from paperformer.extraction.known_parties.party import KnownParty


@click.command("mcp")
@click.argument(
    "folders", metavar="FOLDER...", nargs=-1, required=True,
    type=FilePath(exists=True, file_okay=False, path_type=Path),
)  # fmt: skip
@ocr_option
@ocr_engine_option
@password_option
@model_option
@known_parties_option
def command(
    folders: tuple[Path, ...],
    ocr: Literal["auto", "always", "never"],
    ocr_engine: str,
    password: str | None,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
) -> None:
    """Let an assistant read the documents in each FOLDER, over the Model Context Protocol (stdio).

    An assistant starts this command itself; see docs/mcp.md. Its tools read a document, explain a value,
    validate an e-invoice and export. They read files in the folders only, and write nothing.

    Needs the extra [mcp].
    """
    try:
        from paperformer.mcp.server import build_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise ExtraMissing.of("mcp", "mcp") from error
    from paperformer.extraction.pipeline import Extractor
    from paperformer.mcp.folders import Folders
    from paperformer.mcp.tools import DocumentTools

    with Extractor(
        model,
        ocr=ocr,
        ocr_engine=ocr_engine,
        min_confidence=0.0,
        password=password,
        known_parties=known_parties,
    ) as extractor:
        build_server(DocumentTools(Folders(folders), extractor)).run("stdio")
