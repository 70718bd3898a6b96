"""Preparation: Moses' way there and back."""

import pytest

from paperformer.errors import InvalidConfig
from paperformer.translation.preparation import Preparation, PreparationName

pytest.importorskip("sacremoses")


def test_published_figures_are_of_lowercased_normalised_and_tokenised_text() -> None:
    prepare = Preparation("moses-lower", "de")
    assert prepare.apply("Zwei „junge“ Männer sind im  Freien.") == 'zwei " junge " männer sind im freien .'


def test_case_can_be_kept() -> None:
    assert Preparation("moses", "en").apply("A man isn't here.") == "A man isn 't here ."


@pytest.mark.parametrize("text", ["Two young, white males are outside.", "It's a man's hat (blue)!"])
def test_what_is_cut_apart_is_put_together(text: str) -> None:
    prepare = Preparation("moses", "en")
    assert prepare.undo(prepare.apply(text)) == text


def test_without_preparation_only_spaces_are_tidied() -> None:
    prepare = Preparation("none", "en")
    assert prepare.apply("  A\tman,  cafe\u0301 ") == "A man, café"
    assert prepare.undo("A man,") == "A man,"


@pytest.mark.parametrize("name", ["none", "moses", "moses-lower"])
def test_a_text_is_one_line_without_marks_of_control(name: PreparationName) -> None:
    assert Preparation(name, "en").apply("a\nman\x1b\x85\u2028here\0") == "a man here"


def test_a_language_without_rules_of_its_own_is_cut_as_english() -> None:
    assert Preparation("moses", "xx").apply("Hello, you.") == "Hello , you ."


def test_where_sacremoses_is_not_installed_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sacremoses", None)
    with pytest.raises(InvalidConfig, match="needs sacremoses, which is not installed"):
        Preparation("moses", "en")
