"""A number under the caption of an account or a register is no telephone number."""

import time

import pytest

from paperformer.extraction.doubts.phone_captions import weigh_captions
from typed_page import candidate, typed


def weighed(document_rows: list[object], *printed: str) -> list[float]:
    document = typed(*document_rows)  # type: ignore[arg-type]
    candidates = [candidate(document, "supplier_phone", text, 0.6) for text in printed]
    return [one.probability for one in weigh_captions(candidates, document.words)]


@pytest.mark.parametrize(
    "caption",
    [
        "Plusgiro",
        "Bankgiro",
        "Org.nr",
        "CVR-nr.",
        "Kontonummer",
        "IBAN",
        "Fax",
        "Momsreg.nr",
        "Y-tunnus",
        "NIF:",
        "Account ID",
        "Order number",
        "Atención al Usuario de Telecomunicaciones:",
    ],
)
def test_another_caption_above_or_before_takes_a_telephones_trust(caption: str) -> None:
    above = weighed([[(5, "Hollis AB"), (40, caption)], [(40, "41 70 55-3")]], "41 70 55-3")
    before = weighed([[(5, caption), (30, "41 70 55-3")]], "41 70 55-3")
    assert above[0] < 0.1
    assert before[0] < 0.1


def test_the_telephone_beside_it_takes_over() -> None:
    rows: list[object] = [[(5, "Telefon"), (40, "Plusgiro")], [(5, "0911-20 30"), (40, "41 70 55-3")]]
    account, phone, heir = weighed(rows, "41 70 55-3", "0911-20 30")
    assert account < 0.1
    assert phone == 0.6
    assert heir > 0.3


@pytest.mark.parametrize("caption", ["Telefon", "Tlf.", "Kontor", "Konto og telefon", "Kontakt"])
def test_its_own_caption_does_no_harm(caption: str) -> None:
    assert weighed([[(5, caption)], [(5, "41 70 55-3")]], "41 70 55-3") == [0.6]


@pytest.mark.parametrize(
    "rows",
    [
        [[(5, "Mobil"), (20, "0171 5558019")], [(5, "Telefon"), (20, "0212 558019")]],
        ["Tel. 0212 558019 · mob. 0171 5558019"],
        [[(5, "Telefon")], [(5, "0212 558019")], "", [(5, "Mobil 0171 5558019")]],
    ],
)
def test_a_mobile_gives_way_to_the_firms_telephone(rows: list[object]) -> None:
    mobile, fixed, *_ = weighed(rows, "0171 5558019", "0212 558019")
    assert mobile < 0.2 < fixed


def test_a_mobile_alone_is_the_firms_telephone() -> None:
    assert weighed([[(5, "Mobil"), (20, "0171 5558019")]], "0171 5558019") == [0.6]


def test_a_long_caption_is_read_in_time() -> None:
    document = typed("konto" * 30_000 + " 41705530")
    start = time.perf_counter()
    weigh_captions([candidate(document, "supplier_phone", "41705530")], document.words)
    assert time.perf_counter() - start < 0.5
