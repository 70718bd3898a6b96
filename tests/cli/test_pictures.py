"""File names of overlay pictures."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.cli.pictures import PictureNames


@pytest.mark.parametrize(
    ("document", "stem"),
    [
        ("invoice.pdf", "invoice"),
        ("in/2024/faktura nr 7.pdf", "faktura_nr_7"),
        ("C:\\scans\\räkning.tif", "räkning"),
        ("-", "stdin"),
        ("../../etc/passwd", "passwd"),
        ("..", "document"),
        ("con.pdf", "_con"),
        ("a\nb\x1b[31m.pdf", "a_b_31m"),
    ],
)
def test_a_stem_is_the_plain_file_name(document: str, stem: str) -> None:
    assert PictureNames().stem(document) == stem


def test_equal_names_of_different_folders_are_told_apart() -> None:
    names = PictureNames()
    assert [names.stem(d) for d in ("a/x.pdf", "b/x.pdf", "X.jpg", "x-2.pdf")] == ["x", "x-2", "X-3", "x-2-2"]


@given(st.lists(st.text(max_size=300), max_size=20))
def test_stems_never_collide_nor_leave_the_folder(documents: list[str]) -> None:
    names = PictureNames()
    stems = [names.stem(document) for document in documents]
    assert len({stem.casefold() for stem in stems}) == len(stems)
    for stem in stems:
        assert Path(stem).name == stem
        assert stem not in ("", ".", "..")
        assert stem.isprintable()
        assert len(stem) <= 110
