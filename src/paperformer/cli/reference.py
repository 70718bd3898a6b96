"""The page ``docs/cli.md``, written from the commands themselves: ``python -m paperformer.cli.reference``."""

from __future__ import annotations

import re
from inspect import cleandoc
from textwrap import dedent

import click

from paperformer.cli import VERBS, main
from paperformer.cli.failure import ExitCode

_HEAD = """# Command line

<!-- Written by `make docs` from the commands themselves; a test compares. -->

`paperformer VERB --help` prints the same. Every command ends with one of these exit codes:

| code | meaning |
|---|---|
{codes}
"""


def render() -> str:
    """The page as Markdown."""
    context = click.Context(main, info_name="paperformer")
    codes = "\n".join(f"| {code:d} | {code.meaning} |" for code in ExitCode)
    return "\n".join([_HEAD.format(codes=codes), *(_section(context, main, verb) for verb in VERBS)])


def _section(parent: click.Context, group: click.Group, verb: str) -> str:
    command = group.get_command(parent, verb)
    if command is None:
        raise LookupError(verb)
    context = click.Context(command, info_name=verb, parent=parent)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    title = context.command_path.removeprefix("paperformer ")
    lines = [f"## {title}\n", f"```\n{usage}\n```\n", _prose(command.help or "")]
    if isinstance(command, click.Group):
        below = (_section(context, command, name) for name in command.list_commands(context))
        return "\n".join([*lines, *below])
    options = [p for p in command.params if isinstance(p, click.Option)]
    rows = [f"| `{_names(option, context)}` | {_meaning(option)} |" for option in options]
    return "\n".join([*lines, "| option | meaning |", "|---|---|", *rows, ""]) if rows else "\n".join(lines)


def _prose(text: str) -> str:
    return "\n\n".join(_paragraph(part) for part in cleandoc(text).split("\n\n")) + "\n"


def _paragraph(text: str) -> str:
    """One line; what click keeps line by line, behind a backspace, stays so."""
    kept = text.removeprefix("\b\n")
    return " ".join(text.split()) if kept == text else f"```\n{dedent(kept).strip()}\n```"


def _names(option: click.Option, context: click.Context) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(context)}"
    return ", ".join(sorted(option.opts, reverse=True)) + value.replace("|", "\\|")


def _meaning(option: click.Option) -> str:
    default = f" Default: `{option.default}`." if option.show_default and not option.is_flag else ""
    required = " Required." if option.required else ""
    help_text = re.sub(r"  \[default: ([^\]]*)\]", r" Default: \1.", option.help or "")
    return help_text.replace("|", "\\|") + default + required


if __name__ == "__main__":
    click.echo(render(), nl=False)
