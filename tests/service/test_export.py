"""What was confirmed as a file for bookkeeping: corrected values, with the lines in a second table."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal

import openpyxl
import pytest
from fake_reader import pdf
from running_service import Running

HOSTILE = '=HYPERLINK("http://evil.example")'
LINES = [
    {"description": "Oak shelf", "quantity": "2", "unit_price": "5.00", "total": "10.00"},
    {"description": HOSTILE, "total": "2.00"},
]


@pytest.fixture
def service(start_fake: Callable[..., Running]) -> Running:
    return start_fake()


def confirmed(service: Running, number: str, tag: str = "spring", total: str = "12.00") -> str:
    """A document whose total was corrected, confirmed; its id."""
    read = json.dumps({"total_incl_vat": ["99.00"], "supplier_name": [HOSTILE]})
    document = service.post(pdf(number, read), name=f"{number}.pdf", tags=tag).raise_for_status().json()
    body = {
        "fields": {
            "document_number": [{"value": number}],
            "document_date": [{"value": "2025-03-14"}],
            "total_incl_vat": [{"value": total}],
            "supplier_name": [{"value": HOSTILE}],
            "iban": [],
        },
        "rows": {"purchase_lines": [{name: {"value": v} for name, v in line.items()} for line in LINES]},
        "confirmed": True,
    }
    service.client.put(f"/v1/documents/{document['id']}/fields", json=body).raise_for_status()
    return str(document["id"])


def table(service: Running, **query: str) -> list[dict[str, str]]:
    answer = service.client.get("/v1/export", params=query).raise_for_status()
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_json_lines_hold_the_corrected_values_of_confirmed_documents_alone(service: Running) -> None:
    id = confirmed(service, "R-1")
    service.post(pdf("not confirmed"))
    answer = service.client.get("/v1/export").raise_for_status()
    assert answer.headers["content-disposition"].endswith('.jsonl"')
    (line,) = map(json.loads, answer.text.splitlines())
    moment = datetime.fromisoformat(line.pop("confirmed"))
    assert abs(moment.timestamp() - time.time()) < 60
    assert line == {
        "id": id,
        "file": "R-1.pdf",
        "confirmed_by": "tests",
        "tags": ["spring"],
        "fields": {
            "document_number": ["R-1"],
            "document_date": ["2025-03-14"],
            "total_incl_vat": ["12.00"],
            "supplier_name": [HOSTILE],
        },
        "rows": {"purchase_lines": LINES},
    }


def test_csv_has_one_row_a_document_and_its_lines_in_a_second_table(service: Running) -> None:
    id = confirmed(service, "R-1")
    (row,) = table(service, format="csv-wide")
    assert (row["id"], row["total_incl_vat"], row["iban"]) == (id, "12.00", "")
    assert row["supplier_name"] == f"'{HOSTILE}"  # never a formula
    first, second = table(service, format="csv-lines")
    assert (first["id"], first["table"], first["row"]) == (id, "purchase_lines", "1")
    assert (first["description"], first["quantity"], first["total"]) == ("Oak shelf", "2", "10.00")
    assert (second["description"], second["quantity"]) == (f"'{HOSTILE}", "")


def test_a_workbook_has_typed_cells_and_a_sheet_of_lines(service: Running) -> None:
    id = confirmed(service, "R-1")
    answer = service.client.get("/v1/export", params={"format": "xlsx"}).raise_for_status()
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["documents", "lines"]
    heading, values = book["documents"].iter_rows(values_only=True)
    row = dict(zip(heading, values, strict=True))
    assert row["id"] == id
    assert Decimal(str(row["total_incl_vat"])) == 12
    assert row["document_date"].date() == date(2025, 3, 14)
    supplier = book["documents"].cell(2, heading.index("supplier_name") + 1)
    assert (supplier.value, supplier.data_type) == (HOSTILE, "s")
    heading, first, second = book["lines"].iter_rows(values_only=True)
    assert dict(zip(heading, first, strict=True))["quantity"] == 2
    assert dict(zip(heading, second, strict=True))["description"] == HOSTILE
    assert book["lines"].auto_filter.ref == "A1:O3"


def test_a_selection_a_filter_or_a_time_narrows_the_export(service: Running) -> None:
    first = confirmed(service, "R-1")
    second = confirmed(service, "R-2", tag="autumn")
    moment = datetime.now(UTC).isoformat()
    third = confirmed(service, "R-3", tag="autumn")

    def found(**query: str) -> list[str]:
        return [row["id"] for row in table(service, format="csv-wide", **query)]

    assert found() == [first, second, third]
    assert found(ids=f"{third},{first}") == [first, third]
    assert found(ids="") == []
    assert found(tag="autumn") == [second, third]
    assert found(q="r-2") == [second]
    assert found(since=moment) == [third]
    assert found(since=moment, tag="spring") == []


@pytest.mark.parametrize("format", ["csv-wide", "xlsx", "jsonl"])
def test_every_format_has_only_what_changed_or_was_confirmed_since_a_day(
    service: Running, format: str
) -> None:
    first, second = confirmed(service, "R-1"), confirmed(service, "R-2")
    moment = service.document(second)["updated"]
    third = confirmed(service, "R-3")
    service.client.patch(f"/v1/documents/{first}", json={"tags": ["paid"]}).raise_for_status()

    def found(**query: str) -> list[str]:
        answer = service.client.get("/v1/export", params={"format": format, **query}).raise_for_status()
        if format == "jsonl":
            return [json.loads(line)["id"] for line in answer.text.splitlines()]
        if format == "xlsx":
            sheet = openpyxl.load_workbook(io.BytesIO(answer.content))["documents"]
            return [str(row[0]) for row in sheet.iter_rows(min_row=2, values_only=True)]
        return [row["id"] for row in csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))]

    assert found(updated_since=moment) == [first, third]  # tagged, confirmed
    assert found(since=moment) == [third]
    assert found(updated_since=moment, tag="paid") == [first]
    assert found(updated_since="2999-01-01") == []
    assert found(updated_since="2000-01-01", since="2000-01-01") == [first, second, third]


def test_what_is_no_selection_is_refused(service: Running) -> None:
    assert service.client.get("/v1/export", params={"ids": "x"}).status_code == 422
    assert service.client.get("/v1/export", params={"format": "pdf"}).status_code == 422
    assert service.client.get("/v1/export", params={"updated_since": "spring"}).status_code == 422
    assert service.anonymous.get("/v1/export").status_code == 401
