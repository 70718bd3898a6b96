"""The OpenAPI document says all that a program, or the person who writes it, has to know."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter
from running_service import Running

from paperformer.service import (
    operation_schema,
    problems,
    reading_choice,
    review_schema,
    schema,
    webhook_body,
)
from paperformer.service.api_texts import descriptions
from paperformer.service.uploads import UploadOptions

MODULES = (schema, operation_schema, review_schema, reading_choice, problems, webhook_body)


@pytest.fixture(scope="module")
def api(fake: Running) -> dict[str, Any]:
    document: dict[str, Any] = fake.client.get("/v1/openapi.json").raise_for_status().json()
    return document


def operations(api: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    paths = [("paths", path, methods) for path, methods in api["paths"].items()]
    hooks = [("webhooks", name, methods) for name, methods in api["webhooks"].items()]
    return [
        (f"{method} {path}", operation)
        for _, path, methods in paths + hooks
        for method, operation in methods.items()
    ]


def test_every_operation_parameter_body_and_field_is_described(api: dict[str, Any]) -> None:
    missing = [label for label, operation in operations(api) if not operation.get("description")]
    missing += [
        f"{label}: {parameter['name']}"
        for label, operation in operations(api)
        for parameter in operation.get("parameters", ())
        if not parameter.get("description")
    ]
    for name, body in api["components"]["schemas"].items():
        missing += [name] if not body.get("description") else []
        missing += [
            f"{name}.{field}" for field, of in body["properties"].items() if not of.get("description")
        ]
    assert missing == []


def test_no_description_is_left_over(api: dict[str, Any]) -> None:
    bodies = api["components"]["schemas"]
    given = descriptions()
    described = {(name, field) for name, fields in given["schemas"].items() for field in fields}
    # A summary has the fields of a document, but no extraction: the entry is one for both.
    there = {(name, field) for name, body in bodies.items() for field in body["properties"]}
    assert described - there == {("Summary", "extraction")}
    names = {one["name"] for _, operation in operations(api) for one in operation.get("parameters", ())}
    assert given["parameters"].keys() <= names
    assert given["examples"].keys() <= bodies.keys()


def test_the_form_of_an_upload_has_every_option(api: dict[str, Any]) -> None:
    content = api["paths"]["/v1/documents"]["post"]["requestBody"]["content"]
    form = content["multipart/form-data"]["schema"]["properties"]
    assert form.keys() == {"file", *UploadOptions.model_fields}
    for name, field in form.items():
        assert field["description"], name
    given = {name: field["examples"][0] for name, field in form.items() if name != "file"}
    assert UploadOptions.model_validate(given).metadata == {"cost_centre": "4711"}


@pytest.mark.parametrize("name", sorted(descriptions()["examples"]))
def test_every_example_is_valid(name: str) -> None:
    example = descriptions()["examples"][name]
    model = next(vars(module)[name] for module in MODULES if name in vars(module))
    assert isinstance(model, type)
    assert issubclass(model, BaseModel)
    found = TypeAdapter(model).validate_python(example)
    assert found.model_dump(mode="json", exclude_unset=True) == example


def test_every_json_body_of_a_request_has_an_example(api: dict[str, Any]) -> None:
    for label, operation in operations(api):
        content = operation.get("requestBody", {}).get("content", {})
        reference = content.get("application/json", {}).get("schema", {}).get("$ref")
        # A request of checks has the same body as one that saves.
        if reference is not None:
            assert "examples" in api["components"]["schemas"][reference.rsplit("/", 1)[-1]], label


def test_webhooks_are_described_with_their_signature(api: dict[str, Any]) -> None:
    assert list(api["webhooks"]) == ["document.done", "document.failed", "document.confirmed"]
    for name, methods in api["webhooks"].items():
        (signature,) = methods["post"]["parameters"]
        assert signature["name"] == "X-Paperformer-Signature"
        body = methods["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        fields = api["components"]["schemas"][body.rsplit("/", 1)[-1]]["properties"]
        event = fields["event"]
        assert name in event.get("enum", [event.get("const")])


def test_every_reference_leads_to_a_body_and_operations_have_short_names(api: dict[str, Any]) -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, list):
            return [one for child in node for one in references(child)]
        if not isinstance(node, dict):
            return []
        mine = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return mine + [one for child in node.values() for one in references(child)]

    bodies = api["components"]["schemas"]
    assert {one.rsplit("/", 1)[-1] for one in references(api)} <= bodies.keys()
    names = [operation["operationId"] for _, operation in operations(api)]
    assert len(set(names)) == len(names)
    assert "post_documents" in names


def test_the_page_of_the_api_comes_with_a_strict_policy(fake: Running) -> None:
    answer = fake.anonymous.get("/docs")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in answer.text
    assert "http" not in answer.text.replace("http-equiv", "")
