"""The memory of the service follows what people confirm, correct and delete."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.documents.model import Document
from paperformer.evidence.remembered import ConfirmedPage, value_key
from paperformer.extraction.supplier_memory.identity import keys_on_page
from paperformer.extraction.supplier_memory.look import sketch_of
from paperformer.extraction.supplier_memory.store import MemoryFile
from paperformer.fields.page.layout import Layout
from toy_documents import document_of

Start = Callable[..., Running]
LINES = ("Blumen Hartwig", "Gartenweg 4", "Vorgang X-11", "Alles zusammen 12,00 EUR")


def confirm(running: Running, id: str, number: str, **more: object) -> None:
    fields = {
        "supplier_name": [{"value": "Blumen Hartwig"}],
        "document_number": [{"value": number, **more}],
        "due_date": [],
    }
    answer = running.client.put(f"/v1/documents/{id}/fields", json={"fields": fields, "confirmed": True})
    assert answer.status_code == 200


def remembered(running: Running, document: Document) -> list[ConfirmedPage]:
    """What a worker would recall for a document, once what was confirmed is learned."""
    running.service.learn()
    layout = Layout(document)
    sketch = sketch_of(layout)
    return MemoryFile(running.service.config.data / "memory.db").recognise(
        keys_on_page(layout, sketch), sketch
    )


def test_a_confirmed_document_is_remembered_until_it_is_deleted(start_fake: Start) -> None:
    running = start_fake()
    id = running.post(pdf("\n".join(LINES))).json()["id"]
    other = document_of("Blumen Hartwig", "Gartenweg 4", "Vorgang X-12", "Alles zusammen 9,00 EUR")
    assert remembered(running, other) == []
    confirm(running, id, "X-11")
    page = remembered(running, other)[0]
    number = page.fields["document_number"][0]
    assert (number.before, number.form, number.value) == ("vorgang", "A1-92", value_key("number", "X-11"))
    assert page.fields["due_date"] == ()
    assert running.client.delete(f"/v1/documents/{id}").status_code == 204
    assert remembered(running, other) == []


def test_what_is_confirmed_anew_replaces_what_was_and_clicked_words_say_where(start_fake: Start) -> None:
    running = start_fake()
    id = running.post(pdf("\n".join(LINES))).json()["id"]
    confirm(running, id, "X-9")  # printed nowhere
    assert remembered(running, document_of(*LINES))[0].fields["document_number"][0].page == 0
    confirm(running, id, "X-9", words=[5])  # the word that prints X-11
    assert remembered(running, document_of(*LINES))[0].fields["document_number"][0].before == "vorgang"


def test_the_columns_of_confirmed_lines_are_remembered(start_fake: Start) -> None:
    running = start_fake()
    lines = ("Blumen Hartwig", "Gartenweg 4", "Vlorn|Trosk|Vreel", "Rose|4711|3,00", "Fern|4712|9,00")
    id = running.post(pdf("\n".join(lines))).json()["id"]
    rows = [
        {"description": {"value": "Rose"}, "code": {"value": "4711"}, "total": {"value": "3.00"}},
        {"description": {"value": "Fern"}, "code": {"value": "4712"}, "total": {"value": "9.00"}},
    ]
    fields = {"supplier_name": [{"value": "Blumen Hartwig"}]}
    content = {"fields": fields, "rows": {"purchase_lines": rows}, "confirmed": True}
    assert running.client.put(f"/v1/documents/{id}/fields", json=content).status_code == 200
    table = remembered(running, document_of(*lines))[0].table
    assert table is not None
    assert [one.role for one in table.columns] == ["description", "code", "total"]


def test_a_damaged_memory_is_made_anew(start_fake: Start, caplog: pytest.LogCaptureFixture) -> None:
    running = start_fake()
    confirm(running, running.post(pdf("\n".join(LINES))).json()["id"], "X-11")
    path: Path = running.service.config.data / "memory.db"
    assert len(remembered(running, document_of(*LINES))) == 1
    other = path.with_name("damaged.db")
    other.write_bytes(b"damaged" * 1000)
    other.replace(path)  # at once, as the service may learn at any moment
    with caplog.at_level(logging.WARNING):
        assert len(remembered(running, document_of(*LINES))) == 1
    assert "it is made anew" in caplog.text


def test_an_emptied_memory_is_filled_again(start_fake: Start) -> None:
    running = start_fake()
    confirm(running, running.post(pdf("\n".join(LINES))).json()["id"], "X-11")
    assert len(remembered(running, document_of(*LINES))) == 1
    MemoryFile(running.service.config.data / "memory.db").retain([])
    assert len(remembered(running, document_of(*LINES))) == 1
