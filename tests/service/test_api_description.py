"""The OpenAPI description holds for whatever anybody sends: no 5xx, no answer that it does not describe."""

from __future__ import annotations

import os
import warnings
from typing import Any

import pytest
from fake_reader import pdf
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from running_service import Running

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of packages that it brings
    schemathesis = pytest.importorskip("schemathesis", reason="needs pip install schemathesis")
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

EXAMPLES = int(os.environ.get("PAPERFORMER_EXAMPLES", "12"))  # of each operation and kind
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    "POST /v1/documents", "GET /v1/documents", "DELETE /v1/documents", "GET /v1/documents/{id}",
    "PATCH /v1/documents/{id}", "DELETE /v1/documents/{id}", "POST /v1/documents/{id}/retry",
    "POST /v1/documents/{id}/contents",
    "GET /v1/documents/{id}/extraction",
    "GET /v1/documents/{id}/file", "GET /v1/documents/{id}/pages/{number}.png",
    "GET /v1/documents/{id}/pages/{number}/words", "GET /v1/documents/{id}/fields",
    "PUT /v1/documents/{id}/fields", "POST /v1/documents/{id}/checks",
    "GET /v1/documents/{id}/evidence/{field}", "GET /v1/documents/{id}/review", "POST /v1/review/confirm",
    "POST /v1/review/tag", "POST /v1/review/assign", "GET /v1/assignees", "GET /v1/reading",
    "POST /v1/review/delete", "POST /v1/review/retry", "POST /v1/review/join",
    "GET /v1/export", "GET /v1/fields",
    "GET /v1/metrics/fields", "GET /v1/audit",
    "GET /v1/improvement", "POST /v1/improvement", "POST /v1/improvement/promote",
    "GET /v1/session", "POST /v1/session", "DELETE /v1/session", "GET /healthz", "GET /readyz",
    "GET /metrics",
]  # fmt: skip


@pytest.fixture(scope="module")
def operations(fake: Running) -> dict[str, Any]:
    described = schemathesis.openapi.from_dict(fake.client.get("/v1/openapi.json").json())
    found = (result.ok() for result in described.get_all_operations())
    return {operation.label: operation for operation in found}


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    assert sorted(operations) == sorted(OPERATIONS)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["valid", "invalid"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_one_that_the_description_has(
    fake: Running, operations: dict[str, Any], label: str, mode: GenerationMode
) -> None:
    there = fake.post(pdf("Total 12.00")).json()["id"]
    strategy = operations[label].as_strategy(generation_mode=mode)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy, st.booleans())
    def call(case: Any, is_there: bool) -> None:
        fake.service.sign_ins.forget()
        if is_there and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = there
        case.call_and_validate(
            base_url=fake.url, headers={"Authorization": f"Bearer {fake.key}"}, checks=CHECKS
        )

    call()
