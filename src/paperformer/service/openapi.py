"""The API as an OpenAPI document: what FastAPI knows, with descriptions, examples and webhooks."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from paperformer.service.api_texts import descriptions
from paperformer.service.problems import ProblemDocument
from paperformer.service.webhook import SIGNATURE
from paperformer.service.webhook_body import DocumentConfirmed, DocumentRead

_REFERENCE = "#/components/schemas/{model}"
_WEBHOOKS: dict[str, tuple[type[BaseModel], str]] = {
    "document.done": (DocumentRead, "A document was read."),
    "document.failed": (DocumentRead, "A document could not be read."),
    "document.confirmed": (DocumentConfirmed, "A person has confirmed a document."),
}
_CALLED = (
    "Sent to the URL that was given as `webhook` with the upload. Any answer of 2xx counts as received; "
    "else the call is made again, six times within half an hour."
)
_SIGNED = (
    "`t=SECONDS,v1=HEX`: HEX is the HMAC-SHA256 of `SECONDS.BODY`, keyed with the file `webhook-secret`."
)


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of an application."""
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for model in (ProblemDocument, DocumentRead, DocumentConfirmed):
        _add(schemas, model)
    document["webhooks"] = {name: {"post": _webhook(name)} for name in _WEBHOOKS}
    components["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer", "description": "A key: `paperformer keys create`."}
    }
    document["security"] = [{"key": []}]
    _describe(document)
    return document


def _add(schemas: dict[str, Any], model: type[BaseModel]) -> None:
    schema = model.model_json_schema(mode="serialization", ref_template=_REFERENCE)
    for name, definition in schema.pop("$defs", {}).items():
        schemas.setdefault(name, definition)
    schemas[model.__name__] = schema


def _webhook(name: str) -> dict[str, Any]:
    model, summary = _WEBHOOKS[name]
    reference = {"$ref": _REFERENCE.format(model=model.__name__)}
    signature = {"name": SIGNATURE, "in": "header", "required": True, "schema": {"type": "string"}}
    return {
        "operationId": name.replace(".", "_"),
        "summary": summary,
        "description": _CALLED,
        "tags": ["webhooks"],
        "parameters": [{**signature, "description": _SIGNED}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference}}},
        "responses": {"2XX": {"description": "Received."}},
    }


def _describe(document: dict[str, Any]) -> None:
    """Add the descriptions and examples where the code gives none."""
    given = descriptions()
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            text = given["schemas"].get(name, {}).get(field)
            if text is not None and "description" not in described:
                described["description"] = text
        if name in given["examples"]:
            schema["examples"] = [given["examples"][name]]
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                text = given["parameters"].get(parameter["name"])
                if text is not None and "description" not in parameter:
                    parameter["description"] = text
