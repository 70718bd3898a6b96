"""A value that cannot be is answered with a sentence: the field, what is wrong, and a right value."""

import re
from typing import Any

import httpx
import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.service.app import api_description
from paperformer.service.sentences import TEXTS
from paperformer.service.wrong_values import SHAPES, wrong_value

ID = "0123456789abcdef01234567"


def detail(answer: httpx.Response) -> str:
    assert answer.status_code == 422
    return str(answer.json()["detail"])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"limit": "many"}, "limit: has to be a whole number, such as 50"),
        ({"limit": "0"}, "limit: may not be less than 1, such as 1"),
        ({"limit": "201"}, "limit: may not be more than 200, such as 200"),
        ({"reviewed": "perhaps"}, "reviewed: has to be true or false, such as true"),
        ({"state": "gone"}, "state: has to be one of 'queued', 'working', 'done', 'failed'"),
        ({"updated_since": "lately"}, "updated_since: has to be a time, such as 2025-03-01T09:30:00Z"),
        ({"q": "x" * 201}, "q: may have at most 200 characters; shorten it"),
        (
            {"metadata": "cost centre"},
            "metadata.0: has to be a name and a value with a colon between them, such as cost_centre:4711",
        ),
    ],
)
def test_a_parameter_of_a_list(fake: Running, query: dict[str, str], said: str) -> None:
    assert detail(fake.client.get("/v1/documents", params=query)) == said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, 'ids: is missing, such as ["0123456789abcdef01234567"]'),
        ({"ids": []}, 'ids: has to have at least 1 entry, such as ["0123456789abcdef01234567"]'),
        ({"ids": ["x"]}, "ids.0: has to be the id of a document, such as 0123456789abcdef01234567"),
        ({"ids": "x"}, 'ids: has to be a JSON array, such as ["0123456789abcdef01234567"]'),
        ({"ids": [ID], "min_confidence": 2}, "min_confidence: may not be more than 1, such as 0.98"),
        ({"ids": [ID], "minimum": 1}, "minimum: is not known here. Leave it out; /docs lists what there is"),
        ([], 'The body has to be a JSON object, such as {"ids": ["0123456789abcdef01234567"], "min_conf'),
    ],
)
def test_a_body(fake: Running, body: Any, said: str) -> None:
    assert detail(fake.client.post("/v1/review/confirm", json=body)).startswith(said)


def test_a_body_that_is_no_json(fake: Running) -> None:
    answer = fake.client.patch(
        f"/v1/documents/{ID}", content="{tags}", headers={"Content-Type": "application/json"}
    )
    assert detail(answer).startswith('The body is no valid JSON. Write it, such as {"tags": ["paid"]')


def test_a_body_that_is_not_sent_as_json_is_told_the_header_that_lacks(fake: Running) -> None:
    for path in ("/v1/improvement/promote", "/v1/review/confirm"):
        answer = fake.client.post(path, content="{}", headers={"Content-Type": "text/plain"})
        assert detail(answer).endswith("Send the header Content-Type: application/json")


def test_an_address_or_method_that_is_not_there_leads_to_the_list_of_those_that_are(fake: Running) -> None:
    assert "/docs" in fake.client.get("/v1/improvements").json()["detail"]
    wrong = fake.client.put("/v1/improvement")
    assert wrong.status_code == 405
    assert wrong.json()["detail"].startswith("PUT is not for this address")


def test_an_option_of_an_upload(fake: Running) -> None:
    assert (
        detail(fake.post(pdf("x"), max_results="few")) == "max_results: has to be a whole number, such as 50"
    )
    assert detail(fake.post(pdf("x"), colour="red")).startswith("colour: is not known here.")


def patterns(node: Any) -> set[str]:
    """Every regular expression of the API's description."""
    if isinstance(node, list):
        return set().union(*map(patterns, node))
    if not isinstance(node, dict):
        return set()
    own = {value for key, value in node.items() if key == "pattern" and isinstance(value, str)}
    return own | {*node.get("patternProperties", ())} | set().union(*map(patterns, node.values()))


def test_every_pattern_of_the_api_is_explained_in_words() -> None:
    assert patterns(api_description()) == SHAPES.keys()


@pytest.mark.parametrize("pattern", SHAPES)
def test_the_example_of_a_pattern_is_right_and_the_sentence_holds_no_regular_expression(pattern: str) -> None:
    shape = SHAPES[pattern]
    assert re.search(pattern, shape.example)
    fault = {"type": "string_pattern_mismatch", "loc": ("body", "it"), "ctx": {"pattern": pattern}}
    said = wrong_value({**fault, "msg": f"String should match pattern {pattern!r}"})
    assert str(said) == f"it: has to be {shape.says}, such as {shape.example}"
    assert not set("^$[]{}\\\\") & set(str(said))


def test_a_fault_of_no_known_kind_shows_nothing_of_the_validator() -> None:
    fault = {"type": "new_kind", "loc": ("query", "it"), "msg": "Input should match ^x$", "ctx": {}}
    assert str(wrong_value(fault)) == "it: is not as it should be. See /docs for what it may be"


@pytest.mark.parametrize(
    ("query", "code", "values"),
    [
        ({"q": "x" * 201}, "wrong_too_long", {"place": "q", "most": "200"}),
        ({"limit": "0"}, "wrong_too_small", {"place": "limit", "least": "1"}),
        ({"limit": "many"}, "wrong_example", {"place": "limit", "example": "50"}),
        ({"reviewed": "perhaps"}, "wrong_example", {"place": "reviewed", "example": "true"}),
        ({"metadata": "x"}, "wrong_example", {"place": "metadata.0", "example": "cost_centre:4711"}),
    ],
)
def test_it_has_a_code_by_which_the_page_says_it_in_another_language(
    fake: Running, query: dict[str, str], code: str, values: dict[str, str]
) -> None:
    problem = fake.client.get("/v1/documents", params=query).json()
    assert (problem["code"], problem["values"]) == ("wrong_value", {**values, "cause": code})


def test_every_code_is_that_of_a_sentence_whose_values_are_given() -> None:
    faults: list[dict[str, Any]] = [
        {"type": kind, "ctx": {"ge": 1, "le": 1, "gt": 1, "lt": 1, "max_length": 1, "min_length": 1, **more}}
        for kind, more in (
            *((kind, {}) for kind in ("missing", "extra_forbidden", "bool_type", "value_error", "new_kind")),
            *((kind, {}) for kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than")),
            *((kind, {}) for kind in ("string_too_long", "string_too_short", "too_long", "too_short")),
            ("enum", {"expected": "'a' or 'b'"}),
            *(("string_pattern_mismatch", {"pattern": pattern}) for pattern in SHAPES),
        )
    ]
    said = [wrong_value({"loc": ("body", "it"), "msg": "", **fault}) for fault in faults]
    assert all(TEXTS[one.values["cause"]].format_map(one.values) for one in said)
    others = {"wrong_value", "wrong_password"}
    assert {one.values["cause"] for one in said} == {code for code in TEXTS if code[:6] == "wrong_"} - others
