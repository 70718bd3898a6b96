"""The command line: one file per verb, loaded when it is called for."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any

import click

from paperformer import __version__
from paperformer.cli.failure import ExitCode, Failure, Misuse
from paperformer.cli.groups import Group
from paperformer.cli.interrupts import interrupts_handled
from paperformer.cli.usage import usage_in_one_line
from paperformer.errors import InvalidSettings, PaperformerError, UnknownField

VERBS = (
    "extract", "cluster", "validate", "compare", "explain", "watch", "parties", "remember", "forget",
    "evaluate", "evidence", "fit", "fields", "train", "export", "vocabulary", "pretrain", "perplexity",
    "generate", "fill", "translate", "ablate", "look", "templates", "synthesize", "serve", "mcp", "keys",
    "corrections", "learn", "models",
)  # fmt: skip


class Verbs(Group):
    """Finds each command in the file of its name, and turns our errors into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"paperformer.cli.{cmd_name}").command
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with usage_in_one_line():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        if sys.stdout is None:
            raise Failure("standard output is closed. Give it somewhere to go")
        with interrupts_handled() as handler:
            try:
                return self._invoke(ctx)
            except KeyboardInterrupt as stopped:
                if stopped.args:
                    click.echo(str(stopped), err=True)
                ctx.exit(ExitCode.INTERRUPTED)
            except Exception:
                if handler.received:
                    ctx.exit(ExitCode.INTERRUPTED)  # what a library made of it
                raise

    def _invoke(self, ctx: click.Context) -> Any:
        try:
            with usage_in_one_line():
                result = super().invoke(ctx)
            sys.stdout.flush()  # so that a closed pipe is noticed here rather than at exit
        except (UnknownField, InvalidSettings) as error:
            raise Misuse(str(error)) from error
        except PaperformerError as error:
            raise Failure(str(error)) from error
        except OSError as error:
            # EINVAL is how Windows says it.
            if error.errno == errno.ENOSPC:
                _discard_output()
                raise Failure(f"the output cannot be written ({error.strerror}). Free some space") from error
            if error.errno not in (errno.EPIPE, errno.EINVAL):
                raise
            _discard_output()
            ctx.exit(ExitCode.PIPE_CLOSED)
        return result


def _discard_output() -> None:
    """Whoever read our output is gone; let what is still buffered vanish quietly."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paperformer")
def main() -> None:
    """Reads invoices and receipts: a PDF, scan or photo goes in, its fields come out.

    Everything happens on this machine; nothing is sent or downloaded.
    """
