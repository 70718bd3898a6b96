"""The drawn documents: truth stands on the page, numbers hold, sums add up, and every run draws the same."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest
from drawn.draw import PARTS, draw, draw_part, schema_fields
from drawn.facts import cases, issuers
from drawn.layouts import LAYOUTS
from stdnum import iban, luhn
from stdnum.ch import esr

DAYS = {"document_date", "due_date", "period_start", "period_end"}
CONCLUDED = {  # what a reader concludes, from words or from the whole
    "document_type", "language", "currency", "payment_method", "supplier_country", "receiver_country",
    "supplier_phone",
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A document's name, the text of its pages (of PDFs), and its truth."""

    name: str
    text: str
    fields: dict[str, list[str] | None]
    rows: dict[str, list[dict[str, str]]]

    def first(self, name: str) -> str | None:
        values = self.fields.get(name)
        return values[0] if values else None

    def amount(self, name: str) -> Decimal | None:
        value = self.first(name)
        return None if value is None else Decimal(value)


def read(path: Path) -> Drawn:
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
    text = ""
    if path.suffix == ".pdf":
        with pypdfium2.PdfDocument(path) as document:
            text = "\n".join(page.get_textpage().get_text_range() for page in document)
    return Drawn(path.stem, text, truth["fields"], truth["rows"])


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[Drawn]:
    folder = tmp_path_factory.mktemp("drawn")
    return [read(path) for part in PARTS for path in draw_part(part, folder / part)]


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def stands(value: str, field: str, text: str) -> bool:
    """Whether the page prints the value, in whatever form."""
    if field in DAYS:
        year, _, day = value.split("-")
        return year[2:] in text and str(int(day)) in text
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return digits(value).lstrip("0") in digits(text)
    if field == "iban" and value.startswith("PL"):  # Poland prints it without its country
        value = value[2:]
    if field.endswith("address"):
        return all(letters(part) in letters(text) for part in value.split(", "))
    return letters(value) in letters(text)


def test_what_the_truth_says_stands_on_the_page(drawn: list[Drawn]) -> None:
    missing = [
        (document.name, field, values)
        for document in drawn
        if document.text
        for field, values in document.fields.items()
        if values
        and field not in CONCLUDED
        and not any(stands(value, field, document.text) for value in values)
    ]
    assert not missing


def test_the_cells_of_rows_stand_on_the_page(drawn: list[Drawn]) -> None:
    numbers = ("quantity", "unit_price", "total", "rate", "base", "tax", "vat_rate")
    missing = [
        (document.name, key, value)
        for document in drawn
        if document.text
        for row in [row for rows in document.rows.values() for row in rows]
        for key, value in row.items()
        if not (
            stands(value, key, document.text) if key in numbers else letters(value) in letters(document.text)
        )
    ]
    assert not missing


def test_values_are_in_their_normal_forms(drawn: list[Drawn]) -> None:
    schema = set(schema_fields())
    for document in drawn:
        assert set(document.fields) <= schema, document.name
        for field, values in document.fields.items():
            for value in values or []:
                form = {True: r"\d{4}-\d{2}-\d{2}"}.get(field in DAYS, ".+")
                if field.startswith("total_") or field in ("amount_due", "rounding", "tip", "subtotal"):
                    form = r"-?\d+(\.\d\d)?"
                if field == "iban":
                    form = r"[A-Z]{2}\d\d[A-Z0-9]{11,30}"
                assert re.fullmatch(form, value), (document.name, field, value)


def test_the_sums_add_up(drawn: list[Drawn]) -> None:
    checked = 0
    for document in drawn:
        net, tax, total = (document.amount(f"total_{name}") for name in ("excl_vat", "vat", "incl_vat"))
        if net is not None and tax is not None and total is not None:
            assert net + tax == total, document.name
            checked += 1
        rounding, due = document.amount("rounding"), document.amount("amount_due")
        if rounding is not None and due is not None and net is not None and tax is not None:
            assert net + tax + rounding == due, document.name
            checked += 1
        shares = document.rows.get("vat_distribution", [])
        if shares and net is not None and tax is not None:
            assert sum(Decimal(share["base"]) for share in shares) == net, document.name
            assert sum(Decimal(share["tax"]) for share in shares) == tax, document.name
            checked += 1
        for row in document.rows.get("purchase_lines", []):
            if "discount" not in row and {"quantity", "unit_price", "total"} <= row.keys():
                difference = Decimal(row["quantity"]) * Decimal(row["unit_price"]) - Decimal(row["total"])
                assert abs(difference) <= Decimal("0.51" if "." not in row["total"] else "0.005"), (
                    document.name
                )
                checked += 1
    assert checked > 500


def weighted(number: str) -> bool:
    """Finnish and Estonian references: digits weighted 7, 3, 1, and the last one, make tens."""
    body = [int(digit) for digit in reversed(number[:-1])]
    return (sum(digit * (7, 3, 1)[place % 3] for place, digit in enumerate(body)) + int(number[-1])) % 10 == 0


def references(drawn: list[Drawn]) -> Iterator[tuple[str, bool]]:
    schemes = {case.name: case.option("reference") for part in PARTS for case in cases(part)}
    for document in drawn:
        value = document.first("payment_reference")
        if value is None:
            continue
        scheme = schemes[document.name]
        if scheme in ("ocr", "kid", "fik"):
            yield document.name, luhn.is_valid(value)
        elif scheme == "viite":
            yield document.name, weighted(value)
        elif scheme == "qr":
            yield document.name, esr.is_valid(value) and len(value) == 27
        elif scheme == "ogm":
            yield document.name, int(value[-2:]) == (int(value[:10]) % 97 or 97)
        elif scheme == "rf":
            turned = "".join(str(int(sign, 36)) for sign in value[4:] + value[:4])
            yield document.name, int(turned) % 97 == 1


def test_check_digits_hold(drawn: list[Drawn]) -> None:
    wrong = [name for name, holds in references(drawn) if not holds]
    assert not wrong
    accounts = {document.first("iban") for document in drawn} - {None}
    assert len(accounts) > 30
    assert all(iban.is_valid(account) for account in accounts)


def test_the_same_is_drawn_on_every_run(tmp_path: Path) -> None:
    for case, again in zip(cases("open"), cases("open"), strict=True):
        if case.name not in ("tallmark-1", "wochenmarkt-2", "skaneenergi-1", "epicerie-1"):
            continue
        (tmp_path / "a").mkdir(exist_ok=True)
        (tmp_path / "b").mkdir(exist_ok=True)
        first, second = (draw(one, tmp_path / name) for one, name in ((case, "a"), (again, "b")))
        assert first.read_bytes() == second.read_bytes()
        assert first.with_suffix(".json").read_bytes() == second.with_suffix(".json").read_bytes()


def test_the_parts_share_neither_layouts_nor_issuers_nor_buyers(drawn: list[Drawn]) -> None:
    ids = [issuer["id"] for part in PARTS for issuer in issuers(part)]
    assert len(ids) == len(set(ids))
    used = {part: {issuer["layout"] for issuer in issuers(part)} for part in PARTS}
    assert used == {part: set(LAYOUTS[part]) for part in PARTS}
    assert not used["open"] & used["sealed"]
    assert not {LAYOUTS["open"][name] for name in used["open"]} & {
        LAYOUTS["sealed"][name] for name in used["sealed"]
    }
    buyers = {part: {case.buyer[0] for case in cases(part)} for part in PARTS}
    assert not buyers["open"] & buyers["sealed"]
    assert len(drawn) >= 120
    assert len({issuer["country"] for part in PARTS for issuer in issuers(part)}) >= 25
