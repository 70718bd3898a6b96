"""The corpus file: its format, and that the same seed gives the same bytes."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest

from paperformer.errors import InvalidConfig
from paperformer.synthesis.corpus import draw_corpus, write_corpus


def _read(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    first = write_corpus(tmp_path / "a.jsonl.gz", 20, 5).read_bytes()
    assert write_corpus(tmp_path / "b.jsonl.gz", 20, 5).read_bytes() == first
    assert write_corpus(tmp_path / "c.jsonl.gz", 20, 6).read_bytes() != first


def test_a_shorter_corpus_is_the_beginning_of_a_longer_one(tmp_path: Path) -> None:
    short, long = write_corpus(tmp_path / "s.jsonl", 3, 5), write_corpus(tmp_path / "l.jsonl", 8, 5)
    assert long.read_bytes().startswith(short.read_bytes())


def test_drawn_pdfs_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_corpus(tmp_path / folder / "corpus.jsonl", 6, 3, pdfs=True)
    for path in sorted((tmp_path / "a" / "pdfs").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / "pdfs" / path.name).read_bytes()


def test_each_line_is_a_document_in_the_corpus_format(tmp_path: Path) -> None:
    documents = _read(write_corpus(tmp_path / "corpus.jsonl.gz", 30, 1, split="valid"))
    assert len({document["id"] for document in documents}) == 30
    for document in documents:
        assert (document["set"], document["split"], document["unit"]) == ("synthetic", "valid", "word")
        assert [page["number"] for page in document["pages"]] == list(range(1, len(document["pages"]) + 1))
        assert all(isinstance(value, str) for values in document["fields"].values() for value in values)
        labelled = {word["label"] for word in document["words"] if "label" in word}
        assert labelled <= document["fields"].keys()
        assert all(word["labels"][0] == word["label"] for word in document["words"] if "labels" in word)
        assert all(word["text"] and not set(" \t\n") & set(word["text"]) for word in document["words"])


def test_languages_and_kinds_are_kept_to(tmp_path: Path) -> None:
    path = write_corpus(
        tmp_path / "corpus.jsonl.gz", 12, 1, languages=["sv", "en-US"], kinds=["receipt", "invoice"]
    )
    documents = _read(path)
    assert {document["country"] for document in documents} <= {"SE", "US"}
    assert {document["kind"] for document in documents} == {"receipt", "invoice"}


@pytest.mark.parametrize(
    ("options", "said"),
    [({"languages": ["tlh"]}, "tlh"), ({"kinds": ["poem"]}, "poem")],
)
def test_unknown_languages_and_kinds_are_named(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        write_corpus(tmp_path / "corpus.jsonl", 1, 1, **options)


def test_a_file_of_another_kind_and_a_negative_count_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="corpus"):
        write_corpus(tmp_path / "corpus.csv", 1, 1)
    with pytest.raises(InvalidConfig, match="-1"):
        list(draw_corpus(-1, 1))


def test_fifty_documents_a_second_without_drawing() -> None:
    """The best of three: what other tests left in memory is looked through in between."""
    list(draw_corpus(20, 8))
    seconds = []
    for seed in (9, 10, 11):
        start = time.process_time()
        assert len(list(draw_corpus(100, seed))) == 100
        seconds.append(time.process_time() - start)
    assert min(seconds) < 2.0


def test_most_documents_have_sixty_to_three_hundred_and_fifty_words() -> None:
    counts = sorted(len(document.words) for document in draw_corpus(300, 10))
    assert sum(60 <= count <= 350 for count in counts) > 0.8 * len(counts)
    assert sum(counts) / len(counts) <= 450
