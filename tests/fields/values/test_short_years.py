"""Which short dates put their year first: the custom of the country, where the document agrees."""

import pytest

from paperformer.fields.values.short_years import year_first_mark


@pytest.mark.parametrize(
    ("text", "country", "mark"),
    [
        ("Datum 13-09-16", "SE", "-"),
        ("Data 13-09-16 apmokėti iki 13-10-16", "LT", "-"),
        ("Kelt: 24.03.12. Határidő: 24.04.11.", "HU", "."),
        ("Datum 13-09-16, artikel 08-12-45, förfaller 13-10-16", "SE", "-"),
        ("Fakturadatum 16-09-13, period 2016-08-01 till 2016-08-31", "SE", "-"),
    ],
)
def test_it_is_the_custom_of_some_countries(text: str, country: str, mark: str) -> None:
    assert year_first_mark(text, country) == mark


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Datum 13-09-16", "DK"),
        ("Datum 13-09-16", None),
        ("Datum 13/09/16", "SE"),
        ("Datum 2013-09-16", "SE"),
        ("Kelt: 31.12.24 Határidő: 15.01.25", "HU"),  # 2031 and 2015 are far apart, 2024 and 2025 are not
        ("Issued 25.03.24, due 24.04.24", "HU"),
        ("Förfaller 30-04-24, datum 25-03-2024", "SE"),
        ("Datum 25-03-2024, förfaller 30-04-24", "SE"),
        ("Datum 05-11-13, period 1/10 2013, 01/10/2013", "SE"),
        ("Kelt: 25.03.2024, Határidő: 24.04.25", "HU"),
        ("Datum 24-13-11", "SE"),
    ],
)
def test_the_document_may_do_otherwise(text: str, country: str | None) -> None:
    assert year_first_mark(text, country) is None


def test_the_years_of_long_dates_decide() -> None:
    assert year_first_mark("Datum 16-09-13 avser 01/08/2016", "SE") == "-"
    assert year_first_mark("Datum 16-09-13 avser 01/08/2013", "SE") is None


@pytest.mark.parametrize("mark", ["/", "-", "."])
@pytest.mark.parametrize("country", [None, "DE", "US"])
@pytest.mark.parametrize(
    "dates",
    [("24/03/05", "24/03/19"), ("24/03/05", "24/04/04"), ("25/12/20", "26/01/19"), ("24/01/31", "24/03/01")],
)
def test_dates_of_one_year_and_years_apart_otherwise_put_it_first(
    dates: tuple[str, str], country: str | None, mark: str
) -> None:
    issued, due = (one.replace("/", mark) for one in dates)
    assert year_first_mark(f"Invoice date {issued} Due date {due}", country) == mark


@pytest.mark.parametrize(
    "text",
    [
        "Invoice date 24/03/05",
        "Invoice date 05/03/24 Due date 19/03/24",
        "Valid from 15/03/24 to 15/03/25",
        "Lease 01/03/18 to 28/02/25",
        "Invoice 24/03/05, due 24/03/19, printed in 2019",
        "Invoice 24/03/05, due 24/03/19, order 31/12/19",
    ],
)
def test_other_dates_do_not(text: str) -> None:
    assert year_first_mark(text, None) is None
