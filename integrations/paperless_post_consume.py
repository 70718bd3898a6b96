#!/usr/bin/env python3
"""A post-consume script for paperless-ngx: fills custom fields with what Paperformer reads.

It needs Python 3.9 and nothing else, and talks to a running `paperformer serve`. See docs/paperless-ngx.md.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

FIELDS = (
    "document_number,document_date,due_date,supplier_name,total_incl_vat,total_vat,currency,iban,"
    "payment_reference"
)
TOTALS = {"total_incl_vat", "total_excl_vat", "total_vat"}
AMOUNTS = frozenset({*TOTALS, "amount_due", "subtotal", "rounding", "tip"})
DATES = frozenset({"document_date", "due_date", "period_start", "period_end"})
TYPES = frozenset({"string", "longtext", "date", "monetary", "float", "integer"})  # that can be filled
LONGEST_TEXT = 128  # of a custom field of type string
DOUBTS = "paperformer_doubts"  # the custom field that names the doubtful ones
SECONDS = 180
TRIES = 5
JUST_NOW = timedelta(hours=1)


class Failed(Exception):
    """What went wrong, in one line."""


@dataclass(frozen=True)
class Settings:
    """What the environment says.

    Args:
        document: Number of the document in paperless-ngx.
        file: The document.
        paperless, token: Address of paperless-ngx, and a token of its API.
        names: Names of custom fields by field.
        replaces: Whether values that are there already are replaced.
        doubt: Below this confidence a value is marked.
        least: Below this confidence a value is left out.
        tag: Of documents with doubtful values.
    """

    document: int
    file: Path
    paperless: str
    token: str
    names: Mapping[str, str]
    replaces: bool
    doubt: float
    least: float
    tag: str


def given(environment: Mapping[str, str], name: str, default: str | None = None) -> str:
    """The value of a variable, or of the file that it names with ``_FILE``."""
    if f"{name}_FILE" in environment:
        try:
            return Path(environment[f"{name}_FILE"]).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise Failed(f"{name}_FILE cannot be read ({error.strerror})") from error
    value = environment.get(name) or default
    if value is None:
        raise Failed(f"{name} is not set")
    return value


def address(environment: Mapping[str, str], name: str) -> str:
    """The address that a variable names."""
    url = given(environment, name).rstrip("/")
    if urlsplit(url).scheme not in ("http", "https"):
        raise Failed(f"{name} is no http:// or https:// address")
    return url


def service_of(environment: Mapping[str, str]) -> Api:
    """The service that reads the documents."""
    key = given(environment, "PAPERFORMER_KEY")
    return Api(address(environment, "PAPERFORMER_URL"), f"Bearer {key}", "Paperformer")


def settings_of(environment: Mapping[str, str]) -> Settings:
    """The settings, or an error that names the variable."""

    mode = given(environment, "PAPERFORMER_MODE", "append")
    if mode not in ("append", "replace"):
        raise Failed(f"PAPERFORMER_MODE is {mode}. Use append or replace")
    pairs = [entry.partition("=") for entry in given(environment, "PAPERFORMER_FIELDS", FIELDS).split(",")]
    try:
        return Settings(
            document=int(given(environment, "DOCUMENT_ID")),
            file=Path(given(environment, "DOCUMENT_SOURCE_PATH")),
            paperless=address(environment, "PAPERFORMER_PAPERLESS_URL"),
            token=given(environment, "PAPERFORMER_PAPERLESS_TOKEN"),
            names={field.strip(): (name or field).strip() for field, _, name in pairs},
            replaces=mode == "replace",
            doubt=float(given(environment, "PAPERFORMER_DOUBT", "0.9")),
            least=float(given(environment, "PAPERFORMER_LEAST", "0.5")),
            tag=given(environment, "PAPERFORMER_TAG", "check values"),
        )
    except ValueError as error:
        raise Failed(f"DOCUMENT_ID, PAPERFORMER_DOUBT or PAPERFORMER_LEAST is no number ({error})") from error


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would send key and document to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Api:
    """An HTTP API that speaks JSON."""

    def __init__(self, base: str, authorization: str, name: str) -> None:
        self._base, self._authorization, self._name = base, authorization, name
        self._opener = build_opener(_NoRedirect)

    def call(self, method: str, path: str, content: Any = None) -> Any:
        """The response to a request; bytes are sent as they are, all else as JSON."""
        try:
            return json.loads(self.fetch(method, path, content))
        except ValueError as error:
            raise Failed(f"{self._name} does not answer with JSON at {self._base}: {error}") from error

    def fetch(self, method: str, path: str, content: Any = None) -> bytes:
        """The body of the response."""
        is_file = isinstance(content, bytes)
        data = content if is_file or content is None else json.dumps(content).encode()
        kind = "application/octet-stream" if is_file else "application/json"
        headers = {"Authorization": self._authorization, "Accept": "*/*", "Content-Type": kind}
        request = Request(f"{self._base}{path}", data=data, headers=headers, method=method)
        for tried in range(1, TRIES + 1):
            try:
                with self._opener.open(request, timeout=SECONDS) as response:
                    return bytes(response.read())
            except HTTPError as error:
                said = reason_of(error.read(3000))
                if error.code not in (429, 503) or tried == TRIES:
                    what = f"{method} {path.partition('?')[0]}"
                    raise Failed(f"{self._name}: {what} was answered with {error.code}: {said}") from error
                time.sleep(min(float(error.headers.get("Retry-After") or tried), 30.0))
            except (URLError, OSError, ValueError) as error:
                raise Failed(f"{self._name} does not answer at {self._base}: {error}") from error
        raise AssertionError("the last try returns or raises")


def reason_of(body: bytes) -> str:
    """What a refusal says: the detail of a problem document, or how it begins."""
    text = body.decode("utf-8", "replace")
    with suppress(ValueError, KeyError, TypeError):  # no JSON, or of another shape: it is shown as it is
        text = str(json.loads(text)["detail"])
    return " ".join(text.split())[:300]


def posted(api: Api, file: Path) -> dict[str, Any]:
    """The document that a file became, once it is read.

    The parser plugin may have sent the same file just now: it is not read a second time.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Failed(f"{file} cannot be read ({error.strerror})") from error
    name = f"paperless-ngx:{hashlib.sha256(data).hexdigest()}"
    since = (datetime.now(timezone.utc) - JUST_NOW).isoformat()  # noqa: UP017  # Python 3.9
    recent = urlencode({"external_id": name, "updated_since": since, "state": "done", "limit": 1})
    if there := api.call("GET", f"/v1/documents?{recent}")["items"]:
        return dict(there[0])
    query = urlencode({"name": file.name, "tags": "paperless-ngx", "external_id": name})
    document = api.call("POST", f"/v1/documents?{query}", data)
    end = time.monotonic() + 10 * SECONDS
    while document["state"] in ("queued", "working"):
        if time.monotonic() > end:
            raise Failed(f"Paperformer has not read {file.name} after {10 * SECONDS} seconds")
        time.sleep(1)
        document = api.call("GET", f"/v1/documents/{document['id']}")
    if document["state"] == "failed":
        raise Failed(f"Paperformer cannot read {file.name}: {(document.get('error') or {}).get('detail')}")
    return dict(document)


def best_of(api: Api, document: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The best candidate of each field, by name."""
    extraction = api.call("GET", f"/v1/documents/{document['id']}/extraction?max_results=1")
    return {name: found[0] for name, found in extraction["fields"].items() if found}


def all_of(api: Api, path: str) -> list[dict[str, Any]]:
    """All objects of a list, page by page."""
    found: list[dict[str, Any]] = []
    for page in itertools.count(1):
        answer = api.call("GET", f"{path}?page={page}&page_size=100")
        found += answer["results"]
        if not answer["next"]:
            break
    return found


def type_of(field: str) -> str:
    """The type of a custom field that is made for a field."""
    return "monetary" if field in AMOUNTS else "date" if field in DATES else "string"


def written(value: str, data_type: str, currency: str) -> Any:
    """A value as a custom field of this type takes it; None where it cannot."""
    if data_type == "monetary":
        amount = f"{float(value):.2f}"
        return f"{currency}{amount}" if len(currency) == 3 and currency.isupper() else amount
    if data_type == "float":
        return float(value)
    if data_type == "integer":
        return int(value)
    return value if data_type == "longtext" or len(value) <= LONGEST_TEXT else None


def custom_fields(api: Api, settings: Settings) -> dict[str, dict[str, Any]]:
    """The custom fields to be filled, by name; those that are not there are made."""
    there = {entry["name"]: entry for entry in all_of(api, "/api/custom_fields/")}
    for field, name in {**settings.names, DOUBTS: DOUBTS}.items():
        if name not in there:
            kind = "longtext" if field == DOUBTS else type_of(field)
            there[name] = api.call("POST", "/api/custom_fields/", {"name": name, "data_type": kind})
    return there


def tag_of(api: Api, name: str) -> int:
    """The number of a tag, which is made where it is not there."""
    found = api.call("GET", f"/api/tags/?name__iexact={quote(name)}")["results"]
    return int((found[0] if found else api.call("POST", "/api/tags/", {"name": name}))["id"])


def fill(api: Api, settings: Settings, values: Mapping[str, Mapping[str, Any]]) -> str:
    """Fill the custom fields of the document; a line about what was done."""
    fields = custom_fields(api, settings)
    document = api.call("GET", f"/api/documents/{settings.document}/")
    filled = {entry["field"]: entry["value"] for entry in document["custom_fields"]}
    currency = str(values.get("currency", {}).get("value", ""))
    new, doubtful, left_out = dict[int, Any](), [], []
    for field, name in settings.names.items():
        best, custom = values.get(field), fields[name]
        if best is None or best["confidence"] < settings.least:
            continue
        if filled.get(custom["id"]) not in (None, "") and not settings.replaces:
            continue
        try:
            kind = custom["data_type"]
            value = written(best["value"], kind, currency) if kind in TYPES else None
        except ValueError:
            value = None
        if value is None:
            left_out.append(name)
            continue
        new[custom["id"]] = value
        if best["confidence"] < settings.doubt:
            doubtful.append(f"{name} ({best['confidence']:.0%})")
    if not new:
        return "nothing to fill"
    change, count, marked = dict[str, Any](), len(new), set(document["tags"])
    if doubtful or settings.replaces:
        new[fields[DOUBTS]["id"]] = ", ".join(doubtful)
        tag = tag_of(api, settings.tag)
        marked = marked | {tag} if doubtful else marked - {tag}
    if marked != set(document["tags"]):
        change["tags"] = sorted(marked)
    # The list replaces all custom fields of the document, so those that are kept stand in it too.
    change["custom_fields"] = [{"field": id, "value": value} for id, value in {**filled, **new}.items()]
    api.call("PATCH", f"/api/documents/{settings.document}/", change)
    notes = [("doubtful", doubtful), ("of another type or too long", left_out)]
    said = [f"{what}: {', '.join(names)}" for what, names in notes if names]
    return "; ".join([f"{count} custom fields filled", *said])


def main(environment: Mapping[str, str]) -> str:
    """Read the document and fill its fields."""
    settings = settings_of(environment)
    service = service_of(environment)
    paperless = Api(settings.paperless, f"Token {settings.token}", "paperless-ngx")
    return fill(paperless, settings, best_of(service, posted(service, settings.file)))


if __name__ == "__main__":
    try:
        print(f"paperformer: document {os.environ.get('DOCUMENT_ID')}: {main(os.environ)}")
    except Failed as failed:
        sys.exit(f"paperformer: {' '.join(str(failed).split())}")
