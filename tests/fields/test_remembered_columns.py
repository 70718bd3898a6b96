"""Columns of a table as a confirmed page has them: one more reading of the lines, among others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.confirmed import ConfirmedTable, confirmed_table
from paperformer.fields.tables.reader import find_rows, table_context
from typed_page import Cells, typed

Lines = Sequence[Mapping[str, str]]


def bakery(day: str, *rows: Cells, total: str, places: Sequence[int] = (5, 30, 45, 60, 80)) -> Document:
    """A bill in words of no language; its columns: name, article, discount, price, total."""
    heads = ("Zorvik", "Amblu", "Trenk", "Plovisk", "Dorun")
    return typed(
        "Bakkerij Vostra",
        f"Oltrun {day}",
        "",
        list(zip(places, heads, strict=True)),
        *rows,
        "",
        [(60, "Drelm"), (places[-1], total)],
    )


FIRST = bakery(
    "04.03.2025",
    [(5, "Rye loaf"), (30, "4"), (45, "10"), (60, "5,00"), (80, "4,50")],
    [(5, "Oat cake"), (30, "7"), (45, "25"), (60, "8,00"), (80, "6,00")],
    total="10,50",
)
CONFIRMED = [
    {"description": "Rye loaf", "code": "4", "discount": "10", "unit_price": "5.00", "total": "4.50"},
    {"description": "Oat cake", "code": "7", "discount": "25", "unit_price": "8.00", "total": "6.00"},
]
NEXT = (
    [(5, "Rye loaf"), (30, "4"), (45, "20"), (60, "5,00"), (80, "4,00")],
    [(5, "Plum tart"), (30, "9"), (45, "50"), (60, "12,00"), (80, "6,00")],
    [(5, "Bun"), (30, "2"), (45, "10"), (60, "1,00"), (80, "0,90")],
)


def learned(document: Document, lines: Lines) -> ConfirmedTable:
    found = confirmed_table(table_context(view_of(document, load_schema())), lines)
    assert found is not None
    return found


def read(document: Document, *confirmed: ConfirmedTable) -> list[dict[str, str]]:
    rows = find_rows(view_of(document, load_schema()), confirmed)
    return [
        {name: cell.value for name, cell in row.cells.items()}
        for row in rows
        if row.field == "purchase_lines"
    ]


def test_what_is_kept_of_a_table_is_the_captions_places_and_forms_of_its_columns() -> None:
    table = learned(FIRST, CONFIRMED)
    assert [(one.role, one.caption, one.form) for one in table.columns] == [
        ("description", "zorvik", "text"),
        ("code", "amblu", "number"),
        ("discount", "trenk", "number"),
        ("unit_price", "plovisk", "number"),
        ("total", "dorun", "number"),
    ]
    assert table.columns[1][2:4] == (300, 350)
    assert table.mark == ""  # "5,00" is five whatever the mark


def test_numbers_that_a_person_called_codes_and_discounts_are_such_on_the_next_page() -> None:
    page = bakery("01.04.2025", *NEXT, total="10,90")
    assert all("code" not in line and "discount" not in line for line in read(page))  # as the rules see it
    lines = read(page, learned(FIRST, CONFIRMED))
    assert [line["code"] for line in lines] == ["4", "9", "2"]
    assert [line["discount"] for line in lines] == ["20%", "50%", "10%"]
    assert [line["total"] for line in lines] == ["4.00", "6.00", "0.90"]
    assert all("quantity" not in line for line in lines)


def test_columns_are_told_by_their_captions_where_they_have_moved() -> None:
    moved = [[(column + 3, text) if column > 5 else (column, text) for column, text in row] for row in NEXT]
    page = bakery("01.04.2025", *moved, total="10,90", places=(5, 33, 48, 63, 83))
    lines = read(page, learned(FIRST, CONFIRMED))
    assert [line["code"] for line in lines] == ["4", "9", "2"]


def test_captions_of_another_table_are_not_taken_for_the_remembered_ones() -> None:
    other = typed(
        "Lumber yard",
        [(5, "Description"), (45, "Qty"), (60, "Price"), (80, "Amount")],
        [(5, "Oak board"), (45, "3"), (60, "12.00"), (80, "36.00")],
        [(60, "Total"), (80, "36.00")],
    )
    assert read(other, learned(FIRST, CONFIRMED)) == read(other)


def test_one_mistaken_page_of_three_is_outvoted() -> None:
    mistaken = [
        {**{name: line[name] for name in ("description", "unit_price", "total")}, "quantity": line["code"]}
        for line in CONFIRMED
    ]
    right, wrong = learned(FIRST, CONFIRMED), learned(FIRST, mistaken)
    lines = read(bakery("01.04.2025", *NEXT, total="10,90"), right, wrong, right)
    assert [line["code"] for line in lines] == ["4", "9", "2"]


def test_the_reading_competes_and_arithmetic_can_overrule_what_was_confirmed_by_mistake() -> None:
    def grocer(*rows: Cells) -> Document:
        heads = [(5, "Description"), (45, "Quantity"), (60, "Unit price"), (80, "Amount")]
        return typed("Grocer", heads, *rows, [(60, "Total"), (80, "64.00")])

    first = grocer(
        [(5, "Green tea"), (45, "4"), (60, "7.00"), (80, "28.00")],
        [(5, "Black tea"), (45, "6"), (60, "6.00"), (80, "36.00")],
    )
    swapped = [
        {"description": "Green tea", "quantity": "28.00", "unit_price": "4", "total": "7.00"},
        {"description": "Black tea", "quantity": "36.00", "unit_price": "6", "total": "6.00"},
    ]
    page = grocer(
        [(5, "White tea"), (45, "5"), (60, "8.00"), (80, "40.00")],
        [(5, "Honey"), (45, "2"), (60, "12.00"), (80, "24.00")],
    )
    assert read(page, learned(first, swapped)) == read(page)
    assert [line["quantity"] for line in read(page)] == ["5", "2"]


def test_numbers_are_read_with_the_decimal_mark_of_the_confirmed_page() -> None:
    def mill(*rows: Cells) -> Document:
        return typed("Mill", [(5, "Item"), (45, "Quantity"), (60, "Price"), (80, "Amount")], *rows)

    first = mill([(5, "Flour"), (45, "1.250"), (60, "2"), (80, "2.500")])
    lines = [{"description": "Flour", "quantity": "1.25", "unit_price": "2", "total": "2.5"}]
    assert learned(first, lines).mark == "."
    assert learned(first, [{**lines[0], "quantity": "1250", "total": "2500"}]).mark == ","


def test_lines_that_the_page_does_not_print_teach_nothing() -> None:
    context = table_context(view_of(FIRST, load_schema()))
    assert confirmed_table(context, [{"description": "Anvil", "total": "99.00"}]) is None
    assert confirmed_table(context, []) is None
