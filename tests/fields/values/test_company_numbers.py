"""VAT and organisation numbers: their country's form, python-stdnum's check digits."""

import contextlib

import pytest
import stdnum.dk.cvr
import stdnum.no.orgnr
import stdnum.se.orgnr
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.spans import find_values
from paperformer.fields.values.tax_id import country_of

COUNTRIES = st.sampled_from(
    [None, "SE", "NO", "DK", "FI", "FR", "BE", "NL", "DE", "GB", "EE", "LV", "CZ", "ES", "CH"]
)

# Numbers that python-stdnum's documentation and the authorities print.
VAT_NUMBERS = {
    "ATU13585627": "at", "BE0403170701": "be", "BG175074752": "bg", "CY10259033P": "cy", "CZ25123891": "cz",
    "DE136695976": "de", "DK13585628": "dk", "EE100931558": "ee", "EL094259216": "gr", "ESA13585625": "es",
    "FI20774740": "fi", "FR40303265045": "fr", "GB980780684": "gb", "HR33392005961": "hr", "HU12892312": "hu",
    "IE6433435F": "ie", "IT00743110157": "it", "LT119511515": "lt", "LU15027442": "lu", "LV40003521600": "lv",
    "MT11679112": "mt", "NL004495445B01": "nl", "PL8567346215": "pl", "PT501964843": "pt", "RO18547290": "ro",
    "SE556703748501": "se", "SI50223054": "si", "SK2022749619": "sk", "XI980780684": "gb",
    "NO995525828MVA": "no", "CHE116281710MWST": "ch",
}  # fmt: skip


@pytest.mark.parametrize("number", VAT_NUMBERS)
def test_vat_numbers_of_every_country_hold(number: str) -> None:
    scheme = f"vat_{VAT_NUMBERS[number]}"
    assert parse_value("tax_id", number) == ParsedValue(number, scheme=scheme, checked=True)
    assert country_of(number) == VAT_NUMBERS[number].upper()


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("DE 136 695 976", "DE136695976"),
        ("USt-IdNr.: DE136695976", "DE136695976"),
        ("FR 40 303 265 045", "FR40303265045"),
        ("CHE-116.281.710 MWST", "CHE116281710MWST"),
        ("NO 995 525 828 MVA", "NO995525828MVA"),
        ("995 525 828 MVA", "NO995525828MVA"),
        ("995525828MVA", "NO995525828MVA"),
        ("BTW NL004495445B01", "NL004495445B01"),
        ("GR 094259216", "EL094259216"),
        ("BE 0403.170.701", "BE0403170701"),
        ("Adószám: 12892312-2-42", "HU12892312"),
    ],
)
def test_vat_numbers_are_read_in_their_groups(printed: str, value: str) -> None:
    parsed = parse_value("tax_id", printed)
    assert (parsed.value, parsed.checked) == (value, True)


def test_a_vat_number_without_prefix_is_read_by_the_country() -> None:
    assert parse_value("tax_id", "P.IVA 00743110157", ValueContext(country="IT")).value == "IT00743110157"
    assert parse_value("tax_id", "13585628", ValueContext(country="DK")).value == "DK13585628"
    assert parse_value("tax_id", "00743110157") == ParsedValue("00743110157")


@pytest.mark.parametrize(
    ("printed", "value", "country"),
    [
        ("ABN 51 824 753 556", "51824753556", "AU"),
        ("A.B.N.: 51824753556", "51824753556", "AU"),
        ("ABN No. 51 824 753 556", "51824753556", "AU"),
        ("(abn) 51 824 753 556", "51824753556", "AU"),
        ("ABN - 51-824-753-556 Straße", "51824753556", "AU"),
        ("ABN (51 824 753 556)", "51824753556", "AU"),
        ("ABN/ACN 51 824 753 556", "51824753556", "AU"),
        ("12302-6635-RT0001", "123026635RT0001", "CA"),
        ("GSTIN/UIN: 29AABCS1429B1ZQ", "29AABCS1429B1ZQ", "IN"),
        ("GST/HST # 123026635RT0001", "123026635RT0001", "CA"),
        ("HST Reg. No. 12302 6635 RT0001", "123026635RT0001", "CA"),
        ("123 026 635 RT 0001", "123026635RT0001", "CA"),
    ],
)
def test_numbers_of_goods_and_services_tax_are_known_by_their_print(
    printed: str, value: str, country: str
) -> None:
    (span,) = find_values("tax_id", printed.split())
    expected = ParsedValue(value, scheme=f"vat_{country.lower()}", checked=True)
    assert span.parsed == expected == parse_value("tax_id", printed)
    assert country_of(value) == country


def test_eleven_digits_without_their_label_are_australian_in_australia_only() -> None:
    assert parse_value("tax_id", "51 824 753 556", ValueContext(country="AU")).checked is True
    assert parse_value("tax_id", "51 824 753 557", ValueContext(country="AU")).checked is False
    assert not find_values("tax_id", ["51", "824", "753", "556"])
    assert not find_values("tax_id", ["ABN", "AMRO", "51", "824", "753", "556"])


def test_other_countries_numbers_stay_as_they_are() -> None:
    assert parse_value("tax_id", "GST REG NO. 000947339264") == ParsedValue("000947339264")


def test_a_failing_check_digit_is_told() -> None:
    assert parse_value("tax_id", "DE136695977") == ParsedValue("DE136695977", scheme="vat_de", checked=False)


@pytest.mark.parametrize(
    "text", ["", "hello", "DE", "IN 2024", "1234", "470.60", "MWST 1'470.60", "12 345,67"]
)
def test_what_is_no_vat_number_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        parse_value("tax_id", text)


def test_words_behind_a_vat_number_are_left_out() -> None:
    (span,) = find_values("tax_id", ["VAT", "DE136695976", "25.12.2018", "12,00"])
    assert (span.first, span.last) == (1, 1)
    (span,) = find_values("tax_id", ["FR", "40", "303", "265", "045", "12", "Paris"])
    assert (span.first, span.last) == (0, 4)


@pytest.mark.parametrize(
    ("printed", "country", "value", "scheme", "checked"),
    [
        ("Nr. reg. com. J40/12345/2010", None, "J40123452010", "org_ro", None),
        ("556703-7485", None, "5567037485", "org_se", True),
        ("Org.nr 556703-7486", None, "5567037486", "org_se", False),
        ("165567037485", "SE", "165567037485", None, None),
        ("16556703-7485", None, "5567037485", "org_se", True),
        ("974 760 673", "NO", "974760673", "org_no", True),
        ("CVR-nr. 24256790", "DK", "24256790", "org_dk", True),
        ("CVR DK-24 25 67 90", "DK", "24256790", "org_dk", True),
        ("2077474-0", None, "20774740", "org_fi", True),
        ("732 829 320 00074", "FR", "73282932000074", "org_fr", True),
        ("732 829 320", "FR", "732829320", "org_fr", True),
        ("0403.170.701", None, "0403170701", "org_be", True),
        ("CHE-100.155.212", None, "CHE100155212", "org_ch", True),
        ("Amtsgericht München HRB 12345", None, "HRB12345", "org_de", None),
        ("FN 12345 a", None, "FN12345a", "org_at", None),
        ("30418 d", "AT", "30418D", "org_at", None),
        ("KvK 12345678", "NL", "12345678", "org_nl", None),
        ("SC123456", "GB", "SC123456", "org_gb", None),
        ("Company Reg No. 28982V", None, "28982V", None, None),
    ],
)
def test_organisation_numbers(
    printed: str, country: str | None, value: str, scheme: str | None, checked: bool | None
) -> None:
    parsed = parse_value("organisation_number", printed, ValueContext(country=country))
    assert parsed == ParsedValue(value, scheme=scheme, checked=checked)


@given(st.integers(0, 10**9 - 1))
def test_swedish_norwegian_and_danish_numbers_agree_with_stdnum(number: int) -> None:
    swedish = f"55{number % 10**8:08d}"
    if swedish[2] >= "2":
        printed = f"{swedish[:6]}-{swedish[6:]}"
        assert parse_value("organisation_number", printed).checked == stdnum.se.orgnr.is_valid(swedish)
    norwegian = f"9{number % 10**8:08d}"
    parsed = parse_value("organisation_number", norwegian, ValueContext(country="NO"))
    assert parsed.checked == stdnum.no.orgnr.is_valid(norwegian)
    danish = f"{number % 10**8:08d}"
    parsed = parse_value("organisation_number", danish, ValueContext(country="DK"))
    assert parsed.checked == stdnum.dk.cvr.is_valid(danish)


@given(st.text(), COUNTRIES)
def test_garbage_raises_only_the_named_error(text: str, country: str | None) -> None:
    for type in ("tax_id", "organisation_number"):
        with contextlib.suppress(ValueUnreadable):
            assert parse_value(type, text, ValueContext(country=country)).value


@given(st.text(alphabet="0123456789 -./ABDEFHLNORSTU", max_size=24), COUNTRIES)
def test_near_numbers_raise_only_the_named_error(text: str, country: str | None) -> None:
    for type in ("tax_id", "organisation_number"):
        with contextlib.suppress(ValueUnreadable):
            assert parse_value(type, text, ValueContext(country=country)).value
