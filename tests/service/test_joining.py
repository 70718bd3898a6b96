"""Several documents become one, and are there again when that one is deleted."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from fake_reader import pdf
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfgen.canvas import Canvas
from running_service import Running, run

from paperformer.service.config import ServiceConfig


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that reads with the default model."""
    config = ServiceConfig(data=tmp_path_factory.mktemp("joining"), workers=1, port=0)
    with run(config, None) as running:
        yield running


def page(*lines: str) -> bytes:
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(595, 842))
    canvas.setFont("Helvetica", 14)
    for number, line in enumerate(lines):
        canvas.drawString(60, 760 - 24 * number, line)
    canvas.save()
    return written.getvalue()


def photo(*lines: str) -> bytes:
    picture = Image.new("RGB", (900, 600), "white")
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((40, 40 + 110 * number), line, fill="black", font=ImageFont.load_default(44))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=92)
    return written.getvalue()


def post(service: Running, data: bytes, name: str, **options: str) -> str:
    return str(service.post(data, name=name, **options).raise_for_status().json()["id"])


def join(service: Running, *ids: str, **more: str) -> Any:
    return service.client.post("/v1/review/join", json={"ids": ids, **more})


def listed(service: Running, **query: object) -> list[str]:
    items = service.client.get("/v1/documents", params=query).raise_for_status().json()["items"]
    return [item["id"] for item in items]


HEAD = ("INVOICE", "Ashdown Joinery Ltd", "Invoice number JN-1001", "Invoice date 14 March 2025")


def test_a_pdf_and_a_photo_become_one_document_and_come_back(real: Running) -> None:
    first = post(real, page(*HEAD), "head.pdf", tags="march,urgent", external_id="PO-42")
    second = post(
        real, photo("Net total 1,000.00", "VAT 20% 200.00", "Total GBP 1,200.00"), "sums.jpg", tags="paid"
    )
    start = real.document(first)["updated"]
    answer = join(real, first, second)
    assert answer.status_code == 202
    id = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/documents/{id}"
    whole = real.closed(id)
    assert (whole["name"], whole["tags"], whole["external_id"]) == (
        "head and 1 more.pdf",
        ["march", "paid", "urgent"],
        "PO-42",
    )
    fields = whole["extraction"]["fields"]
    assert [one["reading"] for one in whole["extraction"]["pages"]] == ["text_layer", "ocr"]
    assert fields["document_number"][0]["value"] == "JN-1001"
    assert (fields["total_incl_vat"][0]["value"], fields["total_incl_vat"][0]["page"]) == ("1200.00", 2)
    assert whole["duplicate_of"] is None
    assert real.client.get(f"/v1/documents/{id}/pages/2.png").status_code == 200

    assert listed(real) == [id]
    assert sorted(listed(real, joined_in=id)) == sorted([first, second])
    assert set(listed(real, external_id="PO-42")) == {id, first}
    assert {first, second, id} <= set(listed(real, updated_since=start))
    assert real.client.get(f"/v1/documents/{second}/file").content[:2] == b"\xff\xd8"
    lines = real.client.get("/v1/audit").json()["items"]
    told = {(line["subject"], line["detail"]) for line in lines if line["action"] == "join"}
    assert told == {(id, "2 documents"), (first, f"in {id}"), (second, f"in {id}")}

    real.client.delete(f"/v1/documents/{id}").raise_for_status()
    assert sorted(listed(real)) == sorted([first, second])
    assert real.document(first)["joined_in"] is None


def test_pages_that_were_turned_lie_so_in_the_whole(real: Running) -> None:
    upright = post(real, photo("Invoice number TU-77", "Total 88.20"), "turned.jpg")
    real.client.post(f"/v1/documents/{upright}/retry", json={"turn": {"1": 90}}).raise_for_status()
    real.closed(upright)
    id = join(real, upright, post(real, page(*HEAD), "head.pdf"), name="whole.pdf").json()["id"]
    whole = real.closed(id)
    sizes = [(one["width"], one["height"]) for one in whole["extraction"]["pages"]]
    assert whole["name"] == "whole.pdf"
    assert sizes[0][0] < sizes[0][1]
    real.client.delete(f"/v1/documents/{id}").raise_for_status()


def test_what_cannot_be_joined_is_named(real: Running) -> None:
    free, confirmed = post(real, page(*HEAD), "free.pdf"), post(real, page(*HEAD), "confirmed.pdf")
    address = f"/v1/documents/{confirmed}/fields"
    real.client.put(address, json={"fields": {}, "confirmed": True}).raise_for_status()
    failed = real.post(b"%PDF-1.7\nbroken", name="broken.pdf").json()["document"]
    for other, says in ((confirmed, "confirmed.pdf is confirmed"), (failed, "broken.pdf is not read")):
        answer = join(real, free, other)
        assert (answer.status_code, says in answer.json()["detail"]) == (409, True)
    assert join(real, free, "0" * 24).status_code == 404
    assert join(real, free, free).status_code == 422
    assert join(real, free).status_code == 422
    assert real.document(free)["joined_in"] is None


def test_a_joined_document_is_neither_joined_nor_confirmed_nor_read_again(real: Running) -> None:
    first, second, third = (post(real, page(*HEAD, str(n)), f"{n}.pdf") for n in range(3))
    id = real.closed(join(real, first, second).json()["id"])["id"]
    assert "part of another document" in join(real, first, third).json()["detail"]
    assert real.client.post(f"/v1/documents/{first}/retry").status_code == 409
    answer = real.client.put(f"/v1/documents/{first}/fields", json={"fields": {}, "confirmed": True})
    assert (answer.status_code, "Confirm that one" in answer.json()["detail"]) == (422, True)
    left = real.client.post("/v1/review/confirm", json={"ids": [first]}).json()["skipped"]
    assert [one["id"] for one in left] == [first]
    real.client.delete(f"/v1/documents/{id}").raise_for_status()


def test_who_only_looks_joins_nothing(fake: Running) -> None:
    ids = [post(fake, pdf("fine"), "a.pdf"), post(fake, pdf("fine"), "b.pdf")]
    _, key = fake.service.keys.create("looks", "read")
    mine = {"Authorization": f"Bearer {key}"}
    assert fake.anonymous.post("/v1/review/join", json={"ids": ids}, headers=mine).status_code == 403
