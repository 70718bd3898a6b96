"""The schema is data: every field is there, mistakes are named, and anyone may add a field."""

from pathlib import Path

import pytest

from paperformer.errors import InvalidConfig, UnknownField
from paperformer.fields.schema import FIELD_TYPES, load_schema
from paperformer.fields.values.kinds import VALUE_TYPES

# EN 16931-1, table 2.
TERMS = {
    "document_number": "BT-1",
    "document_date": "BT-2",
    "currency": "BT-5",
    "due_date": "BT-9",
    "receiver_order_number": "BT-13",
    "supplier_name": "BT-27",
    "supplier_vat_number": "BT-31",
    "receiver_name": "BT-44",
    "period_start": "BT-73",
    "payment_reference": "BT-83",
    "iban": "BT-84",
    "total_excl_vat": "BT-109",
    "total_vat": "BT-110",
    "total_incl_vat": "BT-112",
    "amount_due": "BT-115",
    "vat_distribution": "BG-23",
    "purchase_lines": "BG-25",
}


def written(folder: Path, text: str) -> Path:
    path = folder / "schema.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_schema_carries_the_terms_of_en_16931() -> None:
    schema = load_schema()
    assert {name: schema[name].term for name in TERMS} == TERMS


def test_every_field_says_what_it_is_and_has_a_type_that_is_read() -> None:
    for field in load_schema():
        assert field.description
        assert field.type in VALUE_TYPES or field.type == "group"


def test_every_value_type_may_be_used_in_a_schema() -> None:
    assert {*VALUE_TYPES, "group"} == set(FIELD_TYPES)


def test_addresses_run_over_lines_and_amounts_do_not() -> None:
    schema = load_schema()
    assert schema["supplier_address"].multiline
    assert not schema["total_vat"].multiline


def test_an_unknown_field_names_its_nearest() -> None:
    with pytest.raises(UnknownField, match=r"'total_incl'.*Did you mean total_incl_vat"):
        load_schema()["total_incl"]


def test_an_unknown_field_without_near_ones_lists_them_all() -> None:
    with pytest.raises(UnknownField, match=r"The fields are document_type, document_number"):
        load_schema()["xyzzy"]


def test_a_subset_keeps_the_order_of_the_schema() -> None:
    assert load_schema().subset(["iban", "document_date"]).names == ("document_date", "iban")


def test_a_subset_refuses_unknown_names() -> None:
    with pytest.raises(UnknownField):
        load_schema().subset(["iban", "ibann"])


def test_a_field_of_ones_own_is_a_line_of_yaml(tmp_path: Path) -> None:
    text = "fields:\n- {name: parcel_number, type: number, description: The parcel}\n"
    schema = load_schema(written(tmp_path, text))
    assert schema.names == ("parcel_number",)
    assert schema["parcel_number"].term is None
    assert "parcel_number" in schema
    assert len(schema) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fields: [", "not valid YAML at line"),
        ("- a\n- b\n", "no list called fields"),
        ("fields: []\n", "no list called fields"),
        ("fields: [iban]\n", "field 1 is no mapping"),
        ("fields: [{type: date}]\n", "no usable name"),
        ("fields: [{name: 'Due Date', type: date}]\n", "no usable name"),
        ("fields: [{name: due, type: day}]\n", "due.*no known type.*Use one of"),
        ("fields: [{name: due, type: date, tern: BT-9}]\n", "unknown key 'tern'"),
        ("fields: [{name: due, type: date, term: BX-9}]\n", "term that is no EN 16931 one"),
        ("fields: [{name: due, type: date, multiline: 2}]\n", "multiline that is neither"),
        ("fields: [{name: due, type: date, description: 7}]\n", "description that is no text"),
        ("fields: [{name: due, type: date}, {name: due, type: date}]\n", "due stands twice"),
        ("fields: !!python/object/apply:os.getcwd []\n", "not valid YAML"),
    ],
)
def test_a_schema_that_cannot_be_is_refused_with_its_reason(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        load_schema(written(tmp_path, text))


def test_a_missing_schema_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"none\.yaml cannot be read"):
        load_schema(tmp_path / "none.yaml")


def test_a_schema_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "schema.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidConfig, match="not UTF-8"):
        load_schema(path)
