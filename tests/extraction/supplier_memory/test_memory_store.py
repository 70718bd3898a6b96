"""The memory as a file: whom it recognises, what it keeps, and how it forgets."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from pages import SUPPLIER, TAX_NUMBER, florist, grocer, lesson

from paperformer.documents.model import Document
from paperformer.errors import InvalidConfig
from paperformer.evidence.remembered import ConfirmedPage
from paperformer.extraction.supplier_memory.identity import keys_on_page
from paperformer.extraction.supplier_memory.look import similarity, sketch_of
from paperformer.extraction.supplier_memory.store import PAGES_OF_SUPPLIER, MemoryFile
from paperformer.fields.page.layout import Layout
from paperformer.fields.tables.confirmed import ColumnAnchor, ConfirmedTable
from toy_documents import document_of


def recognised(file: MemoryFile, document: Document) -> list[ConfirmedPage]:
    layout = Layout(document)
    sketch = sketch_of(layout)
    return file.recognise(keys_on_page(layout, sketch), sketch)


def test_a_supplier_is_recognised_by_its_number_its_name_or_the_look_of_its_page(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    known = lesson(florist("X-1", "03.04.2025", "12,00"), document_number=["X-1"])
    file.add("first", known, 1.0)
    assert recognised(file, florist("X-2", "05.06.2025", "24,00", roses=2)) == [known.page]
    assert recognised(file, grocer("7")) == []


def test_the_columns_of_confirmed_lines_are_kept_as_captions_and_places(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    page = florist("X-1", "03.04.2025", "12,00")
    table = ConfirmedTable(",", (ColumnAnchor("code", "artikel", 100, 180, "number"),))
    known = lesson(page)
    file.add("first", replace(known, page=replace(known.page, table=table)), 1.0)
    assert recognised(file, page)[0].table == table
    file.add("first", known, 2.0)
    assert recognised(file, page)[0].table is None


def test_firms_that_use_the_same_form_are_kept_apart(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    page = florist("X-1", "03.04.2025", "12,00")
    own = lesson(page, document_number=["X-1"])
    file.add("one", own, 1.0)
    file.add("two", lesson(page, supplier_name=["Other"], supplier_vat_number=["DE811907980"]), 2.0)
    assert recognised(file, page) == [own.page]


def test_the_tax_number_alone_is_not_enough_where_the_page_looks_otherwise(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    file.add("first", lesson(florist("X-1", "03.04.2025", "12,00")), 1.0)
    ours = document_of("Metzgerei Stein", "Rechnung 5", f"an USt-IdNr. {TAX_NUMBER}", "Summe 3,00 EUR")
    assert recognised(file, ours) == []


def test_only_the_last_pages_of_a_supplier_are_kept(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    for at in range(PAGES_OF_SUPPLIER + 2):
        file.add(f"{at}", lesson(florist(f"X-{at}", "03.04.2025", "12,00")), float(at))
    assert sorted(file.documents().values()) == [float(at) for at in range(2, PAGES_OF_SUPPLIER + 2)]


def test_a_document_that_is_confirmed_again_replaces_what_it_taught(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    page = florist("X-1", "03.04.2025", "12,00")
    file.add("one", lesson(page, document_number=["88120"]), 1.0)
    right = lesson(page, document_number=["X-1"])
    file.add("one", right, 2.0)
    assert recognised(file, page) == [right.page]


def test_documents_are_forgotten_by_id_by_tag_and_by_age(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.db")
    for at, tags in enumerate([(), ("2024",), ("2024", "north"), ()]):
        file.add(f"{at}", lesson(florist(f"X-{at}", "03.04.2025", "12,00")), float(at), tags)
    assert file.forget(document="0") == 1
    assert file.forget(tag="2024", before=2.0) == 1
    assert file.forget(tag="2024") == 1
    assert file.forget(tag="2024") == 0
    assert file.forget() == 0
    assert list(file.documents().values()) == [3.0]


def test_nothing_of_a_forgotten_document_stays(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    file = MemoryFile(path)
    file.add("one", lesson(florist("X-1", "03.04.2025", "12,00")), 1.0, ("tag",))
    file.forget(document="one")
    with sqlite3.connect(path) as connection:
        counts = [
            connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
            for table in ("pages", "keys", "tags")
        ]
    connection.close()
    assert counts == [0, 0, 0]


def test_the_file_holds_neither_names_nor_values(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    file = MemoryFile(path)
    one = lesson(
        florist("X-4711", "03.04.2025", "12,00"), document_number=["X-4711"], total_incl_vat=["12.00"]
    )
    file.add("invoice.pdf", one, 1.0, ("secret",))
    file.close()
    kept = path.read_bytes() + repr(one.page).encode()
    for text in (SUPPLIER, SUPPLIER.lower(), "136695976", "4711", "12,00", "invoice.pdf", "secret"):
        assert text.encode() not in kept


def test_the_oldest_documents_go_where_the_file_is_full(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    file = MemoryFile(path, most_bytes=60_000)
    taught = lesson(florist("X-1", "03.04.2025", "12,00"))
    for at in range(150):
        file.add(f"{at}", replace(taught, keys={at: "number"}), float(at))
    kept = sorted(file.documents().values())
    assert PAGES_OF_SUPPLIER < len(kept) < 150
    assert kept == [float(at) for at in range(150 - len(kept), 150)]
    file.close()
    assert path.stat().st_size <= 70_000


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_no_memory_is_one_line_with_a_remedy(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(content)
    with pytest.raises(InvalidConfig, match=r"memory of suppliers.*paperformer remember"):
        MemoryFile(path).documents()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE accounts (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(InvalidConfig, match="another file"):
        MemoryFile(path).add("one", lesson(florist("X-1", "03.04.2025", "12,00")), 1.0)
    assert path.read_bytes() == before


def test_a_reader_sees_at_once_what_another_writes_and_that_the_file_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    reader, writer = MemoryFile(path), MemoryFile(path)
    page = florist("X-1", "03.04.2025", "12,00")
    assert recognised(reader, page) == []
    writer.add("one", lesson(page), 1.0)
    assert len(recognised(reader, page)) == 1
    writer.close()
    path.unlink()
    assert recognised(reader, page) == []
    MemoryFile(path).add("two", lesson(page), 2.0)
    assert len(recognised(reader, page)) == 1


def test_several_may_make_one_new_file_at_once(tmp_path: Path) -> None:
    def make(path: Path) -> set[int]:
        with closing(MemoryFile(path)) as file:
            file.retain({})
            return set(file.documents())

    with ThreadPoolExecutor(4) as pool:
        for number in range(20):
            assert list(pool.map(make, [tmp_path / f"{number}.db"] * 4)) == [set()] * 4


def test_figures_do_not_change_the_look_of_a_page() -> None:
    one, other = (
        sketch_of(Layout(florist(number, day, "12,00")))
        for number, day in (("1-1", "03.04.2025"), ("9-2", "31.12.2025"))
    )
    assert similarity(one, other) == 1.0
    assert similarity(one, sketch_of(Layout(grocer("7")))) < 0.2
