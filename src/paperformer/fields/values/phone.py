"""Telephone numbers; the value is ``+`` and digits where the country is known, the digits alone elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import digits_of, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.patterns import alternatives, pattern

# ITU-T E.164 country codes.
_CALLING_CODES = {
    "AD": "376", "AL": "355", "AM": "374", "AZ": "994", "BA": "387", "BD": "880", "BH": "973",
    "BO": "591", "BW": "267", "BY": "375", "CI": "225", "CM": "237", "CR": "506", "CU": "53", "DZ": "213",
    "EC": "593", "ET": "251", "GE": "995", "GH": "233", "GL": "299", "GT": "502", "HN": "504", "JO": "962",
    "KE": "254", "KH": "855", "KW": "965", "LA": "856", "LB": "961", "LK": "94", "MA": "212", "MC": "377",
    "ME": "382", "MK": "389", "MM": "95", "MO": "853", "MU": "230", "MV": "960", "NA": "264", "NG": "234",
    "NI": "505", "NP": "977", "OM": "968", "PA": "507", "PK": "92", "PY": "595", "QA": "974", "RW": "250",
    "SM": "378", "SN": "221", "SV": "503", "TN": "216", "TZ": "255", "UG": "256", "UY": "598", "UZ": "998",
    "VE": "58", "XK": "383", "ZM": "260", "ZW": "263",
    "AF": "93", "AO": "244", "AW": "297", "BF": "226", "BI": "257", "BJ": "229", "BN": "673", "BT": "975",
    "BZ": "501", "CD": "243", "CF": "236", "CG": "242", "CV": "238", "DJ": "253", "ER": "291", "FJ": "679",
    "FM": "691", "GA": "241", "GI": "350", "GM": "220", "GN": "224", "GQ": "240", "GW": "245", "GY": "592",
    "HT": "509", "IQ": "964", "IR": "98", "KG": "996", "KM": "269", "LR": "231", "LS": "266", "LY": "218",
    "MG": "261", "MH": "692", "ML": "223", "MN": "976", "MR": "222", "MW": "265", "MZ": "258", "NC": "687",
    "NE": "227", "PF": "689", "PG": "675", "PS": "970", "PW": "680", "SB": "677", "SC": "248", "SD": "249",
    "SL": "232", "SO": "252", "SR": "597", "SS": "211", "ST": "239", "SY": "963", "SZ": "268", "TD": "235",
    "TG": "228", "TJ": "992", "TL": "670", "TM": "993", "TO": "676", "VU": "678", "WS": "685", "YE": "967",
    "AE": "971", "AR": "54", "AT": "43", "AU": "61", "BE": "32", "BG": "359", "BR": "55", "CA": "1",
    "CH": "41", "CL": "56", "CN": "86", "CO": "57", "CY": "357", "CZ": "420", "DE": "49", "DK": "45",
    "EE": "372", "EG": "20", "ES": "34", "FI": "358", "FO": "298", "FR": "33", "GB": "44", "GR": "30",
    "HK": "852", "HR": "385", "HU": "36", "ID": "62", "IE": "353", "IL": "972", "IN": "91", "IS": "354",
    "IT": "39", "JP": "81", "KR": "82", "LI": "423", "LT": "370", "LU": "352", "LV": "371", "MD": "373",
    "MT": "356", "MX": "52", "MY": "60", "NL": "31", "NO": "47", "NZ": "64", "PE": "51", "PH": "63",
    "PL": "48", "PT": "351", "RO": "40", "RS": "381", "SA": "966", "SE": "46", "SG": "65", "SI": "386",
    "SK": "421", "TH": "66", "TR": "90", "TW": "886", "UA": "380", "US": "1", "VN": "84", "ZA": "27",
}  # fmt: skip
# The other way round, but for the one that several countries share.
_COUNTRIES = {code: country for country, code in _CALLING_CODES.items() if code != "1"}
# Countries where a national number drops its leading zero behind the country code.
_TRUNK_ZERO_TEXT = (
    "AE AL AM AR AT AU AZ BA BD BE BG BR CH CN DE DZ EC EG ET FI FR GB GE GH HR ID IE IL IN JO JP KE KH KR LA"
    " LB LK MA MD ME MK MM MY NA NG NL NP NZ PE PH PK PY RO RS RW SA SE SI SK TH TR TW TZ UA"
    " UG UY VE VN XK ZA ZM ZW"
)
_TRUNK_ZERO = frozenset(_TRUNK_ZERO_TEXT.split())
# What is dialled before a number within countries that dial no zero there, where a number has so many digits.
_TRUNKS = {"HU": "06", "LT": "8"}
# Most digits behind the country code, where the national plan (ITU-T E.129) sets one length or nearly so:
# what follows them on the line is a postcode, or another number.
_LONGEST = {
    "AU": 9, "BE": 9, "BG": 9, "BR": 11, "CA": 10, "CH": 9, "CY": 8, "CZ": 9, "DK": 8, "EE": 8, "ES": 9,
    "FO": 6, "FR": 9, "GB": 10, "GR": 10, "HK": 8, "HR": 9, "HU": 9, "IE": 9, "IN": 10, "LT": 8, "LV": 8,
    "MT": 8, "MX": 10, "MY": 10, "NL": 9, "NO": 8, "PL": 9, "PT": 9, "RO": 9, "SE": 9, "SG": 8, "SI": 8,
    "SK": 9, "TR": 10, "UA": 9, "US": 10, "ZA": 9,
}  # fmt: skip
# First digits, and how many there are at least and at most, of what is dialled within a country: where
# that is enough to tell a number without a label. Eight digits of Denmark may be a company's.
_BARE = {
    "AT": ("0", 9, 13), "AU": ("0", 10, 10), "BE": ("0", 9, 10), "CH": ("0", 10, 10), "DE": ("0", 9, 12),
    "ES": ("689", 9, 9), "FI": ("0", 8, 11), "FR": ("0", 10, 10), "GB": ("0", 10, 11), "IE": ("0", 9, 10),
    "IT": ("0", 9, 11), "NL": ("0", 10, 10), "NZ": ("0", 9, 11), "SE": ("0", 8, 10), "ZA": ("0", 10, 10),
}  # fmt: skip
_GROUPED = re.compile(r"\(?[0-9]{2,5}\)?[ /-]{1,3}[0-9]{2,8}(?:[ -][0-9]{2,4}){0,4}")
_ANYWHERE = re.compile(r"\(?0[1-9][0-9]\)? [0-9]{3} [0-9]{4}")
_REACH = 40  # characters in which a number is complete
_SHORTER = 2  # digits by which a number may fall short of the longest and still be taken for whole

# As North America prints a number with what is dialled before it: 1-800-555-0100.
_NORTH_AMERICAN = re.compile(r"1[ .-]?\(?[2-9][0-9]{2}\)?[ .-][0-9]{3}[ .-][0-9]{4}")
_OPEN_BRACKET = re.compile(r"(?<=[0-9])[ \-./]{1,3}+\([0-9]++$")  # "01332 555 0126 (24 hours)"
_LABEL_REACH = 24
_CODE_REACH = 8
_DATE = re.compile(r"[0-9]{1,4}[./\-][0-9]{1,2}[./\-][0-9]{2,4}")


@cache
def _number() -> re.Pattern[str]:
    hours = alternatives("dates", "hours_of_phones")  # "(8am to 8pm)" is no part of a number
    no_hour = rf"(?! ?\(?[0-9]{{1,2}}+(?:[.:][0-9]{{2}})? ?(?:{hours})(?![A-Za-z]))"
    groups = rf"(?:{no_hour}[ \-./]{{1,3}}+\(?[0-9]++\)?|\([0-9]++\)?|(?<=\))[0-9]++)*"
    return re.compile(
        r"(?=[0-9(+])(?<![0-9A-Za-z.,/+])(?:\(?\+)?\(?[0-9]++\)?"
        rf"(?=(?P<groups>{groups}))(?P=groups)"  # none is given back; before Python 3.11.5 "*+" is wrong here
        r"(?![0-9A-Za-z%])(?![.,:][0-9])"
    )


def _label() -> re.Pattern[str]:
    return pattern("numbers", "phone_labels", r"(?:{})\b[\s.:\w()]{0,12}$")


def _code() -> re.Pattern[str]:
    """As in CHE-123.456.788, INV-2020-0012: the rest of a code; TEL-03 8945 5088 is none."""
    return pattern("numbers", "phone_codes", r"(?<![^\W\d_])(?!(?:{})-)[A-Z]{2,5}-$", flags=0)


def parse_phone(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The number in ``text``: E.164 where it is international or ``context.country`` is known.

    Raises:
        ValueUnreadable: when there is none of 6 to 15 digits, or several.
    """
    return only_value(find_phones(plain(text), context), "telephone number", text)


def find_phones(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All telephone numbers in plain ``text``; weak without country code or a label in front."""
    for match in _number().finditer(text):
        printed = _without_the_next(_OPEN_BRACKET.sub("", match[0]), context.country)
        value = _normal(printed, context.country)
        if value is None or _DATE.fullmatch(printed):
            continue
        labelled = _label().search(text[max(0, match.start() - _LABEL_REACH) : match.start()])
        weak = not labelled and not _is_international(printed)
        if weak and _code().search(text[max(0, match.start() - _CODE_REACH) : match.start()]):
            continue
        yield TextMatch(match.start(), match.start() + len(printed), ParsedValue(value), weak)


def is_printed_at_home(text: str, country: str | None) -> bool:
    """Whether ``text`` alone gives a telephone number of ``country`` away: "020 7946 0182", "030/123 45 67".

    Of an unknown country it is told by three groups of ten digits: "011 555 0139".

    It has groups, the zero that is dialled first (in Spain a first digit that no other number needs to have),
    and as many digits as the country's numbers have.
    """
    if country is None:
        return _ANYWHERE.fullmatch(text) is not None
    if country not in _BARE or not _GROUPED.fullmatch(text):
        return False
    first, least, most = _BARE[country]
    digits = digits_of(text)
    return digits[0] in first and digits[:2] != "00" and least <= len(digits) <= most


def country_of(phone: str) -> str | None:
    """The country whose calling code begins ``phone`` (``+46...``); None for shared and unknown ones."""
    if not phone.startswith("+"):
        return None
    return next((_COUNTRIES[phone[1:end]] for end in (4, 3, 2) if phone[1:end] in _COUNTRIES), None)


def _without_the_next(printed: str, country: str | None) -> str:
    """``printed`` up to the group of digits with which a number of its country is complete.

    "+45 90 33 95 31 8640" ends with the postcode of the line. What is no longer than it may be, and what
    cannot be cut between two groups, stays whole.
    """
    ends = [group.end() for group in re.finditer(r"[0-9]+\)?", printed[:_REACH])]
    for end in ends:
        value = _normal(printed[:end], country)
        of = _country(value, country)
        if value is not None and of in _LONGEST:
            missing = _LONGEST[of] - (len(value) - 1 - len(_CALLING_CODES[of]))
            following = next((later for later in ends if later > end), None)
            longer = following and _normal(printed[:following], country)
            if 0 <= missing <= _SHORTER and longer and len(longer) - len(value) > missing:
                return printed[:end]
    return printed


def _country(value: str | None, country: str | None) -> str | None:
    """Whose number it is, as far as that is known."""
    if value is None or not value.startswith("+"):
        return None
    if value.startswith("+1"):
        return "US"
    return country_of(value) or country


def _normal(printed: str, country: str | None) -> str | None:
    international = _is_international(printed)
    if international:
        printed = printed.replace("(0)", "")
    digits = digits_of(printed)
    if international:
        digits = digits.removeprefix("00")
    if not 6 <= len(digits) <= 15:
        return None
    if international:
        return f"+{digits}"
    if country is None and _NORTH_AMERICAN.fullmatch(printed):
        country = "US"
    code = _CALLING_CODES.get(country or "")
    if code is None:
        return digits
    if printed.startswith(f"({code})") and len(digits) == len(code) + _LONGEST.get(country or "", 0):
        return f"+{digits}"  # "(65) 6555 0182": the country's code without its sign
    if code == "1" and len(digits) == 1 + _LONGEST["US"]:
        digits = digits.removeprefix("1")  # 1-800-..., as dialled from within
    if len(digits) > _LONGEST.get(country or "", len(digits)):
        digits = digits.removeprefix(_TRUNKS.get(country or "", ""))
    return f"+{code}{digits.removeprefix('0') if country in _TRUNK_ZERO else digits}"


def _is_international(printed: str) -> bool:
    return printed.lstrip("(").startswith(("+", "00"))
