"""``paperformer look model``: the architecture of a model as a diagram."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.model_names import check_attention, check_model
from paperformer.cli.options import FilePath
from paperformer.cli.picture_options import OutputName, numbers_option
from paperformer.cli.training_extra import training_extra

if TYPE_CHECKING:
    from paperformer.inspection.look.parts import Architecture


@click.command("model")
@click.argument("model", metavar="CONFIG|MODEL")
@click.option(
    "--out", type=FilePath(path_type=Path, dir_okay=False), metavar="FILE.svg|html",
    help="Draw it into this file; its ending says how. In HTML each part opens, down to one head.",
)  # fmt: skip
@click.option(
    "--tokens", type=click.IntRange(min=1, max=1_000_000), default=128, show_default=True, metavar="N",
    help="That operations are counted for.",
)  # fmt: skip
@click.option(
    "--written", type=click.IntRange(min=1, max=1_000_000), metavar="N",
    help="Tokens that an encoder-decoder writes.  [default: as many]",
)  # fmt: skip
@click.option(
    "--attention", metavar="NAME[:SETTING=N,...]",
    help="Draw it with another attention: `performer:features=256`.",
)  # fmt: skip
@click.option(
    "--vocabulary", type=click.IntRange(min=1), default=30_000, show_default=True, metavar="N",
    help="Of a preset, which has none.",
)  # fmt: skip
@numbers_option
def command(
    model: str,
    out: Path | None,
    tokens: int,
    written: int | None,
    attention: str | None,
    vocabulary: int,
    output: OutputName,
) -> None:
    """Draw the architecture of a model from its configuration: stacks, shapes, residuals, masks.

    CONFIG is a config.json, a preset (small, smartscan, lstm_tagger, tiny, base, big) or anything else that
    `look` takes for a MODEL. Parameters are counted from the shapes, without weights; operations are those of
    matrix products, where a multiplication and its addition are two.

    \b
    paperformer look model base --out transformer.html
    paperformer look model default --tokens 512
    """
    if out is not None and out.suffix.lower() not in (".svg", ".html"):
        raise Misuse(f"{out}: no diagram of that kind is drawn. Name it something.svg or something.html")
    from paperformer.inspection.look.mechanism import PRESET_NAMES

    check_model(model, also=PRESET_NAMES, files=True)
    check_attention(attention)
    with training_extra("look model"):
        from paperformer.inspection.look.architecture import architecture_of
        from paperformer.inspection.look.configs import config_named, kind_of

    config = config_named(model, vocabulary, attention)
    architecture = architecture_of(config, tokens, written)
    if out is not None:
        from paperformer.inspection.look.diagram import draw_overview
        from paperformer.inspection.look.diagram_page import diagram_page
        from paperformer.inspection.look.web import write_html

        name = f"{Path(model).name or model}: {kind_of(config)}"
        svg = out.suffix.lower() == ".svg"
        write_html(
            draw_overview(architecture, background=True) if svg else diagram_page(architecture, name), out
        )
        click.echo(printable(str(out)), err=True)
    if output == "json":
        click.echo(_json(architecture))
    elif out is None:
        click.echo(_table(architecture), nl=False)


def _table(architecture: Architecture) -> str:
    from paperformer.cli.tables import aligned

    rows = [("part", "layers", "parameters", "operations")]
    rows += [
        (f"{stack.name} {part.title.lower()}", layers, f"{part.parameters:,}", f"{part.operations:,}")
        for stack in architecture.stacks
        for part, layers in (
            (stack.embedding, ""),
            *((part, str(block.count)) for block in stack.blocks for part in block.parts),
            *((part, "") for part in stack.above),
        )
    ]
    return aligned([*rows, ("all", "", f"{architecture.parameters:,}", f"{architecture.operations:,}")])


def _json(architecture: Architecture) -> str:
    import json

    parts = [
        {
            "part": part.key,
            "title": part.title,
            "parameters": part.parameters,
            "operations": part.operations,
            "tensors": {tensor.name: list(tensor.shape) for tensor in part.tensors},
        }
        for part in architecture.parts
    ]
    whole = {
        "kind": architecture.kind,
        "parameters": architecture.parameters,
        "operations": architecture.operations,
    }
    return json.dumps({**whole, "parts": parts, "config": architecture.config.to_dict()}, indent=2)
