"""Reviewing over HTTP: what to look at, two people at one document, many documents at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.fields.core_fields import EXPECTED
from paperformer.fields.schema import load_schema
from paperformer.service.attention import core_fields
from paperformer.service.presence import SECONDS, Presence

WHOLE = {
    "document_number": ["R-1"],
    "document_date": ["2025-03-14"],
    "supplier_name": ["Acme Ltd"],
    "total_incl_vat": ["12.00"],
    "currency": ["EUR"],
}
IBANS = ("DE89370400440532013000", "GB29NWBK60161331926819")


def post(service: Running, *lines: str, **fields: str | None) -> str:
    """Post a document that is read as ``WHOLE`` with other fields; its id."""
    read = {**WHOLE, **{name: [value] for name, value in fields.items() if value}}
    read = {name: values for name, values in read.items() if fields.get(name, "") is not None}
    return str(service.post(pdf(*lines, json.dumps(read))).raise_for_status().json()["id"])


def review(service: Running, id: str) -> dict[str, Any]:
    answer: dict[str, Any] = service.client.get(f"/v1/documents/{id}/review").raise_for_status().json()
    return answer


def confirm(service: Running, id: str, **fields: str) -> None:
    """Confirm ``WHOLE`` with other fields."""
    values = {name: [{"value": some[0]}] for name, some in WHOLE.items()}
    values |= {name: [{"value": value}] for name, value in fields.items()}
    body = {"fields": values, "confirmed": True}
    service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()


def test_a_document_that_nobody_has_looked_at_has_core_fields_and_nothing_else_to_say(fake: Running) -> None:
    seen = review(fake, post(fake, document_number="C-1"))
    assert sorted(seen["core"]) == sorted(EXPECTED)
    assert (seen["alerts"], seen["notes"]) == ([], [])
    assert (seen["confirmed"], seen["saved"], seen["saved_by"]) == (False, None, None)


def test_the_vat_is_a_core_field_where_rates_are_printed() -> None:
    share = {"cells": {"rate": {"value": "20"}, "base": {"value": "10.00"}}}
    assert set(core_fields(load_schema(), {"rows": {"vat_distribution": [share]}})) == {
        *EXPECTED,
        "total_vat",
    }
    assert set(core_fields(load_schema(), {"rows": {"vat_distribution": [{"cells": {}}]}})) == set(EXPECTED)


@pytest.mark.parametrize(
    ("warning", "kind", "says"),
    [
        (
            f"hidden text on page 1 names another IBAN, {IBANS[0]}: it was left out",
            "hidden_account",
            f"Page 1 hides text that names another account, {IBANS[0]}. Ask the supplier before you pay.",
        ),
        (
            f"iban {IBANS[0]}: none of the accounts known of Acme Ltd; ask there before you pay",
            "new_account",
            f"The account {IBANS[0]} is new for Acme Ltd. Ask there before you pay.",
        ),
        (
            "page 1 seems to hold 2 receipts: --split answers for each by itself",
            "second_document",
            "Page 1 seems to hold 2 receipts; the values are those of one of them.",
        ),
        (
            "page 3 seems to begin another document: --split answers for each by itself",
            "second_document",
            "Page 3 seems to begin another document; the values are those of the first.",
        ),
        (
            "the e-invoice's total 12.00 is printed on no page: compare page and e-invoice before you pay",
            "einvoice_differs",
            "The total of the e-invoice, 12.00, is printed on no page. Compare both before you pay.",
        ),
        (
            "the e-invoice's number 12 is printed on no page, which says A-1: compare page and e-invoice "
            "before you pay",
            "einvoice_differs",
            "The number of the e-invoice is 12, the page says A-1. Compare both before you pay.",
        ),
    ],
)
def test_what_smells_of_fraud_or_loss_is_an_alert_in_the_reviewers_words(
    fake: Running, warning: str, kind: str, says: str
) -> None:
    seen = review(fake, post(fake, f"warns: {warning}", document_number=f"W-{kind}-{len(warning)}"))
    assert [(alert["kind"], alert["says"]) for alert in seen["alerts"]] == [(kind, says)]
    assert seen["notes"] == []


def test_other_warnings_are_notes_without_the_words_of_a_command_line(fake: Running) -> None:
    seen = review(
        fake,
        post(
            fake,
            "warns: a.pdf and b.pdf are left out: --split answers for each by itself",
            "warns: iban DE00: its check digits do not hold; compare it with the page",
            "warns: page 2 is blank",
            "warns: notes.pdf asks for a password: give it with --password",
            document_number="N-1",
        ),
    )
    assert seen["notes"] == [
        "Also in the file, and not read: a.pdf and b.pdf.",
        "Page 2 is blank.",
        "Notes.pdf asks for a password.",
    ]
    assert seen["alerts"] == []


def test_another_total_under_the_same_number_is_an_alert_and_so_is_a_copy(fake: Running) -> None:
    first = post(fake, document_number="S-1", total_incl_vat="12.00")
    other = post(fake, document_number="S-1", total_incl_vat="13.00", supplier_name="ACME, Ltd.")
    (alert,) = review(fake, other)["alerts"]
    assert (alert["kind"], alert["document"]) == ("same_number", first)
    assert alert["says"] == "Number S-1 of ACME, Ltd. has arrived with another total, 12.00 EUR."
    copy = post(fake, "again", document_number="S-1", total_incl_vat="12.00")
    assert [one["kind"] for one in review(fake, copy)["alerts"]] == ["same_number", "duplicate"]


def test_an_account_is_new_where_confirmed_documents_of_the_supplier_name_others(fake: Running) -> None:
    supplier = "Quince & Sons"
    first = post(fake, document_number="A-1", supplier_name=supplier, iban=IBANS[0])
    assert review(fake, first)["alerts"] == []
    confirm(fake, first, document_number="A-1", supplier_name=supplier, iban=IBANS[0])
    same = post(fake, document_number="A-2", supplier_name=supplier, iban=IBANS[0])
    assert review(fake, same)["alerts"] == []
    other = post(fake, document_number="A-3", supplier_name=supplier, iban=IBANS[1])
    (alert,) = review(fake, other)["alerts"]
    assert (alert["kind"], alert["document"], alert["field"]) == ("new_account", first, "iban")
    assert alert["says"] == f"The account {IBANS[1]} is new for {supplier}. Ask there before you pay."


def test_the_later_of_two_people_does_not_wipe_what_the_earlier_one_saved(fake: Running) -> None:
    address = f"/v1/documents/{post(fake, document_number='T-1')}/fields"
    seen = fake.client.get(address).headers["ETag"]
    theirs = {"fields": {"supplier_name": [{"value": "Theirs"}]}, "confirmed": False}
    mine = {"fields": {"currency": [{"value": "DKK"}]}, "confirmed": False}
    saved = fake.client.put(address, json=theirs, headers={"If-Match": seen})
    assert saved.status_code == 200
    refused = fake.client.put(address, json=mine, headers={"If-Match": seen})
    assert refused.status_code == 412
    assert refused.json()["saved_by"] == "tests"
    assert refused.json()["detail"].startswith("tests has changed this document meanwhile.")
    kept = fake.client.get(address)
    assert kept.headers["ETag"] == saved.headers["ETag"] != seen
    assert kept.json()["fields"]["supplier_name"][0]["value"] == "Theirs"
    assert "currency" not in kept.json()["fields"]
    again = fake.client.put(address, json=mine, headers={"If-Match": kept.headers["ETag"]})
    assert again.status_code == 200
    assert fake.client.put(address, json=theirs).status_code == 200  # who names no tag replaces anything


def test_who_confirmed_and_when_is_said_until_it_is_taken_back(fake: Running) -> None:
    id = post(fake, document_number="W-1")
    confirm(fake, id)
    seen = review(fake, id)
    assert (seen["confirmed"], seen["saved_by"]) == (True, "tests")
    assert seen["saved"] is not None
    body = {"fields": {}, "confirmed": False}
    fake.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()
    assert review(fake, id)["confirmed"] is False
    assert fake.document(id)["reviewed"] is False


def test_others_hear_for_a_minute_who_has_a_document_open() -> None:
    now = 0.0
    presence = Presence(lambda: now)
    assert presence.look("d", "1", "Maria") == []
    assert presence.look("d", "1", "Maria") == []
    assert presence.look("d", "2", "Jon") == ["Maria"]
    assert presence.look("other", "3", "Ada") == []
    assert presence.look("d", "1", "Maria") == ["Jon"]
    now = SECONDS
    assert presence.look("d", "3", "Ada") == []


def test_only_who_says_so_has_a_document_open(fake: Running) -> None:
    id = post(fake, document_number="O-1")
    _, key = fake.service.keys.create("Maria", "read")
    hers = {"Authorization": f"Bearer {key}"}
    fake.anonymous.get(f"/v1/documents/{id}/review", headers=hers).raise_for_status()
    looking = {"looking": True}
    seen = fake.client.get(f"/v1/documents/{id}/review", params=looking).json()
    assert seen["open_by"] == []
    seen = fake.anonymous.get(f"/v1/documents/{id}/review", params=looking, headers=hers).json()
    assert seen["open_by"] == ["tests"]


def test_many_are_confirmed_but_not_what_somebody_should_look_at(
    start_fake: Callable[..., Running],
) -> None:
    service = start_fake()
    sure = post(service, document_number="M-1", document_date="2025-01-01")
    empty = post(service, document_number="M-2", currency=None)
    failing = post(service, document_number="M-3", total_excl_vat="5.00", total_vat="1.00")
    smelling = post(service, "warns: page 1 seems to hold 2 receipts: --split x", document_number="M-4")
    gone = "0" * 24
    body = {"ids": [sure, empty, failing, smelling, gone]}
    answer = service.client.post("/v1/review/confirm", json=body).raise_for_status().json()
    assert answer["done"] == [sure]
    reasons = {one["id"]: one["reason"] for one in answer["skipped"]}
    assert reasons == {
        empty: "currency is empty.",
        failing: "Does not hold: The total is the net total plus the VAT.",
        smelling: "Page 1 seems to hold 2 receipts; the values are those of one of them.",
        gone: "There is no such document.",
    }
    assert service.document(sure)["reviewed"]
    kept = service.client.get(f"/v1/documents/{sure}/fields").json()
    assert kept["fields"]["total_incl_vat"] == [{"value": "12.00", "words": []}]


def test_many_are_only_confirmed_above_a_confidence_unless_a_person_gave_the_value(
    start_fake: Callable[..., Running],
) -> None:
    service = start_fake()
    id = post(service)  # the fake reader is sure by 0.97
    confirm_sure = {"ids": [id], "min_confidence": 0.98}
    answer = service.client.post("/v1/review/confirm", json=confirm_sure).json()
    assert answer["skipped"] == [
        {
            "id": id,
            "reason": "document_number is less sure than 0.98.",
            "code": "field_less_sure",
            "values": {"field": "document_number", "least": "0.98"},
        }
    ]
    given = {"fields": {name: [{"value": some[0]}] for name, some in WHOLE.items()}, "confirmed": False}
    service.client.put(f"/v1/documents/{id}/fields", json=given).raise_for_status()
    assert service.client.post("/v1/review/confirm", json=confirm_sure).json()["done"] == [id]
    again = service.client.post("/v1/review/confirm", json=confirm_sure).json()
    assert again["skipped"] == [
        {"id": id, "reason": "It is confirmed already.", "code": "confirmed_already", "values": {}}
    ]


def test_many_are_deleted_or_read_again(start_fake: Callable[..., Running]) -> None:
    service = start_fake()
    done, touched = post(service), post(service, document_number="T-1")
    service.client.put(f"/v1/documents/{touched}/fields", json={"fields": {"iban": []}}).raise_for_status()
    failed = service.closed(service.post_async(pdf("fail")).json()["id"])["id"]
    answer = service.client.post("/v1/review/retry", json={"ids": [done, touched, failed]}).json()
    left = {"id": touched, "code": "only_untouched", "values": {}}
    reason = "Only a document that failed, or that nobody has corrected, can be read again."
    assert answer == {"done": [done, failed], "skipped": [{**left, "reason": reason}]}
    assert service.closed(failed)["state"] == "failed"
    again = service.closed(done)
    assert (again["state"], again["total_incl_vat"]) == ("done", "12.00")
    assert service.client.get(f"/v1/documents/{done}/pages/1/words").status_code == 200
    answer = service.client.post("/v1/review/delete", json={"ids": [done, failed, touched, done]}).json()
    assert answer == {"done": [done, failed, touched], "skipped": []}
    assert service.client.get("/v1/documents").json()["total"] == 0
