"""``paperformer look tokens``: at which token each field stands, and how tokenizers cut a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Failure, Misuse, describe
from paperformer.cli.inputs import find_inputs
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.options import FilePath, model_option
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show

if TYPE_CHECKING:
    from paperformer.inspection.look.token_places import TokenPlaces
    from paperformer.text.word_tokenizer import WordTokenizer


@click.command("tokens")
@click.argument("paths", metavar="[FOLDER|FILE]...", nargs=-1, type=FilePath())
@click.option(
    "--field", "fields", multiple=True, metavar="NAME",
    help="Only this field; can be repeated.  [default: all; in the picture the eight most frequent]",
)  # fmt: skip
@click.option(
    "--tokenizers",
    metavar="SENTENCE",
    help="Show instead how words, characters and the pieces of the model cut a sentence.",
)
@picture_option
@model_option
@numbers_option
def command(
    paths: tuple[str, ...],
    fields: tuple[str, ...],
    tokenizers: str | None,
    out: Path | None,
    model: Path | None,
    output: OutputName,
) -> None:
    """Show at which token of your own documents each field stands: what a model that reads less would lose.

    Labelled documents (JSONL, or a folder with a .json of answers beside each file) are taken at their word;
    any others are read, and our answers from a confidence of 0.5 up count. 512, 1,024 and 1,496 tokens are
    marked: what BERT reads, twice as much, and what the system reads that this project follows.

    \b
    paperformer look tokens samples --field total_incl_vat --out places.png
    paperformer look tokens --tokenizers "Visma: Make progress happen!"
    """
    check_picture(out)
    if bool(paths) == bool(tokenizers):
        raise Misuse("give documents, or --tokenizers and a sentence")
    with inspection_extra("look tokens"):
        from paperformer.inspection.look import style  # noqa: F401
        from paperformer.learning.checkpoint_folder import checkpoint_tokenizer

    from paperformer.extraction.model_path import default_model_path

    pieces = checkpoint_tokenizer(model or default_model_path())
    if tokenizers is not None:
        _cut(tokenizers, pieces, out, output)
        return
    from paperformer.inspection.look.token_places import as_json, chosen_fields, draw_token_places

    places = _places(paths, pieces, model)
    names = chosen_fields(places, fields)
    show(
        out,
        output,
        figure=lambda: draw_token_places(places, names),
        table=lambda: _table(places, names),
        values=lambda: as_json(places, names),
    )


def _places(paths: tuple[str, ...], pieces: WordTokenizer, model: Path | None) -> TokenPlaces:
    from paperformer.inspection.look.token_places import (
        default_schema,
        labelled_or_none,
        of_answers,
        of_labelled,
    )

    if len(paths) == 1 and (labelled := labelled_or_none(Path(paths[0]))) is not None:
        return of_labelled(labelled, pieces, default_schema())
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.pipeline import Extractor

    inputs = list(find_inputs(paths))
    with Extractor(model) as extractor, progress_bar(len(inputs)) as bar:

        def files() -> Iterator[Path]:
            for number, given in enumerate(inputs):
                bar.reached(number, len(inputs))
                if given.error is not None:
                    click.echo(f"paperformer: {describe(given.name, given.error)}", err=True)
                elif given.path is not None:
                    yield given.path

        places = of_answers(
            files(),
            extractor,
            pieces,
            lambda path, error: click.echo(f"paperformer: {describe(str(path), error)}", err=True),
        )
    if not places.lengths:
        raise Failure("none of the documents could be read. Give others")
    return places


def _table(found: TokenPlaces, names: list[str]) -> str:
    from paperformer.cli.tables import aligned
    from paperformer.inspection.look.token_places import MARKS

    rows = []
    for name in names:
        places = sorted(found.places[name])
        lost = (f"{100 * found.lost(name, mark):.1f} %" for mark in MARKS)
        rows.append((name, str(len(places)), str(places[len(places) // 2]), str(places[-1]), *lost))
    heading = ("field", "documents", "median", "last", *(f"lost at {mark:,}" for mark in MARKS))
    return aligned([heading, *rows])


def _cut(sentence: str, pieces: WordTokenizer, out: Path | None, output: OutputName) -> None:
    from paperformer.cli.tables import aligned
    from paperformer.inspection.look.cuttings import cuttings, draw_cuttings, written

    found = cuttings(sentence, pieces)
    show(
        out,
        output,
        figure=lambda: draw_cuttings(sentence, found),
        table=lambda: aligned(
            [
                (cutting.name, str(len(cutting.tokens)), " ".join(map(written, cutting.tokens)))
                for cutting in found
            ]
        ),
        values=lambda: {
            cutting.name: {"count": len(cutting.tokens), "tokens": cutting.tokens} for cutting in found
        },
    )
