"""What the page shows where things are not as they should be, to whom, and how fluently."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from browser import Desk, serious_findings
from fake_reader import MakeFakeReader, pdf
from invoices import draw_invoice
from playwright.sync_api import Route, expect
from running_service import Running

from toy_einvoice import ubl

HOSTILE = "<img src=x onerror=alert(1)>"
TABLET = {"width": 768, "height": 1024}


def test_hostile_names_and_texts_stay_text(desk: Desk) -> None:
    id = desk.upload(f"{HOSTILE}.pdf", draw_invoice(HOSTILE, supplier=f"{HOSTILE} Ltd"))
    expect(desk.page.locator(".upload-list")).to_contain_text(HOSTILE)
    expect(desk.page.locator(".documents")).to_contain_text(HOSTILE)
    desk.open(id, "supplier_name")
    desk.page.keyboard.press("Alt+w")
    expect(desk.page.locator(".why")).to_contain_text("Why this value?")
    desk.field("supplier_name").locator(".field-head").click()
    desk.field("supplier_name").locator(".field-input").fill(f"{HOSTILE}<script>alert(2)</script>")
    desk.field("supplier_name").locator(".field-input").press("Enter")
    expect(desk.field("supplier_name")).to_contain_text("Corrected")
    assert desk.page.locator("img[onerror], script:not([src])").count() == 0


def test_a_failed_document_says_why_and_can_be_read_again_or_deleted(desk: Desk) -> None:
    id = desk.upload("broken.pdf", b"%PDF-1.4 nothing of this kind")
    expect(desk.page.locator(".upload-list")).to_contain_text("damaged")
    desk.page.get_by_role("link", name="Failed").click()
    desk.page.locator(f'tr[data-id="{id}"] .row-link').click()
    expect(desk.page.get_by_role("main")).to_contain_text("could not be read")
    expect(desk.page.get_by_role("main")).to_contain_text("damaged")
    desk.page.get_by_role("button", name="Read it again").click()
    expect(desk.page.get_by_role("main")).to_contain_text("could not be read")
    desk.page.get_by_role("main").get_by_role("button", name="Delete").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(desk.page.get_by_role("heading", name="Documents")).to_be_visible()
    assert desk.service.client.get(f"/v1/documents/{id}").status_code == 404


def test_a_session_that_ends_is_begun_again_without_loss(desk: Desk) -> None:
    id = desk.upload("expiry.pdf", draw_invoice("INV-3001"))
    desk.open(id, "document_number")
    desk.page.context.clear_cookies()
    desk.page.keyboard.press("Control+Delete")
    dialog = desk.page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Key").fill("pf_wrong")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_contain_text("not valid")
    dialog.get_by_label("Key").fill(desk.service.key)
    dialog.get_by_role("button", name="Sign in").click()
    desk.page.locator(".saving", has_text="Saved").wait_for()
    assert desk.feedback(id)["fields"] == {"document_number": []}


def test_a_service_that_is_gone_is_waited_for(desk: Desk, invoice: str) -> None:
    desk.page.context.set_offline(True)
    desk.go(f"#/documents/{invoice}")
    expect(desk.page.get_by_role("alert")).to_contain_text("cannot be reached")
    desk.page.context.set_offline(False)
    expect(desk.page.get_by_role("alert")).to_be_hidden()
    desk.page.get_by_role("button", name="Try again").click()
    expect(desk.page.locator(".page.loaded").first).to_be_visible()


def test_an_empty_service_invites_and_a_full_one_lets_uploads_wait(
    sit_down: Callable[..., Desk], start_fake: Callable[..., Running]
) -> None:
    desk = sit_down(start_fake(MakeFakeReader(seconds=0.8), queue=1))
    expect(desk.page.get_by_role("heading", name="No documents yet")).to_be_visible()
    chosen = [
        {"name": f"{number}.pdf", "mimeType": "application/pdf", "buffer": pdf(str(number))}
        for number in range(4)
    ]
    desk.page.locator("input[type=file]").first.set_input_files(chosen)
    expect(desk.page.locator(".upload-list")).to_contain_text("The queue is full")
    done = desk.page.locator('.upload-list li[data-state="done"]')
    expect(done).to_have_count(4, timeout=30_000)
    expect(desk.page.locator(".documents tbody tr")).to_have_count(4)


def test_files_are_dropped_anywhere(desk: Desk) -> None:
    drop = """([name, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, {type: 'application/pdf'}));
        const settings = {dataTransfer: data, bubbles: true, cancelable: true};
        const say = (type) => document.body.dispatchEvent(new DragEvent(type, settings));
        say('dragenter');
        const isVeiled = !document.querySelector('.drop-veil').hidden;
        say('drop');
        return isVeiled;
    }"""
    assert desk.page.evaluate(drop, ["dropped.pdf", list(draw_invoice("INV-3002"))])
    expect(desk.page.locator(".upload-list")).to_contain_text("Ready to review")
    assert desk.page.locator(".drop-veil").is_hidden()


def test_the_queue_is_filtered_and_the_address_remembers(desk: Desk) -> None:
    desk.service.post(draw_invoice("INV-3003", supplier="Medlar & Sons Ltd"), name="q.pdf", tags="spring")
    desk.go("#/?tab=all")
    desk.page.get_by_label("Search").fill("medlar")
    expect(desk.page.locator(".documents tbody tr")).to_have_count(1)
    expect(desk.page).to_have_url(re.compile("q=medlar"))
    desk.page.locator(".row-link").click()
    desk.page.locator(".page.loaded").wait_for()
    desk.page.go_back()
    expect(desk.page.get_by_label("Search")).to_have_value("medlar")
    desk.page.get_by_label("Search").fill("")
    desk.page.get_by_label("Tag").fill("spring")
    expect(desk.page.locator(".documents tbody tr")).to_have_count(1)
    desk.page.get_by_label("Tag").fill("autumn")
    expect(desk.page.get_by_role("heading", name="Nothing matches")).to_be_visible()


def test_who_may_only_read_is_offered_nothing_else(
    sit_down: Callable[..., Desk], reading: Running, invoice: str
) -> None:
    _, key = reading.service.keys.create("guest", "read")
    desk = sit_down(replace(reading, key=key))
    assert desk.page.get_by_role("button", name="Upload").count() == 0
    desk.open(invoice, "document_number")
    assert desk.page.get_by_role("button", name="Confirm and next").count() == 0
    expect(desk.field("document_number").locator(".field-input")).to_be_disabled()


def test_an_einvoice_without_pages_is_reviewed_too(desk: Desk) -> None:
    id = desk.upload("invoice.xml", ubl(77).encode(), "application/xml")
    desk.go(f"#/documents/{id}?field=document_number")
    expect(desk.page.get_by_role("heading", name="There is no page to show")).to_be_visible()
    assert desk.value("document_number") == "N-77"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    scheme: str, sit_down: Callable[..., Desk], reading: Running, invoice: str
) -> None:
    desk = sit_down(reading, color_scheme=scheme)
    desk.go("#/?tab=all")
    desk.page.locator(".documents").wait_for()
    assert serious_findings(desk) == []
    desk.open(invoice, "total_incl_vat")
    desk.page.keyboard.press("Alt+w")
    desk.page.locator(".why li").first.wait_for()
    desk.page.locator(".checks summary").click()
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Alt+t")
    desk.page.locator(".rows").wait_for()
    assert serious_findings(desk) == []
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("F1")
    desk.page.get_by_role("dialog").wait_for()
    assert serious_findings(desk) == []


def test_a_tablet_has_room_for_page_and_fields(
    sit_down: Callable[..., Desk], reading: Running, invoice: str
) -> None:
    desk = sit_down(reading, viewport=TABLET, has_touch=True)
    desk.open(invoice)
    assert desk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    small = desk.page.evaluate(
        """() => [...document.querySelectorAll('.bar button, .bar a, .tools button, .field-head')]
            .filter((one) => one.offsetParent && (one.offsetHeight < 40 || one.offsetWidth < 40)).length"""
    )
    assert small == 0
    desk.field("total_incl_vat").locator(".field-head").tap()
    expect(desk.page.locator('.mark.active[data-field="total_incl_vat"]')).to_be_in_viewport()


def test_fifty_pages_of_fifteen_hundred_words_load_only_what_is_near(
    sit_down: Callable[..., Desk], reading: Running, invoice: str
) -> None:
    desk = sit_down(reading)
    document = reading.document(invoice)
    first = document["extraction"]["pages"][0]
    document["extraction"]["pages"] = [{**first, "number": number} for number in range(1, 51)]
    loaded: set[int] = set()

    def words(route: Route) -> None:
        number = int(route.request.url.split("/pages/")[1].split("/")[0])
        loaded.add(number)
        route.fulfill(body=json.dumps(_many_words(number)), content_type="application/json")

    desk.page.route(f"**/v1/documents/{invoice}", lambda route: route.fulfill(json=document))
    desk.page.route(f"**/v1/documents/{invoice}/pages/*/words?*", words)
    desk.page.route(f"**/v1/documents/{invoice}/pages/*.png*", lambda route: route.fulfill(
        body=_WHITE, content_type="image/svg+xml"
    ))  # fmt: skip
    begin = time.perf_counter()
    desk.open(invoice, "document_number")
    assert time.perf_counter() - begin < 20
    assert 1 <= len(loaded) <= 5
    desk.page.locator(".page").nth(48).scroll_into_view_if_needed()
    desk.page.locator('.page[data-page="49"].loaded').wait_for()
    assert len(loaded) <= 15
    desk.field("document_number").locator(".field-head").click()
    desk.page.locator(".page").nth(48).scroll_into_view_if_needed()
    assert min(desk.page.evaluate(_MOVES) for _ in range(5)) < 16  # milliseconds a move: a frame


def test_places_on_pages_are_found_by_geometry(desk: Desk) -> None:
    found = desk.page.evaluate(
        """async () => {
            const g = await import('/web/js/geometry.js');
            const at = (x0, y0, x1, y1) => ({x0, y0, x1, y1});
            const row = (line) => 0.1 + line / 10;
            const printed =
                [['Due', 0.1, 0], ['12', 0.3, 0], ['March', 0.4, 0], ['2025', 0.6, 0], ['2025', 0.1, 1]];
            const words = printed.map(([text, x, line], index) =>
                ({index, text, line, box: at(x, row(line), x + 0.08, row(line) + 0.05)}));
            return {
                turned: [0, 1, 2, 3].map((quarters) => g.upright({x: 0.2, y: 0.1}, quarters)),
                under: g.wordAt(words, {x: 0.33, y: 0.12}).text,
                none: g.wordAt(words, {x: 0.25, y: 0.12}),
                dragged: g.wordsIn(words, at(0.31, 0.11, 0.66, 0.12)).map((word) => word.text),
                once: g.printedOnce('12 march 2025', words).map((word) => word.index),
                twice: g.printedOnce('2025', words),
                lines: g.lineBoxes(words).length,
                text: g.textOf(words, true),
            };
        }"""
    )
    turned = [(round(one["x"], 6), round(one["y"], 6)) for one in found["turned"]]
    assert turned == [(0.2, 0.1), (0.1, 0.8), (0.8, 0.9), (0.9, 0.2)]
    assert found["under"] == "12"
    assert found["none"] is None
    assert found["dragged"] == ["12", "March", "2025"]
    assert found["once"] == [1, 2, 3]
    assert found["twice"] == []
    assert found["lines"] == 2
    assert found["text"] == "Due 12 March 2025\n2025"


_WHITE = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="850"/>'
# How long the page takes over a move of the pointer, on average.
_MOVES = """() => {
    const page = document.querySelector('.page[data-page="49"]');
    const box = page.getBoundingClientRect();
    const begin = performance.now();
    for (let step = 0; step < 100; step += 1) {
        const at = {clientX: box.x + step * box.width / 100, clientY: box.y + step * box.height / 100};
        page.dispatchEvent(new PointerEvent('pointermove', {...at, bubbles: true, pointerType: 'mouse'}));
    }
    return (performance.now() - begin) / 100;
}"""


def _many_words(page: int) -> dict[str, Any]:
    words = [
        {
            "index": 1500 * (page - 1) + number,
            "text": f"w{number}",
            "line": number // 15,
            "box": {
                "x0": number % 15 / 15, "y0": number // 15 / 100,
                "x1": number % 15 / 15 + 0.06, "y1": number // 15 / 100 + 0.008,
            },
        }
        for number in range(1500)
    ]  # fmt: skip
    return {"page": page, "width": 595, "height": 842, "reading": "text_layer", "words": words}
