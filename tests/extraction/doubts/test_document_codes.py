"""Numbers keep the code of their kind or series."""

import pytest

from paperformer.extraction.doubts.document_codes import with_codes
from typed_page import candidate, typed


@pytest.mark.parametrize(
    ("row", "number", "found"),
    [
        ("Fatura Simplificada FS 2025/3381", "2025/3381", "FS 2025/3381"),
        ("Fatura n.º FT A/118", "A/118", "FT A/118"),
        ("Fatura n.º FT 2025", "2025", "2025"),  # no series, as where "FT" is a label
        ("Fatura n.º 2025/3381", "2025/3381", "2025/3381"),
        ("Fatura AB 2025/3381", "2025/3381", "2025/3381"),
    ],
)
def test_a_series_has_its_code(row: str, number: str, found: str) -> None:
    page = typed(row)
    (one,) = with_codes([candidate(page, "document_number", number)], page.words, "pt")
    assert (one.value, one.text) == (found, found)
    assert " ".join(page.words[index].text for index in one.words) == found


@pytest.mark.parametrize(
    ("row", "number", "found"),
    [
        ("Nr. AR 24-0263 / 2", "24-0263", "AR 24-0263/2"),
        ("Nr. AR 24-0263 / 2 Seiten", "24-0263", "AR 24-0263"),
        ("Nr. AR 24-0263 / 10677", "24-0263", "AR 24-0263"),
    ],
)
def test_a_part_behind_a_stroke_ends_the_number(row: str, number: str, found: str) -> None:
    page = typed(row)
    (one,) = with_codes([candidate(page, "document_number", number)], page.words, "de")
    assert one.value == found


def test_a_code_on_another_row_is_none() -> None:
    page = typed("Tipo FT", "2025/3381")
    (one,) = with_codes([candidate(page, "document_number", "2025/3381")], page.words, "pt")
    assert one.value == "2025/3381"


@pytest.mark.parametrize(
    ("row", "number", "found"),
    [
        ("R 25/402", "25/402", "R 25/402"),
        ("Fee Note No FN 2025/0318", "2025/0318", "FN 2025/0318"),
        (": CM 24-11-003381", "24-11-003381", "CM 24-11-003381"),
        ("CHK 122", "122", "122"),  # a label
        ("NR 4711", "4711", "4711"),
        ("Invoice of ACME 4711", "4711", "4711"),  # amid a sentence
    ],
)
def test_a_code_opens_its_cell_or_stands_behind_no(row: str, number: str, found: str) -> None:
    page = typed(row)
    (one,) = with_codes([candidate(page, "document_number", number)], page.words, "en")
    assert one.value == found
