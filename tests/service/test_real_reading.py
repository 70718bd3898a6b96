"""The service with the default model: it answers as the library does, whatever it is sent."""

from __future__ import annotations

import io
import json
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from running_service import Running, run
from sqlalchemy import update

from paperformer import Extractor
from paperformer.documents.limits import Limits
from paperformer.extraction.model_path import default_model_path
from paperformer.fields.limits import MAX_VALUE_CHARACTERS
from paperformer.service.audit import COMMAND_LINE, Deed
from paperformer.service.config import ServiceConfig
from paperformer.service.corrections import corrections
from paperformer.service.learning import LearnedParties
from paperformer.service.tables import EXTRACTIONS
from paperformer.service.worker import resident_megabytes

sys.path.append(str(Path(__file__).parents[1] / "hostile"))
from mutations import mutated
from samples import samples

SAMPLES = Path(__file__).parents[2] / "samples"
FUZZED = 36  # each kind twice; benchmarks/service.py posts 2,000


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = Limits(file_bytes=10_000_000, pages=20, pixels_per_page=4_000_000, seconds_per_document=20.0)
    config = ServiceConfig(
        data=tmp_path_factory.mktemp("real"), workers=1, port=0, ocr="never", limits=limits
    )
    with run(config, None) as running:
        yield running


def bill(*lines: str) -> bytes:
    """A page with these lines, one below the other."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 11)
    for row, line in enumerate(lines):
        canvas.drawString(72, 770 - 20 * row, line)
    canvas.save()
    return buffer.getvalue()


def test_the_service_answers_as_the_library_does(real: Running) -> None:
    path = SAMPLES / "invoice-eu.pdf"
    answer = real.client.post("/v1/documents", files={"file": (path.name, path.read_bytes())}).json()
    with Extractor(max_results=5, min_confidence=0.0) as extractor:
        expected = json.loads(extractor.extract(path, name=path.name).model_dump_json())
    timeless = {"timing_ms": {}}
    assert answer["extraction"] | timeless == expected | timeless
    assert answer["pages"] == 2
    assert answer["supplier_name"] == expected["fields"]["supplier_name"][0]["value"]


def test_the_reasons_for_a_value_are_those_of_the_answer(real: Running) -> None:
    path = SAMPLES / "invoice-eu.pdf"
    id = real.post(path.read_bytes(), name=path.name).json()["id"]
    with Extractor(max_results=5, min_confidence=0.0, evidence=True) as extractor:
        expected = json.loads(extractor.extract(path, name=path.name).model_dump_json())["fields"]
    for field in ("due_date", "total_incl_vat"):
        answer = real.client.get(f"/v1/documents/{id}/evidence/{field}").raise_for_status().json()
        assert answer == {"candidates": expected[field]}
        assert all(one["evidence"] for one in expected[field])


def test_a_document_of_an_earlier_release_has_candidates_without_reasons(real: Running) -> None:
    id = real.post((SAMPLES / "invoice-en.pdf").read_bytes()).json()["id"]
    with real.service.database.write() as connection:
        connection.execute(update(EXTRACTIONS).where(EXTRACTIONS.c.document == id).values(evidence=None))
    answer = real.client.get(f"/v1/documents/{id}/evidence/total_incl_vat").raise_for_status()
    best = answer.json()["candidates"][0]
    assert best["value"] == "13092.00"
    assert "evidence" not in best


def test_a_candidate_names_the_words_that_print_it(real: Running) -> None:
    path = SAMPLES / "invoice-eu.pdf"
    document = real.post(path.read_bytes(), name=path.name).json()
    words: list[dict[str, Any]] = []
    for number in (1, 2):
        words += real.client.get(f"/v1/documents/{document['id']}/pages/{number}/words").json()["words"]
    assert [word["index"] for word in words] == list(range(len(words)))
    extraction = document["extraction"]
    printed = [one for some in extraction["fields"].values() for one in some if one["words"]]
    printed += [
        cell for rows in extraction["rows"].values() for row in rows for cell in row["cells"].values()
    ]
    assert len(printed) > 30
    for one in printed:
        first = words[one["words"][0]]
        assert one["box"]["x0"] <= first["box"]["x0"] + 1e-3
        assert one["box"]["y1"] >= first["box"]["y1"] - 1e-3
    total = extraction["fields"]["total_incl_vat"][0]
    assert "".join(words[index]["text"] for index in total["words"]) == "426345,05"


def test_a_page_is_drawn_at_the_size_asked_for_once(real: Running) -> None:
    document = real.post((SAMPLES / "invoice-en.pdf").read_bytes()).json()
    path = f"/v1/documents/{document['id']}/pages/1.png"
    answer = real.client.get(path, params={"dpi": 72})
    assert answer.headers["content-type"] == "image/png"
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.width, round(picture.height, -1)) == (595, 840)
    assert real.client.get(path, params={"dpi": 72}).content == answer.content
    assert len(list((real.service.config.data / "previews" / document["id"]).iterdir())) == 1
    assert real.client.get(path, params={"dpi": 5000}).status_code == 422
    assert real.client.get(path.replace("1.png", "9.png")).status_code == 404


def test_the_documents_of_one_file_are_answered_one_by_one(real: Running) -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    for number, total in (("INV-17-A", "119.00"), ("99-0815", "238.00")):
        for row, line in enumerate(
            ("Bakery Korn Ltd", f"Invoice number: {number}", "Page 1 of 1", f"Total: EUR {total}")
        ):
            canvas.drawString(72, 770 - 20 * row, line)
        canvas.showPage()
    canvas.save()
    first = real.post(buffer.getvalue(), split=True, tags="pile").json()
    assert first["document_number"] == "INV-17-A"
    (other,) = (real.document(id) for id in first["parts"])
    assert other["part_of"] == first["id"]
    assert other["first_page"] == 2
    assert other["document_number"] == "99-0815"
    assert other["tags"] == ["pile"]
    words = real.client.get(f"/v1/documents/{other['id']}/pages/2/words").json()["words"]
    texts = {word["index"]: word["text"] for word in words}
    number = other["extraction"]["fields"]["document_number"][0]
    assert [texts[index] for index in number["words"]] == ["99-0815"]


def suggested_supplier(document: dict[str, Any]) -> str:
    """The known supplier that the page does not print: never more than a suggestion."""
    best = document["extraction"]["fields"]["supplier_name"][0]
    assert (best["source"], best["words"], best["level"]) == ("known", [], "very_low")
    assert document["supplier_name"] is None
    return str(best["value"])


def test_parties_that_a_caller_knows_are_recognised(real: Running) -> None:
    data = bill("Invoice 4711", "12 March 2024", "Total EUR 119.00", "IBAN GB05 NVSK 2041 8837 6501 94")
    party = {"name": "Larkfield Studio Ltd", "ibans": ["GB05NVSK20418837650194"]}
    files = {"file": ("a.pdf", data), "known_parties": (None, json.dumps(party))}
    known = real.client.post("/v1/documents", files=files).json()
    assert suggested_supplier(known) == "Larkfield Studio Ltd"
    unknown = real.client.post("/v1/documents", files={"file": ("a.pdf", data)}).json()
    assert unknown["supplier_name"] != "Larkfield Studio Ltd"


def test_the_second_invoice_of_a_confirmed_supplier_is_already_better(real: Running) -> None:
    lines = ("Invoice {}", "12 March 2024", "Total EUR 119.00", "IBAN DE02 1005 0000 0054 5404 02")
    first = real.post(bill(*(line.format(4711) for line in lines))).json()
    assert first["supplier_name"] != "Hafenkontor Nord GmbH"
    fields = {
        "supplier_name": [{"value": "Hafenkontor Nord GmbH", "words": None}],
        "iban": [{"value": "DE02100500000054540402", "words": None}],
    }
    path = f"/v1/documents/{first['id']}/fields"
    real.client.put(path, json={"fields": fields, "confirmed": True}).raise_for_status()
    end = time.monotonic() + 10
    while not (real.service.config.data / "learned-parties.jsonl").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    second = real.post(bill(*(line.format(4712) for line in lines))).json()
    assert suggested_supplier(second) == "Hafenkontor Nord GmbH"
    real.client.delete(f"/v1/documents/{first['id']}").raise_for_status()
    LearnedParties(real.service.config.data / "learned-parties.jsonl", real.service.feedback).learn()
    third = real.post(bill(*(line.format(4713) for line in lines))).json()
    assert third["supplier_name"] != "Hafenkontor Nord GmbH"


def test_the_longest_name_that_a_person_confirms_keeps_no_other_document_from_being_read(
    real: Running,
) -> None:
    name = ("Hafenkontor " * 200)[:MAX_VALUE_CHARACTERS].strip()
    first = real.post(bill("Invoice 4719", "12 March 2024", "Total EUR 119.00")).json()
    body = {"fields": {"supplier_name": [{"value": name}]}, "confirmed": True}
    real.client.put(f"/v1/documents/{first['id']}/fields", json=body).raise_for_status()
    real.service.learned.learn()
    assert real.post(bill("Invoice 4720", "13 March 2024", "Total EUR 238.00")).status_code == 201
    path = real.service.learned.path
    path.write_text('{"name": "' + "y" * 5_000 + '"}\n', encoding="utf-8")  # as an earlier version wrote it
    assert real.post(bill("Invoice 4721", "14 March 2024", "Total EUR 357.00")).status_code == 201
    real.client.delete(f"/v1/documents/{first['id']}").raise_for_status()


def test_another_model_is_served_without_a_restart_and_taken_back(real: Running, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(default_model_path(), other, ignore=shutil.ignore_patterns("*.safetensors"))
    manifest = json.loads((other / "model.json").read_text())
    (other / "model.json").write_text(json.dumps(manifest | {"name": "mine", "version": "2"}))
    before = real.post(bill("Total 1.00")).json()["model"]
    real.service.models.promote(other, Deed(COMMAND_LINE, "promote_model"))
    shutil.rmtree(other)
    time.sleep(1.1)
    assert real.post(bill("Total 2.00")).json()["model"] == {"name": "mine", "version": "2"}
    assert real.service.models.roll_back(Deed(COMMAND_LINE, "roll_back_model")) is None
    time.sleep(1.1)
    assert real.post(bill("Total 3.00")).json()["model"] == before


def test_a_correction_is_a_document_to_train_on(real: Running, tmp_path: Path) -> None:
    from paperformer.labelled.documents import load_jsonl

    document = real.post((SAMPLES / "invoice-en.pdf").read_bytes(), name="bill.pdf").json()
    words = real.client.get(f"/v1/documents/{document['id']}/pages/1/words").json()["words"]
    total = document["extraction"]["fields"]["total_incl_vat"][0]["words"]
    fields = {"total_incl_vat": [{"value": "13092.00", "words": total}], "iban": []}
    body = {"fields": fields, "confirmed": True}
    real.client.put(f"/v1/documents/{document['id']}/fields", json=body).raise_for_status()
    records = [
        one
        for one in corrections(real.service.feedback, real.service.documents)
        if one["id"] == document["id"]
    ]
    path = tmp_path / "corrections.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    (labelled,) = load_jsonl(path)
    assert labelled.fields == {"total_incl_vat": ("13092.00",), "iban": ()}
    assert labelled.known == {"total_incl_vat", "iban"}
    assert labelled.labels is not None
    printed = [w.text for w, names in zip(labelled.document.words, labelled.labels, strict=True) if names]
    assert printed == [words[index]["text"] for index in total]
    assert len(labelled.document.words) == len(words)


def test_damaged_files_take_nothing_down_and_leave_nothing(real: Running) -> None:
    data = real.service.config.data
    kinds = list(samples())
    before = real.service.files.ids()
    codes = set()
    for number in range(FUZZED):
        kind = kinds[number % len(kinds)]
        begin = time.monotonic()
        answer = real.post(mutated(samples()[kind], f"service {number}"), name=f"{kind}", tags="fuzz")
        assert time.monotonic() - begin < 60
        codes.add(answer.status_code)
        assert answer.status_code in (201, 413, 415, 422), answer.text
    assert codes >= {201, 422}
    assert real.client.get("/readyz").status_code == 200
    assert real.post((SAMPLES / "invoice-en.pdf").read_bytes(), tags="fuzz").status_code == 201
    real.client.delete("/v1/documents", params={"tag": "fuzz"}).raise_for_status()
    assert real.service.files.ids() == before
    assert list((data / "incoming").iterdir()) == []
    assert all(0 < resident_megabytes(pid) < 1_500 for pid in real.service.workers.pids)
