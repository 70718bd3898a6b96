"""A total said again in another currency is not the document's total."""

import pytest

from paperformer.extraction.resolve import resolve
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from typed_page import Cells, candidate, typed


def likeliest(
    rows: list[Cells | str],
    texts: dict[str, float],
    currency: str | None = "CHF",
    field: str = "total_incl_vat",
) -> str:
    """Which of ``texts``, with their probabilities, is the total of a page of ``rows``."""
    page = typed(*rows)
    found = [candidate(page, field, text, probability) for text, probability in texts.items()]
    moneys = [
        Scored("currency", code, code, (), trust, "rule") for code, trust in (("CHF", 0.5), ("EUR", 0.4))
    ]
    chosen = resolve({field: found, "currency": moneys}, ValueContext(currency=currency), words=page.words)
    return chosen[field][0].text


@pytest.mark.parametrize(
    ("foreign", "sum"),
    [
        ("Total EUR 0.94 90.71", "90.71"),
        ("Total in € 90.71", "90.71"),
        ("Equivalent 90.71 EUR", "90.71"),
    ],
)
def test_the_total_in_the_documents_money_takes_the_place_of_one_in_another(foreign: str, sum: str) -> None:
    assert likeliest(["Total CHF 96.50", foreign], {sum: 0.9, "96.50": 0.4}) == "96.50"


def test_a_tax_without_money_beside_it_is_the_documents_where_it_is_likely() -> None:
    rows: list[Cells | str] = ["Total EUR 0.94 90.71", "inkl. 8.1% MWST 7.23"]
    assert likeliest(rows, {"0.94": 0.9, "7.23": 0.6}, field="total_vat") == "7.23"


def test_a_total_stays_where_no_other_remains_or_the_money_is_not_known() -> None:
    assert likeliest(["Zimmer 12", "Total EUR 90.71"], {"90.71": 0.9, "12": 0.1}) == "90.71"
    assert likeliest(["Total CHF 96.50", "Total EUR 90.71"], {"90.71": 0.9, "96.50": 0.4}, None) == "90.71"
    assert likeliest(["Total CHF 96.50 EUR 90.71"], {"90.71": 0.9, "96.50": 0.4}) == "90.71"
