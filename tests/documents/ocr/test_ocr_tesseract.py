"""The engine that calls the tesseract program."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from paperformer.documents.ocr.protocol import OcrWord, load_engine
from paperformer.documents.ocr.tesseract import Tesseract, read_tsv
from paperformer.errors import DocumentTooLarge, OcrUnavailable

HEADER = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
PAGE = np.full((60, 200, 3), 255, np.uint8)


def program(folder: Path, script: str) -> str:
    """A stand-in for tesseract: lists English, then does what ``script`` says."""
    path = folder / "tesseract"
    path.write_text(
        '#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List of languages\\neng\\nosd\\n"; exit 0; fi\n'
        f"{script}\n",
        encoding="utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_where_it_is_not_installed_the_package_to_install_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OcrUnavailable, match=r"not installed.*apt-get install tesseract-ocr"):
        load_engine("tesseract")


def test_word_rows_become_words_and_layout_rows_are_passed_over() -> None:
    rows = (
        "1\t1\t0\t0\t0\t0\t0\t0\t200\t60\t-1\t\n"
        "4\t1\t1\t1\t1\t0\t10\t5\t80\t20\t-1\t\n"
        '5\t1\t1\t1\t1\t1\t10\t5\t30\t20\t96.5\t"Total\n'
        "5\t1\t1\t1\t1\t2\t50\t5\t40\t20\t88\t12,50\n"
        "5\t1\t1\t1\t1\t3\t95\t5\t4\t20\t95\t \n"
        "5\t1\t2\t1\t1\t1\t10\t35\t30\t20\t0\tEUR\n"
    )
    assert list(read_tsv(HEADER + rows)) == [
        OcrWord('"Total', (10, 5, 40, 25), 0.965, 0),
        OcrWord("12,50", (50, 5, 90, 25), 0.88, 0),
        OcrWord("EUR", (10, 35, 40, 55), 0.0, 1),
    ]


def test_a_word_may_hold_what_unicode_counts_as_a_break_of_lines() -> None:
    place = "5\t1\t1\t1\t1\t1\t10\t5\t30\t20\t96.5\t"
    rows = f"{place}To\u2028tal\r\n{place}12\x85,50\r\n"
    assert [word.text for word in read_tsv(HEADER + rows)] == ["To\u2028tal", "12\x85,50"]


def test_a_page_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    slow = Tesseract(program(tmp_path, "exec sleep 60"), timeout=2.0)
    with pytest.raises(DocumentTooLarge, match="longer than 2 seconds"):
        slow.read(PAGE)


def test_what_the_failing_program_says_is_passed_on(tmp_path: Path) -> None:
    failing = Tesseract(program(tmp_path, "echo 'Error opening data file' >&2; exit 1"))
    with pytest.raises(OcrUnavailable, match="Error opening data file"):
        failing.read(PAGE)


def test_a_program_that_cannot_run_is_named(tmp_path: Path) -> None:
    path = Path(program(tmp_path, ""))
    path.write_bytes(b"\x7fELF nonsense")
    with pytest.raises(OcrUnavailable, match="does not run"):
        Tesseract(str(path)).read(PAGE)


def test_the_picture_and_the_languages_reach_the_program(tmp_path: Path) -> None:
    received = tmp_path / "received.pgm"
    options = tmp_path / "options"
    script = f"echo \"$@\" > {options}; cat > {received}; printf '{HEADER}'"
    assert Tesseract(program(tmp_path, script)).read(PAGE).words == ()
    assert options.read_text() == "stdin stdout -l eng --psm 6 tsv\n"
    data = received.read_bytes()
    assert data.startswith(b"P5 200 60 255\n")
    assert data.endswith(b"\xff" * 12_000)
    assert len(data) == 12_000 + len(b"P5 200 60 255\n")


def test_a_program_without_language_data_says_what_to_install(tmp_path: Path) -> None:
    bare = Path(program(tmp_path, ""))
    bare.write_text("#!/bin/sh\necho 'List of languages'\necho osd\n", encoding="utf-8")
    with pytest.raises(OcrUnavailable, match="apt-get install tesseract-ocr-eng"):
        Tesseract(str(bare)).read(PAGE)


def test_the_environment_is_left_as_it_is(tmp_path: Path) -> None:
    before = dict(os.environ)
    Tesseract(program(tmp_path, f"cat > /dev/null; printf '{HEADER}'")).read(PAGE)
    assert dict(os.environ) == before
