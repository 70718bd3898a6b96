"""A list of known parties as people write it, and what is said of one that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.extraction.known_parties.file import json_lines, read_known_parties, readable_parties
from paperformer.extraction.known_parties.learn import learn_parties
from paperformer.extraction.known_parties.party import ROLES, KnownParty
from paperformer.fields.limits import MAX_VALUE_CHARACTERS
from paperformer.labelled.values import answers_of


def written(folder: Path, text: str, name: str = "parties.jsonl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_bookkeepings_export_is_read_whatever_else_it_has(tmp_path: Path) -> None:
    head = "name;vat_number;city;address"
    text = f'{head}\nAcme Ltd;GB613862009;Ely;"Mill Lane 4; Ely"\nAcme Ltd;;Rye;Quay 1 Rye\n'
    assert read_known_parties(written(tmp_path, text, "suppliers.CSV")) == (
        KnownParty("Acme Ltd", addresses=("Mill Lane 4; Ely", "Quay 1 Rye"), vat_numbers=("GB613862009",)),
    )


def test_a_byte_order_mark_and_commas_are_a_spreadsheets_custom(tmp_path: Path) -> None:
    text = "\ufeffname,role,iban\nOur Firm AS,receiver,\nAcme Ltd,,NO93 8601 1117 947\n"
    ours, acme = read_known_parties(written(tmp_path, text, "p.csv"))
    assert (ours.role, acme.role, acme.ibans) == ("receiver", "supplier", ("NO9386011117947",))


def test_lines_of_json_may_have_one_value_or_a_list(tmp_path: Path) -> None:
    lines = ['{"name": "A GmbH", "phone": "030 1234567"}', "", '{"name": "B GmbH", "phones": ["1 2", "3 4"]}']
    one, other = read_known_parties(written(tmp_path, "\n".join(lines)))
    assert (one.phones, other.phones) == (("030 1234567",), ("1 2", "3 4"))


@pytest.mark.parametrize(("text", "name", "said"), [
    ("{", "p.jsonl", "line 1 is not valid JSON"),
    ("[1]", "p.jsonl", "line 1 is no object"),
    ('\n{"address": "Mill Lane"}', "p.jsonl", "line 2: name: "),
    ('{"name": "  . "}', "p.jsonl", "neither letters nor digits"),
    ('{"name": "A", "role": "bank"}', "p.jsonl", "line 1: role: "),
    ('{"name": "A", "vat": "1"}', "p.jsonl", "line 1: vat: "),
    ('{"name": "A", "iban": "1", "ibans": ["2"]}', "p.jsonl", "has iban and ibans"),
    ('{"name": "A", "phones": [7]}', "p.jsonl", "line 1: phones"),
    ("firm,iban\nA,1\n", "p.csv", "no column `name`"),
    ("", "p.csv", "no column `name`"),
    ("name,iban\n\n", "p.csv", "names no party"),
    ("", "p.jsonl", "names no party"),
    ("name,iban\n,1\n", "p.csv", "line 2: name: "),
    ('"name,address\n' + "x" * 140_000, "p.csv", "is no CSV"),
])  # fmt: skip
def test_a_list_that_is_wrong_is_named_with_its_line(text: str, name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig) as raised:
        read_known_parties(written(tmp_path, text, name))
    assert said in str(raised.value)
    assert name in str(raised.value)


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "parties.csv"
    path.write_bytes(b"name\n\x81\n")
    with pytest.raises(InvalidConfig, match="is no text"):
        read_known_parties(path)
    with pytest.raises(InvalidConfig, match="cannot be read"):
        read_known_parties(tmp_path / "nothing.csv")
    with pytest.raises(InvalidConfig, match="no file's name"):
        read_known_parties(Path("a\x00b.csv"))


LARKFIELD = "GB05NVSK20418837650194"


@pytest.mark.parametrize("between", [", ", ";", " | ", "\n"])
def test_a_cell_may_hold_several_accounts(between: str, tmp_path: Path) -> None:
    text = (
        f'name,address,iban\nAcme Ltd,"Quay 1, Rye","GB05 NVSK 2041 8837 6501 94{between}NO9386011117947"\n'
    )
    (acme,) = read_known_parties(written(tmp_path, text, "p.csv"))
    assert acme == KnownParty("Acme Ltd", addresses=("Quay 1, Rye",), ibans=(LARKFIELD, "NO9386011117947"))


def test_a_column_that_is_there_twice_has_several(tmp_path: Path) -> None:
    text = f"name\tiban\tiban\nAcme Ltd\t{LARKFIELD}\tNO9386011117947\n"
    (acme,) = read_known_parties(written(tmp_path, text, "p.csv"))
    assert acme.ibans == (LARKFIELD, "NO9386011117947")


@pytest.mark.parametrize(("iban", "why"), [
    ("GB05NVSK2041883765019", "is no IBAN"),
    ("DE00notaniban", "is no IBAN"),
    ("GB06NVSK20418837650194", "has wrong check digits"),
])  # fmt: skip
def test_a_mistyped_account_is_told_with_its_line_and_the_others_count(
    iban: str, why: str, tmp_path: Path
) -> None:
    notes: list[str] = []
    path = written(tmp_path, f"name;iban\nZenith;\nAcme Ltd;{iban},NO9386011117947\n", "p.csv")
    acme = read_known_parties(path, notes.append)[1]
    assert acme.ibans == ("NO9386011117947",)
    assert notes == [f"{path}: line 3: iban: {iban} {why}; not used for Acme Ltd"]


def test_headings_and_roles_are_read_however_they_are_written(tmp_path: Path) -> None:
    text = "Name, VAT number,IBANs,Role\nOur Firm,GB1,NO9386011117947, Receiver\n"
    notes: list[str] = []
    assert read_known_parties(written(tmp_path, text, "p.csv"), notes.append) == (
        KnownParty("Our Firm", "receiver", vat_numbers=("GB1",), ibans=("NO9386011117947",)),
    )
    assert notes == []


def test_a_column_that_may_be_meant_is_told_and_others_are_not(tmp_path: Path) -> None:
    notes: list[str] = []
    path = written(tmp_path, "name,vat_no,our account with them\nAcme,GB1,4711\n", "p.csv")
    read_known_parties(path, notes.append)
    assert notes == [f"{path}: column vat_no is not used; if it is meant, call it vat_number"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_are_read_as_spreadsheets_save_them(encoding: str, delimiter: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    rows = (("name", "address"), ("Müller GmbH", "Köln"))
    path.write_bytes("".join(delimiter.join(row) + "\r\n" for row in rows).encode(encoding))
    notes: list[str] = []
    assert read_known_parties(path, notes.append) == (KnownParty("Müller GmbH", addresses=("Köln",)),)
    assert ["Windows-1252" in note for note in notes] == [True] * (encoding == "cp1252")


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20).filter(
    lambda text: any(map(str.isalnum, text))
)
TEXTS = st.lists(TEXT, max_size=2, unique=True).map(tuple)


IBANS = st.sampled_from([(), ("NO9386011117947",), ("NO9386011117947", "GB05NVSK20418837650194")])


@given(
    st.lists(
        st.builds(KnownParty, TEXT, st.sampled_from(ROLES), TEXTS, TEXTS, TEXTS, IBANS, TEXTS),
        min_size=1,
        max_size=4,
        unique_by=lambda party: (party.name, party.role),
    )
)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, parties: list[KnownParty]
) -> None:
    path = written(tmp_path_factory.mktemp("parties"), "".join(f"{line}\n" for line in json_lines(parties)))
    assert read_known_parties(path) == tuple(parties)


def test_of_labelled_documents_the_usual_spelling_is_learned() -> None:
    spellings = [
        ("ACME LTD", "Quay 1, Rye"),
        ("Acme Ltd.", "Mill Lane 4"),
        ("Acme Ltd.", "Quay 1 Rye"),
        ("Acme Ltd", "Quay 1 Rye"),
    ]
    answers = [
        {"supplier_name": [name], "supplier_address": [address], "iban": ["NO9386011117947"]}
        for name, address in spellings
    ]
    assert learn_parties(answers) == [
        KnownParty("Acme Ltd.", addresses=("Quay 1 Rye", "Mill Lane 4"), ibans=("NO9386011117947",))
    ]


def test_who_buys_is_learned_as_a_receiver_and_nobody_without_a_name() -> None:
    answers = [
        {"receiver_name": ["Our Firm"], "receiver_vat_number": ["GB1"], "supplier_address": ["Quay 1"]}
    ]
    assert learn_parties(answers) == [KnownParty("Our Firm", "receiver", vat_numbers=("GB1",))]


def test_answers_are_read_without_opening_the_documents(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"no PDF at all")
    candidates = [{"value": "Acme Ltd", "confidence": 0.9}, {"value": "Zenith", "confidence": 0.1}]
    (tmp_path / "a.json").write_text(json.dumps({"fields": {"supplier_name": candidates}}), encoding="utf-8")
    assert learn_parties(answers_of(tmp_path)) == [KnownParty("Acme Ltd")]


def test_lines_that_cannot_be_read_are_left_out_with_a_warning_each() -> None:
    lines = [
        '{"name": "A GmbH"}',
        "",
        '{"name": "x',
        '["B"]',
        json.dumps({"name": "y" * 2001}),
        '{"name": "C"}',
    ]
    notes: list[str] = []
    parties = readable_parties("\n".join(lines), "learned.jsonl", notes.append)
    assert parties == (KnownParty("A GmbH"), KnownParty("C"))
    assert notes == [
        "learned.jsonl: line 3 is not valid JSON; the line is left out",
        "learned.jsonl: line 4 is no object; the line is left out",
        "learned.jsonl: line 5: name: String should have at most 2000 characters; the line is left out",
    ]


Value = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ["™", "㈱", "½", "a" * MAX_VALUE_CHARACTERS, "ab " * 600, "a|b", "a\nb", "\u2028", "\x00a"]
)
FIELDS = (
    "supplier_name",
    "supplier_address",
    "supplier_phone",
    "supplier_vat_number",
    "receiver_name",
    "iban",
)


@given(st.lists(st.dictionaries(st.sampled_from(FIELDS), Value), max_size=4))
def test_whatever_people_confirm_is_learned_and_read_again(answers: list[dict[str, str]]) -> None:
    learned = learn_parties({name: [value] for name, value in answer.items()} for answer in answers)
    for party in learned:
        (line,) = json_lines([party])
        assert len(readable_parties(line, "learned", lambda _: None)) == 1
