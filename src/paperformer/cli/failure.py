"""Errors on the command line: one line on stderr."""

from __future__ import annotations

from enum import IntEnum
from typing import IO, Any

import click

from paperformer.errors import PaperformerError


class ExitCode(IntEnum):
    """What a command ends with; docs/cli.md prints what each means."""

    DONE = 0, "all went well"
    FAILED = 1, "a document, data set or folder could not be read or written, one line each on stderr"
    MISUSE = (
        2,
        (
            "the command was misused: a wrong option, configuration, field or setting, "
            "one line each on stderr; nothing was done"
        ),
    )
    INTERRUPTED = 130, "interrupted"  # 128 + SIGINT, as a shell says it
    PIPE_CLOSED = 141, "the reader of the output closed it"  # 128 + SIGPIPE

    meaning: str

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


class Failure(click.ClickException):
    """Ends the command with a line on stderr, or one for each fault, and exit code 1."""

    exit_code = ExitCode.FAILED

    def show(self, file: IO[Any] | None = None) -> None:
        for line in self.message.split("\n"):
            click.echo(f"paperformer: {printable(line)}", file=file, err=True)


class Misuse(Failure):
    """The same for what the command was asked: exit code 2, as for any wrong option."""

    exit_code = ExitCode.MISUSE


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
