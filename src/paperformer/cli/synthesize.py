"""``paperformer synthesize``: documents of our own making, with the truth about every word."""

from __future__ import annotations

import errno
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Failure, Misuse, printable
from paperformer.cli.options import FilePath
from paperformer.cli.progress import progress_bar
from paperformer.errors import InvalidConfig

if TYPE_CHECKING:
    from paperformer.synthesis.seeds import Seed
    from paperformer.synthesis.variety import Place

COMPARED = 500  # documents of a kind: the comparison is of each with each


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Several names in one option, parted by commas."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.BadParameter("give one name or more, parted by commas", ctx, param)
    return names


@click.command("synthesize")
@click.argument("out", metavar="OUT", type=FilePath(path_type=Path, file_okay=False))
@click.option("--count", type=click.IntRange(min=1), required=True, metavar="N", help="Number of documents.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Which documents: same seed, same bytes.",
)
@click.option(
    "--languages", callback=_names, metavar="L,...", help="Such as `sv,de-AT`: of these only.  [default: all]"
)
@click.option(
    "--kinds", callback=_names, metavar="K,...",
    help="Such as `invoice,receipt`: of these only.  [default: all, in their usual shares]",
)  # fmt: skip
@click.option(
    "--layouts", callback=_names, metavar="L,...",
    help="Heads of sheets: `grid` (parts in two columns), `thirds` (in three), `columns` (parties side by "
    "side), `letter` (the buyer in a window). Receipts have a grammar of their own.  [default: all]",
)  # fmt: skip
@click.option(
    "--content", type=FilePath(path_type=Path, file_okay=False, exists=True), metavar="FOLDER",
    help="Take parties, numbers and dates, and the lines of invoices and credit notes, from the e-invoices "
    "in this folder (XML, or PDFs that carry one); of the sellers' countries. Receipts stay invented.",
)  # fmt: skip
@click.option(
    "--pictures", type=click.FloatRange(0, 1), default=0.0, show_default=True, metavar="SHARE",
    help="Share of worn scans and photos (JPEG) instead of PDFs; the words' boxes follow the paper.",
)  # fmt: skip
@click.option("--no-pdfs", is_flag=True, help="Write the words and their truth only, no PDFs.")
@click.option(
    "--split", default="train", show_default=True, metavar="NAME", help="The split that each document names."
)
@click.option(
    "--contact-sheet", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.png",
    help="Write the first pages of the first 40 documents as one picture.",
)  # fmt: skip
@click.option("--variety", is_flag=True, help="Print how varied the layouts of each kind are.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes.  [default: one per core]",
)  # fmt: skip
def command(
    out: Path,
    count: int,
    seed: int,
    languages: tuple[str, ...] | None,
    kinds: tuple[str, ...] | None,
    layouts: tuple[str, ...] | None,
    content: Path | None,
    pictures: float,
    no_pdfs: bool,
    split: str,
    contact_sheet: Path | None,
    variety: bool,
    processes: int | None,
) -> None:
    """Write N invented invoices, receipts and the like to the folder OUT, as PDFs with a text layer.

    OUT must not hold such documents already. OUT/documents.jsonl holds for each document its fields and
    every printed word with its box and the field it prints, in the format that `paperformer train` and
    `paperformer evaluate` read. The last line printed is that file. Needs the extra [synthesis].
    """
    try:
        import reportlab  # noqa: F401
    except ModuleNotFoundError as error:
        raise Failure(
            "`paperformer synthesize` needs reportlab, which is not installed. "
            "Install it with: pip install 'paperformer[synthesis]'"
        ) from error
    from paperformer.synthesis.contact_sheet import contact_sheet as draw_contact_sheet
    from paperformer.synthesis.corpus import place_order
    from paperformer.synthesis.folder import TRUTH, Paper, check_new, write_folder

    if content is not None and out.resolve() == content.resolve():
        raise Misuse(f"{out} holds the e-invoices. Write to another folder")
    if contact_sheet is not None and contact_sheet.suffix.lower() != ".png":
        raise Misuse(f"{contact_sheet}: no picture of that kind is drawn. Name it something.png")
    try:
        check_new(out)
        seeds = None if content is None else _seeds_in(content)
        order = place_order(count, seed, languages=languages, kinds=kinds, layouts=layouts, content=seeds)
    except InvalidConfig as error:
        raise Misuse(str(error)) from error
    found: dict[str, list[Mapping[str, Place]]] = defaultdict(list)
    paper = Paper(split, pictures, not no_pdfs)
    with _writable(), progress_bar(count, "drawing") as bar:
        out.mkdir(parents=True, exist_ok=True)
        if contact_sheet is not None:
            contact_sheet.write_bytes(draw_contact_sheet(order, pictures))
        written = write_folder(out, order, paper, processes or os.cpu_count() or 1)
        for done, document in enumerate(written, start=1):
            if len(found[document.kind]) < COMPARED:
                found[document.kind].append(document.places)
            bar.reached(done, count)
    if variety:
        _tell_variety(found)
    click.echo(out / TRUTH)


def _seeds_in(folder: Path) -> tuple[Seed, ...]:
    """What the e-invoices of ``folder`` say; a line on stderr for each file that says too little."""
    from paperformer.synthesis.seeds import read_seeds

    return read_seeds(
        folder,
        lambda name, error: click.echo(printable(f"{name} is left out: {error.message}"), err=True),
    )


@contextmanager
def _writable() -> Iterator[None]:
    """Write within: a folder or file that cannot be written becomes one line; a full disk says so itself."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC or error.filename is None:
            raise
        raise Failure(
            f"{error.filename} cannot be written ({error.strerror}). Choose another place"
        ) from error


def _tell_variety(found: Mapping[str, Sequence[Mapping[str, Place]]]) -> None:
    """A line a kind; kinds with a single document have none."""
    from paperformer.synthesis.variety import measure

    for kind in sorted(found):
        if len(found[kind]) < 2:
            continue
        figures = measure(found[kind])
        layouts = f"{figures.signatures_per_thousand:.0f} layouts per thousand"
        main = f"{figures.arrangements_per_thousand:.0f} arrangements of the main fields"
        nearest = f"nearest neighbour at {figures.nearest:.3f} of the page"
        click.echo(f"{kind}: {figures.documents} documents, {layouts}, {main}, {nearest}")
