"""Mails without attached files are read, shown and confirmed as any document."""

from __future__ import annotations

import io
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from PIL import Image
from running_service import Running, run

from paperformer.service.config import ServiceConfig

BILL = """Quince Hosting Ltd
Invoice number:  INV-2025-0042
Invoice date:    14 March 2025

Hosting, March 2025              1    20.00     20.00
Domain example.org               2     8.00     16.00

Net total                                       36.00
VAT 20%                                          7.20
Total EUR                                       43.20
"""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that reads with the default model."""
    config = ServiceConfig(data=tmp_path_factory.mktemp("mails"), workers=1, port=0)
    with run(config, None) as running:
        yield running


def mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Quince Hosting Ltd <bills@quince.example>", "Your invoice"
    message.set_content(text)
    return message.as_bytes()


def test_the_text_of_a_mail_is_read_and_shown_under_its_boxes(real: Running) -> None:
    data = mail(BILL)
    answer = real.post(data, name="bill.eml")
    assert answer.status_code == 201
    document = answer.json()
    assert (document["name"], document["pages"], document["inner_name"]) == ("bill.eml", 1, None)
    assert (document["document_number"], document["total_incl_vat"]) == ("INV-2025-0042", "43.20")
    words = (
        real.client.get(f"/v1/documents/{document['id']}/pages/1/words").raise_for_status().json()["words"]
    )
    total = document["extraction"]["fields"]["total_incl_vat"][0]
    assert [words[index]["text"] for index in total["words"]] == ["43.20"]
    picture = real.client.get(f"/v1/documents/{document['id']}/pages/1.png").raise_for_status()
    shown = Image.open(io.BytesIO(picture.content)).convert("L")
    box = total["box"]
    edges = (
        box["x0"] * shown.width,
        box["y0"] * shown.height,
        box["x1"] * shown.width,
        box["y1"] * shown.height,
    )
    assert shown.crop(tuple(map(round, edges))).getextrema()[0] < 160
    assert real.client.get(f"/v1/documents/{document['id']}/file").content == data


def test_a_mail_that_is_no_bill_is_an_empty_document_that_can_be_confirmed(real: Running) -> None:
    document = real.post(mail("See you on Monday."), name="note.eml").raise_for_status().json()
    assert (document["state"], document["total_incl_vat"]) == ("done", None)
    body = {"fields": {"document_number": [{"value": "N-1"}]}, "confirmed": True}
    real.client.put(f"/v1/documents/{document['id']}/fields", json=body).raise_for_status()
    assert real.document(document["id"])["reviewed"] is True


def test_a_mail_that_says_nothing_is_refused_in_one_line(real: Running) -> None:
    answer = real.post(mail("\n \n"), name="empty.eml")
    assert answer.status_code == 422
    assert "empty.eml is a mail without attached files and without text" in answer.json()["detail"]


def test_a_text_mail_is_joined_with_another_document(real: Running) -> None:
    ids = [real.post(mail(text), name=f"{n}.eml").json()["id"] for n, text in enumerate((BILL, "Paid 43.20"))]
    whole = real.client.post("/v1/review/join", json={"ids": ids}).raise_for_status().json()["id"]
    document = real.closed(whole)
    assert [page["reading"] for page in document["extraction"]["pages"]] == ["text_layer", "text_layer"]
    assert document["total_incl_vat"] == "43.20"
