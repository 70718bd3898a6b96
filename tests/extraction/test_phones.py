"""Fax numbers are not telephone numbers."""

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.phones import is_fax, plausible_phones
from paperformer.extraction.scored import Scored


def printed(text: str) -> tuple[list[Word], Scored]:
    """``text`` on one row; the number is its last word."""
    words = [
        Word(text=part, box=Box(0.1 + 0.05 * i, 0.1, 0.14 + 0.05 * i, 0.12), page=0, line=0)
        for i, part in enumerate(text.split())
    ]
    number = Scored("supplier_phone", "+4930123456", words[-1].text, (len(words) - 1,), 0.8, "model")
    return words, number


@pytest.mark.parametrize(
    "text",
    [
        "Fax 030/123456",
        "Fax: 030/123456",
        "Telefax 030/123456",
        "Tel. 030/111111 Fax 030/123456",
        "Fax-Nr. 030/123456",
        "Faks: 22123456",
        "Fax:030/123456",
        "Téléfax : 0130123456",
    ],
)
def test_a_number_behind_fax_counts_little(text: str) -> None:
    words, number = printed(text)
    assert is_fax(number, words)
    assert plausible_phones([number], words)[0].probability < 0.2 * number.probability


@pytest.mark.parametrize(
    "text",
    [
        "030/123456",
        "Tel. 030/123456",
        "Fax 030/111111 Tel. 030/123456",
        "Tel./Fax 030/123456",
        "Telefon und Fax: 030/123456",
        "Phone & Fax 030/123456",
        "Tlf/Fax: 22123456",
        "Faxe Bryggeri 22123456",
    ],
)
def test_a_telephone_number_keeps_what_it_has(text: str) -> None:
    words, number = printed(text)
    assert plausible_phones([number], words) == [number]
