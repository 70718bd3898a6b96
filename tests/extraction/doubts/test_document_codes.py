"""Portuguese numbers keep the code of their kind."""

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
    (one,) = with_codes([candidate(page, "document_number", number)], page.words)
    assert (one.value, one.text) == (found, found)
    assert " ".join(page.words[index].text for index in one.words) == found


def test_a_code_on_another_row_is_none() -> None:
    page = typed("Tipo FT", "2025/3381")
    (one,) = with_codes([candidate(page, "document_number", "2025/3381")], page.words)
    assert one.value == "2025/3381"
