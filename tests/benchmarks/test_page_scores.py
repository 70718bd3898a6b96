"""When a field and a purchase line of the labelled pages count as right."""

import json
from pathlib import Path

import pytest
from gate.labelled_pages import read_labels
from gate.page_scores import f1_of_lines, field_counts, lax, line_counts, same_field, strict

PRINTED = {"description": ("Blue pipe",), "quantity": ("2",), "unit_price": ("3.50",), "total": ("7.00",)}
GIVEN = {"description": "Blue pipe", "quantity": "2", "unit_price": "3.5", "total": "7.00"}


@pytest.mark.parametrize(
    ("field", "given", "wanted", "right"),
    [
        ("total_incl_vat", "7.0", "7.00", True),
        ("total_incl_vat", "70", "7.00", False),
        ("supplier_name", "ACME Ltd.", "Acme Limited", False),
        ("supplier_name", "ACME Trading", "Acme", True),
        ("supplier_vat_number", "PL1111111112", "111-111-11-12", True),
        ("supplier_vat_number", "12", "PL1111111112", False),
        ("document_date", "2024-03-12", "2024-03-12", True),
        ("iban", "DE12 3456", "DE123456", True),
    ],
)
def test_a_value_is_right_as_far_as_its_kind_asks(field: str, given: str, wanted: str, right: bool) -> None:
    assert same_field(field, given, wanted) is right


def test_only_printed_fields_count() -> None:
    printed, right = field_counts({"iban": "DE1", "due_date": "2024-01-01"}, {"iban": ("DE1",)})
    assert (printed, right) == ({"iban": 1}, {"iban": 1})


def test_a_line_with_every_cell_right_is_right_by_both_measures() -> None:
    assert lax(GIVEN, PRINTED)
    assert strict(GIVEN, PRINTED)


@pytest.mark.parametrize(
    ("change", "is_lax", "is_strict"),
    [
        ({"total": "7.01"}, False, False),
        ({"description": "Blue pipe, 3 m"}, True, False),
        ({"vat_rate": "20"}, True, False),
        ({"code": "A-17"}, True, True),
    ],
)
def test_a_wrong_or_invented_cell_counts_by_the_measure(
    change: dict[str, str], is_lax: bool, is_strict: bool
) -> None:
    given = {**GIVEN, **change}
    assert (lax(given, PRINTED), strict(given, PRINTED)) == (is_lax, is_strict)


def test_a_given_line_pairs_with_one_printed_line() -> None:
    counts = line_counts([GIVEN], [PRINTED, PRINTED])
    assert (counts.printed, counts.given, counts.lax, counts.strict, counts.whole) == (2, 1, 1, 1, False)
    assert f1_of_lines([counts], lambda one: one.lax) == pytest.approx(2 / 3)


def test_fields_in_doubt_are_measured_and_not_learned_from(tmp_path: Path) -> None:
    record = {
        "id": "a", "file": "files/a.pdf", "kind": "invoice", "language": "en", "doubt": ["iban"],
        "fields": {"iban": ["DE1"], "document_number": ["7"]}, "absent": ["bic"], "purchase_lines": None,
    }  # fmt: skip
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    (page,) = read_labels(path)
    kind = {"document_type": ("invoice",)}
    assert page.fields == {"iban": ("DE1",), "document_number": ("7",), **kind}
    assert page.sure_fields == {"document_number": ("7",), **kind}
    assert page.known == {"document_number", "document_type", "bic"}
    assert (page.lines, page.facts["made"]) == (None, "found")


def test_numbers_labelled_as_printed_are_accepted_as_answers_have_them_too(tmp_path: Path) -> None:
    record = {
        "id": "a", "file": "files/a.pdf", "kind": "invoice", "language": "it", "country": "Italia",
        "fields": {"supplier_phone": ["06 1234 5678", "ask inside"], "supplier_vat_number": ["01812630224"]},
    }  # fmt: skip
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    (page,) = read_labels(path)
    assert page.fields["supplier_phone"] == ("06 1234 5678", "+390612345678", "ask inside")
    assert page.fields["supplier_vat_number"] == ("01812630224", "IT01812630224")
