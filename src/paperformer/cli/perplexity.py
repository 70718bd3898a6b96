"""``paperformer perplexity``: how well a language model predicts texts it has not seen."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import click

from paperformer.cli.failure import Failure, Misuse
from paperformer.cli.inputs import STANDARD_INPUT
from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra
from paperformer.errors import InvalidConfig

MEANINGS = {
    "tokens": "predicted",
    "loss": "mean cross entropy, nats a token",
    "perplexity": "a token",
    "accuracy": "share of tokens whose most probable prediction is right",
    "bits_per_byte": "of the text in UTF-8",
    "words": "between spaces, and one for each text's end",
    "word_perplexity": "a word",
}
WHOLE = ("tokens", "words")


@click.command("perplexity")
@click.argument("model", metavar="MODEL", type=FilePath(path_type=Path))
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option(
    "--document", type=click.Choice(["line", "paragraph", "file"]), default="paragraph", show_default=True,
    help="What one text is; a paragraph ends at a blank line. No token sees another text's.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
def command(
    model: Path,
    sources: tuple[str, ...],
    document: Literal["line", "paragraph", "file"],
    output: Literal["table", "json"],
) -> None:
    """Measure how well the language model in the folder MODEL predicts texts it has not seen.

    A SOURCE is a text file in UTF-8, a folder of them, documents as JSONL, or `-` for text on standard
    input. A causal model predicts every token and the end of each text, a masked one the tokens that are
    masked as in its training. Texts longer than in training are cut. `bits_per_byte` and `word_perplexity`
    compare models with different vocabularies. Needs the extra [train].
    """
    if sources.count(STANDARD_INPUT) > 1:
        raise Misuse("`-` stands for standard input, which can be read once. Give it once")
    with training_extra("perplexity"):
        from paperformer.learning.language.config import TextSource
        from paperformer.learning.language.held_out import assess

    with _files(sources) as paths:
        figures = assess(model, [TextSource(path=path, document=document) for path in paths])
    click.echo(f"{_json(figures)}\n" if output == "json" else _table(figures), nl=False)


@contextmanager
def _files(sources: tuple[str, ...]) -> Iterator[list[str]]:
    """The paths, with what standard input says in a file of its own for a while."""
    if STANDARD_INPUT not in sources:
        yield list(sources)
        return
    if sys.stdin is None:
        raise Failure("standard input is closed. Name a file instead of `-`")
    with TemporaryDirectory(prefix="paperformer-") as folder:
        kept = Path(folder) / "standard input"
        with kept.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            yield [str(kept) if source == STANDARD_INPUT else source for source in sources]
        except InvalidConfig as error:
            raise Failure(str(error).replace(str(kept), "standard input")) from error


def _json(figures: Mapping[str, float]) -> str:
    import json

    return json.dumps(figures, indent=2)


def _table(figures: Mapping[str, float]) -> str:
    from paperformer.cli.tables import aligned

    return aligned([(n, f"{v:.0f}" if n in WHOLE else f"{v:.4g}", MEANINGS[n]) for n, v in figures.items()])
