"""What was confirmed once is right on the next page of the supplier; others are answered as before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import florist, grocer, lesson

from paperformer.documents.model import Document
from paperformer.extraction.explain import explain
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from paperformer.extraction.supplier_memory.memory import SupplierMemory
from paperformer.extraction.supplier_memory.store import MemoryFile
from typed_page import Cells, typed

NEXT = florist("X-2304/9", "05.06.2025", "87,50 EUR", roses=3)


@pytest.fixture(scope="module")
def model() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as extractor:
        yield extractor


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "memory.db")


def first() -> dict[str, list[str]]:
    return {"document_number": ["X-2231/7"], "customer_number": ["88120"], "due_date": []}


def answer(model: Extractor, path: Path | None, document: object = NEXT) -> Extraction:
    model.predictor.memory = SupplierMemory(path)
    return model.extract_document(document)  # type: ignore[arg-type]


def confidence(extraction: Extraction, name: str, value: str) -> float:
    return next((one.confidence for one in extraction.fields.get(name, ()) if one.value == value), 0.0)


def test_one_confirmed_page_makes_the_values_of_the_next_one_likelier(
    model: Extractor, memory: MemoryFile
) -> None:
    before = answer(model, None)
    memory.add("first", lesson(florist("X-2231/7", "03.04.2025", "112,00 EUR"), **first()), 1.0)
    after = answer(model, memory.path)
    for name, value in (("document_number", "X-2304/9"), ("document_date", "2025-06-05")):
        assert confidence(after, name, value) > confidence(before, name, value)
    assert after.fields["document_number"][0].value == "X-2304/9"
    assert confidence(after, "customer_number", "88120") > confidence(before, "customer_number", "88120")


def test_three_confirmed_pages_make_it_sure_and_explain_says_that_it_stands_where_it_stood(
    model: Extractor, memory: MemoryFile
) -> None:
    for at in range(3):
        page = florist(f"X-223{at}/7", "03.04.2025", "112,00 EUR")
        memory.add(f"{at}", lesson(page, document_number=[f"X-223{at}/7"]), float(at))
    found = explain(answer(model, memory.path), ["document_number"])["document_number"][0]
    assert found.candidate.value == "X-2304/9"
    assert confidence(answer(model, None), "document_number", "X-2304/9") < 0.4
    assert found.candidate.confidence > 0.6
    reasons = {reason.says: reason.counts for reason in found.reasons}
    assert reasons["it stands where it stood on 2 or 3 confirmed pages of the supplier"] > 0.0


def test_the_columns_of_the_next_page_are_read_as_confirmed(model: Extractor, memory: MemoryFile) -> None:
    lines = [
        {"description": "Vase", "code": "12", "total": "5.00"},
        {"description": "Moss", "code": "40", "total": "7.50"},
    ]
    head = ("Blumen Hartwig", "Gartenweg 4", "80331 München", "Rechnung vom 03.04.2025")
    titles = [(5, "Gwelt"), (40, "Strim"), (70, "Plovv")]

    def page(*rows: Cells) -> Document:
        return typed(*head, titles, *rows, "Umsatzsteuernummer DE136695976")

    first_page = page([(5, "Vase"), (40, "12"), (70, "5,00")], [(5, "Moss"), (40, "40"), (70, "7,50")])
    following = page([(5, "Soil"), (40, "31"), (70, "2,00")], [(5, "Fern"), (40, "77"), (70, "9,00")])
    memory.add("first", lesson(first_page, lines=lines, document_date=["2025-04-03"]), 1.0)
    found = answer(model, memory.path, following).rows["purchase_lines"]
    assert [row.cells["code"].value for row in found] == ["31", "77"]
    assert [row.cells["total"].value for row in found] == ["2.00", "9.00"]
    assert "purchase_lines" not in answer(model, None, following).rows


def test_suppliers_that_are_not_known_are_answered_as_without_a_memory(
    model: Extractor, memory: MemoryFile
) -> None:
    memory.add("first", lesson(florist("X-2231/7", "03.04.2025", "112,00 EUR"), **first()), 1.0)
    other = grocer("7730")
    without, with_it = (answer(model, path, other) for path in (None, memory.path))
    assert with_it.model_dump(exclude={"timing_ms"}) == without.model_dump(exclude={"timing_ms"})


def test_an_ambiguous_date_is_read_in_the_order_of_the_confirmed_page(
    model: Extractor, memory: MemoryFile
) -> None:
    page = florist("X-2231/7", "04/13/2025", "112,00 EUR")
    memory.add("first", lesson(page, document_date=["2025-04-13"]), 1.0)
    ambiguous = florist("X-2304/9", "05/06/2025", "87,50 EUR")
    before, after = (answer(model, path, ambiguous) for path in (None, memory.path))
    assert confidence(after, "document_date", "2025-05-06") > confidence(
        before, "document_date", "2025-05-06"
    )


def test_a_damaged_memory_is_a_warning_and_the_document_is_answered(
    model: Extractor, memory: MemoryFile
) -> None:
    memory.path.write_bytes(b"no database" * 1000)
    damaged, without = answer(model, memory.path), answer(model, None)
    assert [one for one in damaged.warnings if "memory of suppliers" in one]
    assert damaged.fields == without.fields
