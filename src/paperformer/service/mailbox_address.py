"""The address of a mailbox: ``imaps://user@host/INBOX``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import quote, unquote, urlsplit

from paperformer.errors import InvalidConfig

SCHEMES = ("imap://", "imaps://")
_PORTS = {"imap": 143, "imaps": 993}
_FORM = "Write it as imaps://user@host/INBOX"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailboxAddress:
    """Where a mailbox is, and how it is reached.

    Args:
        scheme: ``imaps`` is TLS at once, ``imap`` STARTTLS.
        host, port: The server.
        user: Who signs in.
        password: Theirs.
        mailbox: Its name.
        encrypted: False sends all in the clear, the password too.
        ca_file: Certificates that are trusted; None is those of the system.
    """

    scheme: Literal["imap", "imaps"]
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    mailbox: str = "INBOX"
    encrypted: bool = True
    ca_file: Path | None = None

    @property
    def name(self) -> str:
        """What answers are kept under: of characters that every file system takes."""
        return f"{quote(f'{self.user}@{self.host}', safe='@')}/{quote(self.mailbox, safe=' ')}"


def parse_address(
    url: str, password: str, *, encrypted: bool = True, ca_file: Path | None = None
) -> MailboxAddress:
    """The address that ``imaps://user@host[:port][/mailbox]`` names; special characters as in any URL.

    Raises:
        InvalidConfig: it is none, or holds a password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InvalidConfig("the address of the mailbox is no URL", _FORM) from error
    if parts.password is not None:
        raise InvalidConfig(
            "the address of the mailbox holds a password, which others can see",
            "Leave it out, and set PAPERFORMER_IMAP_PASSWORD or give --imap-password-file",
        )
    if parts.scheme not in _PORTS or not parts.hostname or not parts.username:
        raise InvalidConfig("the address of the mailbox lacks its user or its server", _FORM)
    user, mailbox = unquote(parts.username), unquote(parts.path.removeprefix("/")) or "INBOX"
    if any(not character.isprintable() for character in user + mailbox + password):
        raise InvalidConfig("user, password or mailbox hold control characters", _FORM)
    if not encrypted and parts.scheme == "imaps":
        raise InvalidConfig("imaps:// is encrypted", "Write imap://, or leave out --no-tls")
    return MailboxAddress(
        scheme="imaps" if parts.scheme == "imaps" else "imap",
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=user,
        password=password,
        mailbox=mailbox,
        encrypted=encrypted,
        ca_file=ca_file,
    )
