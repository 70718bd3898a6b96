"""Documents are read again as somebody says: what stays, what is lost, what is refused."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator

import httpx
import pytest
from fake_reader import pdf
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from running_service import Running, run

from paperformer.service.config import ServiceConfig


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that reads with the default model."""
    config = ServiceConfig(data=tmp_path_factory.mktemp("again"), workers=1, port=0)
    with run(config, None) as running:
        yield running


def again(service: Running, id: str, **how: object) -> httpx.Response:
    return service.client.post(f"/v1/documents/{id}/retry", json=how or None)


def warnings(service: Running, id: str) -> str:
    return " ".join(service.closed(id)["extraction"]["warnings"])


def pages(*texts: str, password: str | None = None) -> bytes:
    """A PDF with an invoice number on each page."""
    written = io.BytesIO()
    encrypt = StandardEncryption(password, "owner", strength=128) if password else None
    canvas = Canvas(written, pagesize=(595, 842), encrypt=encrypt)
    for text in texts:
        canvas.setFont("Helvetica", 14)
        for line, said in enumerate(text.split("\n")):
            canvas.drawString(60, 760 - 24 * line, said)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


INVOICE = "INVOICE\nAshdown Joinery Ltd\nInvoice number {}\nInvoice date 14 March 2025\nTotal GBP 1,200.00"


def numbers(document: dict[str, object]) -> list[str]:
    fields = document["extraction"]["fields"]  # type: ignore[index]
    return [one["value"] for one in fields.get("document_number", [])[:1]]


def test_what_is_chosen_is_how_it_is_read_from_then_on(fake: Running) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    assert fake.document(id)["extraction"]["warnings"] == []
    assert again(fake, id, ocr="always", ocr_engine="fast").status_code == 202
    assert "ocr='always', ocr_engine='fast'" in warnings(fake, id)
    assert again(fake, id, turn={"1": 90}).status_code == 202
    assert "ocr_engine='fast', rotations={1: 90}" in warnings(fake, id)
    assert again(fake, id).status_code == 202
    assert "ocr_engine='fast', rotations={1: 90}" in warnings(fake, id)
    lines = fake.client.get("/v1/audit").json()["items"]
    told = [line["detail"] for line in lines if (line["action"], line["subject"]) == ("retry", id)]
    assert told == [None, "turn", "ocr, ocr_engine"]


@pytest.mark.parametrize(
    "how",
    [{"ocr": "sometimes"}, {"ocr_engine": "psychic"}, {"turn": {"1": 45}}, {"turn": {"0": 90}},
     {"turn": {"one": 90}}, {"beginnings": [0]}, {"password": ""}, {"colour": "blue"}],
)  # fmt: skip
def test_what_cannot_be_is_refused(fake: Running, how: dict[str, object]) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    assert again(fake, id, **how).status_code == 422


def test_a_page_that_is_not_there_is_not_turned(fake: Running) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    answer = again(fake, id, turn={"7": 90})
    assert (answer.status_code, answer.json()["detail"]) == (409, "It has no page 7 that could be turned")
    assert fake.document(id)["state"] == "done"


def test_corrections_are_only_lost_if_that_is_said_and_a_confirmation_never(fake: Running) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    address = f"/v1/documents/{id}/fields"
    fake.client.put(address, json={"fields": {"iban": []}}).raise_for_status()
    refused = again(fake, id, ocr="always")
    assert refused.status_code == 409
    assert "drop_corrections" in refused.json()["detail"]
    assert again(fake, id, ocr="always", drop_corrections=True).status_code == 202
    fake.closed(id)
    assert fake.client.get(address).json()["fields"] == {}

    given = {"fields": {"total_incl_vat": [{"value": "12.00"}]}, "confirmed": True}
    fake.client.put(address, json=given).raise_for_status()
    refused = again(fake, id, drop_corrections=True)
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "It is confirmed. Take the confirmation back first",
    )
    assert fake.document(id)["reviewed"]


def test_a_file_is_split_where_somebody_says_and_put_together_again(
    start_fake: Callable[..., Running],
) -> None:
    service = start_fake()
    id = service.post(pdf("fine"), tags="march").json()["id"]
    assert again(service, id, beginnings=[3, 5]).status_code == 202
    first = service.closed(id)
    assert "beginnings=(1, 3, 5)" in " ".join(first["extraction"]["warnings"])
    assert len(first["parts"]) == 2
    part = service.document(first["parts"][0])
    assert (part["part_of"], part["tags"]) == (id, ["march"])
    refused = again(service, part["id"], beginnings=[])
    assert (refused.status_code, "part_of" in refused.json()["detail"]) == (409, True)

    address = f"/v1/documents/{part['id']}/fields"
    service.client.put(address, json={"fields": {"iban": []}}).raise_for_status()
    assert again(service, id, beginnings=[]).status_code == 409  # the part would lose its corrections
    assert again(service, id, beginnings=[], drop_corrections=True).status_code == 202
    assert service.closed(id)["parts"] == []
    assert service.client.get(f"/v1/documents/{part['id']}").status_code == 404
    assert service.client.get("/v1/documents").json()["total"] == 1


def test_a_reader_reads_nothing_again(fake: Running) -> None:
    id = fake.post(pdf("fine")).json()["id"]
    _, key = fake.service.keys.create("looks", "read")
    mine = {"Authorization": f"Bearer {key}"}
    answer = fake.anonymous.post(f"/v1/documents/{id}/retry", json={"ocr": "always"}, headers=mine)
    assert answer.status_code == 403
    settings = fake.anonymous.get("/v1/reading", headers=mine).json()
    assert (settings["ocr"], settings["ocr_engine"]) == ("auto", "accurate")
    assert settings["engines"][:2] == ["accurate", "fast"]


def test_a_locked_pdf_is_read_with_its_password_which_is_kept_nowhere(real: Running) -> None:
    locked = pages(INVOICE.format("LK-4711"), password="tiefgeheim-77")
    id = real.post(locked, name="locked.pdf").json()["document"]
    assert real.document(id)["error"]["title"] == "EncryptedDocument"
    wrong = again(real, id, password="guess")
    assert wrong.status_code == 422
    assert wrong.json()["detail"] == "locked.pdf asks for another password. Check it"
    assert real.document(id)["state"] == "failed"

    assert again(real, id, password="tiefgeheim-77").status_code == 202
    document = real.closed(id)
    assert numbers(document) == ["LK-4711"]
    assert real.client.get(f"/v1/documents/{id}/pages/1.png").status_code == 200
    assert real.client.get(f"/v1/documents/{id}/file").content == locked  # as it was posted
    assert again(real, id).status_code == 202  # no password is asked for again
    assert numbers(real.closed(id)) == ["LK-4711"]

    data = real.service.config.data
    kept = [path for path in data.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"tiefgeheim-77" in path.read_bytes()]
    files = [path for path in kept if path.parent.parent.name == "files"]
    assert len([path for path in files if b"/Encrypt" in path.read_bytes()]) == 1
    before = real.service.files.ids()
    real.client.delete(f"/v1/documents/{id}").raise_for_status()
    assert len(before - real.service.files.ids()) == 2


def test_a_picture_has_no_password(real: Running) -> None:
    written = io.BytesIO()
    Image.new("RGB", (200, 100), "white").save(written, "PNG")
    id = json.loads(real.post(written.getvalue(), name="blank.png").content)
    id = id.get("id") or id["document"]
    answer = again(real, id, password="x")
    assert answer.status_code == 422
    assert "blank.png is no PDF" in answer.json()["detail"]


def test_turned_pages_are_read_and_shown_as_they_were_turned(real: Running) -> None:
    picture = Image.new("RGB", (900, 500), "white")
    draw = ImageDraw.Draw(picture)
    for line, text in enumerate(("Invoice number RT-5512", "Total 88.20", "Date 2025-03-14")):
        draw.text((40, 40 + 120 * line), text, fill="black", font=ImageFont.load_default(48))
    written = io.BytesIO()
    picture.save(written, "PNG")
    id = real.post(written.getvalue(), name="upright.png").json()["id"]
    words = f"/v1/documents/{id}/pages/1/words"
    upright = real.client.get(words).json()
    assert [word["text"] for word in upright["words"][:2]] == ["Invoice", "number"]
    first = real.client.get(f"/v1/documents/{id}/pages/1.png").content

    assert again(real, id, turn={"1": 90}).status_code == 202  # though OCR would know better
    real.closed(id)
    turned = real.client.get(words).json()
    assert (turned["width"], turned["height"]) == (upright["height"], upright["width"])
    second = real.client.get(f"/v1/documents/{id}/pages/1.png").content
    sizes = [Image.open(io.BytesIO(one)).size for one in (first, second)]
    assert sizes[0][0] > sizes[0][1]
    assert sizes[1][0] < sizes[1][1]

    assert again(real, id, turn={"1": 270}).status_code == 202  # counts from how it is shown
    real.closed(id)
    assert real.client.get(words).json()["words"] == upright["words"]


def test_a_pdf_is_split_at_chosen_pages(real: Running) -> None:
    terms = "Terms of delivery\nGoods stay ours until paid."
    data = pages(INVOICE.format("SP-1001"), terms, INVOICE.format("SP-1002"))
    id = real.post(data, name="scanned.pdf").json()["id"]
    assert real.document(id)["parts"] == []
    assert again(real, id, beginnings=[3]).status_code == 202
    first = real.closed(id)
    (part,) = first["parts"]
    second = real.document(part)
    assert (numbers(first), numbers(second)) == (["SP-1001"], ["SP-1002"])
    assert ([page["number"] for page in first["extraction"]["pages"]], second["first_page"]) == ([1, 2], 3)
