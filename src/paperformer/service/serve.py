"""The service behind a socket."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from paperformer.errors import InvalidConfig
from paperformer.service.app import create_app
from paperformer.service.config import ServiceConfig
from paperformer.service.service import Service

_BACKLOG = 2048
_SECONDS_IDLE = 75  # longer than proxies keep a connection, so that none is closed under a request
_SECONDS_TO_ANSWER = 10  # requests under way when the service is asked to end


def serve(service: Service, listening: Callable[[str], None]) -> None:
    """Answer requests until Ctrl-C or SIGTERM.

    Args:
        service: What answers.
        listening: Told the URL once the socket is bound.

    Raises:
        InvalidConfig: the address is taken, or is none of this machine's.
    """
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
        uvicorn.Server(settings).run(sockets=[bound])


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
