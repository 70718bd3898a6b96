"""How the command line says that something went wrong: one line on stderr."""

from __future__ import annotations

from typing import IO, Any

import click

from paperformer.errors import PaperformerError


class Failure(click.ClickException):
    """Ends the command with one line on stderr and exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"paperformer: {printable(self.message)}", file=file, err=True)


class Misuse(Failure):
    """The same for what the command was asked: exit code 2, as for any wrong option."""

    exit_code = 2


def describe(name: str, error: PaperformerError) -> str:
    """``FILE: message. Remedy``, the file named once."""
    inner = error.message.removeprefix(f"{name}/")  # of a file inside it
    message = inner.removeprefix(name).lstrip(" :") or error.message
    message = message.replace(f" of {name} ", " ", 1)  # "page 1 of FILE has ..."
    remedy = f". {error.remedy[:1].upper()}{error.remedy[1:]}" if error.remedy else ""
    return printable(f"{name}: {message}{remedy}")


def printable(text: str) -> str:
    """The text on one line, without the control characters that a hostile document may hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
