"""Commands that have commands below them, and know what a misspelt one was meant to be."""

from __future__ import annotations

from difflib import get_close_matches

import click


class Group(click.Group):
    """A group that names the nearest command where there is none of the name given."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            near = get_close_matches(name, self.list_commands(ctx), n=2)
            if near:
                ctx.fail(f"No such command {name!r}. Did you mean {' or '.join(near)}?")
        return super().resolve_command(ctx, args)
