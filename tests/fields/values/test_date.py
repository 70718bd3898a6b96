"""Dates read the same however they are printed, and say when two readings are possible."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.date import date_order_votes
from paperformer.fields.values.months import month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import NO_CONTEXT, Origins
from paperformer.fields.values.spans import find_values
from paperformer.fields.words.load import rows_by_code

DATES = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))
ORDERS = st.sampled_from(["DMY", "MDY", "YMD"])
MONTHS = rows_by_code("months", "months")


def read(text: str, **context: str) -> ParsedValue:
    return parse_value("date", text, ValueContext(**context))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "printed",
    [
        "25 December 2018", "25. Dezember 2018", "25 décembre 2018", "25 de diciembre de 2018",
        "25 dicembre 2018", "25 december 2018", "den 25 december 2018", "25. desember 2018",
        "25. joulukuuta 2018", "25 grudnia 2018", "25 de dezembro de 2018", "25. prosince 2018",
        "25. detsember 2018", "2018 m. gruodžio 25 d.", "2018. gada 25. decembrī", "2018. december 25.",
        "Dec 25, 2018", "December 25th, 2018", "DEC.25,2018", "25th of December 2018",
        "Tuesday, 25 December 2018", "25-Dec-18", "25DEC2018", "25 Dec '18", "25/DEC/2018", "2018-12-25",
        "2018/12/25", "2018.12.25", "2018-12-25T15:28:00", "20181225", "25122018", "2018年12月25日",
        "25.12.2018", "25/12/2018", "25-12-2018", "25.12.18", "25-12-18", "(25/12/2018)",
        "Date:25/12/2018", "25/12/201815:28", "25/12/1815:28", "25/12/2018 15:28:07", "25. 12. 2018",
        "25 / 12 / 2018", "25/12-2018", "25/12 2018", "25 12 2018", "12/25/2018", "25,12,2018",
        "Tue Dec 25 12:04:12 CET 2018", "Tue Dec 25 12:04:12 2018", "uto dec 25 16:50:52 2018",
        "Tue Dec 25 2018 12:04:12 GMT+0100", "Tue Dec 25 00:00:00 GMT+01:00 2018",
        "２５/１２/２０１８", "25–12–2018", "25.\u00a012.\u00a02018",
    ],
)  # fmt: skip
def test_christmas_of_2018_reads_the_same_in_every_print(printed: str) -> None:
    assert read(printed).value == "2018-12-25"


@given(DATES, ORDERS)
def test_a_printed_date_reads_back(date: datetime.date, order: str) -> None:
    context = ValueContext(date_order=order)  # type: ignore[arg-type]
    printed = date.strftime({"DMY": "%d/%m/%Y", "MDY": "%m/%d/%Y"}.get(order, "%Y-%m-%d"))
    assert parse_value("date", printed, context) == ParsedValue(date.isoformat())


@given(
    DATES,
    st.sampled_from(["%d %B %Y", "%d-%b-%Y", "%B %d, %Y", "%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y", "%Y%m%d"]),
)
def test_datetime_and_we_agree(date: datetime.date, form: str) -> None:
    printed = date.strftime(form)
    if form == "%Y%m%d" and not 2000 <= date.year < 2050:
        return  # eight digits of other years are taken for a number
    assert (
        read(printed, date_order="DMY").value == datetime.datetime.strptime(printed, form).date().isoformat()
    )


@given(DATES.filter(lambda date: 1969 <= date.year <= 2068))
def test_two_digit_years_follow_posix(date: datetime.date) -> None:
    printed = date.strftime("%d/%m/%y")
    expected = datetime.datetime.strptime(printed, "%d/%m/%y").date().isoformat()
    assert read(printed, date_order="DMY").value == expected


@given(DATES, st.sampled_from(sorted(MONTHS)))
def test_every_months_name_of_every_language_is_read(date: datetime.date, language: str) -> None:
    for form in MONTHS[language][date.month - 1]:
        assert read(f"{date.day} {form} {date.year}").value == date.isoformat()
        assert read(f"{date.day}. {form.upper()} {date.year}").value == date.isoformat()


@given(DATES)
def test_a_date_with_a_word_before_each_number_is_read(date: datetime.date) -> None:
    for printed in (
        f"Ngày {date:%d} tháng {date:%m} năm {date:%Y}",
        f"ngày (date) {date:%d} tháng (month) {date:%m} năm (year) {date:%Y}",
        f"{date:%Y}년 {date.month}월 {date.day}일",
    ):
        assert read(printed) == ParsedValue(date.isoformat())


def test_no_form_of_a_month_means_two_months() -> None:
    for months in MONTHS.values():
        assert len(months) == 12
        for number, forms in enumerate(months, start=1):
            assert {month_numbers()[folded(form)] for form in forms} == {number}


@given(DATES.filter(lambda date: date.day <= 12 and date.day != date.month))
def test_day_and_month_that_may_change_places_are_reported(date: datetime.date) -> None:
    swapped = datetime.date(date.year, date.day, date.month).isoformat()
    parsed = read(date.strftime("%d/%m/%Y"))
    assert (parsed.value, parsed.alternatives) == (date.isoformat(), (swapped,))
    assert parsed.ambiguous


def test_the_document_settles_the_order() -> None:
    assert read("03/04/2024", date_order="DMY") == ParsedValue("2024-04-03")
    assert read("03/04/2024", date_order="MDY") == ParsedValue("2024-03-04")


@pytest.mark.parametrize(
    ("origins", "value"),
    [
        ((("US", 0.4), ("CA", 0.2), ("AU", 0.1)), "2024-03-04"),
        ((("US", 0.2), ("GB", 0.3)), "2024-04-03"),
        ((("CA", 0.6),), "2024-04-03"),
        ((("PH", 0.6), ("GB", 0.1)), "2024-03-04"),
        ((), "2024-04-03"),
    ],
)
def test_the_likelier_countries_say_which_reading_comes_first(origins: Origins, value: str) -> None:
    parsed = parse_value("date", "03/04/2024", ValueContext(language="en", origins=origins))
    assert (parsed.value, parsed.ambiguous) == (value, True)


def test_an_american_document_prefers_the_month_but_says_so() -> None:
    assert read("03/04/2024", country="US") == ParsedValue("2024-03-04", ("2024-04-03",))


def test_a_day_over_twelve_overrules_the_documents_order() -> None:
    assert read("25/12/2018", date_order="MDY") == ParsedValue("2018-12-25")


def test_swedish_short_dates_put_the_year_first() -> None:
    assert read("24-03-12", country="SE", date_order="YMD").value == "2024-03-12"
    assert read("24-03-12", country="SE", year_first_mark="-") == ParsedValue("2024-03-12", ("2012-03-24",))
    assert "2024-03-12" in read("24-03-12", country="SE").alternatives


@pytest.mark.parametrize(("text", "mark"), [("13/09/16", "-"), ("13.09.16", None), ("13-09-16", ".")])
def test_another_mark_keeps_the_year_last(text: str, mark: str | None) -> None:
    assert read(text, country="SE", year_first_mark=mark).value == "2016-09-13"


@pytest.mark.parametrize(
    "text",
    [
        "", "32/13/2018", "30 February 2018", "29/02/2019", "12 March", "15:28", "1.234,56",
        "192.168.10.12", "2018", "25/12", "Mar 12 18:30", "hello", "12/2018", "1234567890",
        "25/12/2018 and 26/12/2018",
    ],
)  # fmt: skip
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read(text)


@given(st.text())
def test_garbage_raises_only_the_named_error(text: str) -> None:
    try:
        value = read(text).value
    except ValueUnreadable:
        return
    assert datetime.date.fromisoformat(value).isoformat() == value


@given(st.text(alphabet="0123456789./-, :'MAYmay", max_size=24))
def test_near_dates_raise_only_the_named_error(text: str) -> None:
    try:
        parsed = read(text)
    except ValueUnreadable:
        return
    for value in (parsed.value, *parsed.alternatives):
        assert 1900 <= datetime.date.fromisoformat(value).year <= 2099


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("#1 Aug 31, 18 01:00 PM", "2018-08-31"),
        ("1 Aug 31, 18", "2018-08-31"),
        ("1 Feb13/20", "2020-02-13"),
        ("19/20 Feb 2014", "2014-02-20"),
        ("12 Aug 18, 14:05", "2018-08-12"),
        ("Aug 31, 2018", "2018-08-31"),
        ("1 Aug 31", "2031-08-01"),
    ],
)
def test_a_comma_or_a_stroke_between_day_and_year_says_that_the_month_opens(printed: str, value: str) -> None:
    assert read(printed).value == value


@pytest.mark.parametrize("between", [" ", " - ", " – "])
def test_of_two_dates_the_year_of_the_first_is_no_day_of_the_second(between: str) -> None:
    words = f"Flight Feb13/20{between}Mar01/20".split()
    found = [span.parsed.value for span in find_values("date", words, NO_CONTEXT)]
    assert found == ["2020-02-13", "2020-03-01"]


@pytest.mark.parametrize("printed", ["11,03.2020", "11 ,03.2020", "11.03, 2020", "11-03.2020", "11.03｡2020"])
def test_marks_that_ocr_takes_for_others_do_not_hide_a_date(printed: str) -> None:
    assert parse_value("date", printed, ValueContext(date_order="DMY")).value == "2020-03-11"


@pytest.mark.parametrize(
    "printed",
    ["1,03.2020", "11,03.20", "11,33.2020", "511,03.2020", "11,03.20205", "1.11,03.2020", "05-12/2023"],
)
def test_marks_of_two_kinds_make_a_date_of_full_numbers_only(printed: str) -> None:
    with pytest.raises(ValueUnreadable):
        parse_value("date", printed, ValueContext(date_order="DMY"))


def test_marks_of_two_kinds_do_not_settle_the_order_of_other_dates() -> None:
    assert date_order_votes("Order 12-25.2023 of 12/25/2023") == (0, 2)
    assert date_order_votes("Order 12-25.2023") == (0, 0)


@pytest.mark.parametrize("printed", ["Oct09'19", "OCT 09'19", "09 Oct'19"])
def test_an_apostrophe_parts_day_and_year(printed: str) -> None:
    assert parse_value("date", printed).value == "2019-10-09"


@pytest.mark.parametrize(
    ("printed", "value"),
    [("7 0ct'19 11:36", "2019-10-07"), ("N0v 3, 2021", "2021-11-03"), ("12 Ju1 2024", "2024-07-12")],
)
def test_digits_in_a_months_name_are_letters(printed: str, value: str) -> None:
    assert read(printed).value == value


def test_eight_digits_with_gaps_are_a_date_before_a_clock_only() -> None:
    assert read("2018 1019 13:35:34").value == "2018-10-19"
    with pytest.raises(ValueUnreadable):
        read("2018 1019 13")


def test_a_clock_of_six_digits_may_follow_eight_digits() -> None:
    assert read("20180428/191204").value == "2018-04-28"
    for number in ("20180428/19120", "20180428/1912044", "20180428.5"):
        with pytest.raises(ValueUnreadable):
            read(number)


@pytest.mark.parametrize("before", ["", "5  ", "Table 5 ", "12\n"])
@pytest.mark.parametrize("printed", ["Oct21'15", "Oct 21 '15", "Oct 21 2015", "October 21'15"])
def test_a_year_with_apostrophe_or_four_digits_is_the_months_not_the_number_before(
    before: str, printed: str
) -> None:
    (found,) = find_values("date", f"{before}{printed}".split())
    assert found.parsed.value == "2015-10-21"


@pytest.mark.parametrize("printed", ["050324", "240305", "20240305", "05032024"])
def test_a_label_tells_that_digits_alone_are_a_date(printed: str) -> None:
    order = "YMD" if printed.startswith("24") else None
    assert read(printed, date_order=order).value == "2024-03-05"
    assert not any(len(span.text) == 6 for span in find_values("date", [printed]))
