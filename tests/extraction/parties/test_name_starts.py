"""Names from the first word of their line."""

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.parties.name_starts import from_first_word
from paperformer.extraction.scored import Scored


def line_of(text: str, number: int = 0) -> list[Word]:
    return [
        Word(
            text=part,
            box=Box(i * 0.1, number * 0.1, i * 0.1 + 0.09, number * 0.1 + 0.02),
            page=0,
            line=number,
        )
        for i, part in enumerate(text.split())
    ]


def name_at(words: list[Word], first: int, last: int, probability: float) -> Scored:
    text = " ".join(word.text for word in words[first : last + 1])
    return Scored("supplier_name", text, text, tuple(range(first, last + 1)), probability, "model")


def best(
    words: list[Word], short: int, whole: int = 0, probability: float = 0.1, captions: tuple[int, ...] = ()
):
    last = len(words) - 1
    candidates = [name_at(words, short, last, 0.8), name_at(words, whole, last, probability)]
    return max(from_first_word(candidates, words, captions), key=lambda one: one.probability)


@pytest.mark.parametrize("name", ["GERBANG ALAF RESTAURANTS SDN BHD", "Gerbang Alaf Restaurants Sdn Bhd"])
def test_a_name_without_the_first_word_of_its_line_gives_way_to_the_whole_with_the_trust_in_both(name):
    answer = best(line_of(name), 1)
    assert answer.value == name
    assert answer.probability == pytest.approx(1 - 0.9 * 0.2)


def test_an_article_in_capitals_is_part_of_the_name_though_it_is_a_caption_elsewhere():
    words = line_of("DE LUXE CIRCLE FRESH MART")
    short, whole = name_at(words, 2, 4, 0.8), name_at(words, 0, 4, 0.1)
    read = whole._replace(source="rule", probability=0.4)
    found = from_first_word([short, whole, read], words, (0,))
    assert max(found, key=lambda one: one.probability).words == (0, 1, 2, 3, 4)
    found = from_first_word([short, whole], words, (0,))
    assert max(found, key=lambda one: one.probability).words == (2, 3, 4)


@pytest.mark.parametrize("text", ["Bienvenue Paul", "Herr Max Berg", "INVOICE ACME LTD", "BY ACME LTD"])
def test_greetings_titles_and_forms_of_address_are_no_part_of_it(text: str):
    assert best(line_of(text), 1).value == text.split(" ", 1)[1]


def test_what_rules_read_without_the_first_word_stays():
    words = line_of("GERBANG ALAF RESTAURANTS")
    read = name_at(words, 1, 2, 0.5)._replace(source="rule")
    candidates = [name_at(words, 1, 2, 0.5), read, name_at(words, 0, 2, 0.1)]
    assert max(from_first_word(candidates, words, ()), key=lambda one: one.probability).words == (1, 2)
    candidates.append(name_at(words, 0, 2, 0.4)._replace(source="rule"))
    assert max(from_first_word(candidates, words, ()), key=lambda one: one.probability).words == (0, 1, 2)


@pytest.mark.parametrize("text", ["FROM ACME TRADING LTD", "From Acme Trading Ltd", "De Acme Trading SL"])
def test_a_caption_before_a_name_is_no_part_of_it(text):
    words = line_of(text)
    assert best(words, 1, captions=(0,)).value == text.split(" ", 1)[1]


@pytest.mark.parametrize(
    "text", ["107 GERBANG ALAF SDN BHD", "OWNER: CHEF LEE SDN BHD", "to Vugan Inc", "IKEA vugan inc"]
)
def test_what_is_printed_otherwise_before_a_name_is_no_part_of_it(text):
    assert best(line_of(text), 1).value == text.split(" ", 1)[1]


def test_a_whole_that_hardly_anything_speaks_for_is_none():
    words = line_of("GERBANG ALAF RESTAURANTS")
    assert best(words, 1, probability=0.04).value == "ALAF RESTAURANTS"


def test_a_whole_that_begins_in_the_midst_of_a_line_is_none():
    words = line_of("FRESH HUAN YA RESTAURANT")
    assert best(words, 2, whole=1).value == "YA RESTAURANT"


def test_a_whole_begins_behind_the_label_on_its_line():
    words = line_of("Cliente: Café Central Lda")
    assert best(words, 2, whole=1).value == "Café Central Lda"


def test_the_line_above_is_no_beginning_of_the_line():
    words = [*line_of("GERBANG"), *line_of("ALAF RESTAURANTS", 1)]
    assert best(words, 1).value == "ALAF RESTAURANTS"


def test_a_candidate_without_words_stays():
    stored = Scored("supplier_name", "Acme", "Acme", (), 0.5, "rule")
    assert from_first_word([stored], line_of("ACME LTD"), ()) == [stored]


def test_what_is_whole_in_another_print_is_whole_here_too() -> None:
    words = [*line_of("FIDUCIAIRE DU JORAT SÀRL"), *line_of("Fiduciaire du Jorat Sàrl", 1)]
    short, whole = name_at(words, 6, 7, 0.8), name_at(words, 0, 3, 0.3)
    answer = max(from_first_word([short, whole], words, ()), key=lambda one: one.probability)
    assert answer.value == "Fiduciaire du Jorat Sàrl"


def test_a_sentence_that_ends_in_the_name_is_no_other_print_of_it() -> None:
    words = line_of("Gerichtsstand ist der Sitz von Acme OHG")
    short, sentence = name_at(words, 5, 6, 0.8), name_at(words, 0, 6, 0.3)
    answer = max(from_first_word([short, sentence], words, ()), key=lambda one: one.probability)
    assert answer.value == "Acme OHG"
