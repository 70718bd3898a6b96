"""The OpenAPI description of an upload: its options, which are texts in a form or a query, and its body."""

from __future__ import annotations

from typing import Any

from paperformer.service.uploads import UploadOptions

_TEXTS: dict[str, dict[str, Any]] = {
    "tags": {"type": "string", "maxLength": 1000},
    "metadata": {"type": "string", "maxLength": 4_000},  # in a query; a form may hold more
    "known_parties": {"type": "string", "maxLength": 1_000_000},
    "level": {"type": "string", "enum": ["very_low", "low", "mid", "high", "very_high"]},
}
"""Options that have another type than the one that they are read into."""
_EXAMPLES: dict[str, Any] = {
    "name": "invoice-4711.pdf",
    "fields": "supplier_name,total_incl_vat,document_date",
    "max_results": 1,
    "min_confidence": 0.5,
    "level": "mid",
    "tags": "march,travel",
    "external_id": "INV-2025-0042",
    "metadata": '{"cost_centre": "4711"}',
    "split": False,
    "known_parties": '{"name": "Acme Ltd", "role": "supplier", "vat_numbers": ["GB123456789"]}',
    "webhook": "https://bills.example.com/hooks/paperformer",
}
_FORM_ONLY = frozenset({"known_parties"})  # too long for a query


def _options() -> dict[str, dict[str, Any]]:
    """The schema of each option, as a text of a form or a query."""
    described = UploadOptions.model_json_schema()["properties"]
    return {name: _option(name, schema) for name, schema in described.items()}


def _option(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    some = next(option for option in schema.get("anyOf", [schema]) if option.get("type") != "null")
    plain = {key: value for key, value in some.items() if key not in ("title", "default", "description")}
    default = {"default": schema["default"]} if schema.get("default") is not None else {}
    typed = _TEXTS.get(name, {**plain, **default})
    return {**typed, "description": schema["description"], "examples": [_EXAMPLES[name]]}


_OPTIONS = _options()
_FILES = {
    "type": "array",
    "items": {"type": "string", "format": "binary"},
    "minItems": 1,
    "maxItems": 100,
    "description": "The file, or several files; each is a document.",
}
QUERY: list[dict[str, Any]] = [
    {
        "name": name,
        "in": "query",
        "required": False,
        "description": schema["description"],
        "schema": {key: value for key, value in schema.items() if key not in ("description", "examples")},
        "example": schema["examples"][0],
    }
    for name, schema in _OPTIONS.items()
    if name not in _FORM_ONLY
]
BODY: dict[str, Any] = {
    "required": True,
    "description": "The files in a form, with options beside them; or the bytes of one file.",
    "content": {
        "multipart/form-data": {
            "schema": {"type": "object", "required": ["file"], "properties": {"file": _FILES, **_OPTIONS}}
        },
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
    },
}
