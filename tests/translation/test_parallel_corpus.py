"""Parallel files: what is read, what is dropped, and one clear line for what cannot be."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from paperformer.errors import InvalidConfig
from paperformer.translation.config import Cleaning, ParallelText
from paperformer.translation.corpus import Pair, clean, count_words, read_lines, read_pairs

PAIRS: list[Pair] = [
    ("a man", "ein Mann"),
    ("", "leer"),
    ("   ", "nur Leerzeichen"),
    ("a man", "ein Mann"),
    ("one two three four five six seven eight nine", "eins"),
    ("word " * 50, "Wort " * 50),
    ("Thanks!", "Vielen herzlichen Dank für alles!"),
]


def written(folder: Path, source: bytes, target: bytes) -> ParallelText:
    (folder / "x.en").write_bytes(source)
    (folder / "x.de").write_bytes(target)
    return ParallelText(source=str(folder / "x.en"), target=str(folder / "x.de"))


def test_each_fault_is_counted_once_and_the_rest_is_kept_in_order() -> None:
    kept, report = clean(PAIRS, Cleaning(max_words=40))
    assert kept == [PAIRS[0], PAIRS[6]]
    assert (report.read, report.empty, report.repeated, report.unlike, report.too_long) == (7, 2, 1, 1, 1)
    assert str(report) == "7 pairs read, 2 kept; dropped: 2 empty, 1 too long, 1 unlike, 1 repeated"


@pytest.mark.parametrize(("text", "words"), [
    ("a man", 2),
    ("一个穿着蓝色衬衫的男人。", 7),
    ("ผู้ชาย", 3),
    ("x" * 400, 10),
    ("Donaudampfschifffahrtsgesellschaft fährt", 2),
    ("", 0),
])  # fmt: skip
def test_words_are_counted_where_there_are_no_spaces_too(text: str, words: int) -> None:
    assert count_words(text) == words


def test_a_corpus_of_a_script_without_spaces_is_kept() -> None:
    pairs = [
        ("A man in a blue shirt is standing on a ladder", "一个穿着蓝色衬衫的男人站在梯子上"),
        ("x" * 60_000, "x"),
    ]
    kept, report = clean(pairs, Cleaning())
    assert kept == pairs[:1]
    assert report.too_long == 1


@given(st.lists(st.tuples(st.text("ab ", max_size=12), st.text("ab ", max_size=12)), min_size=1))
def test_every_pair_is_kept_or_counted(pairs: list[Pair]) -> None:
    try:
        kept, report = clean(pairs, Cleaning(max_words=4, short_words=2))
    except InvalidConfig:
        return  # nothing was left: the message says what was dropped
    dropped = report.empty + report.too_long + report.unlike + report.repeated
    assert len(kept) == report.kept == report.read - dropped
    assert len(set(kept)) == len(kept)
    assert clean(kept, Cleaning(max_words=4, short_words=2))[0] == kept


def test_only_a_line_feed_ends_a_line_and_marks_of_other_systems_are_dropped(tmp_path: Path) -> None:
    source = "one\r\ntwo\x85 still two\u2028and still\r\n".encode("utf-8-sig")
    pairs = read_pairs([written(tmp_path, source, b"eins\nzwei")])
    assert pairs == [("one", "eins"), ("two\x85 still two\u2028and still", "zwei")]


def test_a_tsv_has_both_sides(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("one\teins\ntwo\tzwei\n", encoding="utf-8")
    assert read_pairs([ParallelText(tsv=str(tmp_path / "x.tsv"))]) == [("one", "eins"), ("two", "zwei")]


def test_several_files_follow_one_another(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("three\tdrei\n", encoding="utf-8")
    pairs = read_pairs([written(tmp_path, b"one\n", b"eins\n"), ParallelText(tsv=str(tmp_path / "x.tsv"))])
    assert pairs == [("one", "eins"), ("three", "drei")]


def refusal(*texts: ParallelText) -> str:
    with pytest.raises(InvalidConfig) as caught:
        read_pairs(texts)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_unequal_line_counts_are_one_line(tmp_path: Path) -> None:
    message = refusal(written(tmp_path, b"one\ntwo\n", b"eins\n"))
    assert "x.en has 2 lines and" in message
    assert "x.de 1." in message


def test_another_encoding_is_one_line_that_says_where(tmp_path: Path) -> None:
    text = written(tmp_path, b"man\nbrother\n", "Mann\nBrüder\n".encode("latin-1"))
    assert "x.de: line 2 is not UTF-8" in refusal(text)


def test_an_empty_corpus_is_one_line(tmp_path: Path) -> None:
    assert "the corpus is empty" in refusal(written(tmp_path, b"", b""))


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    assert "no.tsv: cannot be read" in refusal(ParallelText(tsv=str(tmp_path / "no.tsv")))


def test_a_tsv_without_two_columns_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("one\teins\ntwo\n", encoding="utf-8")
    assert "x.tsv: line 2 has 1 columns, not 2" in refusal(ParallelText(tsv=str(tmp_path / "x.tsv")))


def test_nothing_left_says_what_was_dropped() -> None:
    with pytest.raises(InvalidConfig, match=r"nothing is left.*1 empty"):
        clean([("", "x")], Cleaning())


def test_a_folder_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="cannot be read"):
        read_lines(tmp_path)


@pytest.mark.parametrize("given", [{}, {"source": "a"}, {"source": "a", "target": "b", "tsv": "c"}])
def test_a_corpus_is_two_files_or_a_tsv(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="give source and target, or tsv alone"):
        ParallelText(**given)
