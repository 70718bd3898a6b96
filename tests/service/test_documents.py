"""Documents over HTTP: posted, answered, listed, deleted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fake_reader import pdf
from hypothesis import given
from hypothesis import strategies as st
from running_service import Running

from paperformer.service.uploads import clean_name


def fields_line(**fields: list[str]) -> str:
    return json.dumps(fields)


def test_the_answer_to_a_posted_document_is_its_extraction(fake: Running) -> None:
    answer = fake.post(pdf("Total 12.00"), name="bill.pdf")
    assert answer.status_code == 201
    document = answer.json()
    assert answer.headers["location"] == f"/v1/documents/{document['id']}"
    assert document["state"] == "done"
    assert document["name"] == "bill.pdf"
    assert document["extraction"]["fields"]["total_incl_vat"][0]["value"] == "12.00"
    assert fake.document(document["id"]) == document


def test_who_prefers_not_to_wait_is_told_where_to_look(fake: Running) -> None:
    answer = fake.post_async(pdf("sleep 0.3"), max_results=1)
    assert answer.status_code == 202
    assert answer.json()["state"] in ("queued", "working")
    assert answer.json()["extraction"] is None
    where = answer.headers["location"]
    assert "max_results=1" in where
    assert fake.closed(answer.json()["id"])["state"] == "done"
    assert len(fake.client.get(where).json()["extraction"]["fields"]["total_incl_vat"]) == 1


def test_several_files_of_one_form_are_answered_in_their_order(fake: Running) -> None:
    files = [
        ("file", (f"{n}.pdf", pdf(f"Total {n}.00", fields_line(total_incl_vat=[f"{n}.00"]))))
        for n in range(4)
    ]
    answer = fake.client.post("/v1/documents", files=files, data={"tags": "pile, spring"})
    assert answer.status_code == 201
    items = answer.json()["items"]
    assert [item["total_incl_vat"] for item in items] == ["0.00", "1.00", "2.00", "3.00"]
    assert all(item["tags"] == ["pile", "spring"] for item in items)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({}, {"total_incl_vat": 3, "iban": 1}),
        ({"max_results": 2}, {"total_incl_vat": 2, "iban": 1}),
        ({"fields": "iban"}, {"iban": 1}),
        ({"min_confidence": 0.5}, {"total_incl_vat": 1, "iban": 1}),
        ({"level": "very_high"}, {}),
    ],
)
def test_a_caller_sees_what_it_asks_for(fake: Running, query: dict[str, Any], shown: dict[str, int]) -> None:
    line = fields_line(total_incl_vat=["1.00", "2.00", "3.00"], iban=["DE02100500000054540402"])
    document = fake.post(pdf("Total", line), **query).json()
    assert {name: len(some) for name, some in document["extraction"]["fields"].items()} == shown
    again = fake.client.get(f"/v1/documents/{document['id']}/extraction", params=query).json()
    assert again == document["extraction"]


def test_the_table_has_what_the_command_line_shows_unless_more_is_asked_for(fake: Running) -> None:
    line = fields_line(total_incl_vat=["1.00", "2.00", "3.00"], iban=["DE02100500000054540402"])
    path = f"/v1/documents/{fake.post(pdf('Total', line)).json()['id']}/extraction"
    asked: dict[str, Any]
    for asked, rows in (({}, 2), ({"min_confidence": 0}, 4)):
        table = fake.client.get(path, params={"format": "csv", **asked}).text
        assert len(table.splitlines()) == 1 + rows


@pytest.mark.parametrize("id", ["no-such-id", "0" * 24, "..%2f..", "0" * 2000])
def test_an_id_that_is_not_there_is_not_found_whatever_it_looks_like(fake: Running, id: str) -> None:
    assert fake.client.get(f"/v1/documents/{id}").status_code == 404


@pytest.mark.parametrize(
    ("content", "query", "status"),
    [
        (b"", {}, 400),
        (b"hello there", {}, 415),
        (b"{\\rtf a letter}", {}, 415),
        (pdf("fail"), {}, 422),
        (pdf("bug"), {}, 422),
        (pdf("x"), {"fields": "no_such_field"}, 422),
        (pdf("x"), {"max_results": 0}, 422),
        (pdf("x"), {"colour": "blue"}, 422),
        (pdf("x"), {"webhook": "http://127.0.0.1/hook"}, 422),
        (pdf("x"), {"known_parties": '{"nam": "x"}'}, 422),
    ],
)
def test_what_cannot_be_read_is_a_problem_document(
    fake: Running, content: bytes, query: dict[str, Any], status: int
) -> None:
    answer = fake.post(content, **query)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert "Traceback" not in answer.text


def test_a_failed_document_says_why_and_can_be_read_again(fake: Running) -> None:
    id = fake.post(pdf("fail"), name="torn.pdf").json()["document"]
    failed = fake.document(id)
    assert failed["state"] == "failed"
    assert failed["error"]["title"] == "UnreadableDocument"
    assert failed["error"]["detail"] == "torn.pdf is damaged. Save it anew"
    assert fake.client.get(f"/v1/documents/{id}/extraction").status_code == 422
    assert fake.client.post(f"/v1/documents/{id}/retry").status_code == 202
    assert fake.closed(id)["state"] == "failed"


def test_an_answer_is_read_again_until_somebody_has_corrected_it(fake: Running) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    first = fake.document(id)
    assert fake.client.post(f"/v1/documents/{id}/retry").status_code == 202
    again = fake.closed(id)
    assert (again["state"], again["extraction"]["fields"]) == ("done", first["extraction"]["fields"])
    assert again["finished"] > first["finished"]
    fake.client.put(f"/v1/documents/{id}/fields", json={"fields": {"iban": []}}).raise_for_status()
    assert fake.client.post(f"/v1/documents/{id}/retry").status_code == 409


def test_a_list_has_every_document_once_whatever_its_order(fake: Running) -> None:
    ids = {fake.post(pdf(f"n {n}"), tags="counted").json()["id"] for n in range(7)}
    for sort in ("newest", "oldest", "doubt"):
        found: list[str] = []
        cursor = None
        while True:
            query = {"tag": "counted", "sort": sort, "limit": 2} | ({"cursor": cursor} if cursor else {})
            piece = fake.client.get("/v1/documents", params=query).json()
            assert piece["total"] == 7
            found += [item["id"] for item in piece["items"]]
            cursor = piece["next"]
            if cursor is None:
                break
        assert len(found) == 7
        assert set(found) == ids


def test_the_doubtful_come_first(fake: Running) -> None:
    core = {
        "supplier_name": ["Acme"],
        "document_date": ["2024-01-31"],
        "currency": ["EUR"],
        "total_incl_vat": ["1.00"],
    }
    sure = fake.post(pdf("x", fields_line(**core)), tags="doubted").json()
    del core["currency"]
    unsure = fake.post(pdf("x", fields_line(**core)), tags="doubted").json()
    items = fake.client.get("/v1/documents", params={"tag": "doubted", "sort": "doubt"}).json()["items"]
    assert [item["id"] for item in items] == [unsure["id"], sure["id"]]
    assert [item["level"] for item in items] == ["very_low", "high"]


def test_documents_are_found_by_what_they_say(fake: Running) -> None:
    line = fields_line(supplier_name=["Fjällräven & Söner 100%"], document_number=["R-9917"])
    id = fake.post(pdf("x", line), name="scan 7.pdf").json()["id"]
    for text in ("fjällräven", "R-9917", "SCAN 7", "100%", "söner r-9917"):
        found = fake.client.get("/v1/documents", params={"q": text}).json()["items"]
        assert id in [item["id"] for item in found], text
    assert fake.client.get("/v1/documents", params={"q": "1%0%"}).json()["items"] == []


def test_a_deleted_document_leaves_nothing(start_fake: Callable[..., Running], tmp_path: Path) -> None:
    running = start_fake()
    secret = "Zebrafinkenweg"
    line = fields_line(supplier_name=[secret])
    ids = [
        running.post(pdf(secret, line, str(n)), name=f"{secret}.pdf", tags="old").json()["id"]
        for n in range(3)
    ]
    kept = running.post(pdf("another"), tags="new").json()["id"]
    feedback = {"fields": {"supplier_name": [{"value": secret, "words": [0]}]}, "confirmed": True}
    for id in ids:
        assert running.client.put(f"/v1/documents/{id}/fields", json=feedback).status_code == 200
    assert _files_that_hold(tmp_path, secret)
    answer = running.client.delete("/v1/documents", params={"tag": "old"})
    assert answer.json() == {"deleted": 3}
    assert all(running.client.get(f"/v1/documents/{id}").status_code == 404 for id in ids)
    assert running.document(kept)["state"] == "done"
    running.service.learned.learn()
    assert _files_that_hold(tmp_path, secret) == []
    assert running.client.delete(f"/v1/documents/{kept}").status_code == 204
    assert running.client.delete(f"/v1/documents/{kept}").status_code == 404
    assert running.service.files.ids() == set()


def _files_that_hold(folder: Path, text: str) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


def test_a_duplicate_is_marked_and_not_refused(fake: Running) -> None:
    same = {"supplier_name": ["Twin & Twin"], "document_number": ["T-1"], "total_incl_vat": ["9.00"]}
    first = fake.post(pdf("one", fields_line(**same))).json()
    scanned = fake.post(
        pdf("the same, scanned", fields_line(**{**same, "supplier_name": ["TWIN & TWIN"]}))
    ).json()
    again = fake.post(pdf("one", fields_line(**same))).json()
    other = fake.post(pdf("other", fields_line(**{**same, "document_number": ["T-2"]}))).json()
    assert first["duplicate_of"] is None
    assert scanned["duplicate_of"] == first["id"]
    assert again["duplicate_of"] == first["id"]
    assert other["duplicate_of"] is None


def test_words_count_over_the_file_and_stand_where_they_were_read(fake: Running) -> None:
    id = fake.post(pdf("Total 12.00", "Thank you")).json()["id"]
    page = fake.client.get(f"/v1/documents/{id}/pages/1/words").json()
    assert [word["text"] for word in page["words"]] == ["Total", "12.00", "Thank", "you"]
    assert [word["index"] for word in page["words"]] == [0, 1, 2, 3]
    assert all(0 <= word["box"]["x0"] < word["box"]["x1"] <= 1 for word in page["words"])
    assert fake.client.get(f"/v1/documents/{id}/pages/2/words").status_code == 404


def test_the_file_comes_back_as_it_was_and_only_as_an_attachment(fake: Running) -> None:
    content = pdf("<script>alert(1)</script>")
    id = fake.post(content, name='a"; filename="x.html').json()["id"]
    answer = fake.client.get(f"/v1/documents/{id}/file")
    assert answer.content == content
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert '"' not in answer.headers["content-disposition"]


@given(st.text(max_size=300))
def test_a_name_never_has_a_path_or_a_control_character(name: str) -> None:
    shown = clean_name(name)
    assert shown
    assert len(shown) <= 200
    assert not set(shown) & set("/\\\x00\n\r\x1b\u202e")
    assert clean_name(shown) == shown or shown.strip() != shown


@pytest.mark.parametrize("name", ["../../etc/passwd", "..\\..\\boot.ini", "/etc/shadow", "C:\\x\\shadow"])
def test_a_path_as_a_name_is_only_shown(fake: Running, name: str) -> None:
    assert fake.post(pdf("x"), name=name).json()["name"] in ("passwd", "boot.ini", "shadow")


FORMULAS = {
    "=1+1": "'=1+1",
    "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0",
    "-2+3": "'-2+3",
    "@SUM(A1)": "'@SUM(A1)",
    "\t=1": "'\t'=1",
    "\r=1": "'\r'=1",
    '=HYPERLINK("http://x")': '\'=HYPERLINK("http://x")',
    'Acme;=HYPERLINK("http://x")': 'Acme;\'=HYPERLINK("http://x")',
    "Acme\t-5": "Acme\t'-5",
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_of_the_table_is_a_formula(fake: Running, formula: str) -> None:
    line = fields_line(supplier_name=[formula], total_excl_vat=["-12.50"])
    id = fake.post(pdf("x", line), name=formula).json()["id"]
    answer = fake.client.get(f"/v1/documents/{id}/extraction", params={"format": "csv"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["field"]: row["value"] for row in rows} == {
        "supplier_name": FORMULAS[formula],
        "total_excl_vat": "-12.50",
    }
    assert not any(cell.startswith(("=", "@", "+", "\t")) for row in rows for cell in row.values())


def test_a_document_that_is_too_long_is_refused_while_it_arrives(start_fake: Callable[..., Running]) -> None:
    from paperformer.documents.limits import Limits

    running = start_fake(limits=Limits(file_bytes=100_000))
    sent = 0

    def endless() -> Any:
        nonlocal sent
        yield pdf("x")
        while sent < 1_000:
            sent += 1
            yield b"x" * 100_000

    try:
        answer = running.client.post("/v1/documents", content=endless())
        assert answer.status_code == 413
    except httpx.TransportError:  # the connection is closed on whoever goes on sending
        pass
    assert sent < 1_000
    files = {"file": ("big.pdf", pdf("x" * 200_000))}
    assert running.client.post("/v1/documents", files=files).status_code == 413
    assert running.service.files.ids() == set()
    assert list((running.service.config.data / "incoming").iterdir()) == []


def test_what_is_confirmed_is_saved_in_normal_form(fake: Running) -> None:
    id = fake.post(pdf("confirmed", "12.345,60")).json()["id"]
    given = {"total_incl_vat": [{"value": "12.345,60"}], "document_date": [{"value": "12 March 2024"}]}
    answer = fake.client.put(f"/v1/documents/{id}/fields", json={"fields": given, "confirmed": True})
    assert answer.status_code == 200
    saved = fake.client.get(f"/v1/documents/{id}/fields").json()["fields"]
    assert saved["total_incl_vat"][0]["value"] == "12345.60"
    assert saved["document_date"][0]["value"] == "2024-03-12"


@pytest.mark.parametrize(
    ("field", "value"), [("document_date", "yesterday"), ("currency", "banana"), ("total_incl_vat", "much")]
)
def test_what_has_no_normal_form_may_be_a_draft_and_cannot_be_confirmed(
    fake: Running, field: str, value: str
) -> None:
    id = fake.post(pdf("nonsense")).json()["id"]
    body = {"fields": {field: [{"value": value}]}}
    assert fake.client.put(f"/v1/documents/{id}/fields", json=body).status_code == 200
    refused = fake.client.put(f"/v1/documents/{id}/fields", json={**body, "confirmed": True})
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith(f"{field}: ")
    assert fake.document(id)["reviewed"] is False


def test_what_was_answered_can_be_confirmed_as_it_is(fake: Running) -> None:
    document = fake.post(pdf("x", fields_line(document_date=["sometime"]))).json()
    found = document["extraction"]["fields"]
    body = {"fields": {name: [{"value": one[0]["value"]}] for name, one in found.items()}, "confirmed": True}
    assert fake.client.put(f"/v1/documents/{document['id']}/fields", json=body).status_code == 200
