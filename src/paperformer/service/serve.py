"""The service behind a socket."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import threading
from collections.abc import Callable

import uvicorn

from paperformer.documents.heap import share_heaps
from paperformer.errors import InvalidConfig
from paperformer.service.app import create_app
from paperformer.service.config import ServiceConfig
from paperformer.service.service import Service

_BACKLOG = 2048
_SECONDS_IDLE = 75  # longer than proxies keep a connection, so that none is closed under a request
_SECONDS_TO_READ = 3.0  # for documents that are being read when the service is asked to end
_SECONDS_TO_ANSWER = 4  # for all requests that are under way then
_SECONDS_TO_END = 9.0  # after which the process ends, whatever still runs
_log = logging.getLogger(__name__)


def serve(service: Service, listening: Callable[[str], None]) -> None:
    """Answer requests until Ctrl-C or SIGTERM.

    Args:
        service: What answers.
        listening: Told the URL once the socket is bound.

    Raises:
        InvalidConfig: the address is taken, or is none of this machine's.
    """
    share_heaps()
    bound = _bind(service.config)
    with bound:
        host, port = bound.getsockname()[:2]
        listening(f"http://{f'[{host}]' if ':' in host else host}:{port}")
        settings = uvicorn.Config(
            create_app(service),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_SECONDS_TO_ANSWER,
            timeout_keep_alive=_SECONDS_IDLE,
        )
        server = _Server(settings, service)
        gc.collect()
        gc.freeze()  # what is there now stays: looking for garbage need not go through it again
        server.run(sockets=[bound])


class _Server(uvicorn.Server):
    """A server that ends within ten seconds.

    Documents that are read by then are answered; the others wait for the next start, and their senders are
    told where to look for them. What is accepted is on disk, so nothing is lost where the process is ended at
    last under a request that waits for something that does not come.
    """

    def __init__(self, settings: uvicorn.Config, service: Service) -> None:
        super().__init__(settings)
        self._service = service
        self._watchdog = threading.Timer(_SECONDS_TO_END, _end)
        self._watchdog.daemon = True

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            super().run(sockets)
        finally:
            self._watchdog.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._watchdog.start()
        self._service.drain()
        asyncio.get_running_loop().call_later(_SECONDS_TO_READ, self._service.workers.interrupt)
        await super().shutdown(sockets)


def _end() -> None:
    _log.warning("the service ends although requests do not; what was accepted is read after the next start")
    os._exit(0)


def _bind(config: ServiceConfig) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named, or asyncio leaves Nagle's algorithm on, and answers wait 40 ms for an acknowledgement.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((config.host, config.port))
        bound.listen(_BACKLOG)
    except OSError as error:
        bound.close()
        raise InvalidConfig(
            f"{config.host}:{config.port} cannot be listened on: {error.strerror}",
            "Choose another --port or --host",
        ) from error
    return bound
