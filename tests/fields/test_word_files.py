"""The files of words: any YAML parser reads them, every entry can be read, and a wrong one is named."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.fields.till import till_words
from paperformer.fields.values.country import COUNTRY_CODES
from paperformer.fields.values.currency import CODES
from paperformer.fields.words.load import all_words, read_words, rows_by_code, words, words_by_code
from paperformer.fields.words.patterns import check, pattern, source_of, whole

FOLDER = files("paperformer.fields.words")
SUBJECTS = sorted(one.name.removesuffix(".yaml") for one in FOLDER.iterdir() if one.name.endswith(".yaml"))
# Languages beside those that documents are told apart by (ISO 639-1, Montenegrin ISO 639-3).
FURTHER = {"be", "ca", "cnr", "id", "la", "mk", "ms", "sq", "sr", "uk", "uz"}
LANGUAGES = frozenset({*words_by_code("languages", "names"), *FURTHER})
BY_COUNTRY = {"country_names", "country_prints", "places"}
KEYED_OTHERWISE = {
    ("currencies", "names"): CODES | {"kr"},
    ("currencies", "in_tables"): CODES,
    ("currencies", "in_prices"): CODES,
    ("currencies", "at_home"): frozenset(words_by_code("currencies", "at_home")),  # names of money
    ("country_names", "common"): LANGUAGES,
    ("country_prints", "rated_taxes"): frozenset({"vat_rates", "gst_rates"}),  # groups
    ("tax_ids", "names"): COUNTRY_CODES,
    ("tax_ids", "names_of_persons"): COUNTRY_CODES,
    ("tax_ids", "australian"): COUNTRY_CODES,
    ("tax_ids", "australian_number"): COUNTRY_CODES,
}
GROUPS = [(subject, group) for subject in SUBJECTS for group in words(subject)]


@pytest.mark.parametrize(
    "name", ["page/labels.yaml", "countries/countries.yaml", *(f"words/{one}.yaml" for one in SUBJECTS)]
)
def test_a_parser_without_libyaml_reads_the_same(name: str) -> None:
    text = files("paperformer.fields").joinpath(name).read_text("utf-8")
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=fast)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_group_and_no_language_stands_twice(subject: str) -> None:
    """YAML takes the last of two alike in silence."""
    tree = yaml.compose(FOLDER.joinpath(f"{subject}.yaml").read_text("utf-8"))
    for mapping in (tree, *(group for _, group in tree.value)):
        keys = [key.value for key, _ in mapping.value]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_file_says_at_its_head_what_it_is_for(subject: str) -> None:
    assert FOLDER.joinpath(f"{subject}.yaml").read_text("utf-8").startswith("# ")


@pytest.mark.parametrize(("subject", "group"), GROUPS)
def test_every_language_and_country_is_known(subject: str, group: str) -> None:
    known = KEYED_OTHERWISE.get((subject, group), COUNTRY_CODES if subject in BY_COUNTRY else LANGUAGES)
    assert {code for key in words_by_code(subject, group) for code in key.split()} <= known


@pytest.mark.parametrize(("subject", "group"), GROUPS)
def test_every_entry_can_be_read(subject: str, group: str) -> None:
    for entry in all_words(subject, group):
        check(entry, subject)


def test_dots_are_used_where_code_says_what_they_stand_for() -> None:
    used = {group for group in GROUPS if any(" ... " in entry for entry in all_words(*group))}
    assert used == {("requests", "transfer_asked"), ("requests", "debit_announced")}


def test_every_language_has_twelve_months() -> None:
    assert {len(months) for months in rows_by_code("months", "months").values()} == {12}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (["a"], "f.yaml is no mapping of groups"),
        ({False: {"en": "a"}}, "f.yaml: False is no code"),
        ({"g": "a"}, "f.yaml: g has no languages"),
        ({"g": {False: "a"}}, "f.yaml: g: False is no code"),
        ({"g": {"en": ["a", "b"]}}, "f.yaml: g: en has no entries that are text"),
        ({"g": {"en": "  \n"}}, "f.yaml: g: en has no entries that are text"),
        ({"g": {"en": "a, , b"}}, "f.yaml: g: en has an empty entry"),
        ({"g": {"en": "a, b,\nc, a\n"}}, "f.yaml: g: en has 'a' twice"),
    ],
)
def test_a_wrong_entry_is_named_with_its_file_group_and_language(content: object, message: str) -> None:
    with pytest.raises(InvalidConfig, match=re.escape(message)):
        read_words(content, "f.yaml")


def test_entries_stand_apart_by_commas_and_lines() -> None:
    found = read_words({"g": {"en": "bank transfer, by card,\nin cash\n"}}, "f.yaml")
    assert found["g"]["en"] == (("bank transfer", "by card"), ("in cash",))


def test_a_group_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidConfig, match=r"months\.yaml has no group weeks"):
        words_by_code("months", "weeks")


def test_an_entry_that_cannot_be_read_is_named() -> None:
    with pytest.raises(InvalidConfig, match=r"sums\.yaml: paid: '\(bank' cannot be read"):
        check("(bank", "sums.yaml: paid")


@pytest.mark.parametrize(
    ("entry", "matched", "others"),
    [
        ("(by|via) (bank )?transfer", ["by transfer", "via bank transfer"], ["bank transfer"]),
        ("d[eé]bit?", ["debit", "débi"], ["dbit"]),
        ("kein*", ["kein", "keine"], ["ein"]),
        ("obremenit+", ["obremenitev"], ["obremenit"]),
        ("le #{1,2}", ["le 3", "le 31"], ["le 311", "le x"]),
        ("zu <9>Zahlen", ["zu Zahlen", "zu vollem Zahlen"], ["zu beliebigem Zahlen"]),
        ("a<2,3>b", ["a  b", "axyzb"], ["a b", "axyzzb"]),
        ("sp. z o.o.", ["sp. z o.o."], ["sp, z o.o."]),
        (r"AB \(publ\)", ["AB (publ)"], ["AB publ"]),
        ("~(baht)s", ["BAHTs", "bahts"], ["BAHTS"]),
        ("no(not before w)[a-z]?", ["no", "nox"], ["now"]),
        ("US$", ["US$"], ["US"]),
    ],
)
def test_the_notation_means_what_it_says(entry: str, matched: list[str], others: list[str]) -> None:
    form = re.compile(source_of(entry))
    assert [text for text in (*matched, *others) if form.fullmatch(text)] == matched


def test_dots_stand_for_the_words_between() -> None:
    form = re.compile(source_of("pay ... into", between="(?:[a-z ]+ )?"))
    assert all(map(form.fullmatch, ["pay into", "pay the sum into"]))


@pytest.mark.parametrize(
    ("entry", "found", "not_found"),
    [
        ("CVR", "CVR 1", "CVRS"),
        ("USt-?Id*", "USt-IdNr", "AUSt-Id"),
        ("*元", "5元", "x"),
        ("N$", "N$5", "EN$"),
    ],
)
def test_a_whole_word_is_none_within_another(entry: str, found: str, not_found: str) -> None:
    form = re.compile(whole(entry))
    assert form.search(found)
    assert not form.search(not_found)


def test_a_pattern_is_of_all_languages() -> None:
    asked = pattern("sums", "paid")
    assert all(map(asked.search, ["Bereits bezahlt", "Déjà réglé", "ALREADY PAID", "gjaldet er betalt"]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Kasse 3  Es bediente Sie: Kassiererin Anna  RÜCKGELD 2,00", {"kasse", "kassiererin", "rückgeld"}),
        ("Server: Tom  Table 4  Change due 1.20", {"server", "table", "change due"}),
        ("Restaurant bill for the tilbury", set()),
        ("", set()),
    ],
)
def test_words_of_a_till_are_found_whole_whatever_their_case(text: str, found: set[str]) -> None:
    assert till_words(text) == found


@given(st.text(max_size=200))
def test_every_word_that_is_found_is_printed(text: str) -> None:
    assert all(word in text.lower() for word in till_words(text))
