"""A mailbox on an IMAP server (RFC 3501), for those who read its mails one after the other.

Encryption is the default: ``imaps://`` is TLS from the first byte, ``imap://`` begins it (STARTTLS) before
the password is sent. The server is not trusted with memory: an answer may not be larger than a mail may be.
"""

from __future__ import annotations

import base64
import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

from paperformer.errors import InvalidConfig, MailboxUnavailable
from paperformer.service.mailbox_address import MailboxAddress

_SECONDS = 60.0  # that one command may take
_OVERHEAD = 1_000_000  # bytes of an answer beside the mail in it
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")


class Mailbox:
    """An open mailbox. A context manager.

    Args:
        address: Where it is.
        most_bytes: Of one mail; more is not taken from the server.

    Raises:
        InvalidConfig: the server refuses user, password or mailbox, or its certificate is not trusted.
        MailboxUnavailable: it cannot be reached now.
    """

    def __init__(self, address: MailboxAddress, most_bytes: int) -> None:
        self._address = address
        with self._reachable():
            self._imap = _connect(address, most_bytes)
        try:
            self._sign_in()
            self.validity = self._select()
            self._can = self._capabilities()
        except BaseException:
            self.close()
            raise

    def unread(self) -> list[int]:
        """The numbers (UIDs) of mails that nobody has read, the oldest first."""
        return self._search("UNSEEN")

    def present(self) -> list[int]:
        """The numbers of all mails, the oldest first."""
        return self._search("ALL")

    def size(self, uid: int) -> int | None:
        """How many bytes a mail has; None where it is gone."""
        for line in self._uid("FETCH", str(uid), "(RFC822.SIZE)"):
            match = _SIZE.search(line) if isinstance(line, bytes) else None
            if match:
                return int(match[1])
        return None

    def fetch(self, uid: int) -> bytes | None:
        """A mail, which stays unread; None where it is gone."""
        for part in self._uid("FETCH", str(uid), "(BODY.PEEK[])"):
            if isinstance(part, tuple) and b"BODY[]" in part[0].upper():
                return bytes(part[1])
        return None

    def mark(self, uid: int, *flags: str) -> None:
        """Give a mail flags, such as ``\\Seen``."""
        self._uid("STORE", str(uid), "+FLAGS.SILENT", f"({' '.join(flags)})")

    def move(self, uid: int, target: str) -> None:
        """Move a mail into another mailbox; a server without MOVE (RFC 6851) copies and deletes it."""
        if "MOVE" in self._can:
            self._uid("MOVE", str(uid), quoted(target))
            return
        self._uid("COPY", str(uid), quoted(target))
        self.mark(uid, r"\Deleted")
        if "UIDPLUS" in self._can:  # without it others' deleted mails would go too
            self._uid("EXPUNGE", str(uid))

    def require(self, mailbox: str) -> None:
        """Make sure that a mailbox is there.

        Raises:
            InvalidConfig: it is not.
        """
        with self._reachable():
            answer, _ = self._imap.status(quoted(mailbox), "(UIDNEXT)")
        if answer != "OK":
            raise InvalidConfig(
                f"{self._address.host} has no mailbox {mailbox}", "Create it, or name another"
            )

    def close(self) -> None:
        """Sign out; it does not matter whether the server hears it."""
        try:
            self._imap.logout()
        except (OSError, imaplib.IMAP4.error):
            _hang_up(self._imap)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _sign_in(self) -> None:
        address = self._address
        try:
            with self._reachable():
                self._imap.login(address.user, address.password)
        except imaplib.IMAP4.error as error:
            raise InvalidConfig(
                f"{address.host} does not let {address.user} in", "Check the user and the password"
            ) from error

    def _select(self) -> int:
        """Open the mailbox; the number that its UIDs are valid with."""
        with self._reachable():
            answer, _ = self._imap.select(quoted(self._address.mailbox))
            _, validity = self._imap.response("UIDVALIDITY")
        if answer != "OK":
            raise InvalidConfig(
                f"{self._address.host} has no mailbox {self._address.mailbox}",
                "Check its name in the address",
            )
        return int(validity[0]) if validity and isinstance(validity[0], bytes) else 0

    def _search(self, which: str) -> list[int]:
        found = [part for part in self._uid("SEARCH", which, "UNDELETED") if isinstance(part, bytes)]
        return sorted(int(number) for number in b" ".join(found).split())

    def _capabilities(self) -> frozenset[str]:
        """What the server can do: it may say more after the password than before."""
        with self._reachable():
            _, said = self._imap.capability()
        return frozenset(
            b" ".join(part for part in said if isinstance(part, bytes))
            .decode("ascii", "replace")
            .upper()
            .split()
        )

    def _uid(self, command: str, *arguments: str) -> list[bytes | tuple[bytes, bytes]]:
        with self._reachable():
            try:
                answer, data = self._imap.uid(command, *arguments)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                raise MailboxUnavailable(f"{self._address.host} refuses {command}: {error}") from error
        if answer != "OK":
            said = data[0].decode("utf-8", "replace") if data and isinstance(data[0], bytes) else answer
            raise MailboxUnavailable(f"{self._address.host} refuses {command}: {said[:200]}")
        return [part for part in data if part is not None]

    def _reachable(self) -> _Reachable:
        return _Reachable(self._address)


class _Reachable:
    """Makes one error of all that a lost connection raises."""

    def __init__(self, address: MailboxAddress) -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        host = f"{self._address.host}:{self._address.port}"
        if isinstance(error, ssl.SSLCertVerificationError):
            raise InvalidConfig(
                f"{host} shows a certificate that is not trusted ({error.verify_message})",
                "Check the address, or name your own authority's certificate with --ca-file",
            ) from error
        if isinstance(error, OSError | imaplib.IMAP4.abort):
            said = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise MailboxUnavailable(f"{host} cannot be reached ({said})") from error


def _connect(address: MailboxAddress, most_bytes: int) -> imaplib.IMAP4:
    """A connection, encrypted unless the address says otherwise."""
    most = most_bytes + _OVERHEAD
    if not address.encrypted:
        return _Bounded(most, address.host, address.port)
    try:
        context = ssl.create_default_context(cafile=address.ca_file)
    except (OSError, ssl.SSLError) as error:
        raise InvalidConfig(
            f"{address.ca_file} holds no certificates", "Give a file in the form PEM"
        ) from error
    if address.scheme == "imaps":
        return _BoundedTls(most, address.host, address.port, context)
    imap = _Bounded(most, address.host, address.port)
    try:
        if "STARTTLS" not in imap.capabilities:
            raise InvalidConfig(
                f"{address.host} does not offer encryption (STARTTLS)",
                "Use imaps://, or --no-tls in your own network",
            )
        imap.starttls(context)
    except BaseException:
        _hang_up(imap)
        raise
    return imap


def _hang_up(imap: imaplib.IMAP4) -> None:
    """Close a connection that may be broken already."""
    with suppress(OSError):
        imap.shutdown()


class _Bounded(imaplib.IMAP4):
    """Takes no more bytes at once than a mail may have."""

    def __init__(self, most: int, host: str, port: int) -> None:
        self._most = most
        super().__init__(host, port, timeout=_SECONDS)

    def read(self, size: int) -> bytes:
        if size > self._most:
            raise self.abort(f"the server sends {size:,} bytes at once")
        return super().read(size)


class _BoundedTls(imaplib.IMAP4_SSL):
    """The same, encrypted from the first byte."""

    def __init__(self, most: int, host: str, port: int, context: ssl.SSLContext) -> None:
        self._most = most
        super().__init__(host, port, ssl_context=context, timeout=_SECONDS)

    def read(self, size: int) -> bytes:
        if size > self._most:
            raise self.abort(f"the server sends {size:,} bytes at once")
        return super().read(size)


def quoted(mailbox: str) -> str:
    """A mailbox's name as IMAP writes it: in modified UTF-7 (RFC 3501, 5.1.3), between quotes."""
    text = "".join(_utf7(mailbox))
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def _utf7(text: str) -> Iterator[str]:
    for run in re.findall(r"[\x20-\x7e]+|[^\x20-\x7e]+", text):
        if run.isascii():
            yield run.replace("&", "&-")
        else:
            coded = base64.b64encode(run.encode("utf-16-be")).decode().rstrip("=").replace("/", ",")
            yield f"&{coded}-"
