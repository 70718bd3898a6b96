"""Pages that are no invoice: every field known and absent, well laid out, the same for the same seed."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from paperformer.errors import InvalidConfig
from paperformer.fields.schema import load_schema
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.documents import load_jsonl
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.negatives import SHARES, Negative, draw_negatives, write_negatives
from paperformer.synthesis.prose import load_prose, prose_locales


@pytest.fixture(scope="module")
def negatives() -> list[Negative]:
    return list(draw_negatives(60, seed=5))


def test_every_kind_is_drawn(negatives: list[Negative]) -> None:
    assert Counter(n.kind for n in negatives).keys() == SHARES.keys()


def test_all_words_lie_on_their_page(negatives: list[Negative]) -> None:
    for negative in negatives:
        sizes = {sheet.number: (sheet.width, sheet.height) for sheet in negative.sheets}
        for word in negative.words:
            width, height = sizes[word.page]
            assert 0 <= word.box[0] < word.box[2] <= width + 1, (negative.id, word)
            assert 0 <= word.box[1] < word.box[3] <= height + 1, (negative.id, word)


def test_no_word_is_labelled_and_no_place_is_left_unfilled(negatives: list[Negative]) -> None:
    for negative in negatives:
        assert not any(word.fields or "{" in word.text or "}" in word.text for word in negative.words)


def test_some_pages_are_truly_blank() -> None:
    blanks = [n for n in draw_negatives(120, seed=5) if n.kind == "blank"]
    assert {len(n.words) == 0 for n in blanks} == {True, False}


def test_what_is_written_reads_as_documents_that_have_nothing_of_what_was_looked_for(tmp_path: Path) -> None:
    read = load_jsonl(write_negatives(tmp_path / "negatives.jsonl", 30, 7))
    wanted = {f.name for f in load_schema() if f.type not in ("group", "language")}
    assert len(read) == 30
    for labelled in read:
        assert wanted <= labelled.known
        assert labelled.fields.keys() <= {"language"}
        assert labelled.flags["set"] == "negatives"


def test_the_same_seed_gives_the_same_bytes_packed_or_not(tmp_path: Path) -> None:
    plain = write_negatives(tmp_path / "a.jsonl", 12, 3).read_bytes()
    assert gzip.decompress(write_negatives(tmp_path / "b.jsonl.gz", 12, 3).read_bytes()) == plain
    assert write_negatives(tmp_path / "c.jsonl", 12, 4).read_bytes() != plain
    assert plain.startswith(write_negatives(tmp_path / "d.jsonl", 5, 3).read_bytes())


def test_all_languages_have_all_parts() -> None:
    languages = {locale.language for locale in prose_locales()}
    parts = load_prose("en").keys()
    assert {"en", "de", "fr", "sv", "da", "es"} <= languages
    assert all(load_prose(language).keys() == parts for language in languages)


def test_no_text_names_a_kind_of_document_that_we_read() -> None:
    for locale in prose_locales():
        for part, texts in load_prose(locale.language).items():
            for text in texts:
                named = [m for m in find_document_types(text, NO_CONTEXT) if not m.weak]
                assert not named, (locale.language, part, text)


def test_misuse_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="csv"):
        write_negatives(tmp_path / "a.csv", 1, 1)
    with pytest.raises(InvalidConfig, match="-1"):
        list(draw_negatives(-1, 1))
    with pytest.raises(InvalidConfig, match="tlh"):
        load_prose("tlh")
    assert load_locale("de-DE") in prose_locales()
