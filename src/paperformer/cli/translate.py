"""``paperformer translate``: train a translator, run it, score it."""

from __future__ import annotations

from importlib import import_module

import click

from paperformer.cli.groups import Group

TRANSLATE_VERBS = ("train", "run", "score", "vocabulary")


class TranslateVerbs(Group):
    """Finds each command in the file of its name: ``translate_train.py`` and so on."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(TRANSLATE_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in TRANSLATE_VERBS:
            return None
        command: click.Command = import_module(f"paperformer.cli.translate_{cmd_name}").command
        return command


@click.command("translate", cls=TranslateVerbs)
def command() -> None:
    """Translate with a model of one's own, learned from a parallel corpus.

    Needs the extra [translate].
    """
