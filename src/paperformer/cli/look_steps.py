"""``paperformer look steps``: a decoder writes, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.model_names import check_model
from paperformer.cli.options import FilePath
from paperformer.cli.picture_options import OutputName, numbers_option
from paperformer.cli.training_extra import training_extra

if TYPE_CHECKING:
    from paperformer.inspection.look.steps import Steps

ANIMATIONS = (".gif", ".webp")


@click.command("steps")
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="TEXT")
@click.option(
    "--out", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.html|gif|webp",
    help="Write it into this file: a page with a slider, or an animation.",
)  # fmt: skip
@click.option(
    "--tokens", type=click.IntRange(min=1, max=256), default=16, show_default=True, metavar="N",
    help="Most that a language model writes.",
)  # fmt: skip
@numbers_option
def command(model: str, text: str, out: Path | None, tokens: int, output: OutputName) -> None:
    """Show each step in which MODEL writes: what it has read, where it attends, what it writes next.

    MODEL is a translator, which reads TEXT, or a language model, which goes on from it.

    \b
    paperformer look steps models/tiny-translator "The tired man wants to sing." --out steps.html
    paperformer look steps models/tiny-translator "The tired man wants to sing." --out steps.gif
    """
    if out is not None and out.suffix.lower() not in (".html", *ANIMATIONS):
        raise Misuse(f"{out}: no steps of that kind are written. Name it something.html, .gif or .webp")
    check_model(model)
    with training_extra("look steps"):
        from paperformer.inspection.look.steps import see_steps
        from paperformer.inspection.look.subject import load_subject

    steps = see_steps(load_subject(model), text, tokens=tokens)
    if out is not None:
        _write(steps, out)
        click.echo(printable(str(out)), err=True)
    if output == "json":
        import json

        click.echo(json.dumps(steps.as_json(), ensure_ascii=False))
    elif out is None:
        click.echo(_table(steps), nl=False)


def _write(steps: Steps, out: Path) -> None:
    if out.suffix.lower() in ANIMATIONS:
        with inspection_extra("look steps"):
            from paperformer.inspection.look.step_frames import write_steps

        write_steps(steps, out)
    else:
        from paperformer.inspection.look.steps import steps_page
        from paperformer.inspection.look.web import write_html

        write_html(steps_page(steps), out)


def _table(steps: Steps) -> str:
    """Each step with the token that it attends to most, in the last layer."""
    from paperformer.cli.tables import aligned

    rows = [("step", "writes", "probability", "attends most to")]
    for number, step in enumerate(steps.steps, start=1):
        names, layers = (steps.read, step.of_read) if step.of_read else (steps.written, step.of_written)
        weights = layers[-1]
        most = names[weights.index(max(weights))]
        rows.append((str(number), step.chosen.piece, f"{step.chosen.probability:.2f}", most))
    return aligned(rows)
