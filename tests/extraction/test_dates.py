"""Dates of versions are not the document's."""

from dataclasses import replace

import pytest

from paperformer.documents.model import Box, Word
from paperformer.extraction.dates import dates_a_version, plausible_dates
from paperformer.extraction.scored import Scored


def printed(text: str) -> tuple[list[Word], Scored]:
    """``text`` on one line, the date of which is its last word."""
    words = [
        Word(text=part, box=Box(0.1 + 0.05 * i, 0.1, 0.14 + 0.05 * i, 0.12), page=0, line=0)
        for i, part in enumerate(text.split())
    ]
    date = Scored("document_date", "2025-11-10", words[-1].text, (len(words) - 1,), 0.8, "model")
    return words, date


@pytest.mark.parametrize(
    "text",
    [
        "Stylesheet-Version: 2.6 vom 10.11.2025",
        "Version 3 10/11/2025",
        "Form rev. 12b, 10.11.2025",
        "Wersja 1.2 z 10.11.2025",
        "Formular 27, Stand: 10.11.2025",
        "Vordruck Stand 10.11.2025",
        "Versione 4.1 del 10/11/2025",
    ],
)
def test_a_date_behind_a_versions_number_counts_little(text: str) -> None:
    words, date = printed(text)
    assert dates_a_version(date, words)
    assert plausible_dates([date], words)[0].probability < 0.1 * date.probability


@pytest.mark.parametrize(
    "text",
    [
        "10.11.2025",
        "Rechnungsdatum: 10.11.2025",
        "Rechnung Nr. 47 vom 10.11.2025",
        "Invoice INV-2 of 10.11.2025",
        "Invoice date 10.11.2025",
        "Stand: 10.11.2025",
        "Conversion 10.11.2025",
        "Revision of invoice 3 dated 10.11.2025",
    ],
)
def test_other_dates_keep_what_they_have(text: str) -> None:
    words, date = printed(text)
    assert plausible_dates([date], words) == [date]


def test_the_version_may_stand_across_a_gap_but_not_on_another_row() -> None:
    words, date = printed("Version 2.6 10.11.2025")
    last = words[-1]
    assert dates_a_version(date, [*words[:-1], replace(last, line=1)])
    below = Box(last.box.x0, 0.13, last.box.x1, 0.15)
    assert not dates_a_version(date, [*words[:-1], replace(last, line=1, box=below)])
