"""The model is improved on the page: what it takes, what was measured, and serving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Desk, serious_findings
from invoices import draw_invoice
from playwright.sync_api import expect
from running_service import Running, run

from paperformer.service.config import ServiceConfig

NAMES = (
    "Ashdown", "Birch", "Calder", "Dunmore", "Elder", "Farrow", "Glover", "Harrow", "Ingle", "Jarrow", "Keld",
    "Larch", "Moss", "Nettle", "Orchard", "Pike", "Quarry", "Rowan", "Sedge", "Thorn",
)  # fmt: skip


@pytest.fixture
def confirming(tmp_path: Path) -> Iterator[Running]:
    """A service of its own, that serves another model in the end."""
    with run(ServiceConfig(data=tmp_path / "data", workers=1, port=0), None) as running:
        yield running


def _confirm(service: Running, name: str) -> None:
    id = (
        service.post(draw_invoice(f"{name[:3].upper()}-7", f"{name} Joinery Ltd"))
        .raise_for_status()
        .json()["id"]
    )
    fields = {
        "document_number": [{"value": f"{name[:3].upper()}-7"}],
        "supplier_name": [{"value": f"{name} Joinery Ltd"}],
    }
    body = {"fields": fields, "confirmed": True}
    service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()


def test_a_model_learns_is_measured_and_served(confirming: Running, sit_down: Callable[..., Desk]) -> None:
    desk = sit_down(confirming)
    _confirm(confirming, NAMES[0])
    desk.page.get_by_role("button", name="Account").click()
    desk.page.get_by_role("button", name="Improve the model").click()
    dialog = desk.page.get_by_role("dialog", name="Improve the model")
    expect(dialog).to_contain_text("1 of 13 documents are confirmed")
    expect(dialog.get_by_role("button", name="Start")).to_be_disabled()
    desk.page.keyboard.press("Escape")
    for name in NAMES[1:]:
        _confirm(confirming, name)
    desk.page.get_by_role("button", name="Account").click()
    desk.page.get_by_role("button", name="Improve the model").click()
    expect(dialog).to_contain_text("your 20 confirmed documents")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    expect(dialog).to_contain_text("documents that it did not learn from", timeout=120_000)
    assert serious_findings(desk) == []
    dialog.get_by_role("button", name="Serve").click()
    expect(dialog).to_contain_text("This model is served")
    version = confirming.client.get("/v1/improvement").json()["report"]["version"]
    expect(dialog).to_contain_text(f"Version {version}. ")
    answer = confirming.post(draw_invoice("NEW-1", "Upland Joinery Ltd")).raise_for_status().json()
    assert answer["model"]["version"] == version
    actions = [line["action"] for line in confirming.client.get("/v1/audit").json()["items"]]
    assert {"improve_model", "promote_model"} <= set(actions)
