"""``/docs`` in a real browser: the API, drawn from its OpenAPI document, with nothing from elsewhere."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import SERIOUS
from playwright.sync_api import Browser, expect
from running_service import Running


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_api_is_browsable_without_another_server(browser: Browser, fake: Running, scheme: str) -> None:
    api = fake.client.get("/v1/openapi.json").json()
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{fake.url}/docs")
    page.locator("#tag-schemas").wait_for()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Paperformer API")
    ids = set(page.eval_on_selector_all("[id]", "nodes => nodes.map(node => node.id)"))
    described = {one["operationId"] for methods in api["paths"].values() for one in methods.values()}
    hooks = {methods["post"]["operationId"] for methods in api["webhooks"].values()}
    bodies = {f"schema-{name}" for name in api["components"]["schemas"]}
    assert described | hooks | bodies <= ids
    links = page.eval_on_selector_all("a[href^='#']", "nodes => nodes.map(node => node.hash.slice(1))")
    assert set(links) <= ids
    upload = page.locator("#post_documents")
    for name in ("Idempotency-Key", "external_id", "metadata", "known_parties"):
        expect(upload.get_by_role("rowheader", name=name).first).to_be_visible()
    expect(page.locator("#schema-DocumentPatch .docs-example")).to_contain_text('"cost_centre": "4711"')
    page.locator("#contents").get_by_role("link", name="PATCH").click()
    expect(page.locator("#patch_document")).to_be_in_viewport()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in SERIOUS] == []
    assert all(url.startswith(fake.url) for url in asked)
    assert complaints == []
    context.close()


def test_a_phone_scrolls_tables_and_never_the_page(browser: Browser, fake: Running) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{fake.url}/docs#schema-Summary")
    page.locator("#tag-schemas").wait_for()
    expect(page.locator("#schema-Summary")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
