"""Receivers of webhooks on this machine: one that answers, and some that behave badly."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Listener:
    """A server that notes what it is told; it answers with ``status``."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 200
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                listener.calls.append((self.path, dict(self.headers), body))
                self.send_response(listener.status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def wait_for(self, count: int) -> None:
        end = time.monotonic() + 20
        while len(self.calls) < count:
            assert time.monotonic() < end, "no call"
            time.sleep(0.02)


class Sluggish:
    """A receiver that takes connections and behaves in one of several bad ways until it is closed.

    Args:
        manner: ``drips``: its answer comes byte by byte and never ends. ``silent``: it reads nothing and says
            nothing, as a TLS server that never shakes hands. ``continues``: it sends interim answers only.
    """

    def __init__(self, manner: str) -> None:
        self._manner = manner
        self._bound = socket.create_server(("127.0.0.1", 0))
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self.connections = 0
        self.url = f"http://127.0.0.1:{self._bound.getsockname()[1]}"
        self._threads[0].start()

    def _accept(self) -> None:
        self._bound.settimeout(0.05)
        while not self._closing.is_set():
            try:
                connected, _ = self._bound.accept()
            except TimeoutError:
                continue
            self.connections += 1
            thread = threading.Thread(target=self._serve, args=(connected,))
            self._threads.append(thread)
            thread.start()
        self._bound.close()

    def _serve(self, connected: socket.socket) -> None:
        drip = {"drips": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 10_000, "silent": b""}
        pieces = iter(drip.get(self._manner, b""))
        with connected, suppress(OSError):
            while not self._closing.wait(0.05):
                if self._manner == "continues":
                    connected.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
                for byte in itertools.islice(pieces, 1):
                    connected.sendall(bytes([byte]))

    def close(self) -> None:
        self._closing.set()
        for thread in self._threads:
            thread.join()
