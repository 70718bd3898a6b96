"""The page in the language of its reader: chosen, remembered, and without a word of another one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser import Desk, serious_findings
from fake_reader import pdf
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pseudo import hard_coded, speak_pseudo
from running_service import Running

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="850"/>'
SIZES = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
VALUES = {
    "document_number": ["R-1"],
    "document_date": ["2025-03-14"],
    "supplier_name": ["Acme Ltd", "Acme"],
    "total_excl_vat": ["1000.00"],
    "total_vat": ["200.00"],
    "total_incl_vat": ["1300.00"],  # which is not the sum of both
    "document_type": ["invoice"],
    "payment_method": ["card"],
    "currency": ["~EUR"],
}
HIDDEN = "hidden text on page 1 names another IBAN, DE89370400440532013000: it was left out"
DATA = {
    "broken.pdf is damaged. Save it anew",  # a sentence of the service, in its own language
    *("Paperformer", "tests", "fake", "R-1.pdf", "R-2.pdf", "R-3.pdf", "broken.pdf", "Tesseract"),
    *("Acme Ltd", "Acme", "R-1", "R-2", "R-3", "EUR", "Oak shelf", "DE89370400440532013000"),
}


@pytest.fixture
def own(start_fake: Callable[..., Running]) -> Running:
    return start_fake()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that nobody has used."""
    made = browser.new_context(viewport=SIZES["desk"], color_scheme="light")
    made.set_default_timeout(15_000)
    yield made
    made.close()


def blank_page(route: Route) -> None:
    route.fulfill(body=BLANK, content_type="image/svg+xml")


def file_of(number: str, *lines: str, **fields: list[str]) -> bytes:
    return pdf(*lines, json.dumps({**VALUES, "document_number": [number], **fields}))


def post(service: Running, number: str, *lines: str, **fields: list[str]) -> str:
    answer = service.post(file_of(number, *lines, **fields), name=f"{number}.pdf").raise_for_status().json()
    return str(answer["id"])


def with_lines(service: Running, id: str) -> dict[str, Any]:
    """The document with a purchase line, which the fake reader does not read."""
    document = service.document(id)
    cells = {
        name: {"value": value, "text": value, "box": None, "page": None, "words": []}
        for name, value in (
            ("code", "7"), ("description", "Oak shelf"), ("quantity", "2.5"), ("unit_price", "1000.00"),
            ("total", "2400.00"),
        )
    }  # fmt: skip
    row = {"cells": cells, "text": "", "box": None, "page": None, "confidence": 0.9, "level": "high"}
    document["extraction"]["rows"] = {"purchase_lines": [{**row, "source": "model", "holds": None}]}
    return document


def test_no_word_of_the_page_is_outside_of_its_texts(own: Running, context: BrowserContext) -> None:
    page = context.new_page()
    speak_pseudo(page)
    page.route("**/pages/*.png*", blank_page)

    def is_pure(what: str) -> None:
        found.update(dict.fromkeys(hard_coded(page, DATA), what))

    found: dict[str, str] = {}

    _sign_in(page, own, is_pure)
    _upload(page, own, is_pure)
    first, second = post(own, "R-2", f"warns: {HIDDEN}"), post(own, "R-3")
    _walk_queue(page, is_pure)
    document = with_lines(own, first)
    page.route(f"**/v1/documents/{first}", lambda route: route.fulfill(json=document))
    _walk_review(page, first, is_pure)
    _walk_conflict(page, own, second, is_pure)
    _walk_states(page, own, is_pure)
    assert found == {}


Pure = Callable[[str], None]


def _sign_in(page: Page, service: Running, is_pure: Pure) -> None:
    page.goto(service.url)
    page.locator(".sign-in-card").wait_for()
    is_pure("signing in")
    page.locator("input[name=key]").fill("pf_wrong")
    page.keyboard.press("Enter")
    expect(page.locator(".form-problem")).not_to_be_empty()
    is_pure("a wrong key")
    page.locator("input[name=key]").fill(service.key)
    page.keyboard.press("Enter")
    page.locator(".empty").wait_for()
    is_pure("an empty queue")


def _upload(page: Page, service: Running, is_pure: Pure) -> None:
    files = [
        {"name": name, "mimeType": "application/pdf", "buffer": data}
        for name, data in (("R-1.pdf", file_of("R-1")), ("broken.pdf", pdf("fail")))
    ]
    page.locator("input[type=file]").first.set_input_files(files)
    expect(page.locator('.upload-list li[data-state="done"]')).to_have_count(1)
    expect(page.locator('.upload-list li[data-state="failed"]')).to_have_count(1)
    is_pure("uploads")
    page.locator(".uploads header button").click()
    for tab in ("working", "reviewed", "failed"):
        page.goto(f"{service.url}/#/?tab={tab}")
        page.locator(f'.tabs a[href*="{tab}"][aria-current]').wait_for()
        is_pure(f"the queue {tab}")
    page.goto(f"{service.url}/#/?q=nothing-has-this")
    page.locator(".empty").wait_for()
    is_pure("nothing matches")


def _walk_queue(page: Page, is_pure: Pure) -> None:
    page.evaluate("location.hash = '#/?tab=all'")
    expect(page.locator(".documents tbody tr")).to_have_count(4)
    for box in page.locator(".pick-row").all():
        box.check()
    is_pure("a selection")
    for menu in page.locator(".menu > button").all():
        menu.click()
        is_pure("a menu")
        page.keyboard.press("Escape")
    asking = ("pen", "user", "join", "trash", "check")
    icons = page.evaluate(
        "async (names) => { const {icon} = await import('/web/js/icons.js');"
        " return names.map((name) => icon(name).querySelector('path').getAttribute('d')); }",
        list(asking),
    )
    for name, drawn in zip(asking, icons, strict=True):
        page.locator(f'.selection > button:has(path[d="{drawn}"])').click()
        page.locator("dialog[open]").wait_for()
        is_pure(f"the question of {name}")
        if name != "check":
            page.keyboard.press("Escape")
    page.locator("dialog .button.danger").click()
    page.locator("dialog .skipped li").first.wait_for()
    is_pure("what was left")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def _walk_review(page: Page, id: str, is_pure: Pure) -> None:
    page.evaluate("id => { location.hash = `#/documents/${id}?field=supplier_name`; }", id)
    page.locator(".page.loaded").wait_for()
    page.locator(".checks:not([hidden]) summary").click()
    is_pure("a review")
    page.keyboard.press("Alt+w")
    page.locator(".why p").first.wait_for()
    is_pure("why a value is right")
    page.locator(".absent summary").click()
    for name in ("document_type", "payment_method", "currency", "due_date", "total_incl_vat"):
        page.locator(f'.field[data-field="{name}"] .field-head').click()
        page.locator(f'.field[data-field="{name}"] .field-detail').wait_for()
        is_pure(f"the field {name}")
    page.locator(".field.active .field-input").fill("no amount")
    page.locator(".field-note.tone-poor").wait_for()
    is_pure("a value that is none")
    page.keyboard.press("Escape")
    page.locator('.field[data-field="purchase_lines"] button').click()
    page.locator(".rows input").first.wait_for()
    is_pure("a table")
    page.locator(".dock-foot .menu > button").click()
    is_pure("columns to add")
    page.keyboard.press("Escape")
    page.get_by_label("Quantity").first.fill("many")
    page.keyboard.press("Enter")
    page.locator('.cell[aria-invalid="true"]').wait_for()
    is_pure("a cell that has no value")
    page.keyboard.press("Escape")
    page.keyboard.press("F1")
    page.locator("dialog .keys").wait_for()
    is_pure("the keys")
    page.keyboard.press("Escape")
    for menu in page.locator(".bar .menu > button").all():
        menu.click()
        is_pure("a menu of the bar")
        page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.locator("dialog .doubts").wait_for()
    is_pure("doubts")
    page.keyboard.press("Escape")
    page.locator(".bar .menu").nth(1).locator("> button").click()
    page.locator(".bar .menu-list:not([hidden]) button").first.click()
    page.locator("dialog form").wait_for()
    is_pure("reading again")
    page.keyboard.press("Escape")


def _walk_conflict(page: Page, service: Running, id: str, is_pure: Pure) -> None:
    page.evaluate("id => { location.hash = `#/documents/${id}?field=currency`; }", id)
    page.locator(f'.with-alerts[data-id="{id}"] .field.active').wait_for()
    body = {"fields": {"supplier_name": [{"value": "Acme"}]}, "confirmed": False}
    service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()
    page.keyboard.press("Control+Delete")
    page.locator("dialog .differences").wait_for()
    is_pure("a conflict")
    page.locator("dialog .dialog-actions button").last.click()
    page.locator("dialog").wait_for(state="detached")


def _walk_states(page: Page, service: Running, is_pure: Pure) -> None:
    failed = service.client.get("/v1/documents?state=failed").json()["items"][0]["id"]
    for hash in (f"#/documents/{failed}", "#/documents/" + "0" * 24):
        page.evaluate("hash => { location.hash = hash; }", hash)
        page.locator(".empty h2").wait_for()
        is_pure(hash)
    page.evaluate("location.hash = '#/'")
    page.locator(".documents").wait_for()
    page.locator(".bar .menu > button").last.click()
    page.locator(".bar .menu-list:not([hidden]) button").first.click()
    page.locator("dialog .improve p").first.wait_for()
    is_pure("improving the model")


def test_a_german_accountant_signs_in_reviews_and_confirms(own: Running, browser: Browser) -> None:
    id = post(own, "R-7", total_incl_vat=["1300.00"], currency=["EUR"])
    context = browser.new_context(viewport=SIZES["desk"], locale="de-DE")
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.route("**/pages/*.png*", blank_page)
    page.goto(own.url)
    page.get_by_label("Schlüssel").fill(own.key)
    page.get_by_role("button", name="Anmelden").click()
    row = page.locator(f'tr[data-id="{id}"]')
    expect(row).to_contain_text("14. März 2025")
    expect(row).to_contain_text("1.300,00")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    row.locator(".row-link").click()
    wrong = "Stimmt nicht: Der Bruttobetrag ist Nettobetrag plus MwSt."
    expect(page.locator('.field[data-field="total_excl_vat"]')).to_contain_text("Nettobetrag1.000,00")
    expect(page.locator(".checks")).to_contain_text(
        "Stimmt nicht: Der Bruttobetrag ist Nettobetrag plus MwSt."
    )
    page.keyboard.press("Control+Enter")
    dialog = page.get_by_role("dialog", name="Trotzdem bestätigen?")
    expect(dialog).to_contain_text(wrong)
    dialog.get_by_role("button", name="Trotzdem bestätigen").click()
    expect(page.locator(".toast")).to_contain_text("Bestätigt. Nichts ist mehr zu prüfen.")
    assert own.client.get(f"/v1/documents/{id}/fields").json()["confirmed"] is True
    context.close()


def test_a_chosen_language_is_kept_and_the_browsers_is_the_first(
    sit_down: Callable[..., Desk], fake: Running
) -> None:
    desk = sit_down(fake, locale="nn-NO")
    expect(desk.page.locator("html")).to_have_attribute("lang", "nb")
    desk.page.get_by_role("button", name="Språk").click()
    desk.page.get_by_role("button", name="Français").click()
    expect(desk.page.get_by_role("button", name="Importer").first).to_be_visible()
    desk.page.reload()
    expect(desk.page.get_by_role("button", name="Importer").first).to_be_visible()
    expect(desk.page.locator("html")).to_have_attribute("lang", "fr")


def test_the_languages_that_a_reader_wants_are_tried_in_their_order(desk: Desk) -> None:
    said = desk.page.evaluate(
        """async () => {
            const { languageOf, localeOf } = await import('/web/js/messages.js');
            return [
                languageOf(null, ['fi-FI', 'sv-FI', 'en-GB']), languageOf(null, ['ja']),
                languageOf('da', ['de']), languageOf('xx', ['de-AT']),
                localeOf('de', ['en', 'de-AT']), localeOf('fr', ['de-CH']), localeOf('nb', ['no']),
            ];
        }"""
    )
    assert said == ["sv", "en", "da", "de", "de-AT", "fr", "no"]


def test_why_a_document_could_not_be_read_is_said_in_the_readers_language(
    sit_down: Callable[..., Desk], fake: Running
) -> None:
    failed = fake.closed(fake.post_async(pdf("bug"), name="b.pdf").json()["id"])["id"]
    desk = sit_down(fake, locale="de-DE")
    desk.go(f"#/documents/{failed}")
    expect(desk.page.get_by_role("main")).to_contain_text("Beim Lesen trat im Dienst selbst ein Fehler auf")
    expect(desk.page.locator(".particulars")).to_have_count(0)
    said = desk.page.evaluate(
        """async () => {
            const { failure, sentence } = await import('/web/js/sentences.js');
            const values = { cause: 'too_many_pages', limit: '1000' };
            const error = { title: 'DocumentTooLarge', detail: 'a.pdf has 1,200 pages' };
            return [
                failure({ ...error, code: 'too_many_pages', values: { limit: '1000' } }),
                sentence({ code: 'DocumentTooLarge', values }, error.detail),
                failure({ ...error, code: null, values: {} }),
            ];
        }"""
    )
    reason = "Der Beleg hat mehr als 1.000 Seiten. Teilen Sie ihn."
    kind = "Der Beleg überschreitet eine Grenze für Größe, Seiten, Pixel, Zeit oder Speicher."
    assert said == [reason, reason, kind]


def test_cells_are_written_as_the_reader_writes_them_and_edited_in_normal_form(
    sit_down: Callable[..., Desk], fake: Running
) -> None:
    id = post(fake, "L-8")
    document = with_lines(fake, id)
    desk = sit_down(fake, locale="de-DE")
    desk.page.route("**/pages/*.png*", blank_page)
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.open(id, "total_incl_vat")
    desk.page.keyboard.press("Alt+t")
    quantity = desk.page.get_by_label("Menge, Zeile 1")
    total = desk.page.get_by_label("Betrag, Zeile 1")
    expect(quantity).to_have_value("2,5")
    expect(total).to_have_value("2.400,00")
    expect(desk.page.locator(".dock-foot")).to_contain_text(
        "Stimmt nicht: Position 1: Menge mal Einzelpreis ist der Betrag"
    )
    total.focus()
    expect(total).to_have_value("2400.00")
    quantity.focus()
    expect(total).to_have_value("2.400,00")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_long_words_fit_and_axe_finds_nothing_serious(
    size: str, scheme: str, sit_down: Callable[..., Desk], fake: Running
) -> None:
    id = post(fake, "L-9", f"warns: {HIDDEN}")
    document = with_lines(fake, id)
    desk = sit_down(fake, locale="de-DE", viewport=SIZES[size], color_scheme=scheme, has_touch=size != "desk")
    desk.page.route("**/pages/*.png*", blank_page)
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.go("#/?tab=all&q=L-9")
    desk.page.locator(".pick-row").first.check()
    _fits(desk)
    assert serious_findings(desk) == []
    desk.open(id, "supplier_name")
    _fits(desk)
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Alt+t")
    desk.page.locator(".rows").wait_for()
    _fits(desk)
    assert serious_findings(desk) == []


def _fits(desk: Desk) -> None:
    """Nothing is wider than the window, and no button is wider than its place or cut."""
    desk.page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    cut = """() => [...document.querySelectorAll('.button, .badge, .dock-tab, .pick-hint, h2')]
        .filter((one) => one.checkVisibility())
        .filter((one) => {
            const place = one.getBoundingClientRect();
            return one.scrollWidth > one.clientWidth + 1 || place.right > innerWidth + 1 || place.left < -1;
        })
        .map((one) => one.textContent)"""
    desk.page.wait_for_function(f"({cut})().length === 0")


def test_a_phone_shows_the_quantity_of_a_line_beside_its_total(
    sit_down: Callable[..., Desk], fake: Running
) -> None:
    id = post(fake, "L-10")
    document = with_lines(fake, id)
    desk = sit_down(fake, viewport=SIZES["phone"], has_touch=True)
    desk.page.route("**/pages/*.png*", blank_page)
    desk.page.route(f"**/v1/documents/{id}", lambda route: route.fulfill(json=document))
    desk.open(id)
    desk.field("purchase_lines").locator(".field-head").tap()
    quantity = desk.page.get_by_label("Quantity, row 1")
    expect(quantity).to_be_in_viewport(ratio=1)
    edges = [desk.page.get_by_label(name).bounding_box() for name in ("Quantity, row 1", "Total, row 1")]
    assert edges[0] is not None
    assert edges[1] is not None
    assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"] + 1
