"""Which head is believed for a line of a page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.further_head import CHARACTERS, LETTERS
from paperformer.documents.ocr.recognition import FurtherLine, ReadLine
from paperformer.documents.ocr.script_choice import in_one_alphabet, in_script, script_of, script_of_letter


def both(own: str, further: str, confidence: float = 0.95, second: str = "") -> ReadLine:
    """A line as both heads read it; ``second`` has the further head's second choices."""
    return _line(own, 0.95, _seen(further, confidence, second))


def _line(text: str, confidence: float, further: FurtherLine | None = None) -> ReadLine:
    """A line whose characters stand one beside the other, 20 to its width."""
    centers = tuple((place + 0.5) / 20 for place in range(len(text)))
    return ReadLine(text, centers, (confidence,) * len(text), further=further)


def _seen(text: str, confidence: float, second: str) -> FurtherLine:
    """A character in every second of 40 columns, and nothing new in those between."""
    classes = ["", *CHARACTERS]
    probabilities = np.zeros((max(40, 2 * len(text)), len(classes)), np.float32)
    probabilities[:, 0] = 0.5
    for place, letter in enumerate(text):
        probabilities[2 * place, classes.index(letter)] = confidence
        if second:
            probabilities[2 * place, classes.index(second[place])] = max(0.55, 1 - confidence)
    return FurtherLine(probabilities, classes, 1 / 40)


BULGARIAN = [both("ΦAKTYPA", "ФАКТУРА"), both(".", "Доставчик: Строймаг Балкан ЕООД"), both("12.50", "12.50")]
GERMAN = [both("Rechnung", "Rechnung"), both("Gesamtbetrag", "Gesаmtbеtrаg"), both("für", "fur")]


@pytest.mark.parametrize(
    ("lines", "script"),
    [
        (BULGARIAN, "CYRILLIC"),
        ([both("ANOAEIEH", "ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ"), both("2YNOAO", "ΣΥΝΟΛΟ")], "GREEK"),
        ([both("Hoa don", "Hóa đơn giá trị gia tăng"), both("Tong cong", "Tổng cộng tiền")], "VIETNAMESE"),
        ([both("", "ՀԱՇԻՎ ԱՊՐԱՆՔԱԳԻՐ")], "ARMENIAN"),
        ([both("", "ანგარიშ-ფაქტურა")], "GEORGIAN"),
        (GERMAN, None),
        ([*GERMAN, both("-----------", "ააააააააააა")], None),  # a rule
        ([both("购买方名称", "ЖЩ"), both("增值税专用发票", "ИЖЩЮГЛ")], None),  # what the head has never seen
        ([], None),
    ],
)
def test_the_letters_that_only_one_script_has_say_which_one_a_page_is_in(
    lines: list[ReadLine], script: str | None
) -> None:
    assert script_of(lines) == script


def test_letters_of_which_the_further_head_is_unsure_say_nothing() -> None:
    assert script_of([both("Rechnung", "Жщюяигж", 0.6)]) is None


def test_a_foreign_word_or_two_make_no_page() -> None:
    assert (
        script_of([both("Restaurant MIP", "Restaurant МИР Жж"), *[both("Bill of fare", "Bill of fare")] * 9])
        is None
    )


def test_on_a_page_in_further_script_its_lines_are_the_further_heads_and_others_the_own_ones() -> None:
    own = both("PER-05 Ø", "РЕR-05")
    assert [in_script(line, "CYRILLIC").text for line in [*BULGARIAN, own]] == [
        "ФАКТУРА",
        "Доставчик: Строймаг Балкан ЕООД",
        "12.50",
        "PER-05 Ø",
    ]


def test_letters_of_other_further_scripts_are_none_on_a_page_in_one() -> None:
    georgian = both("", "ს/з 405318276", second="ს/კ 405318276")
    assert in_script(georgian, "GEORGIAN").text == "ს/კ 405318276"


def test_a_word_without_letters_of_further_scripts_is_the_own_heads() -> None:
    line = in_script(both("N 0000004518 or", "№ ОООООО4518 от"), "CYRILLIC")
    assert line.text == "№ 0000004518 от"
    assert len(line.centers) == len(line.confidences) == len(line.text)
    assert list(line.centers) == sorted(line.centers)


@pytest.mark.parametrize(
    ("further", "read"),
    [
        ("З шт. х 48.00", "3 шт. х 48.00"),
        ("З х 48.00", "3 х 48.00"),
        ("З ПДВ 48.00", "З ПДВ 48.00"),  # with tax
        ("БОРЩ З ПАМПУШКАМИ", "БОРЩ З ПАМПУШКАМИ"),
    ],
)
def test_a_letter_that_counts_what_is_multiplied_is_a_three(further: str, read: str) -> None:
    assert in_script(both("", further), "CYRILLIC").text == read


@pytest.mark.parametrize(
    ("own", "further", "script", "read"),
    [
        ("VAT No", "VAT Νο", "GREEK", "VAT No"),  # as the word beside it
        ("KAφENEIO AIΓAIO", "ΚΑΦΕΝΕΙΟ ΑΙΓΑΙΟ", "GREEK", "ΚΑΦΕΝΕΙΟ ΑΙΓΑΙΟ"),
        ("Customer: X", "Сиѕtотеr: Жж", "CYRILLIC", "Customer: Жж"),  # of two alphabets
        ("TOBAP", "ТОВАР", "CYRILLIC", "ТОВАР"),
    ],
)
def test_words_in_which_all_letters_look_alike_are_as_those_beside_them(
    own: str, further: str, script: str, read: str
) -> None:
    assert in_script(both(own, further), script).text == read


def test_without_a_script_or_a_further_head_lines_stay() -> None:
    line = _line("Total", 0.9)
    assert in_script(line, "CYRILLIC") is line
    assert in_script(BULGARIAN[0], None) is BULGARIAN[0]


@pytest.mark.parametrize(
    ("read", "script", "word"),
    [
        ("Наlуk", "CYRILLIC", "Halyk"),  # l is Latin only
        ("KΖ75041050001234567", "CYRILLIC", "KZ75041050001234567"),  # a code
        ("KАМΑ3", "CYRILLIC", "KAMA3"),
        ("НOMEР", "CYRILLIC", "НОМЕР"),
        ("АFM:", "GREEK", "AFM:"),
        ("ΑФΜ:", "GREEK", "ΑΦΜ:"),
        ("μεtά", "GREEK", "μεtά"),
        ("12,50", "GREEK", "12,50"),
        ("500ГP", "GREEK", "500ΓΡ"),
        ("2TEM", "GREEK", "2ΤΕΜ"),
        ("TΠY-86", "GREEK", "ΤΠΥ-86"),
        ("0,5KГ", "CYRILLIC", "0,5КГ"),
        ("12,50*A", "CYRILLIC", "12,50*А"),
        ("CФ-0000123", "CYRILLIC", "СФ-0000123"),  # a code that cannot be Latin
        ("НЅВККZКХ", "CYRILLIC", "HSBKKZKX"),  # Z is not Cyrillic
        ("sο", "GREEK", "so"),
        ("χ²", "GREEK", "χ²"),
        ("info@εταιρεία.gr", "GREEK", "info@εταιρεία.gr"),
        ("ωωω.εταιρεία.gr", "GREEK", "www.εταιρεία.gr"),
        ("Дaтa/Dаtum", "CYRILLIC", "Дата/Datum"),
    ],
)
def test_a_word_is_in_one_alphabet(read: str, script: str, word: str) -> None:
    assert in_one_alphabet(read, script) == word


@given(st.text(st.sampled_from(LETTERS["cyrillic"][:64]), min_size=1))
def test_a_word_of_one_alphabet_stays_on_a_page_in_it(word: str) -> None:
    assert in_one_alphabet(word, "CYRILLIC") == word


@given(st.text(st.sampled_from(CHARACTERS)), st.sampled_from(["CYRILLIC", "GREEK", "VIETNAMESE"]))
def test_putting_a_word_into_one_alphabet_keeps_its_length_and_does_nothing_twice(
    word: str, script: str
) -> None:
    once = in_one_alphabet(word, script)
    assert len(once) == len(word)
    assert in_one_alphabet(once, script) == once


def test_every_letter_of_the_head_belongs_to_its_script() -> None:
    for name in ("cyrillic", "greek", "armenian", "georgian"):
        assert {script_of_letter(letter) for letter in LETTERS[name]} == {name.upper()}
