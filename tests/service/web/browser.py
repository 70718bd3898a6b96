"""The review page in a real browser, as somebody at a desk sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page
from running_service import Running

DESKTOP = {"width": 1440, "height": 900}
SERIOUS = ("serious", "critical")
_STEP_MS = 100
_PATIENCE_MS = 15_000


@dataclass
class Desk:
    """A browser's page that is signed in to a service, and what the page complained of."""

    page: Page
    service: Running
    complaints: list[str]

    def go(self, hash: str = "#/") -> None:
        """Show what an address names."""
        self.page.evaluate("hash => { location.hash = hash; }", hash)

    def upload(self, name: str, data: bytes, kind: str = "application/pdf") -> str:
        """Upload a document with the button of the queue; its id, once it is read."""
        before = {one["id"] for one in self._documents()}
        chosen = {"name": name, "mimeType": kind, "buffer": data}
        self.page.locator("input[type=file]").first.set_input_files([chosen])
        self.page.locator(".upload-list li").last.filter(has_not_text="Waiting").wait_for()
        self.page.wait_for_function("() => !document.querySelector('.upload-list .spinner')")
        (new,) = {one["id"] for one in self._documents()} - before
        return str(new)

    def open(self, id: str, field: str | None = None) -> None:
        """Show a document, once its first page is drawn and its checks are made."""
        self.go(f"#/documents/{id}" + (f"?field={field}" if field else ""))
        self.page.locator(".page.loaded").first.wait_for()
        self.page.locator(".checks:not([hidden])").wait_for()

    def field(self, name: str) -> Locator:
        """A field of the list."""
        return self.page.locator(f'.field[data-field="{name}"]')

    def reviewing(self, id: str) -> Locator:
        """The field that is looked at of this document; that of another one may still be shown."""
        return self.page.locator(f'.with-alerts[data-id="{id}"] .field.active')

    def value(self, name: str) -> str:
        """What the page shows of a field; an active one shows it in its input."""
        field = self.field(name)
        typed = field.locator(".field-input")
        return typed.input_value() if typed.count() else field.locator(".field-value").inner_text()

    def place_of(self, page: int, words: Sequence[dict[str, Any]]) -> tuple[float, float]:
        """Where the middle of words is on the screen; they are brought into sight."""
        left = min(word["box"]["x0"] for word in words)
        right = max(word["box"]["x1"] for word in words)
        top = min(word["box"]["y0"] for word in words)
        bottom = max(word["box"]["y1"] for word in words)
        found = self.page.evaluate(
            """([number, x, y]) => {
                const sheet = document.querySelector(`.page[data-page="${number}"]`);
                const scroller = document.querySelector('.scroller').getBoundingClientRect();
                const at = () => sheet.getBoundingClientRect();
                const off = at().top + y * at().height - (scroller.top + scroller.height / 2);
                document.querySelector('.scroller').scrollBy(0, off);
                return [at().left + x * at().width, at().top + y * at().height];
            }""",
            [page, (left + right) / 2, (top + bottom) / 2],
        )
        return float(found[0]), float(found[1])

    def click_words(self, page: int, words: Sequence[dict[str, Any]]) -> None:
        """Click one word, or drag over several of a line."""
        x, y = self.place_of(page, words)
        if len(words) == 1:
            self.page.mouse.click(x, y)
            return
        sheet = self.page.locator(f'.page[data-page="{page}"]').bounding_box()
        assert sheet is not None
        half = (max(w["box"]["x1"] for w in words) - min(w["box"]["x0"] for w in words)) * sheet["width"] / 2
        self.page.mouse.move(x - half - 1, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=3)
        self.page.mouse.move(x + half + 1, y, steps=3)
        self.page.mouse.up()

    def words(self, id: str, page: int = 1) -> list[dict[str, Any]]:
        """The words of a page, as the API has them."""
        words: list[dict[str, Any]] = self._get(f"/v1/documents/{id}/pages/{page}/words")["words"]
        return words

    def feedback(self, id: str) -> dict[str, Any]:
        """What was saved about a document."""
        return self._get(f"/v1/documents/{id}/fields")

    def saved_rows(self, id: str, table: str, count: int) -> list[dict[str, Any]]:
        """The saved rows, once there are ``count`` of them: "Saved" may be said of an earlier edit."""
        rows: list[dict[str, Any]] = []
        for _ in range(_PATIENCE_MS // _STEP_MS):
            rows = self.feedback(id)["rows"].get(table, [])
            if len(rows) == count:
                break
            self.page.wait_for_timeout(_STEP_MS)
        return rows

    def _documents(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = self._get("/v1/documents?limit=200")["items"]
        return items

    def _get(self, path: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.service.client.get(path).raise_for_status().json()
        return answer


def serious_findings(desk: Desk) -> list[str]:
    """What axe-core finds on the page that keeps people out."""
    found = Axe().run(desk.page).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@contextmanager
def at_desk(browser: Browser, service: Running, **settings: Any) -> Iterator[Desk]:
    """Sign in to a service with a fresh browser profile; the page must not complain meanwhile."""
    context = browser.new_context(**{"viewport": DESKTOP, "color_scheme": "light", **settings})
    context.set_default_timeout(_PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None,
    )
    try:
        page.goto(f"{service.url}/#key={service.key}")
        page.locator(".documents, .empty").first.wait_for()
        yield Desk(page, service, complaints)
        assert complaints == []
    finally:
        context.close()
