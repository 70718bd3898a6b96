"""Lines that the network is in doubt of, read with the language in mind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.character_model import load_character_model
from paperformer.documents.ocr.language import LanguageConfig, LanguageReader
from paperformer.documents.ocr.recognition import ReadLine

WIDTH = 1 / 100


def line(text: str, doubts: dict[int, tuple[str, float]] | None = None, clear: float = 0.99) -> ReadLine:
    """A line of which some characters (by place) have a second candidate: what, and how likely."""
    doubts = doubts or {}
    columns: list[tuple[tuple[str, float], ...]] = []
    for place, character in enumerate(text):
        other, probability = doubts.get(place, ("", 0.0))
        own = ((character, 1 - probability), (other, probability)) if probability else ((character, clear),)
        columns += [own, (("", 1.0),)]
    return ReadLine(
        text,
        tuple((2 * place + 0.5) * WIDTH for place in range(len(text))),
        tuple(1 - doubts[place][1] if place in doubts else clear for place in range(len(text))),
        tuple(columns) if doubts else (),
        WIDTH if doubts else 0.0,
    )


@pytest.fixture(scope="module")
def reader() -> LanguageReader:
    return LanguageReader(load_character_model())


ENGLISH = line("Thank you for your payment. Total amount due by bank transfer")


def test_a_second_guess_that_makes_a_word_is_taken(reader: LanguageReader) -> None:
    _, mended = reader.reread([ENGLISH, line("40150 Setangor", {8: ("l", 0.35)})])
    assert mended.text == "40150 Selangor"


@pytest.mark.parametrize(
    ("text", "places", "letter", "mended"),
    [
        ("Jalan Dlnar", [7], "i", "Jalan Dinar"),
        ("Tax Involce", [8], "i", "Tax Invoice"),
        ("Carlton Hotel", [3], "i", "Carlton Hotel"),
        ("Sushi Ye11ow", [8, 9], "l", "Sushi Yellow"),
    ],
)
def test_letters_that_look_alike_are_a_matter_of_the_language(
    reader: LanguageReader, text: str, places: list[int], letter: str, mended: str
) -> None:
    _, read = reader.reread([ENGLISH, line(text, dict.fromkeys(places, (letter, 0.014)))])
    assert read.text == mended


def test_letters_that_do_not_look_alike_need_the_picture_too(reader: LanguageReader) -> None:
    _, read = reader.reread([ENGLISH, line("Jalan Dtnar", {7: ("i", 0.014)})])
    assert read.text == "Jalan Dtnar"


def test_a_figure_is_the_letter_that_the_word_has_elsewhere(reader: LanguageReader) -> None:
    _, read, _ = reader.reread([ENGLISH, line("HAI-0 RAYA", {4: ("D", 0.1)}), line("WWW.HAI-O.COM.MY")])
    assert read.text == "HAI-O RAYA"


def test_characters_stand_where_they_stood_and_are_as_sure_as_the_picture_is(reader: LanguageReader) -> None:
    before = line("40150 Setangor", {8: ("l", 0.35)})
    _, mended = reader.reread([ENGLISH, before])
    assert mended.centers == pytest.approx(before.centers)
    assert mended.confidences[8] == pytest.approx(0.35)
    assert mended.confidences[:8] == pytest.approx(before.confidences[:8])


def test_a_letter_too_many_goes_and_the_others_keep_their_places(reader: LanguageReader) -> None:
    before = line("BANDIAR UTAMA", {4: ("", 0.4)})
    _, mended = reader.reread([ENGLISH, before])
    assert mended.text == "BANDAR UTAMA"
    assert len(mended.centers) == len(mended.confidences) == len(mended.text)
    assert mended.centers[-1] == pytest.approx(before.centers[-1])


def test_lines_without_doubt_are_the_same_lines(reader: LanguageReader) -> None:
    lines = [ENGLISH, line("Setangor")]
    assert reader.reread(lines) == lines


def test_a_page_in_a_language_it_does_not_know_stays_as_it_is(reader: LanguageReader) -> None:
    strange = [line("Wqzxk vfjqx pzvkw qxjzv kwqpf xzvjq"), line("Setangor", {2: ("l", 0.45)})]
    assert reader.reread(strange) == strange


def test_a_page_of_no_letters_stays_as_it_is(reader: LanguageReader) -> None:
    figures = [line("12.00 3 4", {0: ("l", 0.4)})]
    assert reader.reread(figures) == figures
    assert reader.reread([]) == []


def test_letters_of_other_scripts_are_left_to_the_network(reader: LanguageReader) -> None:
    greek = line("Starbucks ΚΑΦΕ Setangor", {17: ("l", 0.45)})
    assert reader.reread([ENGLISH, greek])[1] == greek


def test_a_page_that_has_accents_keeps_them(reader: LanguageReader) -> None:
    doubtful = line("Selāngor", {3: ("a", 0.3)})
    assert reader.reread([ENGLISH, doubtful])[1].text == "Selangor"
    german = line("Schöne Grüße, zahlbar bis zum Tag der Lieferung, Rechnung über Bücher")
    assert reader.reread([german, doubtful])[1].text == "Selāngor"


def test_a_line_of_which_nothing_would_be_left_stays(reader: LanguageReader) -> None:
    smudge = line("``", {0: ("", 0.3), 1: ("", 0.3)})
    assert reader.reread([ENGLISH, smudge]) == [ENGLISH, smudge]


def test_figures_of_another_width_are_no_figures(reader: LanguageReader) -> None:
    wide = line("43800O", {5: ("０", 0.3)})
    assert reader.reread([ENGLISH, wide])[1].text in ("43800O", "438000")


def test_lines_that_are_noise_are_not_searched(reader: LanguageReader) -> None:
    noise = line("Setangor", dict.fromkeys(range(8), ("l", 0.45)))
    tight = replace(noise, columns=noise.columns[::2])  # every column in doubt
    assert reader.reread([ENGLISH, tight])[1] == tight


def test_a_page_has_a_budget_of_doubt() -> None:
    reader = LanguageReader(load_character_model(), LanguageConfig(most=1))
    doubtful = line("40150 Setangor", {8: ("l", 0.35)})
    read = reader.reread([ENGLISH, doubtful, doubtful])
    assert [one.text for one in read[1:]] == ["40150 Selangor", "40150 Setangor"]


CHARACTERS = "aäolISTN0158 .,:-/€@|○０家"
doubts = st.dictionaries(
    st.integers(0, 11), st.tuples(st.sampled_from(["", *CHARACTERS]), st.floats(0.01, 0.49)), max_size=6
)


@given(st.text(CHARACTERS, min_size=1, max_size=12), doubts)
def test_whatever_was_read_each_character_has_its_place(
    text: str, second: dict[int, tuple[str, float]]
) -> None:
    reader = LanguageReader(load_character_model())
    first = line(text, {place: guess for place, guess in second.items() if place < len(text)})
    _, read = reader.reread([ENGLISH, first])
    assert read.text
    assert len(read.centers) == len(read.confidences) == len(read.text)
    assert list(read.centers) == sorted(read.centers)
    assert all(0 <= confidence <= 1 for confidence in read.confidences)
