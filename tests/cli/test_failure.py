"""How errors are worded on the command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.cli.failure import describe, printable
from paperformer.errors import UnreadableDocument


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("a.pdf does not exist", "a.pdf: does not exist. Check the path"),
        ("a.pdf/b.pdf is damaged", "a.pdf: b.pdf is damaged. Check the path"),
        ("/out/x.png cannot be written", "a.pdf: /out/x.png cannot be written. Check the path"),
        ("a.pdf: page 3 is damaged", "a.pdf: page 3 is damaged. Check the path"),
        ("page 3 of a.pdf has 9 words", "a.pdf: page 3 has 9 words. Check the path"),
        ("no OCR engine", "a.pdf: no OCR engine. Check the path"),
        ("a.pdf", "a.pdf: a.pdf. Check the path"),
    ],
)
def test_the_file_is_named_once(message: str, line: str) -> None:
    assert describe("a.pdf", UnreadableDocument(message, "check the path")) == line


def test_an_error_without_remedy_ends_after_its_message() -> None:
    assert describe("a.pdf", UnreadableDocument("a.pdf is empty")) == "a.pdf: is empty"


@given(st.text())
def test_printable_is_one_line_without_control_characters(text: str) -> None:
    line = printable(text)
    assert line.isprintable()
    assert printable(line) == line


def test_escape_sequences_of_a_hostile_document_are_defused() -> None:
    assert printable("total\x1b]0;owned\x07 12\u202e34\n") == "total ]0;owned 12 34"
