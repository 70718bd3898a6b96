"""The country a document comes from, told by what only one country prints."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from paperformer.fields.values.country import find_countries
from paperformer.fields.values.iban import find_ibans
from paperformer.fields.values.phone import country_of as country_of_phone
from paperformer.fields.values.phone import find_phones
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.fields.values.tax_id import country_of as country_of_tax_id
from paperformer.fields.values.tax_id import find_tax_ids

_ENOUGH = 2.0  # evidence below which nothing is said
_MARGIN = 1.5  # by how much the first country must lead the second
_MOST_PER_KIND = 2  # prints of one kind that count: a page of foreign phone numbers is still one kind

# Evidence of each kind: an account of the supplier's says more than a number of either side's.
_IBAN, _TAX_ID, _LABEL, _LOCAL_MONEY, _POSTCODE, _PHONE, _NAME = 2.0, 2.0, 2.0, 1.5, 1.0, 1.0, 1.0
_OWN_LANGUAGE, _LANGUAGE, _MONTH_FIRST = 2.0, 1.0, 1.5

# Words and shapes that one country alone prints on its invoices and receipts.
_LABELS = {
    "AT": r"\bATU[0-9]{8}\b|\bUID-Nr|\bFN ?[0-9]{5,6} ?[a-z]\b",
    "AU": r"\bABN\b|\bA\.B\.N",
    "BE": r"\bRPR\b|\bRPM\b|\bOndernemingsnr|\bBTW BE\b|\bTVA BE\b",
    "BR": r"\bCNPJ\b",
    "CH": r"\bMWST-Nr|\bMwSt-Nr\.? CHE|\bCHE-[0-9]{3}",
    "CZ": r"\bIČO?\b|\bDIČ\b|\bDPH\b",
    "DE": r"\bUSt-?Id|\bUSt\.-Id|\bAmtsgericht\b|\bHRB\b|\bHandelsregister\b"
    r"|\bSteuer-?[Nn](?:umme)?r\b|\bSt\.? ?-?Nr",
    "DK": r"\bCVR\b|\bSE-nr\b|\bFI-?kort|\bBetalingsservice\b|\bDankort\b",
    "EE": r"\bKMKR\b|\bRegistrikood\b|\bKäibemaks",
    "ES": r"\bC\.?I\.?F\.?:|\bN\.?I\.?F\.?:? ?[A-Z]-?[0-9]|\bFactura simplificada\b",
    "FI": r"\bY-tunnus\b|\bALV\b|\bViitenumero\b",
    "FR": r"\bSIRET\b|\bSIREN\b|\bR\.?C\.?S\b|\bN° ?TVA\b|\bCEDEX\b",
    "GB": r"\bVAT Reg(?:istration)? No\b.{0,4}[0-9]{3}|\bSort [Cc]ode\b|\bCompanies House\b",
    "HU": r"\badószám\b|\bÁFA\b",
    "IE": r"\bEircode\b",
    "IN": r"\bGSTIN\b|\bCGST\b|\bSGST\b",
    "IT": r"\bP\. ?IVA\b|\bPartita IVA\b|\bCod(?:ice|\.) ?[Ff]iscale\b",
    "LT": r"\bPVM\b|\bĮm\. ?kodas\b",
    "LV": r"\bPVN\b",
    "MY": r"\bS[DO]N\.? ?BHD\b|\bSdn\.? Bhd\b|\bJALAN\b|\bJLN\b|\bSELANGOR\b|\bJOHOR\b|\bKUALA LUMPUR\b"
    r"|\bGST (?:REG|ID) NO\b.{0,6}00[0-9]{10}|\bSST\b.{0,12}[0-9]|\b[Mm]alaysia\b|\bM\) BHD\b",
    "NL": r"\bKvK\b|\bKVK\b|\bK\.v\.K\b|\bBTW-?nr\.? ?NL|\biDEAL\b",
    "NO": r"\bMVA\b|\bForetaksregisteret\b|\bKID\b|\bBankAxept\b"
    r"|\bOrg\.? ?nr\.?:? ?(?:NO ?)?[89][0-9]{2} ?[0-9]{3} ?[0-9]{3}\b",
    "NZ": r"\bNZBN\b",
    "PL": r"\bNIP\b|\bREGON\b|\bPARAGON FISKALNY\b",
    "PT": r"\bNIPC\b|\bContribuinte\b|\bATCUD\b",
    "SE": r"\bBankgiro\b|\bPlusgiro\b|\bF-skatt|\bOrg\.? ?nr\.?:? ?[0-9]{6}-[0-9]{4}\b|\bÖresavrundning\b",
    "SG": r"\bUEN\b|\bPTE\.? ?LTD\b",
    "SK": r"\bIČ DPH\b",
    "US": r"\bEIN\b|\bSales Tax\b|\bZIP\b|\bRemit to\b",
}  # fmt: skip

# Currencies whose sign or code a supplier seldom prints abroad.
_MONEY = {
    "CZ": r"\bKč\b|\bCZK\b", "PL": r"\bzł\b|\bPLN\b", "HU": r"\bHUF\b|[0-9] ?Ft\b", "CH": r"\bCHF\b|\bSFr\b",
    "SE": r"\bSEK\b", "NO": r"\bNOK\b", "DK": r"\bDKK\b", "GB": r"£|\bGBP\b", "MY": r"\bRM ?[0-9]|\bMYR\b",
    "SG": r"\bSGD\b|\bS\$", "AU": r"\bAUD\b|\bA\$", "CA": r"\bCAD\b|\bC\$", "IN": r"₹|\bINR\b",
    "JP": r"\bJPY\b", "BR": r"\bR\$", "TR": r"₺", "NZ": r"\bNZD\b|\bNZ\$", "HK": r"\bHK\$|\bHKD\b",
    "US": r"\bUSD\b|\bUS\$",
}  # fmt: skip

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
_POSTCODES = {
    "US": rf"\b(?:{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?\b",
    "GB": r"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",
    "CA": r"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]\b",
    "NL": r"\b[1-9][0-9]{3} ?[A-Z]{2} +[A-Z]",
    "PL": r"\b[0-9]{2}-[0-9]{3} [A-ZŁŚŻ]",
    "PT": r"\b[0-9]{4}-[0-9]{3} [A-ZÁÉÓ]",
    "SE": r"\b(?:SE?-)[0-9]{3} ?[0-9]{2}\b",
    "DE": r"\bD(?:E)?-[0-9]{5}\b",
    "AT": r"\bA(?:T)?-[0-9]{4}\b",
    "CH": r"\bCH-[0-9]{4}\b",
    "FR": r"\bF(?:R)?-[0-9]{5}\b",
    "DK": r"\bDK-[0-9]{4}\b",
    "NO": r"\bNO?-[0-9]{4}\b",
    "FI": r"\bFIN?-[0-9]{5}\b",
    "LT": r"\bLT-[0-9]{5}\b",
    "LV": r"\bLV-[0-9]{4}\b",
    "IT": r"\bI(?:T)?-[0-9]{5}\b",
}

# Languages at home in one country above all others.
_HOME_OF = {
    "sv": "SE", "da": "DK", "nb": "NO", "fi": "FI", "pl": "PL", "cs": "CZ", "et": "EE", "lt": "LT",
    "lv": "LV", "it": "IT", "de": "DE", "fr": "FR", "nl": "NL", "es": "ES", "pt": "PT",
}  # fmt: skip
_SPREAD = frozenset({"de", "fr", "nl", "es", "pt"})  # spoken in several countries
_ENGLISH_SPEAKING = frozenset({"US", "GB", "AU", "NZ", "IE", "CA", "SG", "MY", "IN", "ZA"})


def tell_country(text: str, language: str | None, month_first: bool = False) -> str | None:
    """The ISO 3166 code of the country that plain ``text`` comes from; None where too little speaks for one.

    Args:
        text: The whole document, made plain.
        language: Its language, as far as known.
        month_first: Whether its dates put the month first.
    """
    ranked = sorted(
        country_evidence(text, language, month_first).items(), key=lambda entry: (-entry[1], entry[0])
    )
    if not ranked or ranked[0][1] < _ENOUGH:
        return None
    if len(ranked) > 1 and ranked[0][1] < _MARGIN * ranked[1][1]:
        return None
    return ranked[0][0]


def country_evidence(text: str, language: str | None, month_first: bool = False) -> dict[str, float]:
    """Evidence for each country: numbers, labels, money, postcodes, names, language, order of dates."""
    kinds: list[tuple[float, Counter[str]]] = [
        (_IBAN, Counter(m.parsed.value[:2] for m in find_ibans(text, NO_CONTEXT) if m.parsed.checked)),
        (_TAX_ID, Counter(country_of_tax_id(m.parsed.value) for m in find_tax_ids(text, NO_CONTEXT))),
        (_LABEL, _counted(text, "labels")),
        (_LOCAL_MONEY, _counted(text, "money")),
        (_POSTCODE, _counted(text, "postcodes")),
        (_PHONE, Counter(c for c in map(country_of_phone, _phones(text)) if c is not None)),
        (_NAME, Counter(m.parsed.value for m in find_countries(text, NO_CONTEXT) if not m.weak)),
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


def _phones(text: str) -> list[str]:
    return [match.parsed.value for match in find_phones(text, NO_CONTEXT)]


def _counted(text: str, kind: str) -> Counter[str]:
    return Counter(match.lastgroup or "" for match in _pattern(kind).finditer(text))


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """One pattern over all countries; the group that matched is the country."""
    table = {"labels": _LABELS, "money": _MONEY, "postcodes": _POSTCODES}[kind]
    return re.compile("|".join(f"(?P<{country}>{shape})" for country, shape in table.items()))
