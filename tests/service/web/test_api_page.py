"""``/docs`` in a real browser: the API, drawn from its OpenAPI document, with nothing from elsewhere."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from browser import SERIOUS
from playwright.sync_api import Browser, Page, expect
from running_service import Running

LOOKED_AT = {"include": [["#contents"], ["#patch_document"], ["#schema-Skipped"]]}  # parts like all others


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    found = Axe().run(page, context=LOOKED_AT).response["violations"]
    return [one["id"] for one in found if one["impact"] in SERIOUS]


def test_the_api_is_browsable_without_another_server(browser: Browser, fake: Running) -> None:
    api = fake.client.get("/v1/openapi.json").json()
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{fake.url}/docs#schema-Summary")
    page.locator("#tag-schemas").wait_for()
    expect(page.locator("#schema-Summary")).to_be_in_viewport()
    ids = set(page.eval_on_selector_all("[id]", "nodes => nodes.map(node => node.id)"))
    described = {one["operationId"] for methods in api["paths"].values() for one in methods.values()}
    hooks = {methods["post"]["operationId"] for methods in api["webhooks"].values()}
    bodies = {f"schema-{name}" for name in api["components"]["schemas"]}
    assert described | hooks | bodies <= ids
    links = page.eval_on_selector_all("a[href^='#']", "nodes => nodes.map(node => node.hash.slice(1))")
    assert set(links) <= ids
    upload = page.locator("#post_documents").inner_text()
    for text in ("Idempotency-Key", "external_id", "known_parties", "list of string (binary)", "410 Deleted"):
        assert text.casefold() in upload.casefold()
    patch = page.locator("#schema-DocumentPatch").inner_text()
    assert '"cost_centre": "4711"' in patch
    assert "object of string or null" in patch
    page.locator("#contents a[href='#patch_document']").click()
    expect(page.locator("#patch_document")).to_be_in_viewport()
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert all(url.startswith(fake.url) for url in asked)
    assert complaints == []
    context.close()


def test_a_description_that_does_not_come_is_said(browser: Browser, fake: Running) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/v1/openapi.json", lambda route: route.fulfill(status=503))
    page.goto(f"{fake.url}/docs")
    expect(page.get_by_role("alert")).to_contain_text("the service answered with 503. Reload the page")
    context.close()
