"""A service as it is in use: real HTTP, real worker processes; what reads may be a fake."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn

from paperformer.service.app import create_app
from paperformer.service.config import ServiceConfig
from paperformer.service.jobs import MakeReader
from paperformer.service.service import Service

SECONDS_TO_START = 60.0


@dataclass
class Running:
    """A service that runs, a client that holds an administrator's key, and one that holds none."""

    service: Service
    url: str
    key: str
    client: httpx.Client
    anonymous: httpx.Client

    def post(self, data: bytes, **query: Any) -> httpx.Response:
        """Post a document as the body."""
        return self.client.post("/v1/documents", content=data, params=query)

    def post_async(self, data: bytes, **query: Any) -> httpx.Response:
        """Post a document without waiting for the answer."""
        return self.client.post(
            "/v1/documents", content=data, params=query, headers={"Prefer": "respond-async"}
        )

    def document(self, id: str) -> dict[str, Any]:
        """A document as the API has it."""
        answer: dict[str, Any] = self.client.get(f"/v1/documents/{id}").raise_for_status().json()
        return answer

    def closed(self, id: str, seconds: float = 120.0) -> dict[str, Any]:
        """A document once it is done or failed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            document = self.document(id)
            if document["state"] in ("done", "failed"):
                return document
            time.sleep(0.02)
        raise AssertionError(f"{id} is not read after {seconds} seconds")


@contextmanager
def run(config: ServiceConfig, make_reader: MakeReader | None) -> Iterator[Running]:
    """Run a service behind a socket of this machine until the context ends."""
    service = Service(config, make_reader)
    _, key = service.keys.create("tests", "admin")
    with socket.socket(proto=socket.IPPROTO_TCP) as bound:  # as serve does
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        settings = uvicorn.Config(create_app(service), log_level="warning", ws="none", proxy_headers=False)
        server = uvicorn.Server(settings)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            mine = {"Authorization": f"Bearer {key}"}
            with (
                httpx.Client(base_url=url, headers=mine, timeout=60) as client,
                httpx.Client(base_url=url) as anonymous,
            ):
                _wait_until_ready(client)
                yield Running(service, url, key, client, anonymous)
        finally:
            server.should_exit = True
            thread.join()


def _wait_until_ready(client: httpx.Client) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end:
        try:
            if client.get("/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("the service does not get ready")
