"""What the service says to people has a code and values, by which a program says it in another language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fake_reader import pdf
from running_service import Running

import paperformer.service
from paperformer.service.sentences import CAUSE, TEXTS, Sentence, sentence

SOURCE = Path(paperformer.service.__file__).parent
HIDDEN = "hidden text on page 1 names another IBAN, DE89370400440532013000: it was left out"


def post(service: Running, *lines: str, **fields: str) -> str:
    read = {name: [value] for name, value in {"total_incl_vat": "12.00", **fields}.items()}
    return str(service.post(pdf(*lines, json.dumps(read))).raise_for_status().json()["id"])


def check(service: Running, id: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = service.client.post(f"/v1/documents/{id}/checks", json={**body, "confirmed": False})
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def test_a_sentence_is_its_text_with_its_values() -> None:
    assert str(sentence("line_multiplies", number=3)) == "Line 3: quantity times price is the total"


def test_a_sentence_holds_another_one() -> None:
    nested = Sentence("check_fails", {CAUSE: "share_of_base", "rate": "20", "base": "100.00", "tax": "20.00"})
    assert str(nested) == "Does not hold: 20 % of 100.00 is 20.00"


def test_every_sentence_is_said_somewhere() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py") if path.name != "sentences.py")
    built = {f"einvoice_{what}_differs" for what in ("number", "date", "total", "account")}
    built |= {f"einvoice_{what}_unprinted" for what in ("total", "account")}
    assert [name for name in TEXTS if name not in built and f'"{name}"' not in code] == []


def test_every_sentence_that_is_said_is_there() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    said = set(re.findall(r"\bsentence\(\s*\"(\w+)\"", code))
    assert said
    assert said - TEXTS.keys() == set()


def test_checks_have_codes_with_their_values(fake: Running) -> None:
    id = post(fake)
    lines = [{"quantity": {"value": "2"}, "unit_price": {"value": "6.00"}, "total": {"value": "13.00"}}]
    found = check(
        fake, id, {"fields": {"total_incl_vat": [{"value": "x"}]}, "rows": {"purchase_lines": lines}}
    )
    (line,) = (one for one in found["checks"] if one["name"] == "line")
    assert (line["code"], line["values"], line["holds"]) == ("line_multiplies", {"number": "1"}, False)
    assert found["fields"]["total_incl_vat"]["problem_code"] == "value_unreadable"
    assert found["fields"]["total_incl_vat"]["problem_values"] == {"type": "amount", "text": "x"}


def test_a_value_that_is_several_has_a_code_of_its_own(fake: Running) -> None:
    found = check(fake, post(fake), {"fields": {"document_date": [{"value": "2025-03-14 or 2025-04-13"}]}})
    assert found["fields"]["document_date"]["problem_code"] == "values_several"


def test_alerts_and_notes_have_codes(fake: Running) -> None:
    id = post(fake, f"warns: {HIDDEN}", "warns: not read: photo.cr2", "warns: something else")
    seen = fake.client.get(f"/v1/documents/{id}/review").raise_for_status().json()
    (alert,) = seen["alerts"]
    assert alert["code"] == "other_hidden_account"
    assert alert["values"] == {"page": "1", "account": "DE89370400440532013000"}
    assert seen["notes"] == [note["says"] for note in seen["coded_notes"]]
    assert [note["code"] for note in seen["coded_notes"]] == ["not_readable", None]


def test_a_document_that_is_left_says_which_check_fails(fake: Running) -> None:
    whole = {
        "document_number": "S-1",
        "document_date": "2025-03-14",
        "supplier_name": "Acme",
        "currency": "EUR",
    }
    id = post(fake, **whole, total_excl_vat="10.00", total_vat="1.00")
    (left,) = fake.client.post("/v1/review/confirm", json={"ids": [id]}).json()["skipped"]
    assert (left["code"], left["values"]) == ("check_fails", {"cause": "total_is_net_and_vat"})


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/v1/documents/" + "0" * 24, None, "document_gone"),
        ("POST", "/v1/session", {"key": "pf_wrong"}, "key_not_valid"),
        ("POST", "/v1/review/join", {"ids": ["{id}", "{id}"]}, "join_needs_several"),
    ],
)
def test_problems_have_codes(fake: Running, method: str, path: str, body: Any, code: str) -> None:
    sent = None if body is None else json.loads(json.dumps(body).replace("{id}", post(fake)))
    assert fake.client.request(method, path, json=sent).json()["code"] == code


def test_a_file_that_is_no_document_says_which_error_it_is(fake: Running) -> None:
    assert fake.post(b"MZ\x90\x00 program", name="a.exe").json()["code"] == "UnreadableDocument"


def test_values_that_cannot_be_confirmed_say_where_and_why(fake: Running) -> None:
    id = post(fake)
    rows = {"purchase_lines": [{"quantity": {"value": "many"}}]}
    body = {"fields": {}, "rows": rows, "confirmed": True}
    problem = fake.client.put(f"/v1/documents/{id}/fields", json=body).json()
    assert problem["code"] == "cell_refused"
    assert problem["values"] == {
        "field": "purchase_lines", "row": "1", "cell": "quantity", "type": "amount", "text": "many",
        "cause": "value_unreadable",
    }  # fmt: skip
