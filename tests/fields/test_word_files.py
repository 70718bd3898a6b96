"""The files of words: any YAML parser reads them, and tills are known by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paperformer import fields
from paperformer.errors import InvalidConfig
from paperformer.fields.till import till_words
from paperformer.fields.values.document_type import parse_document_type
from paperformer.fields.words import load
from paperformer.fields.words.load import language_words, months, phrases

ROOM = Path(fields.__file__).parent
FILES = sorted(ROOM.rglob("*.yaml"))
CODES = re.compile("[a-z]{2,3}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_parser_without_libyaml_reads_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=fast)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent.name == "words"], ids=lambda p: p.name
)
def test_a_file_of_words_says_what_it_is_for_and_repeats_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("# ")
    for list_ in lists_in(yaml.safe_load(text)):
        assert all(isinstance(one, str) and one == one.strip() != "" for one in list_)
        assert len(set(list_)) == len(list_)


def lists_in(value: object) -> Iterator[list[object]]:
    """All lists of a file."""
    if isinstance(value, list):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from lists_in(one)


def test_all_languages_are_named_by_their_code() -> None:
    by_language = [months(), language_words(), *yaml_of("document_types").values()]
    by_language += yaml_of("payment_methods").values()
    assert all(CODES.fullmatch(language) for table in by_language for language in table)


def yaml_of(subject: str) -> dict[str, dict[str, list[str]]]:
    """The content of a file of words."""
    content: dict[str, dict[str, list[str]]] = yaml.safe_load(
        (ROOM / f"words/{subject}.yaml").read_text("utf-8")
    )
    return content


def test_a_word_that_yaml_takes_for_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_content", lambda _: {"cash": {"nb": ["kontant", False]}})
    phrases.cache_clear()
    with pytest.raises(InvalidConfig, match=r"words/payment_methods.yaml: cash, nb is no list of texts"):
        phrases("payment_methods")
    phrases.cache_clear()


@pytest.mark.parametrize(
    ("text", "kind"),
    [("PRO FORMA RECHNUNG", "proforma"), ("Faktura proforma", "proforma"), ("Rechnung", "invoice"),
     ("Kreditnota", "credit_note"), ("Betalingspåminnelse", "reminder"), ("領収書", "receipt")],
)  # fmt: skip
def test_kinds_of_document_are_known_by_their_names(text: str, kind: str) -> None:
    assert parse_document_type(text).value == kind


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
