"""Currencies: ISO 4217 codes, signs and local names; the value is the ISO code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from paperformer.fields.values.exchange_rates import exchange_rates, is_within
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, Origins, ParsedValue, ValueContext
from paperformer.fields.words.load import words_by_code

_CODES = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD"
    " CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ"
    " GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP"
    " LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD"
    " OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC"
    " SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR"
    " XCG ZMW EEK"
)
CODES = frozenset(_CODES.split())
# Currencies without smaller units, as ISO 4217 has them: a mark before three digits can only group them.
_WHOLE_MONEY = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
WHOLE_MONEY = frozenset(_WHOLE_MONEY.split())
# Currencies that have cents, which hardly anybody prints.
SELDOM_CENTS = frozenset({"COP", "HUF", "IDR"})
# Currencies of a thousand smaller units: a mark before three digits is the decimal mark.
THOUSANDTHS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
# Other codes look like words in capitals (SDN BHD, ALL, TOP, CUP): currencies only beside a number, and weak.
_WELL_KNOWN = frozenset(
    {"AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HRK", "HUF"}
    | {
        "IDR",
        "ILS",
        "INR",
        "ISK",
        "JPY",
        "KRW",
        "MXN",
        "MYR",
        "NOK",
        "NZD",
        "PHP",
        "PLN",
        "RON",
        "RSD",
        "RUB",
    }
    | {"SAR", "SEK", "SGD", "THB", "TWD", "UAH", "USD", "VND", "ZAR"}
)
# A street in Turkey ("KEMERALTI CAD."), a name in Thailand ("CASHIER: NOK").
_ALSO_WORDS = frozenset({"CAD", "NOK"})
# Sign -> (usual reading, country -> reading, the other readings that are common).
_SHARED: dict[str, tuple[str, dict[str, str], tuple[str, ...]]] = {
    "$": (
        "USD",
        {
            "US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "SG": "SGD", "HK": "HKD", "TW": "TWD",
            "MX": "MXN", "CL": "CLP", "CO": "COP", "AR": "ARS", "MY": "MYR", "BN": "BND",
        },
        ("CAD", "AUD"),
    ),
    "kr": (
        "SEK",
        {"SE": "SEK", "NO": "NOK", "DK": "DKK", "IS": "ISK", "FO": "DKK", "GL": "DKK"},
        ("NOK", "DKK"),
    ),
    "¥": ("JPY", {"JP": "JPY", "CN": "CNY"}, ("CNY",)),
    **dict.fromkeys(("DH", "Dh", "DHS", "Dhs"), ("MAD", {"MA": "MAD", "AE": "AED"}, ("AED",))),
    "Rs": ("INR", {"IN": "INR", "PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"}, ("PKR",)),
}  # fmt: skip
_ONLY_AT_HOME = frozenset({"R", "Q"})
# OCR reads the sign behind their codes as a letter: "CADS 46.15".
_DOLLARS = frozenset({"AUD", "CAD", "HKD", "NZD", "SGD", "USD"})
# What they are where the country is known to be one of these: TPS/GST RM 314.76 of a hotel is the room's.
_ELSE_IN = {"RM": {"US", "CA"}}
_KR_BY_LANGUAGE = {"sv": "SEK", "nb": "NOK", "nn": "NOK", "no": "NOK", "da": "DKK", "is": "ISK"}

_TOLD = 0.3  # probability of its countries together from which they settle what a shared sign means
_SETTLED = 0.9  # part of that from which there is no other reading

_SIGN_CHARACTERS = "$€£¥₹₩₺₪₫₱฿₽₴₦₡₲₸₾₼₮円元원"
_TOKEN = re.compile(rf"[A-Za-z]{{1,3}}\$|[{_SIGN_CHARACTERS}]|[^\W\d_]+")
_LEFT = re.compile(rf"(?<![^\W\d_])(?:([A-Za-z]{{1,3}}\$|[^\W\d_]{{1,7}})\.?|([{_SIGN_CHARACTERS}])) ?$")
_RIGHT = re.compile(rf" ?(?:([A-Za-z]{{2}}\$|[^\W\d_]{{2,7}})(?![^\W_])|([{_SIGN_CHARACTERS}])(?! ?[0-9]))")
_GLUED = re.compile(r"[^\W_]+$")
_CODE = re.compile(r"[A-Z]{1,3}[0-9]+")  # before it: "Ref A12EUR"
_OF_CODE = re.compile(r"[0-9]+[A-Z]")  # behind it: the firewall "FG100F"
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|[0-9]+")
_LEAST_CODE, _LONGEST_CODE = 8, 20
_WORD_AND_SUM = 4  # runs of letters or of figures in "Pommes2x6"
_LEFT_REACH = 10
_LEFT_ENDS = frozenset({*_SIGN_CHARACTERS, "."})


def parse_currency(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The ISO 4217 code that ``text`` names by code, sign or local name.

    A sign that several countries share ($, kr, ¥, Rs) is read by ``context``: its currency, country or
    language; where that says nothing, the other readings stand as alternatives.

    Raises:
        ValueUnreadable: when there is no currency, or more than one.
    """
    return only_value(find_currencies(plain(text), context), "currency", text)


def find_currencies(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All currencies in plain ``text``; weak where a rate of exchange names them."""
    rates, forms = exchange_rates(text), _forms()
    for token in _TOKEN.finditer(text):
        if token[0].lower() not in forms or _ends_code(text, token.start()):
            continue
        parsed = _read(token[0], context)
        if parsed is None or (_is_thin(token[0]) and _OF_CODE.match(text, token.end())):
            continue
        beside = _beside_number(text, token.start(), token.end())
        rare = token[0] in CODES and token[0] not in _WELL_KNOWN
        if rare and not beside:
            continue
        doubtful = is_doubtful(token[0], context.country)
        if doubtful and token[0] in _ONLY_AT_HOME:
            continue
        thin = _is_thin(token[0]) or token[0] in _ALSO_WORDS
        weak = rare or doubtful or is_within(token.start(), token.end(), rates) or (thin and not beside)
        yield TextMatch(token.start(), token.end(), parsed, weak)


def currency_before(text: str, end: int) -> int:
    """Where the currency that stands right before ``end`` begins; ``end`` itself where there is none."""
    touching = text[end - 1 : end] if text[end - 1 : end] != " " else text[end - 2 : end - 1]
    if not (touching.isalpha() or touching in _LEFT_ENDS):
        return end
    left = _LEFT.search(text[max(0, end - _LEFT_REACH) : end])
    if left is None or not is_currency(left[1] or left[2]):
        return end
    return max(0, end - _LEFT_REACH) + left.start()


def currency_after(text: str, start: int) -> int:
    """Where the currency that stands right after ``start`` ends; ``start`` itself where there is none."""
    touching = text[start : start + 1] if text[start : start + 1] != " " else text[start + 1 : start + 2]
    if not (touching.isalpha() or touching in _LEFT_ENDS):
        return start
    right = _RIGHT.match(text, start)
    return right.end() if right and is_currency(right[1] or right[2]) else start


def is_currency(word: str) -> bool:
    """Whether ``word`` is a code, a sign or a local name."""
    return _name(word) is not None


def is_doubtful(name: str, country: str | None) -> bool:
    """Whether ``name`` of money is as often something else on documents of ``country`` (None: not known)."""
    homes = words_by_code("currencies", "at_home").get(name)
    if homes is not None:
        return country not in homes
    return country in _ELSE_IN.get(name, ())


@cache
def _names() -> Mapping[str, str]:
    """Sign or local name -> the currency it names everywhere."""
    return {name: code for code, names in words_by_code("currencies", "names").items() for name in names}


@cache
def _forms() -> frozenset[str]:
    """Every code, sign and name in lower case: what is none of them is dismissed by one look."""
    forms = (*CODES, *_SHARED, *_names(), "￥", *(code + "S" for code in _DOLLARS))
    return frozenset(form.lower() for form in forms)


def _name(word: str) -> str | None:
    """ISO code, or the shared sign that ``word`` is a form of."""
    if word in CODES:
        return word
    if word in _SHARED:
        return word
    names = _names()
    if word in names:
        return names[word]
    if word[:-1] in _DOLLARS and word.endswith("S"):
        return word[:-1]
    if len(word) > 1:
        lower = word.lower()
        return names.get(lower, "kr" if lower == "kr" else None)
    return "¥" if word == "￥" else None


def _read(word: str, context: ValueContext) -> ParsedValue | None:
    name = _name(word)
    if name is None or name not in _SHARED:
        return ParsedValue(name) if name else None
    usual, by_country, others = _SHARED[name]
    readings = set(by_country.values())
    if context.currency in readings and context.currency:
        return ParsedValue(context.currency)
    if not context.origins and context.country in by_country:
        return ParsedValue(by_country[context.country])
    if name == "kr" and context.language in _KR_BY_LANGUAGE:
        return ParsedValue(_KR_BY_LANGUAGE[context.language])
    return _likeliest(usual, others, by_country, context.origins)


def _likeliest(
    usual: str, others: tuple[str, ...], by_country: Mapping[str, str], origins: Origins
) -> ParsedValue:
    """The reading of a shared sign that its likeliest countries speak for; the usual one where none does."""
    shares = dict.fromkeys((usual, *others), 0.0)
    for country, share in origins:
        if country in by_country:
            shares[by_country[country]] = shares.get(by_country[country], 0.0) + share
    total = sum(shares.values())
    if total < _TOLD:
        return ParsedValue(usual, others)
    first, *rest = sorted(shares, key=lambda reading: -shares[reading])
    return ParsedValue(first, () if shares[first] >= _SETTLED * total else tuple(rest[: len(others)]))


def _ends_code(text: str, start: int) -> bool:
    """Whether a name of money is the end of a number with letters, the ZL of "29AAGFM8802P1ZL".

    "Summe12", "2x6" and "1h45" before it are a word and a sum, a count and a price, a time.
    """
    run = _GLUED.search(text[max(0, start - _LONGEST_CODE) : start])
    if run is None or not text[start].isalpha():
        return False
    parts = _LETTERS_OR_DIGITS.findall(run[0])
    return _CODE.fullmatch(run[0]) is not None or (len(run[0]) >= _LEAST_CODE and len(parts) > _WORD_AND_SUM)


def _is_thin(word: str) -> bool:
    """Whether ``word`` without a number beside it may be something else (Fr, TL, the inn Krone)."""
    is_sure = word in CODES or word.endswith("$") or word.lower().startswith("eur")
    return word[0].isalpha() and not is_sure


def _beside_number(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start].rstrip(" ")[-1:], text[end : end + 3].lstrip(" .-")[:1]
    return before.isdigit() or after.isdigit()
