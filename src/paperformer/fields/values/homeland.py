"""The country a document comes from, told by what only one country prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from paperformer.fields.values.phone import country_of as country_of_phone
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.values.tax_id import country_of as country_of_tax_id

_ENOUGH = 2.0  # evidence below which nothing is said
_MARGIN = 1.5  # by how much the first country must lead the second
_MOST_PER_KIND = 2  # prints of one kind that count: a page of foreign phone numbers is still one kind

# Evidence of each kind: an account of the supplier's says more than a number of either side's.
_IBAN, _TAX_ID, _LABEL, _LOCAL_MONEY, _POSTCODE, _PHONE, _NAME = 2.0, 2.0, 2.0, 1.5, 1.0, 1.0, 1.0
_OWN_LANGUAGE, _LANGUAGE, _MONTH_FIRST = 2.0, 1.0, 1.5

# Country -> shapes, each a pattern by itself that captures nothing.
_Shapes = Mapping[str, tuple[str, ...]]

# Words and shapes that one country alone prints on its invoices and receipts.
_LABELS: _Shapes = {
    "AT": (r"\bATU[0-9]{8}\b", r"\bUID-Nr", r"\bFN ?[0-9]{5,6} ?[a-z]\b"),
    "AU": (r"\bABN\b", r"\bA\.B\.N"),
    "BE": (r"\bRPR\b", r"\bRPM\b", r"\bOndernemingsnr", r"\bBTW BE\b", r"\bTVA BE\b"),
    "BR": (r"\bCNPJ\b",),
    "CH": (r"\bMWST-Nr", r"\bMwSt-Nr\.? CHE", r"\bCHE-[0-9]{3}"),
    "CZ": (r"\bIČO?\b", r"\bDIČ\b", r"\bDPH\b"),
    "DE": (r"\bUSt-?Id", r"\bUSt\.-Id", r"\bAmtsgericht\b", r"\bHRB\b", r"\bHandelsregister\b",
        r"\bSteuer-?[Nn](?:umme)?r\b", r"\bSt\.? ?-?Nr"),
    "DK": (r"\bCVR\b", r"\bSE-nr\b", r"\bFI-?kort", r"\bBetalingsservice\b", r"\bDankort\b"),
    "EE": (r"\bKMKR\b", r"\bRegistrikood\b", r"\bKäibemaks"),
    "ES": (r"\bC\.?I\.?F\.?:", r"\bN\.?I\.?F\.?:? ?[A-Z]-?[0-9]", r"\bFactura simplificada\b"),
    "FI": (r"\bY-tunnus\b", r"\bALV\b", r"\bViitenumero\b"),
    "FR": (r"\bSIRET\b", r"\bSIREN\b", r"\bR\.?C\.?S\b", r"\bN° ?TVA\b", r"\bCEDEX\b"),
    "GB": (r"\bVAT Reg(?:istration)? No\b.{0,4}[0-9]{3}", r"\bSort [Cc]ode\b", r"\bCompanies House\b"),
    "HU": (r"\badószám\b", r"\bÁFA\b"),
    "IE": (r"\bEircode\b",),
    "IN": (r"\bGSTIN\b", r"\bCGST\b", r"\bSGST\b"),
    "IT": (r"\bP\. ?IVA\b", r"\bPartita IVA\b", r"\bCod(?:ice|\.) ?[Ff]iscale\b"),
    "LT": (r"\bPVM\b", r"\bĮm\. ?kodas\b"),
    "LV": (r"\bPVN\b",),
    "MY": (r"\bS[DO]N\.? ?BHD\b", r"\bSdn\.? Bhd\b", r"\bJALAN\b", r"\bJLN\b", r"\bSELANGOR\b",
        r"\bJOHOR\b", r"\bKUALA LUMPUR\b", r"\bGST (?:REG|ID) NO\b.{0,6}00[0-9]{10}",
        r"\bSST\b.{0,12}[0-9]", r"\b[Mm]alaysia\b", r"\bM\) BHD\b"),
    "NL": (r"\bKvK\b", r"\bKVK\b", r"\bK\.v\.K\b", r"\bBTW-?nr\.? ?NL", r"\biDEAL\b"),
    "NO": (r"\bMVA\b", r"\bForetaksregisteret\b", r"\bKID\b", r"\bBankAxept\b",
        r"\bOrg\.? ?nr\.?:? ?(?:NO ?)?[89][0-9]{2} ?[0-9]{3} ?[0-9]{3}\b"),
    "NZ": (r"\bNZBN\b",),
    "PL": (r"\bNIP\b", r"\bREGON\b", r"\bPARAGON FISKALNY\b"),
    "PT": (r"\bNIPC\b", r"\bContribuinte\b", r"\bATCUD\b"),
    "SE": (r"\bBankgiro\b", r"\bPlusgiro\b", r"\bF-skatt", r"\bOrg\.? ?nr\.?:? ?[0-9]{6}-[0-9]{4}\b",
        r"\bÖresavrundning\b"),
    "SG": (r"\bUEN\b", r"\bPTE\.? ?LTD\b"),
    "SK": (r"\bIČ DPH\b",),
    "US": (r"\bEIN\b", r"\bSales Tax\b", r"\bZIP\b", r"\bRemit to\b"),
}  # fmt: skip

# Currencies whose sign or code a supplier seldom prints abroad.
_MONEY: _Shapes = {
    "CZ": (r"\bKč\b", r"\bCZK\b"),
    "PL": (r"\bzł\b", r"\bPLN\b"),
    "HU": (r"\bHUF\b", r"[0-9] ?Ft\b"),
    "CH": (r"\bCHF\b", r"\bSFr\b"),
    "SE": (r"\bSEK\b",),
    "NO": (r"\bNOK\b",),
    "DK": (r"\bDKK\b",),
    "GB": (r"£", r"\bGBP\b"),
    "MY": (r"\bRM ?[0-9]", r"\bMYR\b"),
    "SG": (r"\bSGD\b", r"\bS\$"),
    "AU": (r"\bAUD\b", r"\bA\$"),
    "CA": (r"\bCAD\b", r"\bC\$"),
    "IN": (r"₹", r"\bINR\b"),
    "JP": (r"\bJPY\b",),
    "BR": (r"\bR\$",),
    "TR": (r"₺",),
    "NZ": (r"\bNZD\b", r"\bNZ\$"),
    "HK": (r"\bHK\$", r"\bHKD\b"),
    "US": (r"\bUSD\b", r"\bUS\$"),
}  # fmt: skip

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
_POSTCODES: _Shapes = {
    "US": (rf"\b(?:{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?\b",),
    "GB": (r"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",),
    "CA": (r"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]\b",),
    "NL": (r"\b[1-9][0-9]{3} ?[A-Z]{2} +[A-Z]",),
    "PL": (r"\b[0-9]{2}-[0-9]{3} [A-ZŁŚŻ]",),
    "PT": (r"\b[0-9]{4}-[0-9]{3} [A-ZÁÉÓ]",),
    "SE": (r"\b(?:SE?-)[0-9]{3} ?[0-9]{2}\b",),
    "DE": (r"\bD(?:E)?-[0-9]{5}\b",),
    "AT": (r"\bA(?:T)?-[0-9]{4}\b",),
    "CH": (r"\bCH-[0-9]{4}\b",),
    "FR": (r"\bF(?:R)?-[0-9]{5}\b",),
    "DK": (r"\bDK-[0-9]{4}\b",),
    "NO": (r"\bNO?-[0-9]{4}\b",),
    "FI": (r"\bFIN?-[0-9]{5}\b",),
    "LT": (r"\bLT-[0-9]{5}\b",),
    "LV": (r"\bLV-[0-9]{4}\b",),
    "IT": (r"\bI(?:T)?-[0-9]{5}\b",),
}  # fmt: skip

# Languages at home in one country above all others.
_HOME_OF = {
    "sv": "SE", "da": "DK", "nb": "NO", "fi": "FI", "pl": "PL", "cs": "CZ", "et": "EE", "lt": "LT",
    "lv": "LV", "it": "IT", "de": "DE", "fr": "FR", "nl": "NL", "es": "ES", "pt": "PT",
}  # fmt: skip
_SPREAD = frozenset({"de", "fr", "nl", "es", "pt"})  # spoken in several countries
_ENGLISH_SPEAKING = frozenset({"US", "GB", "AU", "NZ", "IE", "CA", "SG", "MY", "IN", "ZA"})


def tell_country(words: PrintedWords, language: str | None, month_first: bool = False) -> str | None:
    """The ISO 3166 code of the country that ``words`` come from; None where too little speaks for one.

    Args:
        words: Those of the whole document.
        language: Its language, as far as known.
        month_first: Whether its dates put the month first.
    """
    ranked = sorted(
        country_evidence(words, language, month_first).items(), key=lambda entry: (-entry[1], entry[0])
    )
    if not ranked or ranked[0][1] < _ENOUGH:
        return None
    if len(ranked) > 1 and ranked[0][1] < _MARGIN * ranked[1][1]:
        return None
    return ranked[0][0]


def country_evidence(
    words: PrintedWords, language: str | None, month_first: bool = False
) -> dict[str, float]:
    """Evidence for each country: numbers, labels, money, postcodes, names, language, order of dates."""
    kinds: list[tuple[float, Counter[str]]] = [
        (_IBAN, Counter(m.parsed.value[:2] for m in words.matches("iban") if m.parsed.checked)),
        (_TAX_ID, Counter(country_of_tax_id(m.parsed.value) for m in words.matches("tax_id"))),
        (_LABEL, _counted(words.text, "labels")),
        (_LOCAL_MONEY, _counted(words.text, "money")),
        (_POSTCODE, _counted(words.text, "postcodes")),
        (_PHONE, Counter(country for country in _of_phones(words) if country is not None)),
        (_NAME, Counter(m.parsed.value for m in words.matches("country") if not m.weak)),
    ]
    evidence: dict[str, float] = {}
    for weight, countries in kinds:
        for country, count in countries.items():
            evidence[country] = evidence.get(country, 0.0) + weight * (
                1 + (min(count, _MOST_PER_KIND) - 1) / 2
            )
    home = _HOME_OF.get(language or "")
    if home:
        evidence[home] = evidence.get(home, 0.0) + (_LANGUAGE if language in _SPREAD else _OWN_LANGUAGE)
    if month_first:
        evidence["US"] = evidence.get("US", 0.0) + _MONTH_FIRST
    if language not in {None, "en"}:
        for country in _ENGLISH_SPEAKING & evidence.keys():
            evidence[country] /= 2  # an address in Texas does not make a French invoice American
    return evidence


def _of_phones(words: PrintedWords) -> list[str | None]:
    return [country_of_phone(match.parsed.value) for match in words.matches("phone")]


def _counted(text: str, kind: str) -> Counter[str]:
    pattern, countries = _pattern(kind)
    return Counter(countries[(match.lastindex or 1) - 1] for match in pattern.finditer(text))


@cache
def _pattern(kind: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern over all countries, and the country of each of its groups; the group that matched tells.

    The word boundary that most shapes begin with stands once in front of them, and the empty groups behind:
    a shape then begins with a letter, and most are dismissed by looking at it (ten times as fast).
    """
    table = {"labels": _LABELS, "money": _MONEY, "postcodes": _POSTCODES}[kind]
    shapes = [(country, f"{shape}()") for country, shapes in table.items() for shape in shapes]
    at_words = [(country, shape[2:]) for country, shape in shapes if shape.startswith(r"\b")]
    anywhere = [(country, shape) for country, shape in shapes if not shape.startswith(r"\b")]
    pattern = rf"\b(?:{'|'.join(shape for _, shape in at_words)})"
    pattern = "|".join([pattern, *(shape for _, shape in anywhere)])
    return re.compile(pattern), tuple(country for country, _ in at_words + anywhere)
