"""The files of words: any YAML parser reads them, and tills are known by their words."""

from __future__ import annotations

from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.till import till_words


@pytest.mark.parametrize("name", ["labels.yaml", "countries.yaml", "exchange_rates.yaml", "till_words.yaml"])
def test_a_parser_without_libyaml_reads_the_same(name: str) -> None:
    text = files("paperformer.fields").joinpath(name).read_text("utf-8")
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=fast)


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
