"""A small IMAP server (RFC 3501, MOVE, UIDPLUS): a thread a client, a few commands, faults on demand."""

from __future__ import annotations

import re
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

USER, PASSWORD = "bills@example.com", 'se"cret'


@dataclass
class Mail:
    """A mail and its flags."""

    data: bytes
    flags: set[str] = field(default_factory=set)


@dataclass
class ImapServer:
    """What the server holds, and how it misbehaves.

    Args:
        boxes: Mails by mailbox and UID.
        can: Capabilities beside IMAP4rev1.
        drop_before: Commands (``FETCH``) before which the connection is cut, each once.
        refuse: Commands that are answered with NO.
        claimed_size: What RFC822.SIZE says; None is the truth.
        certificate: For TLS.
        tls: Whether it speaks TLS from the first byte.
    """

    boxes: dict[str, dict[int, Mail]] = field(default_factory=lambda: {"INBOX": {}})
    can: tuple[str, ...] = ("MOVE", "UIDPLUS")
    drop_before: list[str] = field(default_factory=list)
    refuse: tuple[str, ...] = ()
    claimed_size: int | None = None
    certificate: Path | None = None
    tls: bool = False
    validity: int = 7
    port: int = 0
    seen: list[str] = field(default_factory=list)
    next_uid: int = 1

    def deliver(self, *mails: bytes, box: str = "INBOX") -> None:
        """Put mails into a mailbox."""
        for data in mails:
            self.boxes[box][self.next_uid] = Mail(data)
            self.next_uid += 1

    def flags(self, box: str = "INBOX") -> list[set[str]]:
        """The flags of all mails of a mailbox."""
        return [mail.flags for _, mail in sorted(self.boxes[box].items())]

    def count(self, command: str) -> int:
        """How often a command came."""
        return sum(command in line for line in self.seen)

    @property
    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        assert self.certificate is not None
        context.load_cert_chain(self.certificate)
        return context


class _Session(socketserver.BaseRequestHandler):
    """One client."""

    def setup(self) -> None:
        self.imap: ImapServer = self.server.imap  # type: ignore[attr-defined]
        self.box = ""
        self.sock: socket.socket = self.request
        if self.imap.tls:
            self.sock = self.imap.context.wrap_socket(self.sock, server_side=True)
        self.file = self.sock.makefile("rb")

    def handle(self) -> None:
        with suppress(OSError):
            self.say("* OK ready")
            while line := self.file.readline():
                tag, command, rest = [*line.decode().strip().split(" ", 2), ""][:3]
                kind = rest.split(" ")[0] if command == "UID" else command
                self.imap.seen.append(f"{command} {rest}")
                if kind in self.imap.drop_before:
                    self.imap.drop_before.remove(kind)
                    return
                if kind in self.imap.refuse:
                    self.say(f"{tag} NO not now")
                    continue
                if self.run(tag, command, rest):
                    return

    def finish(self) -> None:
        self.file.close()
        self.sock.close()

    def say(self, *lines: str) -> None:
        self.sock.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def run(self, tag: str, command: str, rest: str) -> bool:
        """Answer one command; whether the session is over."""
        if command == "STARTTLS":
            self.say(f"{tag} OK begin")
            self.sock = self.imap.context.wrap_socket(self.sock, server_side=True)
            self.file = self.sock.makefile("rb")
            return False
        if command == "LOGIN":
            escaped = PASSWORD.replace('"', '\\"')
            given = rest.replace(f'"{USER}"', USER)
            self.say(
                f"{tag} OK in" if given == f'{USER} "{escaped}"' else f"{tag} NO [AUTHENTICATIONFAILED] no"
            )
            return False
        run: Callable[[str], Iterable[str]] = getattr(self, f"do_{command.lower()}")
        try:
            self.say(*run(rest))
            self.say(f"{tag} OK done")
        except KeyError:
            self.say(f"{tag} NO [TRYCREATE] no such mailbox")
        return command == "LOGOUT"

    def do_capability(self, _: str) -> Iterator[str]:
        yield "* CAPABILITY IMAP4rev1 " + " ".join(self.imap.can)

    def do_logout(self, _: str) -> Iterator[str]:
        yield "* BYE"

    def do_status(self, rest: str) -> Iterator[str]:
        name = re.fullmatch(r'"(.*)" \(UIDNEXT\)', rest)
        assert name is not None
        self.imap.boxes[name[1]]
        yield f"* STATUS {rest}"

    def do_select(self, rest: str) -> Iterator[str]:
        self.box = rest.strip('"')
        yield f"* {len(self.imap.boxes[self.box])} EXISTS"
        yield f"* OK [UIDVALIDITY {self.imap.validity}] valid"

    def do_uid(self, rest: str) -> Iterator[str]:
        command, arguments = rest.split(" ", 1)
        mails = self.imap.boxes[self.box]
        if command == "SEARCH":
            unseen = "UNSEEN" in arguments
            found = [n for n, mail in sorted(mails.items()) if not (unseen and r"\Seen" in mail.flags)]
            yield "* SEARCH " + " ".join(str(n) for n in found if r"\Deleted" not in mails[n].flags)
            return
        number, _, arguments = arguments.partition(" ")
        uid = int(number)
        if uid in mails:
            yield from getattr(self, f"uid_{command.lower()}")(uid, mails[uid], arguments.strip('"'))

    def uid_fetch(self, uid: int, mail: Mail, what: str) -> Iterator[str]:
        if "SIZE" in what:
            size = len(mail.data) if self.imap.claimed_size is None else self.imap.claimed_size
            yield f"* 1 FETCH (UID {uid} RFC822.SIZE {size})"
            return
        self.sock.sendall(f"* 1 FETCH (UID {uid} BODY[] {{{len(mail.data)}}}\r\n".encode() + mail.data)
        yield ")"

    def uid_store(self, _: int, mail: Mail, what: str) -> Iterator[str]:
        mail.flags |= set(re.findall(r"\\\w+", what))
        return iter(())

    def uid_copy(self, _: int, mail: Mail, target: str) -> Iterator[str]:
        self.imap.boxes[target]
        self.imap.deliver(mail.data, box=target)
        return iter(())

    def uid_move(self, uid: int, mail: Mail, target: str) -> Iterator[str]:
        yield from self.uid_copy(uid, mail, target)
        yield from self.uid_expunge(uid, mail, "")

    def uid_expunge(self, uid: int, _mail: Mail, _: str) -> Iterator[str]:
        del self.imap.boxes[self.box][uid]
        return iter(())


class _Threaded(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_: object) -> None:
        """A client that goes away, as one that does not trust the certificate, is no fault of the server."""


@contextmanager
def running(imap: ImapServer) -> Iterator[ImapServer]:
    """Serve until the context ends."""
    with _Threaded(("127.0.0.1", 0), _Session) as server:
        server.imap = imap  # type: ignore[attr-defined]
        imap.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield imap
        finally:
            server.shutdown()
            thread.join()
