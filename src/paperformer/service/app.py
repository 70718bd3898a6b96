"""The HTTP application: routes, what holds for all of them, and the life of the service behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from paperformer import __version__
from paperformer.service.middleware import Answered, BodyLimit, HostCheck, allowed_hosts
from paperformer.service.problems import ProblemDocument, add_handlers
from paperformer.service.proxies import TrustedProxies
from paperformer.service.routes import (
    content,
    documents,
    export,
    feedback,
    health,
    labels,
    posted,
    quality,
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

    app = FastAPI(
        title="Paperformer",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.service = service
    _add_routes(app)
    add_handlers(app)
    config = service.config
    app.add_middleware(BodyLimit, upload_bytes=config.limits.file_bytes)
    app.add_middleware(HostCheck, hosts=allowed_hosts(config.is_loopback, config.allowed_hosts))
    app.add_middleware(Answered, metrics=service.metrics)
    app.add_middleware(TrustedProxies, networks=service.proxies)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _add_routes(app: FastAPI) -> None:
    api = APIRouter(prefix="/v1")
    for resource in (posted, documents, labels, content, feedback, review, export, quality, session):
        api.include_router(resource.router)
    app.include_router(api)
    app.include_router(health.router)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(WEB / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/web", StaticFiles(directory=WEB, check_dir=False), name="web")


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        components = schema.setdefault("components", {})
        components.setdefault("schemas", {})["ProblemDocument"] = ProblemDocument.model_json_schema()
        components["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer", "description": "A key: `paperformer keys create`."}
        }
        schema["security"] = [{"key": []}]
        app.openapi_schema = schema
    return app.openapi_schema
