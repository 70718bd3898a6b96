"""Two hundred documents before lunch: nothing by accident, nothing overlooked, nobody's work lost."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pytest
from browser import Desk, serious_findings
from fake_reader import pdf
from playwright.sync_api import Route, expect
from running_service import Running

WHOLE = {
    "document_date": "2025-03-14",
    "supplier_name": "Acme Ltd",
    "total_excl_vat": "1000.00",
    "total_vat": "200.00",
    "total_incl_vat": "1200.00",
    "currency": "EUR",
}
NUMBERS = itertools.count(1)  # two documents of one number would be told of
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="850"/>'
WALK = int(os.environ.get("PAPERFORMER_WALK", "9"))
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def service(fake: Running) -> Running:
    """A service that tests share, whose reader says what a file tells it to."""
    return fake


@pytest.fixture
def own(start_fake: Callable[..., Running]) -> Running:
    """The same for one test alone."""
    return start_fake()


@pytest.fixture
def sit(sit_down: Callable[..., Desk]) -> Callable[..., Desk]:
    """Signs in; pages of the fake reader are blank."""

    def at(service: Running, **settings: object) -> Desk:
        desk = sit_down(service, **settings)
        desk.page.route("**/pages/*.png*", blank_page)
        return desk

    return at


@pytest.fixture
def desk(sit: Callable[..., Desk], service: Running) -> Desk:
    return sit(service)


def blank_page(route: Route) -> None:
    route.fulfill(body=BLANK, content_type="image/svg+xml")


def post(service: Running, *lines: str, **fields: str | None) -> str:
    """Post a document that is read as ``WHOLE`` with other fields and a number of its own; its id."""
    said = {"document_number": f"R-{next(NUMBERS)}", **WHOLE, **fields}
    read = {name: [value] for name, value in said.items() if value is not None}
    answer = service.post(pdf(*lines, json.dumps(read)), name=f"{said['document_number'] or 'none'}.pdf")
    return str(answer.raise_for_status().json()["id"])


def list_with(desk: Desk, service: Running, id: str) -> None:
    """Show the list with this document on it, however many there are."""
    number = service.document(id)["extraction"]["fields"]["document_number"][0]["value"]
    desk.go(f"#/?tab=all&q={number}")


def selected(desk: Desk) -> str | None:
    """The field that has the focus."""
    field: str | None = desk.page.evaluate("document.activeElement.closest('.field')?.dataset.field ?? null")
    return field


def saved(desk: Desk) -> None:
    desk.page.locator(".saving", has_text="Saved").wait_for()


def until(desk: Desk, is_so: Callable[[], bool]) -> None:
    """Wait while the browser works."""
    for _ in range(100):
        if is_so():
            return
        desk.page.wait_for_timeout(50)
    raise AssertionError("it does not become so")


def toasts(desk: Desk, text: str) -> None:
    expect(desk.page.locator("#toasts")).to_contain_text(text)


def test_letters_typed_at_a_selected_field_edit_it_and_do_nothing_else(desk: Desk, service: Running) -> None:
    id = post(service)
    desk.open(id, "supplier_name")
    desk.page.keyboard.type("Max Coop")  # x removed the value once, and C confirmed the document
    expect(desk.field("supplier_name").locator(".field-input")).to_have_value("Max Coop")
    desk.page.keyboard.press("Enter")
    expect(desk.field("supplier_name")).to_contain_text("Corrected")
    saved(desk)
    assert desk.feedback(id)["fields"] == {"supplier_name": [{"value": "Max Coop", "words": None}]}
    assert service.document(id)["reviewed"] is False
    desk.page.keyboard.press("Control+z")
    expect(desk.field("supplier_name")).not_to_contain_text("Corrected")


def test_what_destroys_needs_a_modifier(desk: Desk, service: Running) -> None:
    desk.open(post(service, document_number="D-1"), "document_number")
    for key in ("Delete", "Backspace"):
        desk.page.keyboard.press(key)
    assert desk.value("document_number") == "D-1"
    desk.page.keyboard.press("Control+Delete")
    expect(desk.field("document_number")).to_contain_text("Removed")


def test_a_confirmation_is_undone_by_message_by_key_or_later(sit: Callable[..., Desk], own: Running) -> None:
    desk = sit(own)
    first = post(own)
    second = post(own)
    desk.open(first, "supplier_name")
    desk.page.keyboard.type("Other")
    desk.page.keyboard.press("Control+Enter")
    toasts(desk, "Confirmed. 1 left to review.")
    expect(desk.page).to_have_url(re.compile(second))
    assert own.document(first)["reviewed"]
    desk.page.get_by_role("button", name="Undo").click()
    toasts(desk, "The confirmation is taken back.")
    expect(desk.page).to_have_url(re.compile(first))
    assert own.document(first)["reviewed"] is False
    assert desk.feedback(first)["fields"] == {"supplier_name": [{"value": "Other", "words": None}]}

    expect(desk.field("supplier_name")).to_contain_text("Corrected")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page).to_have_url(re.compile(second))
    desk.reviewing(second).wait_for()
    desk.page.keyboard.press("Control+z")
    expect(desk.page).to_have_url(re.compile(first))
    assert own.document(first)["reviewed"] is False

    desk.reviewing(first).wait_for()
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page).to_have_url(re.compile(second))
    desk.go(f"#/documents/{first}")
    expect(desk.page.locator(".document-status")).to_contain_text("Confirmed by tests")
    desk.page.get_by_role("button", name="More").click()
    desk.page.get_by_role("button", name="Take the confirmation back").click()
    toasts(desk, "The confirmation is taken back.")
    assert own.document(first)["reviewed"] is False


def test_undo_while_a_confirmation_is_under_way_takes_it_back(sit: Callable[..., Desk], own: Running) -> None:
    desk = sit(own)
    first, second = post(own), post(own)
    desk.open(first, "supplier_name")
    under_way: list[Route] = []
    desk.page.route(f"**/v1/documents/{first}/fields", lambda route: under_way.append(route), times=1)
    desk.page.keyboard.type("Other")
    desk.page.keyboard.press("Control+Enter")
    until(desk, lambda: bool(under_way))
    desk.page.keyboard.press("Control+z")
    under_way[0].continue_()
    toasts(desk, "The confirmation is taken back.")
    saved = {"supplier_name": [{"value": "Other", "words": None}]}
    assert (own.document(first)["reviewed"], desk.feedback(first)["fields"]) == (False, saved)
    expect(desk.field("supplier_name")).to_contain_text("Corrected")
    assert first in desk.page.url
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page).to_have_url(re.compile(second))
    assert own.document(first)["reviewed"]


def test_keys_do_nothing_to_a_document_that_is_being_left(sit: Callable[..., Desk], own: Running) -> None:
    desk = sit(own)
    first, second = post(own), post(own)
    desk.open(first, "supplier_name")
    desk.page.evaluate(
        """hash => {
            location.hash = hash;  // the page draws the other document a moment later
            const key = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
        }""",
        f"#/documents/{second}",
    )
    desk.reviewing(second).wait_for()
    desk.page.wait_for_load_state("networkidle")
    assert [own.document(id)["reviewed"] for id in (first, second)] == [False, False]
    expect(desk.page).to_have_url(re.compile(second))


def test_what_is_missing_stands_in_its_place_and_is_asked_about(desk: Desk, service: Running) -> None:
    id = post(service, currency=None)
    desk.open(id)
    assert selected(desk) == "currency"
    field = desk.field("currency")
    expect(field).to_contain_text("Missing")
    assert field.evaluate("node => node.closest('section').querySelector('h2').textContent") == "Amounts"
    expect(desk.page.locator(".unsure")).to_contain_text("1 unsure")
    desk.page.keyboard.press("Control+Enter")
    dialog = desk.page.get_by_role("dialog", name="Confirm all the same?")
    expect(dialog).to_contain_text("Currency is empty.")
    desk.page.keyboard.press("Enter")  # looks again, and confirms nothing
    assert selected(desk) == "currency"
    assert service.document(id)["reviewed"] is False
    desk.page.keyboard.press("Control+Delete")  # there is none
    desk.page.keyboard.press("Control+Enter")
    toasts(desk, "Confirmed")
    assert desk.feedback(id)["fields"]["currency"] == []


def test_a_failed_check_is_asked_about(desk: Desk, service: Running) -> None:
    id = post(service, total_incl_vat="1300.00")
    desk.open(id)
    desk.page.keyboard.press("Control+Enter")
    dialog = desk.page.get_by_role("dialog", name="Confirm all the same?")
    expect(dialog).to_contain_text("Does not hold: the total is the net total plus the VAT.")
    dialog.get_by_role("button", name="Confirm all the same").click()
    toasts(desk, "Confirmed")
    assert service.document(id)["reviewed"]


def test_enter_accepts_a_field_and_goes_on_and_what_was_accepted_is_sure(
    desk: Desk, service: Running
) -> None:
    id = post(service, supplier_name="~Acme Ltd", total_vat="~200.00", supplier_country="~DE")
    desk.open(id)
    expect(desk.page.locator(".unsure")).to_contain_text(
        "2 unsure"
    )  # a country that is inferred stops nobody
    assert selected(desk) == "total_vat"
    desk.page.keyboard.press("Enter")
    assert selected(desk) == "supplier_name"
    expect(desk.field("total_vat")).to_contain_text("Accepted")
    desk.page.keyboard.press("Enter")
    toasts(desk, "No other field needs a look.")
    assert selected(desk) == "supplier_name"
    expect(desk.page.locator(".unsure")).to_be_hidden()
    saved(desk)
    assert sorted(desk.feedback(id)["fields"]) == ["supplier_name", "total_vat"]
    desk.page.reload()
    expect(desk.field("supplier_name")).to_contain_text("Accepted")
    expect(desk.page.locator(".unsure")).to_be_hidden()


def test_a_walk_by_keyboard_alone_takes_a_key_for_a_clean_document_and_two_for_another(
    sit: Callable[..., Desk], own: Running
) -> None:
    """What is typed as a value counts as one key. ``PAPERFORMER_WALK`` is how many documents there are."""
    kinds = {
        "clean": {},
        "wrong": {"supplier_name": "~Acne Ltd"},
        "missing": {"currency": None},
    }  # fmt: skip
    typed = {"wrong": "Acme Ltd", "missing": "EUR"}
    ids = {}
    for number, kind in zip(range(WALK), itertools.cycle(kinds), strict=False):
        ids[post(own, document_number=f"{kind}-{number}", **kinds[kind])] = kind
    desk = sit(own)
    keys: dict[str, set[int]] = {}
    desk.page.keyboard.press("j")
    desk.page.keyboard.press("Enter")
    for left in reversed(range(WALK)):
        expect(desk.page).to_have_url(re.compile("/documents/"))
        id = desk.page.url.partition("/documents/")[2][:24]
        desk.reviewing(id).wait_for()
        pressed = 0
        if ids[id] in typed:
            assert selected(desk) == {"wrong": "supplier_name", "missing": "currency"}[ids[id]]
            desk.page.keyboard.type(typed[ids[id]])
            pressed += 1
        desk.page.keyboard.press("Control+Enter")
        pressed += 1
        keys.setdefault(ids[id], set()).add(pressed)
        toasts(desk, f"Confirmed. {left} left" if left else "Confirmed. Nothing is left")
        expect(desk.page).not_to_have_url(re.compile(id))
    assert keys == {"clean": {1}, "wrong": {2}, "missing": {2}}
    for id in ids:
        fields = desk.feedback(id)["fields"]
        assert (fields["supplier_name"][0]["value"], fields["currency"][0]["value"]) == ("Acme Ltd", "EUR")
        assert own.document(id)["reviewed"]


def test_the_second_of_two_people_sees_what_the_first_changed_and_loses_nothing(
    sit: Callable[..., Desk], service: Running
) -> None:
    id = post(service)
    _, key = service.service.keys.create("Maria", "write")
    maria, me = sit(replace(service, key=key)), sit(service)
    for desk in (maria, me):
        desk.open(id, "supplier_name")
    expect(me.page.locator(".document-status")).to_contain_text("Open: Maria")
    maria.page.keyboard.type("Acme Holding")
    maria.page.keyboard.press("Enter")
    saved(maria)
    me.field("document_number").locator(".field-head").focus()
    me.page.keyboard.type("R-77")
    me.page.keyboard.press("Enter")
    dialog = me.page.get_by_role("dialog", name="Maria has changed this document")
    expect(dialog.get_by_role("row", name="Supplier name")).to_contain_text("Acme HoldingUnchanged")
    expect(dialog.get_by_role("row", name="Document number")).to_contain_text("UnchangedR-77")
    dialog.get_by_role("button", name="Keep both").click()
    saved(me)
    assert me.feedback(id)["fields"] == {
        "supplier_name": [{"value": "Acme Holding", "words": None}],
        "document_number": [{"value": "R-77", "words": None}],
    }
    assert me.value("supplier_name") == "Acme Holding"

    maria.field("document_number").locator(".field-head").focus()
    maria.page.keyboard.type("R-88")
    maria.page.keyboard.press("Enter")
    dialog = maria.page.get_by_role("dialog", name="tests has changed this document")
    expect(dialog.get_by_role("row", name="Document number")).to_contain_text("R-77R-88")
    dialog.get_by_role("button", name="Take theirs").click()
    expect(maria.field("document_number")).to_contain_text("Corrected")
    assert maria.value("document_number") == "R-77"
    assert maria.feedback(id)["fields"]["document_number"][0]["value"] == "R-77"


def test_what_smells_of_fraud_stays_in_sight_and_leads_to_its_field(desk: Desk, service: Running) -> None:
    other = post(service, document_number="F-1")
    hidden = "hidden text on page 1 names another IBAN, DE89370400440532013000: it was left out"
    id = post(
        service,
        f"warns: {hidden}",
        document_number="F-1",
        total_incl_vat="9.00",
        iban="GB29NWBK60161331926819",
    )
    desk.open(id)
    strip = desk.page.get_by_role("region", name="Warnings")
    expect(strip).to_contain_text("Page 1 hides text that names another account, DE89370400440532013000.")
    expect(strip).to_contain_text("Number F-1 of Acme Ltd has arrived with another total, 1,200.00 EUR.")
    desk.page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    for line in strip.locator("li").all():
        expect(line).to_be_in_viewport(ratio=1)
    strip.get_by_role("button", name="Show the field").first.click()
    assert selected(desk) == "iban"
    strip.get_by_role("link", name="The other document").click()
    expect(desk.page).to_have_url(re.compile(other))


def test_dates_and_amounts_are_written_as_the_reader_writes_them(
    sit: Callable[..., Desk], service: Running
) -> None:
    id = post(service)
    for locale, day, total in (("de-DE", "14. März 2025", "1.200,00"), ("en-US", "Mar 14, 2025", "1,200.00")):
        desk = sit(service, locale=locale)
        list_with(desk, service, id)
        expect(desk.page.locator(f'tr[data-id="{id}"]')).to_contain_text(day)
        expect(desk.page.locator(f'tr[data-id="{id}"]')).to_contain_text(total)
        desk.open(id, "supplier_name")
        assert desk.value("document_date") == day
        assert desk.value("total_incl_vat") == total


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_small_screen_shows_confirm_and_the_totals_of_a_table(
    viewport: dict[str, int], sit: Callable[..., Desk], service: Running
) -> None:
    id = post(service)
    cells = {
        name: {"value": "12345.00", "text": "", "box": None, "page": None, "words": []}
        for name in ("code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total")
    }
    document = service.document(id)
    row = {"cells": cells, "text": "", "box": None, "page": None, "confidence": 0.9, "level": "high"}
    document["extraction"]["rows"] = {"purchase_lines": [{**row, "source": "model", "holds": None}]}
    desk = sit(service, viewport=viewport, has_touch=True)
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.open(id)
    confirm = desk.page.get_by_role("button", name="Confirm and next")
    expect(confirm).to_be_in_viewport(ratio=1)
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.field("purchase_lines").locator(".field-head").tap()
    expect(desk.page.get_by_label("Total, row 1", exact=True)).to_be_in_viewport(ratio=1)
    expect(confirm).to_be_in_viewport(ratio=1)


def test_long_candidates_push_nothing_out_of_the_panel(desk: Desk, service: Running) -> None:
    id = post(service)
    document = service.document(id)
    best = document["extraction"]["fields"]["supplier_name"][0]
    long = {**best, "value": "Verwaltungsgesellschaft" * 12, "confidence": 0.1, "level": "very_low"}
    document["extraction"]["fields"]["supplier_name"].append(long)
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.open(id, "supplier_name")
    desk.field("supplier_name").locator(".candidate").wait_for()
    fits = "(one) => one.scrollWidth <= one.clientWidth"
    assert desk.page.evaluate(f"[...document.querySelectorAll('.panel, .field-detail')].every({fits})")


def test_many_are_selected_confirmed_exported_and_deleted(sit: Callable[..., Desk], own: Running) -> None:
    desk = sit(own)
    ids = [post(own, document_number=f"M-{number}") for number in range(2)]
    doubtful = post(own, document_number="M-9", currency=None)
    failed = own.closed(own.post_async(pdf("fail"), name="bad.pdf").json()["id"])["id"]
    desk.page.reload()
    desk.page.locator(f'tr[data-id="{doubtful}"]').wait_for()
    desk.page.get_by_label("Select all").check()
    bar = desk.page.get_by_role("region", name="Selected documents")
    expect(bar).to_contain_text("3 selected")
    bar.get_by_role("button", name="Confirm").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    toasts(desk, "2 documents confirmed.")
    left = desk.page.get_by_role("dialog", name="1 document left as it is")
    expect(left).to_contain_text("Currency is empty.")
    left.get_by_role("button", name="Close").click()
    assert [own.document(id)["reviewed"] for id in (*ids, doubtful)] == [True, True, False]

    desk.go("#/?tab=reviewed")
    desk.page.locator(f'tr[data-id="{ids[0]}"] .pick-row').check()
    bar.get_by_role("button", name="Export the selected").click()
    with desk.page.expect_download() as download:
        bar.get_by_role("link", name="Excel workbook").click()
    book = openpyxl.load_workbook(io.BytesIO(download.value.path().read_bytes()))
    assert [row[0] for row in book["documents"].iter_rows(min_row=2, values_only=True)] == [ids[0]]

    bar.get_by_role("button", name="Export the selected").click()
    desk.page.get_by_role("button", name="Only since a day").press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Export since a day")
    expect(dialog.get_by_label("Format")).to_be_focused()
    dialog.get_by_label("Format").select_option("jsonl")
    dialog.get_by_label("Changed since").fill("2999-01-01")
    with desk.page.expect_download() as download:
        desk.page.keyboard.press("Enter")
    assert download.value.path().read_text(encoding="utf-8") == ""  # nothing has changed since

    desk.go("#/?tab=failed")
    row = desk.page.locator(f'tr[data-id="{failed}"]')
    expect(row).to_contain_text("bad.pdf is damaged")  # the reason stands in the queue
    row.locator(".row-link").focus()
    desk.page.keyboard.press(" ")
    bar.get_by_role("button", name="Read again").click()
    toasts(desk, "1 document read again.")
    own.closed(failed)
    desk.go("#/?tab=all")
    desk.page.locator(f'tr[data-id="{failed}"] .pick-row').check()
    bar.get_by_role("button", name="Delete").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    toasts(desk, "1 document deleted.")
    assert own.client.get(f"/v1/documents/{failed}").status_code == 404


@pytest.mark.parametrize(
    ("label", "query"), [("Changed since", "updated_since"), ("Confirmed since", "since")]
)
def test_the_export_asks_since_when_by_keyboard_in_the_time_of_the_reader(
    sit: Callable[..., Desk], own: Running, label: str, query: str
) -> None:
    desk = sit(own, timezone_id="Asia/Tokyo", locale="en-GB")
    number = f"S-{query}"
    id = post(own, document_number=number)
    own.client.put(f"/v1/documents/{id}/fields", json={"fields": {}, "confirmed": True}).raise_for_status()
    desk.page.get_by_role("button", name="Export what is confirmed").press("Enter")
    desk.page.get_by_role("button", name="Only since a day").press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Export since a day")
    assert serious_findings(desk) == []
    dialog.get_by_label("Format").select_option("csv-wide")
    dialog.get_by_label(label).focus()
    desk.page.keyboard.type("03032024")  # 3 March, whichever comes first
    with desk.page.expect_download() as download:
        desk.page.keyboard.press("Enter")
    said = parse_qs(urlsplit(download.value.url).query)
    assert said == {"format": ["csv-wide"], query: ["2024-03-02T15:00:00.000Z"]}  # midnight in Tokyo
    assert id in download.value.path().read_text(encoding="utf-8")
    expect(dialog).to_have_count(0)


def test_many_are_assigned_and_tagged_and_the_list_shows_whose_they_are(
    sit: Callable[..., Desk], own: Running
) -> None:
    desk = sit(own)
    ids = [post(own, document_number=f"A-{number}") for number in range(3)]
    tags = [f"t{number:02}" for number in range(20)]
    own.client.patch(f"/v1/documents/{ids[2]}", json={"tags": tags}).raise_for_status()
    desk.page.reload()
    bar = desk.page.get_by_role("region", name="Selected documents")
    for id in ids[:2]:
        desk.page.locator(f'tr[data-id="{id}"] .pick-row').check()
    bar.get_by_role("button", name="Assign").click()
    dialog = desk.page.get_by_role("dialog", name="Assign 2 documents")
    expect(dialog.get_by_label("Name")).to_have_value("tests")  # whose key it is
    dialog.get_by_label("Name").fill("Zoe")
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Enter")
    toasts(desk, "2 documents assigned to Zoe.")
    assert [own.document(id)["assignee"] for id in ids] == ["Zoe", "Zoe", None]
    expect(desk.page.locator(f'tr[data-id="{ids[0]}"]')).to_contain_text("Zoe")

    whose = desk.page.get_by_label("Assigned to")
    whose.select_option("Assigned to nobody")
    expect(desk.page.locator("tbody tr")).to_have_count(1)
    whose.select_option("Zoe")
    expect(desk.page.locator("tbody tr")).to_have_count(2)
    desk.page.reload()
    expect(whose).to_have_value("name:Zoe")  # the address keeps it
    expect(desk.page.locator("tbody tr")).to_have_count(2)

    desk.go("#/")
    expect(desk.page.locator("tbody tr")).to_have_count(3)
    desk.page.get_by_label("Select all").check()
    bar.get_by_role("button", name="Tag").click()
    desk.page.get_by_label("Tags to add").fill("march, travel")
    desk.page.keyboard.press("Enter")
    left = desk.page.get_by_role("dialog", name="1 document left as it is")
    expect(left).to_contain_text("more than 20 tags")
    assert [own.document(id)["tags"] for id in ids] == [
        ["march", "travel"],
        ["march", "travel"],
        sorted(tags),
    ]


def test_the_next_document_is_fetched_meanwhile(sit: Callable[..., Desk], own: Running) -> None:
    desk = sit(own)
    first, second = (post(own, document_number=f"P-{number}") for number in range(2))
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url.removeprefix(own.url)))
    with desk.page.expect_response(f"**/v1/documents/{second}/pages/1/words?version=*"):
        desk.open(first)
    assert asked.count(f"/v1/documents/{second}") == 1
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page).to_have_url(re.compile(second))
    desk.reviewing(second).wait_for()
    assert asked.count(f"/v1/documents/{second}") == 1


def test_a_known_party_that_the_page_does_not_print_is_only_suggested(desk: Desk, service: Running) -> None:
    id = post(service)
    document = service.document(id)
    best = document["extraction"]["fields"]["supplier_name"][0]
    known = {**best, "value": "Zenith AG", "source": "known", "words": []}
    document["extraction"]["fields"]["supplier_name"] = [known]
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.open(id)
    assert selected(desk) == "supplier_name"
    field = desk.field("supplier_name")
    expect(field).to_contain_text("Missing")
    expect(field.locator(".candidate")).to_contain_text("Zenith AGKnown, not printed here")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.get_by_role("dialog")).to_contain_text("Supplier name is empty.")
    desk.page.keyboard.press("Escape")
    field.locator(".candidate").click()
    expect(field).to_contain_text("Corrected")
    saved(desk)
    assert desk.feedback(id)["fields"] == {"supplier_name": [{"value": "Zenith AG", "words": []}]}


def test_a_suggestion_has_no_level_of_confidence(desk: Desk, service: Running) -> None:
    id = post(service, receiver_name="?Zenith AG")
    desk.open(id)
    sign = desk.field("receiver_name").locator(".field-sign")
    expect(sign).to_have_text("Suggestion")
    expect(desk.field("receiver_name")).to_contain_text("Perhaps Zenith AG, which is known but not printed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_strip_question_selection_and_conflict(
    scheme: str, sit: Callable[..., Desk], service: Running
) -> None:
    hidden = "hidden text on page 1 names another IBAN, DE89370400440532013000: it was left out"
    id = post(service, f"warns: {hidden}", currency=None)
    desk = sit(service, color_scheme=scheme)
    list_with(desk, service, id)
    desk.page.locator(f'tr[data-id="{id}"] .pick-row').check()
    desk.page.get_by_role("region", name="Selected documents").wait_for()
    assert serious_findings(desk) == []
    desk.open(id)
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Control+Enter")
    desk.page.get_by_role("dialog").wait_for()
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Escape")
    body = {"fields": {"supplier_name": [{"value": "Other"}]}, "confirmed": False}
    service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()
    desk.page.keyboard.type("EUR")
    desk.page.keyboard.press("Enter")
    desk.page.get_by_role("dialog", name="tests has changed this document").wait_for()
    assert serious_findings(desk) == []
