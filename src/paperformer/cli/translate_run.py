"""``paperformer translate run``: raw text in, raw text out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Failure
from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra

if TYPE_CHECKING:
    from paperformer.translation.translator import Translation, Translator


@click.command("run")
@click.argument("model", metavar="MODEL", type=FilePath(path_type=Path))
@click.argument("text", metavar="[FILE|-]", default="-", type=FilePath(allow_dash=True))
@click.option(
    "--with", "others", multiple=True, type=FilePath(path_type=Path), metavar="MODEL",
    help="Translate together with this model of the same subwords, trained from another seed: each piece of "
    "a word by the mean of their probabilities. Can be repeated. --alignment shows MODEL's alone.",
)  # fmt: skip
@click.option(
    "--beam", type=click.IntRange(min=1), metavar="N", help="Texts followed at a time; 1 is greedy."
)
@click.option(
    "--n-best", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Translations of each line, best first.",
)  # fmt: skip
@click.option("--length-penalty", type=click.FloatRange(min=0.0), metavar="A", help="0 favours short texts.")
@click.option(
    "--consensus", type=click.FloatRange(min=0.0), metavar="K",
    help="Take what most of the beam agrees on, not what scores best. 4 suits a beam of 12; the higher, the "
    "more those that score well count, but 0 takes the best.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A JSON object per line: source, translations, scores.")
@click.option(
    "--alignment", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Draw which words of the source each word was made from: LINE.svg in this folder.",
)  # fmt: skip
def command(
    model: Path,
    text: str,
    others: tuple[Path, ...],
    beam: int | None,
    n_best: int,
    length_penalty: float | None,
    consensus: float | None,
    as_json: bool,
    alignment: Path | None,
) -> None:
    """Translate a text, a sentence on each line, with the translator in the folder MODEL.

    Without a file, or with `-`, the text comes from standard input. Every line has its line in the output;
    with --n-best each line has that many, and an empty one after them. A line that is longer than the model
    reads is left empty and said, and the exit code is 1 then.
    """
    with training_extra("translate", "translate"):
        from paperformer.translation.translator import Translator

    translator = Translator.load(model, *others)
    given, sources = tee(_lines(text))
    found = translator.translate(
        given, beam=beam, n_best=n_best, length_penalty=length_penalty, consensus=consensus
    )
    left = 0
    for number, (source, translations) in enumerate(zip(sources, found, strict=False), start=1):
        if not translations:
            left += 1
            _too_long(text, number, translator)
        elif alignment is not None and translations[0].target_ids:
            _draw(translator, translations[0], alignment / f"{number}.svg")
        click.echo(_json(source, translations) if as_json else _plain(translations, n_best))
    if left:
        raise Failure(f"{left} {'line was' if left == 1 else 'lines were'} not translated")


def _too_long(text: str, number: int, translator: Translator) -> None:
    name = "standard input" if text == "-" else text
    most = translator.reach.source
    click.echo(
        f"{name}: line {number} has more than the {most} subwords the model reads. Cut it into sentences",
        err=True,
    )


def _plain(translations: Iterable[Translation], n_best: int) -> str:
    lines = [translation.text for translation in translations]
    return "\n".join([*lines, ""] if n_best > 1 else lines)


def _json(source: str, translations: Iterable[Translation]) -> str:
    found = [
        {"text": translation.text, "score": translation.score, "finished": translation.finished}
        for translation in translations
    ]
    return json.dumps({"source": source, "translations": found}, ensure_ascii=False)


def _draw(translator: Translator, translation: Translation, path: Path) -> None:
    from paperformer.translation.alignment import align
    from paperformer.translation.alignment_picture import write_picture

    write_picture(align(translator, translation), path)


def _lines(text: str) -> Iterator[str]:
    from paperformer.translation.corpus import read_lines, split_lines

    if text == "-":
        yield from split_lines(_standard_input())
    else:
        yield from read_lines(Path(text))


def _standard_input() -> str:
    from paperformer.errors import InvalidConfig

    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidConfig("standard input is not UTF-8", "Convert the text to UTF-8") from error
