"""Tags are edited where a document is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from browser import Desk, serious_findings
from fake_reader import pdf
from playwright.sync_api import Locator, expect
from running_service import Running

SUMS = '{"total_excl_vat": ["10.00"], "total_vat": ["2.00"], "total_incl_vat": ["12.00"]}'
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="850"/>'


@pytest.fixture
def look(sit_down: Callable[..., Desk], fake: Running) -> Callable[..., tuple[Desk, str]]:
    """Opens a document with tags; settings are those of a browser."""

    def at(service: Running = fake, **settings: object) -> tuple[Desk, str]:
        id = str(fake.post(pdf(SUMS), tags="march,paid").json()["id"])
        desk = sit_down(service, **settings)
        desk.page.route(
            "**/pages/*.png*", lambda route: route.fulfill(body=BLANK, content_type="image/svg+xml")
        )
        desk.open(id)
        return desk, id

    return at


def tags(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Tags").get_by_role("listitem")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tags_are_added_and_taken_off_by_keyboard(
    look: Callable[..., tuple[Desk, str]], fake: Running, scheme: str
) -> None:
    desk, id = look(color_scheme=scheme)
    expect(tags(desk)).to_have_text(["march", "paid"])
    assert serious_findings(desk) == []
    desk.page.get_by_label("Add a tag").focus()
    desk.page.keyboard.type("urgent, march,  cost centre 7")
    desk.page.keyboard.press("Enter")
    expect(tags(desk)).to_have_text(["cost centre 7", "march", "paid", "urgent"])
    expect(desk.page.get_by_label("Add a tag")).to_have_value("")
    assert fake.document(id)["tags"] == ["cost centre 7", "march", "paid", "urgent"]

    desk.page.get_by_role("button", name="Take the tag paid off").press("Enter")
    expect(tags(desk)).to_have_text(["cost centre 7", "march", "urgent"])
    desk.page.locator("#toasts").get_by_role("button", name="Undo").press("Enter")
    expect(tags(desk)).to_have_text(["cost centre 7", "march", "paid", "urgent"])
    assert fake.document(id)["tags"] == ["cost centre 7", "march", "paid", "urgent"]


def test_what_is_typed_is_dropped_by_escape_and_the_document_stays(
    look: Callable[..., tuple[Desk, str]], fake: Running
) -> None:
    desk, id = look()
    typed = desk.page.get_by_label("Add a tag")
    typed.fill("oops")
    typed.press("Escape")
    expect(typed).to_have_value("")
    expect(tags(desk)).to_have_text(["march", "paid"])
    assert fake.document(id)["tags"] == ["march", "paid"]


def test_too_many_tags_are_refused_in_words(look: Callable[..., tuple[Desk, str]], fake: Running) -> None:
    desk, id = look()
    desk.page.get_by_label("Add a tag").fill(",".join(f"t{number}" for number in range(19)))
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#toasts")).to_contain_text("It would have more than 20 tags.")
    assert fake.document(id)["tags"] == ["march", "paid"]


def test_what_the_service_refuses_is_said_in_the_readers_language(
    look: Callable[..., tuple[Desk, str]],
) -> None:
    desk, _ = look(locale="de-DE")
    typed = desk.page.get_by_label("Schlagwort hinzufügen")
    typed.evaluate("field => field.removeAttribute('maxlength')")  # else it is not asked at all
    typed.fill("x" * 101)
    typed.press("Enter")
    expect(desk.page.locator("#toasts")).to_contain_text("Höchstens 100 Zeichen sind erlaubt. Kürzen Sie es.")


def test_a_tag_leads_to_its_documents_and_who_only_looks_changes_none(
    look: Callable[..., tuple[Desk, str]], fake: Running
) -> None:
    _, key = fake.service.keys.create("looks", "read")
    desk, _ = look(replace(fake, key=key))
    expect(desk.page.get_by_label("Add a tag")).to_have_count(0)
    expect(desk.page.get_by_role("button", name="Take the tag")).to_have_count(0)
    desk.page.get_by_role("link", name="march").click()
    expect(desk.page.get_by_label("Tag", exact=True)).to_have_value("march")
