"""What is inside of mails, archives and portfolios: it is listed, taken out, and split into documents."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from packed_files import archive
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from running_service import Running, run

from paperformer.service.config import ServiceConfig
from toy_einvoice import ubl


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that reads with the default model."""
    config = ServiceConfig(data=tmp_path_factory.mktemp("contents"), workers=1, port=0)
    with run(config, None) as running:
        yield running


def sheet(*lines: str, password: str | None = None) -> bytes:
    drawn = io.BytesIO()
    encrypt = None if password is None else StandardEncryption(password)
    canvas = Canvas(drawn, pagesize=A4, invariant=1, encrypt=encrypt)
    for row, line in enumerate(lines):
        canvas.drawString(72, 770 - 20 * row, line)
    canvas.save()
    return drawn.getvalue()


def invoice(number: str) -> bytes:
    return sheet(
        "INVOICE", "Ashdown Joinery Ltd", f"Invoice number {number}", "Invoice date 14 March 2025",
        "Net total 1,000.00", "VAT 20% 200.00", "Total GBP 1,200.00",
    )  # fmt: skip


TERMS = sheet("Terms of delivery", "Goods stay ours until they are paid.")


def mail(**files: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "Your invoices"
    message.set_content("Please find our invoices attached.")
    for name, data in files.items():
        named = name.replace("_", ".")
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=named)
    return message.as_bytes()


def portfolio(**files: bytes) -> bytes:
    """A covering letter with files attached to it."""
    pdf = pypdfium2.PdfDocument(sheet("Dear reader, this letter encloses documents. Kind regards"))
    for name, data in files.items():
        pdf.new_attachment(name.replace("_", ".")).set_data(data)
    written = io.BytesIO()
    pdf.save(written)
    pdf.close()
    return written.getvalue()


AROUND = [("papers.eml", mail), ("papers.zip", archive), ("papers.pdf", portfolio)]
around = pytest.mark.parametrize(("name", "pack"), AROUND, ids=["mail", "archive", "portfolio"])
Pack = Callable[..., bytes]


def post(service: Running, data: bytes, name: str, **query: Any) -> dict[str, Any]:
    answer: dict[str, Any] = service.post(data, name=name, **query).raise_for_status().json()
    return answer


def take(service: Running, id: str, name: str) -> Any:
    return service.client.post(f"/v1/documents/{id}/contents", json={"name": name})


def alerts(service: Running, id: str) -> list[str]:
    review = service.client.get(f"/v1/documents/{id}/review").raise_for_status().json()
    return [alert["code"] for alert in review["alerts"]]


def split(service: Running, id: str, **more: Any) -> Any:
    return service.client.post(f"/v1/documents/{id}/retry", json={"split": True, **more})


def states(document: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["state"] for one in document["contents"]}


@around
def test_the_files_inside_are_listed_with_what_became_of_each(real: Running, name: str, pack: Pack) -> None:
    document = post(real, pack(a_pdf=invoice("A-1"), b_pdf=TERMS, c_txt=b"hello there"), name)
    assert document["inner_name"] == "a.pdf"
    inside = {one["name"]: one for one in document["contents"]}
    own = document["id"]
    assert inside["a.pdf"] == {
        "name": "a.pdf", "media": "pdf", "pages": 1, "state": "answered", "document": own, "reason": None,
        "code": None, "values": {},
    }  # fmt: skip
    assert inside["b.pdf"] == {
        "name": "b.pdf", "media": "pdf", "pages": 1, "state": "left_out", "document": None,
        "reason": "a.pdf answers", "code": "other_answers", "values": {"name": "a.pdf"},
    }  # fmt: skip
    assert inside["c.txt"] == {
        "name": "c.txt", "media": None, "pages": None, "state": "left_out", "document": None,
        "reason": "is a text file", "code": "unknown_kind", "values": {},
    }  # fmt: skip
    assert real.document(own)["contents"] == document["contents"]


def test_a_file_that_holds_no_others_has_no_contents(real: Running) -> None:
    assert post(real, invoice("P-1"), "plain.pdf")["contents"] == []


def test_what_an_e_invoice_encloses_is_said_to_belong_to_it(real: Running) -> None:
    document = post(real, portfolio(bill_xml=ubl(7).encode(), terms_pdf=TERMS), "hybrid.pdf")
    assert (document["document_number"], document["inner_name"]) == ("N-7", None)
    (enclosed,) = document["contents"]
    assert (enclosed["name"], enclosed["state"]) == ("terms.pdf", "left_out")
    assert (enclosed["reason"], enclosed["code"]) == ("belongs to the e-invoice", "of_einvoice")


def test_files_in_containers_inside_are_named_behind_them(real: Running) -> None:
    packed = archive(letter_eml=mail(a_pdf=invoice("N-1")), b_pdf=TERMS)
    document = post(real, packed, "nested.zip")
    assert states(document) == {"letter.eml/a.pdf": "answered", "b.pdf": "left_out"}
    other = real.closed(take(real, document["id"], "b.pdf").json()["id"])
    assert other["pages"] == 1
    deep = post(real, archive(b_pdf=invoice("N-2"), letter_eml=mail(a_pdf=TERMS)), "deep.zip")
    taken = real.closed(take(real, deep["id"], "letter.eml/a.pdf").json()["id"])
    assert (taken["name"], real.client.get(f"/v1/documents/{taken['id']}/file").content) == ("a.pdf", TERMS)


@around
def test_a_file_inside_is_taken_out_as_a_document_of_its_own_once(
    real: Running, name: str, pack: Pack
) -> None:
    second = invoice("B-2")
    outer = post(real, pack(a_pdf=invoice("B-1"), b_pdf=second), name, tags="march", external_id="PO-7")
    (left,) = [one["name"] for one in outer["contents"] if one["state"] == "left_out"]
    assert "other_invoice" in alerts(real, outer["id"])
    answer = take(real, outer["id"], left)
    assert answer.status_code == 202
    id = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/documents/{id}"
    taken = real.closed(id)
    assert (taken["name"], taken["tags"], taken["external_id"]) == (left, ["march"], "PO-7")
    assert (taken["inside_of"], taken["part_of"]) == (outer["id"], None)
    assert taken["document_number"] in ("B-1", "B-2")
    assert taken["document_number"] != outer["document_number"]
    again = take(real, outer["id"], left)
    assert (again.status_code, again.json()["id"]) == (200, id)
    shown = {one["name"]: one for one in real.document(outer["id"])["contents"]}
    assert (shown[left]["state"], shown[left]["document"]) == ("document", id)
    assert "other_invoice" not in alerts(real, outer["id"])  # it is read now
    assert take(real, outer["id"], outer["inner_name"]).json()["id"] == outer["id"]

    real.client.delete(f"/v1/documents/{id}").raise_for_status()
    assert states(real.document(outer["id"]))[left] == "left_out"


def test_whoever_takes_a_file_out_at_the_same_time_gets_the_same_document(real: Running) -> None:
    outer = post(real, archive(a_pdf=invoice("Q-1"), b_pdf=invoice("Q-2")), "raced.zip")
    (left,) = [one["name"] for one in outer["contents"] if one["state"] == "left_out"]
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: take(real, outer["id"], left).json()["id"], range(4)))
    assert len(set(answers)) == 1
    assert real.closed(answers[0])["inside_of"] == outer["id"]


def test_a_file_that_could_not_be_read_can_be_taken_out_and_given_its_password(real: Running) -> None:
    locked = sheet("Invoice number L-9", "Total GBP 12.00", password="open")
    outer = post(real, mail(a_pdf=invoice("L-1"), b_pdf=locked), "locked.eml")
    inside = {one["name"]: one for one in outer["contents"]}
    locked = inside["b.pdf"]
    assert (locked["reason"], locked["code"]) == ("asks for a password", "asks_password")
    id = take(real, outer["id"], "b.pdf").json()["id"]
    assert real.closed(id)["error"]["title"] == "EncryptedDocument"
    real.client.post(f"/v1/documents/{id}/retry", json={"password": "open"}).raise_for_status()
    assert real.closed(id)["state"] == "done"


def test_what_cannot_be_taken_out_is_refused(real: Running) -> None:
    outer = post(real, archive(a_pdf=invoice("R-1"), c_txt=b"hello there"), "refused.zip")
    assert take(real, outer["id"], "no.pdf").status_code == 404
    assert take(real, "0" * 24, "a.pdf").status_code == 404
    answer = take(real, outer["id"], "c.txt")
    assert (answer.status_code, answer.json()["detail"]) == (409, "c.txt cannot be read: it is a text file")
    assert take(real, outer["id"], "").status_code == 422
    _, key = real.service.keys.create("looks", "read")
    mine = {"Authorization": f"Bearer {key}"}
    address = f"/v1/documents/{outer['id']}"
    for path, body in (("contents", {"name": "a.pdf"}), ("retry", {"split": True})):
        assert real.anonymous.post(f"{address}/{path}", json=body, headers=mine).status_code == 403


@around
def test_a_file_is_split_into_a_document_for_each_inside_once(real: Running, name: str, pack: Pack) -> None:
    outer = post(real, pack(a_pdf=invoice("S-1"), b_pdf=invoice("S-2"), c_txt=b"hello"), name, tags="april")
    assert (len(outer["contents"]), outer["parts"]) == (3, [])
    assert split(real, outer["id"]).status_code == 202
    first = real.closed(outer["id"])
    (part,) = first["parts"]
    second = real.document(part)
    assert [one["inner_name"] for one in (first, second)] == ["a.pdf", "b.pdf"]
    assert [one["document_number"] for one in (first, second)] == ["S-1", "S-2"]
    assert (second["part_of"], second["tags"]) == (first["id"], ["april"])
    assert states(first) == {"a.pdf": "answered", "b.pdf": "document", "c.txt": "left_out"}
    assert states(second) == {"a.pdf": "document", "b.pdf": "answered", "c.txt": "left_out"}
    for id in (first["id"], part):
        again = split(real, id)
        assert (again.status_code, again.json()["id"]) == (200, id)
    assert real.document(first["id"])["parts"] == [part]

    one = real.client.post(f"/v1/documents/{first['id']}/retry", json={"split": False})
    assert one.status_code == 202
    assert real.closed(first["id"])["parts"] == []
    assert real.client.get(f"/v1/documents/{part}").status_code == 404


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_split(real: Running) -> None:
    locked = sheet("Invoice number L-9", password="open")
    packed = archive(a_pdf=invoice("K-1"), b_pdf=locked, c_pdf=invoice("K-2"))
    outer = post(real, packed, "some.zip", split=True)
    assert [real.document(id)["document_number"] for id in (outer["id"], *outer["parts"])] == ["K-1", "K-2"]
    assert states(outer) == {"a.pdf": "answered", "b.pdf": "left_out", "c.pdf": "document"}
    assert "not read: b.pdf asks for a password" in outer["extraction"]["warnings"]


def test_a_file_that_was_taken_out_before_is_not_read_a_second_time(real: Running) -> None:
    outer = post(real, archive(a_pdf=invoice("T-1"), b_pdf=invoice("T-2"), c_pdf=invoice("T-3")), "taken.zip")
    left = next(one["name"] for one in outer["contents"] if one["state"] == "left_out")
    taken = real.closed(take(real, outer["id"], left).json()["id"])["id"]
    split(real, outer["id"]).raise_for_status()
    first = real.closed(outer["id"])
    assert len(first["parts"]) == 1
    documents = {one["name"]: one["document"] for one in first["contents"]}
    assert documents[left] == taken
    assert sorted(documents.values()) == sorted([first["id"], *first["parts"], taken])


def test_what_is_corrected_or_confirmed_is_split_as_it_is_read_again(real: Running) -> None:
    outer = post(real, archive(a_pdf=invoice("C-1"), b_pdf=invoice("C-2")), "corrected.zip")
    address = f"/v1/documents/{outer['id']}/fields"
    given = {"fields": {"document_number": [{"value": "C-9"}]}}
    real.client.put(address, json={**given, "confirmed": True}).raise_for_status()
    assert "is confirmed" in split(real, outer["id"]).json()["detail"]
    real.client.put(address, json={**given, "confirmed": False}).raise_for_status()
    assert "drop_corrections" in split(real, outer["id"]).json()["detail"]
    assert split(real, outer["id"], drop_corrections=True).status_code == 202
    assert len(real.closed(outer["id"])["parts"]) == 1


def test_a_file_is_split_one_way_only(real: Running) -> None:
    outer = post(real, invoice("W-1"), "one.pdf")
    answer = split(real, outer["id"], beginnings=[1])
    assert (answer.status_code, "either split or beginnings" in answer.json()["detail"]) == (422, True)


def test_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    config = ServiceConfig(data=tmp_path / "data", workers=1, port=0)
    packed = archive(a_pdf=invoice("Z-1"), b_pdf=invoice("Z-2"))
    with run(config, None) as before:
        outer = post(before, packed, "kept.zip")
        left = next(one["name"] for one in outer["contents"] if one["state"] == "left_out")
        contents = before.document(outer["id"])["contents"]
    with run(config, None) as after:
        assert after.document(outer["id"])["contents"] == contents
        taken = after.closed(take(after, outer["id"], left).json()["id"])["id"]
        split(after, outer["id"]).raise_for_status()
        after.closed(outer["id"])
    with run(config, None) as last:
        assert take(last, outer["id"], left).json()["id"] == taken
        assert split(last, outer["id"]).status_code == 200
        lines = last.client.get("/v1/audit").json()["items"]
        told = [line["detail"] for line in lines if line["action"] == "take_out"]
        assert told == [f"of {outer['id']}"]
        last.client.delete(f"/v1/documents/{outer['id']}").raise_for_status()
        assert last.document(taken)["inside_of"] is None
        assert json.loads(last.client.get("/v1/documents").text)["total"] == 1
