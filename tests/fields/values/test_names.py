"""Names are kept as printed, but for a sentence's full stop, a second print, and mere forms of address."""

from __future__ import annotations

import pytest

from paperformer.errors import ValueUnreadable
from paperformer.fields.values.free import parse_name


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Zlín Energie s. r. o..", "Zlín Energie s. r. o."),
        ("Petra Hofmann Möbel Ltd.", "Petra Hofmann Möbel Ltd."),
        ("Sote Mainos Oyj.", "Sote Mainos Oyj"),
        ("LDS Software GmbH & Co. KG.", "LDS Software GmbH & Co. KG"),
        ("Faso S.L.", "Faso S.L."),
        ("Mizo & Co. AG. Mizo & Co. AG", "Mizo & Co. AG"),
        ("Król Sp. z o.o. Król Sp. z o.o.", "Król Sp. z o.o."),
        ("Duran Duran", "Duran Duran"),
        ("Mr. & Mrs. Smith", "Mr. & Mrs. Smith"),
        ("Pan", "Pan"),
    ],
)
def test_a_name_is_what_is_printed(printed: str, name: str) -> None:
    assert parse_name(printed).value == name


@pytest.mark.parametrize(
    "printed", ["Mr & Mrs", "Fa.", "Sra. Dña.", "Herrn und Frau", "Szanowna Pani", "Sr./Sra."]
)
def test_forms_of_address_alone_are_no_name(printed: str) -> None:
    with pytest.raises(ValueUnreadable):
        parse_name(printed)


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Prop.: Mary Quill", "Mary Quill"),
        ("Właściciel: Jan Kosowski", "Jan Kosowski"),
        ("Tul. Kiss Panna e.v.", "Kiss Panna e.v."),
        ("Inhaberin: Jana Roth", "Jana Roth"),
        ("Prop Hire Ltd", "Prop Hire Ltd"),
        ("Inhaus GmbH", "Inhaus GmbH"),
    ],
)
def test_what_calls_somebody_the_owner_of_a_shop_is_no_part_of_the_name(printed: str, name: str) -> None:
    assert parse_name(printed).value == name
