"""``paperformer translate score``: how good a translator is."""

from __future__ import annotations

import time
from pathlib import Path

import click

from paperformer.cli.failure import Failure
from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra


@click.command("score")
@click.argument("model", metavar="MODEL", type=FilePath(path_type=Path))
@click.argument("source", metavar="SRC", type=FilePath(path_type=Path))
@click.argument("reference", metavar="REF", type=FilePath(path_type=Path))
@click.option(
    "--with", "others", multiple=True, type=FilePath(path_type=Path), metavar="MODEL",
    help="Score it together with this model of the same subwords. Can be repeated.",
)  # fmt: skip
@click.option(
    "--beam", type=click.IntRange(min=1), metavar="N", help="Texts followed at a time; 1 is greedy."
)
@click.option("--length-penalty", type=click.FloatRange(min=0.0), metavar="A", help="0 favours short texts.")
@click.option(
    "--consensus", type=click.FloatRange(min=0.0), metavar="K",
    help="Take what most of the beam agrees on, not what scores best. 4 suits a beam of 12; the higher, the "
    "more those that score well count, but 0 takes the best.",
)  # fmt: skip
@click.option(
    "--output", type=FilePath(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write the translations to this file.",
)  # fmt: skip
def command(
    model: Path,
    source: Path,
    reference: Path,
    others: tuple[Path, ...],
    beam: int | None,
    length_penalty: float | None,
    consensus: float | None,
    output: Path | None,
) -> None:
    """Translate SRC and compare with REF: BLEU and chrF, each with sacreBLEU's signature.

    Where the model prepares its texts in Moses' way, the first line is the BLEU of the field's published
    figures: both sides prepared so. The others are of raw text.
    """
    with training_extra("translate", "translate"):
        from paperformer.translation.config import ParallelText
        from paperformer.translation.corpus import read_pairs
        from paperformer.translation.score import scores
        from paperformer.translation.translator import UNTRANSLATED, Translator

    pairs = read_pairs([ParallelText(source=str(source), target=str(reference))])
    translator = Translator.load(model, *others)
    if output is not None:
        _write(output, "", mode="a")  # what cannot be written is said before the work, not after it
    begun = time.monotonic()
    texts = [pair[0] for pair in pairs]
    ranked = list(translator.translate(texts, beam=beam, length_penalty=length_penalty, consensus=consensus))
    seconds = time.monotonic() - begun
    found = [translations[0] if translations else UNTRANSLATED for translations in ranked]
    for score in scores(translator, found, [pair[1] for pair in pairs]):
        click.echo(score)
    if output is not None:
        _write(output, "".join(f"{translation.text}\n" for translation in found))
    click.echo(f"{len(found)} lines in {seconds:.1f} s, {len(found) / seconds:.1f} a second", err=True)
    left = sum(not translations for translations in ranked)
    if left:
        most = translator.reach.source
        click.echo(f"{left} of them count as empty: longer than the {most} subwords it reads", err=True)


def _write(path: Path, text: str, mode: str = "w") -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Failure(f"{path}: cannot be written ({error.strerror}). Choose another --output") from error
