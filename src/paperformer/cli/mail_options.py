"""Options of ``paperformer watch`` that are for a mailbox."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.options import FilePath
from paperformer.errors import InvalidConfig

if TYPE_CHECKING:
    from paperformer.service.mail_watch import MailWatchConfig

PASSWORD = "PAPERFORMER_IMAP_PASSWORD"
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MailOptions:
    """What was said about the mailbox on the command line."""

    imap_password_file: Path | None = None
    move_to: str | None = None
    move_failed_to: str | None = None
    max_mail: int = 50
    ca_file: Path | None = None
    no_tls: bool = False

    @property
    def most_bytes(self) -> int:
        """Of a mail, and of what is attached to it, unpacked."""
        return self.max_mail * MEGABYTE

    def check(self, *, is_mailbox: bool) -> None:
        """Refuse what would be without effect.

        Raises:
            Misuse: IN is a folder, and an option of mailboxes was given.
        """
        if not is_mailbox and self != MailOptions():
            raise Misuse(
                "--imap-password-file, --move-to, --move-failed-to, --max-mail, --ca-file and --no-tls are "
                "for mailboxes. Leave them out, or give an address such as imaps://user@host/INBOX"
            )

    def config(
        self, url: str, answers: Path, failed: Path, *, poll: float | None, split: bool, once: bool
    ) -> MailWatchConfig:
        """The settings of a mailbox.

        Raises:
            Misuse: the address is none, or there is no password.
        """
        from paperformer.service.mail_watch import MailWatchConfig
        from paperformer.service.mailbox_address import parse_address

        try:
            address = parse_address(url, self._password(), encrypted=not self.no_tls, ca_file=self.ca_file)
        except InvalidConfig as error:
            raise Misuse(str(error)) from error
        return MailWatchConfig(
            address=address,
            answers=answers,
            failed=failed,
            move_to=self.move_to,
            move_failed_to=self.move_failed_to,
            most_bytes=self.most_bytes,
            poll_seconds=poll or 60.0,
            split=split,
            once=once,
        )

    def _password(self) -> str:
        if self.imap_password_file is None:
            password = os.environ.get(PASSWORD, "")
            if not password:
                raise Misuse(
                    f"the password of the mailbox is missing. Set {PASSWORD}, or give --imap-password-file"
                )
            return password
        try:
            return self.imap_password_file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, ValueError) as error:
            raise Misuse(
                f"{self.imap_password_file} cannot be read ({getattr(error, 'strerror', None) or 'no UTF-8'})"
            ) from error


def mailbox_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options, given to the command together as ``mail``."""

    @functools.wraps(command)
    def with_mail(**given: Any) -> Any:
        mail = MailOptions(**{name: given.pop(name) for name in MailOptions.__slots__})
        return command(**given, mail=mail)

    for option in reversed(
        (
            click.option(
                "--imap-password-file", type=FilePath(exists=True, dir_okay=False, path_type=Path),
                metavar="FILE", help=f"Holds the password of the mailbox; else it comes from {PASSWORD}.",
            ),
            click.option("--move-to", metavar="MAILBOX", help="Move mails that were read to this mailbox."),
            click.option(
                "--move-failed-to", metavar="MAILBOX",
                help="Move mails that could not be read to this mailbox.",
            ),
            click.option(
                "--max-mail", type=click.IntRange(min=1), default=50, show_default=True, metavar="MB",
                help="Larger mails are refused, and so are mails with more in them.",
            ),
            click.option(
                "--ca-file", type=FilePath(exists=True, dir_okay=False, path_type=Path), metavar="FILE.pem",
                help="Certificates by which the mail server is known.  [default: those of the system]",
            ),
            click.option(
                "--no-tls", is_flag=True, help="With imap://: send all in the clear, the password too."
            ),
        )
    ):  # fmt: skip
        with_mail = option(with_mail)
    return with_mail
