"""Which head is believed for a line of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.recognition import ReadLine
from paperformer.documents.ocr.script_choice import in_one_alphabet, in_script, script_of, script_of_letter
from paperformer.documents.ocr.scripts import CHARACTERS, LETTERS


def both(own: str, further: str, confidence: float = 0.95) -> ReadLine:
    return _line(own, 0.95, _line(further, confidence))


def _line(text: str, confidence: float, further: ReadLine | None = None) -> ReadLine:
    """A line whose characters stand one beside the other, 20 to its width."""
    centers = tuple((place + 0.5) / 20 for place in range(len(text)))
    return ReadLine(text, centers, (confidence,) * len(text), further=further)


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


def test_a_word_without_letters_of_further_scripts_is_the_own_heads() -> None:
    line = in_script(both("N 0000004518 or", "№ ОООООО4518 от"), "CYRILLIC")
    assert line.text == "№ 0000004518 от"
    assert len(line.centers) == len(line.confidences) == len(line.text)
    assert list(line.centers) == sorted(line.centers)


def test_on_a_page_in_further_script_letters_of_another_one_are_of_the_page() -> None:
    assert in_script(both("ΦH 9282", "ΦΗ 9282"), "CYRILLIC").text == "ФН 9282"
    assert in_script(both("179,80 A", "179,80 Α"), "CYRILLIC").text == "179,80 А"
    assert in_script(both("Φ", "Փ"), "CYRILLIC").text == "Ф"  # the own head knows Greek


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
