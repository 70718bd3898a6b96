"""The HTTP application: routes, what holds for all of them, and the life of the service behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import Lifespan

from paperformer import __version__
from paperformer.service.middleware import Answered, BodyLimit, HostCheck, allowed_hosts
from paperformer.service.openapi import openapi_of
from paperformer.service.problems import add_handlers
from paperformer.service.proxies import TrustedProxies
from paperformer.service.routes import (
    content,
    documents,
    export,
    feedback,
    health,
    improvement,
    labels,
    posted,
    quality,
    reading,
    review,
    session,
)
from paperformer.service.service import Service

_DESCRIPTION = "Reads invoices and receipts: a document goes in, its fields come out. See docs/service.md."
WEB = Path(str(files("paperformer.service").joinpath("web")))


def create_app(service: Service) -> FastAPI:
    """The application of a service, which starts and ends with it."""

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        service.start()
        try:
            yield
        finally:
            service.stop()

    app = _application(life)
    app.state.service = service
    add_handlers(app)
    config = service.config
    app.add_middleware(BodyLimit, upload_bytes=config.limits.file_bytes)
    app.add_middleware(HostCheck, hosts=allowed_hosts(config.is_loopback, config.allowed_hosts))
    app.add_middleware(Answered, metrics=service.metrics)
    app.add_middleware(TrustedProxies, networks=service.proxies)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def api_description() -> dict[str, Any]:
    """The OpenAPI document, without a service."""
    return openapi_of(_application(None))


def _application(life: Lifespan[FastAPI] | None) -> FastAPI:
    app = FastAPI(
        title="Paperformer",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        generate_unique_id_function=lambda route: route.name,
    )
    _add_routes(app)
    return app


def _add_routes(app: FastAPI) -> None:
    api = APIRouter(prefix="/v1")
    for resource in (
        posted,
        documents,
        labels,
        reading,
        content,
        feedback,
        review,
        export,
        quality,
        improvement,
        session,
    ):
        api.include_router(resource.router)
    app.include_router(api)
    app.include_router(health.router)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(WEB / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/docs", include_in_schema=False)
    async def api_page() -> FileResponse:
        return FileResponse(WEB / "docs.html", headers={"cache-control": "no-cache"})

    app.mount("/web", StaticFiles(directory=WEB, check_dir=False), name="web")


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        app.openapi_schema = openapi_of(app)
    return app.openapi_schema
