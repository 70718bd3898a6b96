"""Pictures of the review page for docs/review.md, taken by `make docs`."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from browser import Desk, at_desk
from invoices import draw_invoice
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from running_service import Running, run

from chromium import chromium_path, launch
from paperformer.service.config import ServiceConfig

SAMPLES = Path(__file__).parents[3] / "samples"
COLOURS = 256
MOST_BYTES = 150_000
SUPPLIERS = ("Ashdown Joinery Ltd", "Quince & Sons Ltd", "Harbour Lights Catering")


def show_queue(desk: Desk, ids: dict[str, str]) -> None:
    """Documents that wait to be reviewed."""
    desk.page.locator(f'tr[data-id="{ids["invoice-eu.pdf"]}"]').wait_for()


def show_document(desk: Desk, ids: dict[str, str]) -> None:
    """Why a total is what it is."""
    desk.open(ids["invoice-eu.pdf"], "total_incl_vat")
    desk.page.keyboard.press("Alt+w")
    desk.page.locator(".why li").first.wait_for()


def show_table(desk: Desk, ids: dict[str, str]) -> None:
    """Purchase lines, in the dark."""
    desk.open(ids["invoice-eu.pdf"])
    desk.page.keyboard.press("Alt+t")
    desk.page.get_by_label("Total, row 3").focus()


PICTURES: tuple[tuple[str, str, Callable[[Desk, dict[str, str]], None]], ...] = (
    ("review-queue", "light", show_queue),
    ("review-document", "light", show_document),
    ("review-table", "dark", show_table),
)


def post_documents(service: Running) -> dict[str, str]:
    """Post the samples and some drawn invoices; their ids by name."""
    named = {path.name: path.read_bytes() for path in sorted(SAMPLES.glob("*.[pj][dp][fg]"))}
    for number, supplier in enumerate(SUPPLIERS, start=1041):
        named[f"scan-{number}.pdf"] = draw_invoice(f"INV-{number}", supplier)
    answers = {name: service.post(data, name=name).raise_for_status() for name, data in named.items()}
    return {name: str(answer.json()["id"]) for name, answer in answers.items()}


def take(browser: Browser, service: Running, folder: Path) -> None:
    """Take all pictures."""
    ids = post_documents(service)
    for name, scheme, show in PICTURES:
        with at_desk(browser, service, color_scheme=scheme) as desk:
            show(desk, ids)
            desk.page.wait_for_timeout(1200)  # until smooth scrolling has come to rest
            picture = Image.open(io.BytesIO(desk.page.screenshot()))
            path = folder / f"{name}.png"
            reduced = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3)
            reduced.save(path, optimize=True)
            size = path.stat().st_size
            print(f"{path}: {size} bytes")
            if size > MOST_BYTES:
                raise SystemExit(f"{path} has more than {MOST_BYTES} bytes. Take fewer colours")


def main(folder: Path) -> None:
    """Start a service and a browser, and take the pictures."""
    path = chromium_path()
    if path is None:
        raise SystemExit("Chromium is not here: `make browser`")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright, path)
        with run(ServiceConfig(data=Path(data), workers=1, port=0), None) as service:
            take(browser, service, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
