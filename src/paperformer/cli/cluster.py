"""``paperformer cluster``: batches on many machines."""

from __future__ import annotations

from importlib import import_module

import click

from paperformer.cli.groups import Group

CLUSTER_VERBS = ("extract",)


class ClusterVerbs(Group):
    """Finds each command in the file of its name: ``cluster_extract.py``."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(CLUSTER_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in CLUSTER_VERBS:
            return None
        command: click.Command = import_module(f"paperformer.cli.cluster_{cmd_name}").command
        return command


@click.command("cluster", cls=ClusterVerbs)
def command() -> None:
    """Read batches on many machines, with Ray. See docs/cluster.md.

    Needs the extra [cluster].
    """
