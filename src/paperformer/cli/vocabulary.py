"""``paperformer vocabulary``: learn the word pieces of a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from paperformer.cli.options import FilePath


@click.command("vocabulary")
@click.argument("corpus", metavar="TEXT...", nargs=-1, required=True, type=FilePath(path_type=Path))
@click.option(
    "--size", type=click.IntRange(min=1), default=30_522, show_default=True, metavar="N",
    help="Pieces, special ones included.",
)  # fmt: skip
@click.option(
    "--cased",
    is_flag=True,
    help="Keep capitals and accents; otherwise text is lowercased and accents are removed.",
)
@click.option(
    "--out", required=True, type=FilePath(dir_okay=False, path_type=Path), metavar="FILE",
    help="Where to write the vocabulary: a tokenizer.json.",
)  # fmt: skip
def command(corpus: tuple[Path, ...], size: int, cased: bool, out: Path) -> None:
    """Learn a WordPiece vocabulary from text files in UTF-8.

    The same text gives the same vocabulary.
    """
    from paperformer.errors import InvalidConfig
    from paperformer.text.vocabulary import train_vocabulary

    pieces = train_vocabulary(_lines(corpus), size, lowercase=not cased, strip_accents=not cased)
    try:
        pieces.save(out)
    except OSError as error:
        raise InvalidConfig(f"{out} cannot be written: {error.strerror}", "Choose another --out") from error
    click.echo(f"{len(pieces)} pieces in {out}")


def _lines(corpus: Sequence[Path]) -> Iterator[str]:
    from paperformer.errors import InvalidConfig

    for path in corpus:
        try:
            with path.open(encoding="utf-8") as stream:
                yield from stream
        except (OSError, UnicodeDecodeError) as error:
            reason = (error.strerror or "no file") if isinstance(error, OSError) else "not UTF-8"
            raise InvalidConfig(f"{path} cannot be read: {reason}", "Give text files in UTF-8") from error
