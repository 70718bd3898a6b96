"""``paperformer explain``: why each answer is believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import printable
from paperformer.cli.options import (
    FilePath,
    memory_option,
    model_option,
    ocr_option,
    password_option,
    without_option,
)
from paperformer.cli.pictures import PictureNames, check_folder

if TYPE_CHECKING:
    from paperformer.extraction.contents import AnsweredDocument
    from paperformer.extraction.explain import Explained
    from paperformer.extraction.pipeline import Extractor
    from paperformer.extraction.result import CodeInfo

_BAR = 10  # characters of the longest bar


@click.command("explain")
@click.argument("file", metavar="FILE", type=FilePath(readable=False, path_type=Path))
@click.option(
    "--fields", "--field", "fields", metavar="A,B", help="Only these fields; `paperformer fields` lists them."
)
@click.option(
    "--candidates", type=click.IntRange(min=1), default=2, show_default=True, metavar="N",
    help="Candidates of a field, best first.",
)  # fmt: skip
@click.option(
    "--reasons", type=click.IntRange(min=1), default=6, show_default=True, metavar="N",
    help="Reasons of a candidate, the weightiest first (in a table; JSON has all).",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
@click.option(
    "--overlay", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Draw the pages into DIR, with the reasons below them.",
)  # fmt: skip
@ocr_option
@password_option
@model_option
@memory_option
@without_option
def command(
    file: Path,
    fields: str | None,
    candidates: int,
    reasons: int,
    output: Literal["table", "json"],
    overlay: Path | None,
    ocr: Literal["auto", "always", "never"],
    password: str | None,
    model: Path | None,
    memory: Path | None,
    without: tuple[str, ...],
) -> None:
    """Show why each answer of FILE is believed: the evidence for and against its best candidates.

    Each reason adds to a candidate's score, or takes from it. The candidates of a field share one probability
    with "none", which has the score 0: alone, a candidate with the score 2 has 0.88. Reasons that name
    another field, such as totals that add up, are weighed together with the candidates of that field, so that
    they may count for less. Calibration makes the confidence of it. `paperformer evidence` lists all that can
    be observed.

    Fields asked for by name are shown whatever their confidence; without --fields, those from 0.5 on.

    An e-invoice's own XML is passed over here: it needs no reasons.
    """
    from paperformer.extraction.explain import explain, to_dict
    from paperformer.extraction.levels import MIN_CONFIDENCE
    from paperformer.extraction.pipeline import Extractor

    wanted = None if fields is None else [name.strip() for name in fields.split(",")]
    if overlay is not None:
        check_folder(overlay, "--overlay")
    with Extractor(
        model,
        fields=wanted,
        max_results=candidates,
        einvoice="ignore",
        ocr=ocr,
        password=password,
        memory=memory,
        without=without,
        min_confidence=MIN_CONFIDENCE if wanted is None else 0.0,
    ) as extractor:
        reading = extractor.read(file)
        extraction = reading.extraction
        if overlay is not None:
            _draw(extractor, reading, file, overlay, reasons, password)
    found = explain(extraction)
    for name in wanted or ():
        if name not in found:
            click.echo(f"paperformer: {printable(f'{file}: no candidate for {name}')}", err=True)
    for warning in extraction.warnings:
        click.echo(f"paperformer: {printable(f'{file}: {warning}')}", err=True)
    if output == "json":
        import json

        click.echo(
            json.dumps(
                {
                    "file": extraction.file,
                    "fields": to_dict(found),
                    "codes": [code.model_dump(mode="json") for code in extraction.codes],
                },
                indent=2,
                ensure_ascii=False,
            )
        )
    else:
        click.echo("\n".join([*lines_of(found, reasons), *code_lines(extraction.codes)]))


def _draw(
    extractor: Extractor,
    reading: AnsweredDocument,
    file: Path,
    folder: Path,
    reasons: int,
    password: str | None,
) -> None:
    """Draw the pages that have answers; say on stderr where they are."""
    from paperformer.extraction.batch import OVERLAY_WIDTH
    from paperformer.extraction.overlay import marked_pages, save_picture
    from paperformer.extraction.overlay_reasons import draw_explained

    source = file if reading.data is None else reading.data
    stem = PictureNames().stem(file.name)
    for marked in marked_pages(reading.extraction):
        page = reading.document.pages[marked - 1]
        image = extractor.reader.render(
            source, page, width=OVERLAY_WIDTH, name=reading.document.name, password=password
        )
        path = folder / f"{stem}.page-{marked}.png"
        save_picture(draw_explained(image, reading.extraction, marked, reasons), path)
        click.echo(f"paperformer: {printable(str(path))}", err=True)


def code_lines(codes: Sequence[CodeInfo]) -> Iterator[str]:
    """A line for each code on the pages, and one for each value that it states."""
    for code in codes:
        scheme = code.scheme or "no known scheme"
        yield f"{f'code, page {code.page}':28} {code.format.replace('_', ' ')}, {scheme}"
        for name, value in code.values.items():
            yield f"{'':28} {name} {printable(value)}"


def lines_of(found: Mapping[str, Sequence[Explained]], most: int) -> Iterator[str]:
    """The table: a line for each candidate, and below it its reasons with bars."""
    for name, candidates in found.items():
        for place, explained in enumerate(candidates):
            title = name if not place else ""
            value = printable(explained.candidate.value)
            yield f"{title:28} {value}   {explained.candidate.confidence:.2f} {explained.candidate.level}"
            left_out = explained.reasons[most:]
            widest = max((abs(reason.counts) for reason in explained.reasons), default=1.0)
            for reason in explained.reasons[:most]:
                length = max(1, round(_BAR * abs(reason.counts) / widest))
                bar = ("+" if reason.counts > 0 else "-") * length
                yield f"{'':28} {bar:>{_BAR}} {reason.counts:+6.2f}  {reason.says}  ({reason.name})"
            if left_out:
                others = f"{len(left_out)} more reason{'s' if len(left_out) > 1 else ''} (--reasons)"
                yield f"{'':28} {'':>{_BAR}} {sum(reason.counts for reason in left_out):+6.2f}  {others}"
            if explained.reasons:
                yield f"{'':28} {'':>{_BAR}} {explained.score:+6.2f}  together"
