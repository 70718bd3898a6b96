"""What click finds wrong with a command, in one line: click itself prints four."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager

import click

from paperformer.cli.failure import Misuse

_NO_NUMBER = re.compile(r"is not a valid integer(?: range)?")
_NO_FRACTION = re.compile(r"is not a valid float(?: range)?")


@contextmanager
def usage_in_one_line() -> Iterator[None]:
    """Within, an error of usage becomes one line that says what is wrong and what helps.

    A command group that is called with nothing still prints its help.

    Raises:
        Misuse: the command was written wrongly.
    """
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise Misuse(usage_line(error)) from error


def usage_line(error: click.UsageError) -> str:
    """What is wrong, then the nearest option there is, or where the right ones are listed."""
    said = " ".join((error.message if _near(error) else error.format_message()).split())
    said = _NO_NUMBER.sub("is no whole number", _NO_FRACTION.sub("is no number", said))
    if near := _near(error):
        return f"{said.rstrip('.')}. Did you mean {' or '.join(near)}?"
    if said.endswith("?") or error.ctx is None:
        return said
    if (name := _file_meant(error)) is not None:
        here = f"`{error.ctx.command_path} -- {name}`"
        return f"{said.rstrip('.')}. A name that begins with - comes after --: {here}"
    return f"{said.rstrip('.')}. See `{error.ctx.command_path} --help`"


def _near(error: click.UsageError) -> list[str]:
    """The options like the one that does not exist, the nearest first."""
    return list(error.possibilities or ()) if isinstance(error, click.NoSuchOption) else []


def _file_meant(error: click.UsageError) -> str | None:
    """The file of this folder that was taken for an option, as the shell writes it out for ``*.pdf``."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return None
    if not any(isinstance(parameter, click.Argument) for parameter in error.ctx.command.params):
        return None
    with os.scandir() as entries:  # of -dash.pdf, click tells the first letter alone
        return next(
            (shlex.quote(entry.name) for entry in entries if entry.name.startswith(error.option_name)), None
        )
