"""The texts of the page: every language has all of them, and the page uses no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import paperformer.errors
from paperformer.evidence.registry import all_evidence
from paperformer.extraction.levels import Level
from paperformer.extraction.relations.catalogue import SAYS
from paperformer.extraction.result import Source
from paperformer.fields.row_cells import CELLS
from paperformer.fields.schema import load_schema
from paperformer.fields.values.document_type import TYPES
from paperformer.fields.values.kinds import VALUE_TYPES
from paperformer.fields.values.payment_method import METHODS
from paperformer.service.keys import Scope
from paperformer.service.problems import STATUSES
from paperformer.service.sentences import TEXTS

WEB = Path(paperformer.errors.__file__).parent / "service" / "web"
FILES = sorted((WEB / "messages").glob("*.json"))
SCRIPTS = "\n".join(
    path.read_text("utf-8") for path in (WEB / "js").rglob("*.js") if path.parent.name != "docs"
)
# As CLDR has them; another language needs a line here.
PLURALS = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "fr": {"one", "many", "other"},
    "es": {"one", "many", "other"},
    "sv": {"one", "other"},
    "da": {"one", "other"},
    "nb": {"one", "other"},
}
FIELDS = {field.name for field in load_schema()}
# Groups whose texts are named as something of ours is.
NAMED: dict[str, set[str]] = {
    "field": FIELDS | set(CELLS),
    "kind": set(TYPES),
    "payment": set(METHODS),
    "type": set(VALUE_TYPES),
    "level": {*get_args(Level), "none"},
    "confidence": set(get_args(Level)),
    "source": {*get_args(Source), "unprinted"},
    "scope": set(get_args(Scope)),
    "status": {str(status) for status in STATUSES} - {"405", "421"},  # which only a program meets
    "says": set(TEXTS),
    "evidence": {one.name for one in all_evidence()},
    "relation": set(SAYS),
}

Text = str | dict[str, str]


def texts(path: Path) -> dict[str, Text]:
    """The texts of a language by group and name."""
    groups: dict[str, dict[str, Text]] = json.loads(path.read_text("utf-8"))
    return {f"{group}.{name}": text for group, named in groups.items() for name, text in named.items()}


ENGLISH = texts(WEB / "messages" / "en.json")


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_page_offers_the_languages_that_there_are() -> None:
    listed = re.search(r"export const LANGUAGES = .*?\(\{\n(.*?)\}\)", SCRIPTS, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"(\w+): \"", listed[1])) == {path.stem for path in FILES} == PLURALS.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_has_every_text(path: Path) -> None:
    mine = texts(path)
    assert [key for key in ENGLISH if key not in mine] == []
    assert [key for key in mine if key not in ENGLISH] == []
    assert [key for key, text in mine.items() if not all(form.strip() for form in forms(text))] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_names_the_same_values_and_has_its_plurals(path: Path) -> None:
    for key, text in texts(path).items():
        english = ENGLISH[key]
        assert isinstance(text, dict) == isinstance(english, dict), key
        wanted = set().union(*(placeholders(form) for form in forms(english)))
        if isinstance(text, dict):
            assert text.keys() == PLURALS[path.stem], key
            assert placeholders(text["other"]) == placeholders(dict(english)["other"]), key
            # "one document" may be a word; nothing else may be left out
            assert all(wanted - {"count"} <= placeholders(form) <= wanted for form in text.values()), key
        else:
            assert placeholders(text) == wanted, key


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_is_not_english_where_it_has_words_of_its_own(path: Path) -> None:
    if path.stem == "en":
        return
    sentences = {key: text for key, text in texts(path).items() if " " in str(text) and "{" not in str(text)}
    assert [key for key, text in sentences.items() if text == ENGLISH[key]] == []


@pytest.mark.parametrize("group", NAMED)
def test_what_the_service_names_has_a_text(group: str) -> None:
    there = {key.partition(".")[2] for key in ENGLISH if key.startswith(f"{group}.")}
    assert there == NAMED[group]


def test_what_fields_mean_is_said_in_every_language() -> None:
    described = {key.partition(".")[2] for key in ENGLISH if key.startswith("described.")}
    assert described == FIELDS - {field.name for field in load_schema() if field.type == "group"}


def test_errors_that_have_a_text_are_errors_of_ours() -> None:
    failures = {key.partition(".")[2] for key in ENGLISH if key.startswith("failure.")} - {"other"}
    assert [name for name in failures if not hasattr(paperformer.errors, name)] == []


def test_sentences_of_the_service_name_no_value_that_it_does_not_give() -> None:
    given = {code: placeholders(text) for code, text in TEXTS.items()}
    own = {"value_unreadable": {"text", "type"}, "values_several": {"text", "type"}}
    wrong = [
        code
        for code, there in given.items()
        if placeholders(str(ENGLISH[f"says.{code}"])) - there - own.get(code, set())
    ]
    assert wrong == []


def test_every_text_that_the_page_names_is_there() -> None:
    groups = {key.partition(".")[0] for key in ENGLISH}
    named = set(re.findall(rf"\"((?:{'|'.join(groups)})\.\w+)\"", SCRIPTS))
    assert sorted(named - ENGLISH.keys()) == []


def test_the_page_uses_every_text() -> None:
    assert [key for key in ENGLISH if not any(is_used(key))] == []


def is_used(key: str) -> Iterator[bool]:
    """Whether a script names a text: whole, or in parts of which one is a word of the scripts."""
    group, _, name = key.partition(".")
    yield f'"{key}"' in SCRIPTS
    yield group in NAMED or group in ("failure", "described")
    for begin, end in re.findall(rf"`{group}\.(\w*)\$\{{[^}}]*\}}(\w*)`", SCRIPTS):
        middle = name.removeprefix(begin).removesuffix(end)
        is_built = name == f"{begin}{middle}{end}"
        yield is_built and re.search(rf"[\"'\[ ]{re.escape(middle)}[\"':]", SCRIPTS) is not None
    for begin in re.findall(rf"`{group}\.(\w*)\$\{{[^`]*`", SCRIPTS):
        middle = name.removeprefix(begin)
        yield name.startswith(begin) and f'"{middle}"' in SCRIPTS


def test_a_plural_is_the_only_text_in_several_forms() -> None:
    counted = [key for key, text in ENGLISH.items() if isinstance(text, dict)]
    assert [key for key in counted if "count" not in placeholders(dict(any_of(key))["other"])] == []


def any_of(key: str) -> Any:
    return ENGLISH[key]
