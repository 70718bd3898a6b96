"""VAT numbers; the value is compact, with its prefix where there is one.

Of the EU, the United Kingdom, Switzerland and Norway: forms follow VIES (and HMRC, the Swiss UID register,
Brønnøysund). Of Australia (ABN), Canada (123456789RT0001) and, in ``world_tax_ids``, many more, for goods and
services tax and the like; these have no prefix. Check digits are python-stdnum's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.checkdigits import stdnum_module
from paperformer.fields.values.match import TextMatch, only_value, unreadable
from paperformer.fields.values.plain import compact, from_first_digit, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.values.world_tax_ids import country_of_scheme, find_world_tax_ids
from paperformer.fields.words.patterns import alternatives

# Prefix -> form of what follows it.
_BODIES = {
    "AT": r"U[0-9]{8}", "BE": r"[01]?[0-9]{9}", "BG": r"[0-9]{9,10}", "CY": r"[0-9]{8}[A-Z]",
    "CZ": r"[0-9]{8,10}", "DE": r"[0-9]{9}", "DK": r"[0-9]{8}", "EE": r"[0-9]{9}", "EL": r"[0-9]{9}",
    "ES": r"[A-Z0-9][0-9]{7}[A-Z0-9]", "FI": r"[0-9]{8}", "FR": r"[A-HJ-NP-Z0-9]{2}[0-9]{9}",
    "HR": r"[0-9]{11}", "HU": r"[0-9]{8}", "IE": r"[0-9][A-Z0-9+*][0-9]{5}[A-W][A-I]?", "IT": r"[0-9]{11}",
    "LT": r"[0-9]{12}|[0-9]{9}", "LU": r"[0-9]{8}", "LV": r"[0-9]{11}", "MT": r"[0-9]{8}",
    "NL": r"[0-9]{9}B[0-9]{2}", "PL": r"[0-9]{10}", "PT": r"[0-9]{9}", "RO": r"[0-9]{2,10}",
    "SE": r"[0-9]{10}01", "SI": r"[0-9]{8}", "SK": r"[0-9]{10}",
    "GB": r"[0-9]{12}|[0-9]{9}|(?:GD|HA)[0-9]{3}", "XI": r"[0-9]{12}|[0-9]{9}|(?:GD|HA)[0-9]{3}",
    "CHE": r"[0-9]{9}(?:MWST|TVA|IVA|TPV)?", "NO": r"[0-9]{9}MVA",
}  # fmt: skip
_MODULES = {
    "AT": "at.uid", "BE": "be.vat", "BG": "bg.vat", "CHE": "ch.vat", "CY": "cy.vat", "CZ": "cz.dic",
    "DE": "de.vat", "DK": "dk.cvr", "EE": "ee.kmkr", "EL": "gr.vat", "ES": "es.nif", "FI": "fi.alv",
    "FR": "fr.tva", "GB": "gb.vat", "HR": "hr.oib", "HU": "hu.anum", "IE": "ie.vat", "IT": "it.iva",
    "LT": "lt.pvm", "LU": "lu.tva", "LV": "lv.pvn", "MT": "mt.vat", "NL": "nl.btw", "NO": "no.mva",
    "PL": "pl.nip", "PT": "pt.nif", "RO": "ro.cf", "SE": "se.vat", "SI": "si.ddv", "SK": "sk.dph",
    "XI": "gb.vat",
}  # fmt: skip
_COUNTRY_OF = {"CHE": "CH", "EL": "GR", "XI": "GB"}
_PREFIX_OF = {country: prefix for prefix, country in _COUNTRY_OF.items() if prefix != "XI"}

_GAP = r"[ .\-/]?"
_PREFIXED = re.compile(
    rf"(?<![A-Za-z0-9])(CHE|{'|'.join(p for p in _BODIES if len(p) == 2)}|GR){_GAP}"
    rf"(?=[A-Z0-9]{{0,3}}[ .\-]?[0-9])((?:[A-Z0-9+*]{_GAP}){{2,14}})",
)
_SUFFIXED = re.compile(r"(?<![A-Za-z0-9])(?:NO ?)?([0-9]{3} ?[0-9]{3} ?[0-9]{3}) ?MVA(?![A-Za-z0-9])")
_CANADIAN = re.compile(
    r"(?<![A-Z0-9])([0-9]{5}[ -]?[0-9]{4}|[0-9]{3}[ -][0-9]{3}[ -][0-9]{3})"
    r"[ -]?RT[ -]?([0-9]{4})(?![A-Z0-9])",
    re.IGNORECASE | re.ASCII,
)
_CANADA, _AUSTRALIA = re.compile(r"[0-9]{9}RT[0-9]{4}"), re.compile(r"[0-9]{11}")
# Numbers whose form tells their country, whatever they begin with: "DEL850101AB3" is none of Germany's.
_TOLD_BY_FORM = (
    (re.compile(r"[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}"), "MX"),
    (re.compile(r"T[0-9]{13}"), "JP"),
)
# At home a code of the tax and a county's follow the eight digits of the number for trade within the EU.
_HUNGARIAN = re.compile(r"(?<![0-9-])([0-9]{8})-[1-5]-[0-9]{2}(?![0-9-])")
_OTHER = re.compile(r"[A-Z0-9]{5,20}")
_AMOUNT = re.compile(r"[0-9]{1,3}(?:[ .,'’]?[0-9]{3})*[.,][0-9]{2}")  # the tax itself, behind its name


@cache
def _australian() -> re.Pattern[str]:
    """Eleven digits alone may be anything: those of Australia count behind their label."""
    name, number = (alternatives("tax_ids", group) for group in ("australian", "australian_number"))
    return re.compile(
        rf"(?<![A-Z])(?:{name})\.?(?:/ACN)?\)?(?: (?:{number})\b\.?)?[ :#(-]{{0,3}}"
        r"([0-9]{11}|[0-9]{2}[ -][0-9]{3}[ -][0-9]{3}[ -][0-9]{3})(?![0-9A-Z])",
        re.IGNORECASE | re.ASCII,
    )


def parse_tax_id(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The VAT number in ``text``, with its country's prefix; ``checked`` says whether its check digits hold.

    A number without prefix is read by ``context.country``; one of another country stays as it is, compact,
    unchecked.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    printed = plain(text).upper()
    matches = list(find_tax_ids(printed, context))
    if matches:
        return only_value(matches, "VAT number", text)
    number = from_first_digit(printed)
    if _AMOUNT.fullmatch(number.strip()):
        raise unreadable("VAT number", text)
    value = compact(number)
    if context.country == "AU" and _AUSTRALIA.fullmatch(value):
        return _without_prefix("AU", value)
    prefix = _PREFIX_OF.get(context.country or "", context.country or "")
    if prefix in _BODIES:
        for whole in (prefix + value, f"{prefix}{value}MVA" if prefix == "NO" else prefix + value):
            if _form(prefix).fullmatch(whole):
                return _parsed(prefix, whole)
    if not _OTHER.fullmatch(value) or sum(c.isdigit() for c in value) < 5:
        raise unreadable("VAT number", text)
    return ParsedValue(value)


def find_tax_ids(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All VAT numbers that their print tells in plain ``text``; weak where check digits fail."""
    for match in _PREFIXED.finditer(text):
        found = _longest(text, match)
        if found:
            end, parsed = found
            yield TextMatch(match.start(), end, parsed, weak=not parsed.checked)
    for match in _SUFFIXED.finditer(text):
        parsed = _parsed("NO", f"NO{match[1].replace(' ', '')}MVA")
        yield TextMatch(match.start(), match.end(), parsed, weak=not parsed.checked)
    for match in _CANADIAN.finditer(text):
        parsed = _without_prefix("CA", f"{compact(match[1])}RT{match[2]}")
        yield TextMatch(match.start(), match.end(), parsed, weak=not parsed.checked)
    for match in _australian().finditer(text):
        parsed = _without_prefix("AU", compact(match[1]))
        yield TextMatch(match.start(1), match.end(1), parsed, weak=not parsed.checked)
    for match in _HUNGARIAN.finditer(text):
        parsed = _parsed("HU", f"HU{match[1]}")
        yield TextMatch(match.start(), match.end(), parsed, weak=not parsed.checked)
    yield from find_world_tax_ids(text)


def country_of(value: str) -> str | None:
    """ISO 3166 code of the country that gave ``value``, a VAT number; None where it does not tell."""
    if _CANADA.fullmatch(value):
        return "CA"
    if _AUSTRALIA.fullmatch(value):  # so many digits have numbers of other countries too
        return "AU" if _without_prefix("AU", value).checked else None
    if (telling := next(find_world_tax_ids(value), None)) is not None:
        return country_of_scheme(telling.parsed)
    prefix = "CHE" if value.startswith("CHE") else value[:2]
    if prefix in _BODIES and _form(prefix).fullmatch(value) and (prefix == "CHE" or _holds(prefix, value)):
        return _COUNTRY_OF.get(prefix, prefix)
    country_by_form = next((country for form, country in _TOLD_BY_FORM if form.fullmatch(value)), None)
    if country_by_form is not None:
        return country_by_form
    return _COUNTRY_OF.get(prefix, prefix) if prefix in _BODIES else None


def _longest(text: str, match: re.Match[str]) -> tuple[int, ParsedValue] | None:
    """The longest run from the prefix that has the country's form, check digits first."""
    prefix = "EL" if match[1] == "GR" else match[1]
    failed: tuple[int, ParsedValue] | None = None
    for end in range(match.end(), match.end(1) + 2, -1):
        if text[end - 1] in " .-/" or text[end : end + 1].isalnum():
            continue
        body = compact(text[match.end(1) : end])
        if not _form(prefix).fullmatch(prefix + body):
            continue
        parsed = _parsed(prefix, prefix + body)
        if parsed.checked:
            return end, parsed
        failed = failed or (end, parsed)
    return failed


@cache
def _form(prefix: str) -> re.Pattern[str]:
    return re.compile(rf"{prefix}(?:{_BODIES[prefix]})")


def _parsed(prefix: str, value: str) -> ParsedValue:
    scheme = f"vat_{_COUNTRY_OF.get(prefix, prefix).lower()}"
    return ParsedValue(value, scheme=scheme, checked=_holds(prefix, value))


def _without_prefix(country: str, value: str) -> ParsedValue:
    """A number that does not begin with its country."""
    module = {"AU": "au.abn", "CA": "ca.bn"}[country]
    holds = bool(stdnum_module(module).is_valid(value))
    return ParsedValue(value, scheme=f"vat_{country.lower()}", checked=holds)


def _holds(prefix: str, value: str) -> bool:
    number = value.removeprefix(prefix) if prefix in {"XI", "EL"} else value
    if prefix == "BE" and len(number) == 11:  # numbers of before 2008 lack the leading zero
        number = f"BE0{number[2:]}"
    module = "ch.uid" if prefix == "CHE" and value[-1].isdigit() else _MODULES[prefix]
    return bool(stdnum_module(module).is_valid(number))
