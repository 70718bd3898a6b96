"""One call of a webhook, within a limit of time that holds for all of it.

A limit for each read, as ``http.client`` has it, would let a receiver that drips single bytes go on for ever.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from functools import cache
from urllib.parse import SplitResult, urlsplit

_PIECE = 65_536
PORTS = {"http": 80, "https": 443}


class Call:
    """A POST that takes ``seconds`` at most, from the connection to the status of the answer.

    Only the search for the address of a name is left to the system's own limits. Redirects are not followed,
    and nothing is read beyond the head of the answer.

    Args:
        url: Where it goes: http or https.
        seconds: What it may take.
    """

    def __init__(self, url: str, seconds: float) -> None:
        self._parts = urlsplit(url)
        self._seconds = seconds
        self._socket: socket.socket | None = None
        self._ended = False
        self._lock = threading.Lock()

    def post(self, body: bytes, headers: dict[str, str]) -> bool:
        """Whether the answer was a good one, in time."""
        parts = self._parts
        end = time.monotonic() + self._seconds
        try:
            with self._connected(parts, end) as connected:
                connection = http.client.HTTPConnection("receiver")  # which is connected already
                connection.sock = _Timed(connected, end)
                target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                connection.request("POST", target, body, {"Host": parts.netloc, **headers})
                return 200 <= connection.getresponse().status < 300
        except (OSError, http.client.HTTPException):
            return False

    def end(self) -> None:
        """End the call from another thread: it fails."""
        with self._lock:
            self._ended = True
            if self._socket is not None:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    return  # it is closed already

    def _connected(self, parts: SplitResult, end: float) -> socket.socket:
        port = parts.port or PORTS[parts.scheme]
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        for number, (family, kind, protocol, _, address) in enumerate(found, 1):
            connected = socket.socket(family, kind, protocol)
            try:
                connected.settimeout(left_until(end))
                connected.connect(address)
                return self._kept(_encrypted(connected, parts, end))
            except OSError:
                connected.close()
                if number == len(found):
                    raise
        raise OSError(f"{parts.hostname} has no address")

    def _kept(self, connected: socket.socket) -> socket.socket:
        with self._lock:
            if self._ended:
                connected.close()
                raise TimeoutError("the call was ended")
            self._socket = connected
        return connected


def left_until(end: float) -> float:
    """Seconds until ``end`` on the monotonic clock.

    Raises:
        TimeoutError: none are left.
    """
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time of the call is over")
    return left


def _encrypted(connected: socket.socket, parts: SplitResult, end: float) -> socket.socket:
    if parts.scheme != "https":
        return connected
    connected.settimeout(left_until(end))  # holds for the whole handshake
    return _tls().wrap_socket(connected, server_hostname=parts.hostname)


@cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


class _Timed:
    """What ``http.client`` needs of a socket; every step has the time that is left to all of them."""

    def __init__(self, connected: socket.socket, end: float) -> None:
        self._connected, self._end = connected, end

    def sendall(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            self._connected.settimeout(left_until(self._end))
            self._connected.sendall(data[start : start + _PIECE])

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connected, self._end))

    def close(self) -> None:
        self._connected.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, end: float) -> None:
        self._connected, self._end = connected, end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._connected.settimeout(left_until(self._end))
        return self._connected.recv_into(buffer)
