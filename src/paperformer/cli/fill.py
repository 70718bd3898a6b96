"""``paperformer fill``: which words are likely in a gap."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import Failure, Misuse
from paperformer.cli.inputs import STANDARD_INPUT
from paperformer.cli.options import FilePath, ocr_engine_option, password_option
from paperformer.cli.training_extra import training_extra

if TYPE_CHECKING:
    from paperformer.learning.language.fill import FilledGap


@click.command("fill")
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="[TEXT|-]", required=False)
@click.option(
    "--page", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE",
    help="Mask a word of this document instead, in its layout; for a layout model.",
)  # fmt: skip
@click.option("--word", metavar="TEXT|N", help="Which word of it: as it is printed, or its number from 0.")
@click.option(
    "--top", type=click.IntRange(min=1, max=1000), default=5, show_default=True, metavar="N",
    help="Likely words of each gap.",
)  # fmt: skip
@password_option
@ocr_engine_option
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
def command(
    model: str,
    text: str | None,
    page: Path | None,
    word: str | None,
    top: int,
    password: str | None,
    ocr_engine: str,
    output: Literal["table", "json"],
) -> None:
    """Say which words are likely where [MASK] stands in TEXT (`-` reads standard input), with probabilities.

    MODEL is a masked language model: a folder that `paperformer pretrain` made, or a BERT checkpoint that has
    its head. A gap is one piece of the vocabulary. With --page the pieces of one word of a document are
    masked; each is shown with the true piece and its rank.

    \b
    paperformer fill models/tiny-masked "The old woman has given the child a red [MASK]."
    paperformer fill models/tiny-layout --page samples/invoice-en.pdf --word Invoice

    Needs the extra [train].
    """
    if (text is None) == (page is None):
        raise Misuse("give a text with [MASK], or --page and --word")
    if (page is None) != (word is None):
        raise Misuse("--page and --word belong together. Give both")
    with training_extra("fill"):
        from paperformer.learning.language.fill import load_gap_filler, word_number

    filler = load_gap_filler(model)
    if page is not None and word is not None:
        from paperformer.documents import DocumentReader

        with DocumentReader() as reader:
            words = reader.read(page, ocr_engine=ocr_engine, password=password).words
        gaps = filler.fill_word(words, word_number(words, word), top=top)
    else:
        gaps = filler.fill(_read() if text == STANDARD_INPUT else str(text), top=top)
    click.echo(_json(gaps) if output == "json" else _table(gaps), nl=output == "json")


def _read() -> str:
    if sys.stdin is None:
        raise Failure("standard input is closed. Give the text instead of `-`")
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure("standard input is not UTF-8 text. Give the text in UTF-8") from error


def _table(gaps: Sequence[FilledGap]) -> str:
    from paperformer.cli.tables import aligned

    parts = []
    for gap in gaps:
        said = f"gap {gap.place + 1}" if len(gaps) > 1 else ""
        if gap.truth is not None:
            said = f"{said or 'gap'}: {gap.truth} stands there, rank {gap.rank}"
        rows = [(guess.piece, f"{guess.probability:.3f}") for guess in gap.guesses]
        parts.append((f"{said}\n" if said else "") + aligned(rows))
    return "\n".join(parts)


def _json(gaps: Sequence[FilledGap]) -> str:
    import json

    entries = []
    for gap in gaps:
        guesses = [
            {"piece": guess.piece, "probability": round(guess.probability, 6)} for guess in gap.guesses
        ]
        known = {} if gap.truth is None else {"truth": gap.truth, "rank": gap.rank}
        entries.append({"gap": gap.place, **known, "guesses": guesses})
    return json.dumps(entries, ensure_ascii=False, indent=2)
