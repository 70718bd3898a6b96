"""Numbers of companies in their country's register; the value is compact.

Check digits are python-stdnum's where it knows the number (Sweden, Norway, Denmark, Finland, France,
Belgium, Estonia, Switzerland, Czechia, Latvia); Dutch KvK, British, German and Austrian ones have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from paperformer.fields.values.checkdigits import stdnum_module
from paperformer.fields.values.match import TextMatch, only_value, unreadable
from paperformer.fields.values.plain import compact, from_first_digit, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

# "HRB 19 482 P": some courts have letters of their own; AG is the court itself.
GERMAN_COMPANY = r"HR ?[AB]:? ?(?:[0-9]{1,3} [0-9]{3}|[0-9]{1,6})(?: ?(?!AG\b)[A-Z]{1,2}\b)?"


@dataclass(frozen=True, slots=True)
class _Register:
    """A country's register: how its numbers print, which stdnum module checks them.

    ``telling`` is True where the print alone gives the register away, without label or country.
    """

    scheme: str
    country: str
    form: str
    module: str | None = None
    telling: bool = False


_REGISTERS = (
    _Register("org_se", "SE", r"(?:16)?[0-9]{2}[2-9][0-9]{3}-[0-9]{4}", "se.orgnr", telling=True),
    _Register("org_se", "SE", r"[0-9]{2}[2-9][0-9]{7}", "se.orgnr"),
    _Register("org_fi", "FI", r"[0-9]{7}-[0-9]", "fi.ytunnus", telling=True),
    _Register("org_no", "NO", r"[89][0-9]{2} ?[0-9]{3} ?[0-9]{3}", "no.orgnr"),
    _Register("org_dk", "DK", r"(?:DK[ -]?)?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2}", "dk.cvr"),
    _Register("org_fr", "FR", r"[0-9]{3} ?[0-9]{3} ?[0-9]{3} ?[0-9]{5}", "fr.siret"),
    _Register("org_fr", "FR", r"[0-9]{3} ?[0-9]{3} ?[0-9]{3}", "fr.siren"),
    _Register("org_be", "BE", r"[01][0-9]{3}\.[0-9]{3}\.[0-9]{3}", "be.vat", telling=True),
    _Register("org_be", "BE", r"[01][0-9]{3} ?[0-9]{3} ?[0-9]{3}", "be.vat"),
    _Register("org_ch", "CH", r"CHE-?[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}", "ch.uid", telling=True),
    _Register("org_de", "DE", GERMAN_COMPANY, telling=True),
    _Register("org_de", "DE", r"(?:GnR|VR|PR|GsR) ?[0-9]{1,6}"),
    _Register("org_at", "AT", r"FN ?[0-9]{1,6} ?[a-z]", telling=True),
    _Register("org_at", "AT", r"[0-9]{5,6} ?[a-z]"),  # behind its label
    _Register("org_nl", "NL", r"[0-9]{8}|[0-9]{2} [0-9]{3} [0-9]{3}"),
    _Register("org_gb", "GB", r"(?:[0-9]{2}|SC|NI|OC|SO|NC|FC|BR)[0-9]{6}"),
    _Register("org_ee", "EE", r"[0-9]{8}", "ee.registrikood"),
    _Register("org_lv", "LV", r"[0-9]{11}|[0-9]{4}-[0-9]{4}-[0-9]{3}", "lv.pvn"),
    _Register("org_lt", "LT", r"[0-9]{9}"),
    _Register("org_cz", "CZ", r"[0-9]{8}|[0-9]{3} [0-9]{2} [0-9]{3}", "cz.dic"),
    _Register("org_pl", "PL", r"[0-9]{14}|[0-9]{10}|[0-9]{9}"),
    _Register("org_pt", "PT", r"[0-9]{9}|[0-9]{3} [0-9]{3} [0-9]{3}", "pt.nif"),
    _Register("org_es", "ES", r"[A-Z]-?[0-9]{7}-?[0-9A-Z]", "es.cif"),
    _Register("org_it", "IT", r"[0-9]{11}|[A-Z]{2}-? ?[0-9]{5,7}"),
    _Register("org_za", "ZA", r"(?:19|20)[0-9]{2} ?/ ?[0-9]{6} ?/ ?[0-9]{2}", telling=True),
    _Register("org_lu", "LU", r"B ?[0-9]{1,3}[ .]?[0-9]{3}"),
    _Register("org_in", "IN", r"[LU][0-9]{5}[A-Z]{2}[0-9]{4}[A-Z]{3}[0-9]{6}", telling=True),
    _Register("org_sg", "SG", r"[0-9]{8,9}[A-Z]"),
    _Register("org_ro", "RO", r"[JFC] ?[0-9]{1,2} ?/ ?[0-9]{1,6} ?/ ?(?:19|20)[0-9]{2}", telling=True),
)  # fmt: skip
# An Italian person's tax code, which is in no register of companies.
_PERSON = re.compile(r"[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]")
_OTHER = re.compile(r"[A-Z0-9]{4,20}")


def parse_organisation_number(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The organisation number in ``text``, with its register and whether its check digits hold.

    Without ``context.country`` only prints that give their register away have a scheme; others stay
    compact, unchecked.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    printed = plain(text)
    matches = list(find_organisation_numbers(printed, context))
    if matches:
        return only_value(matches, "organisation number", text)
    value = compact(from_first_digit(printed)).upper()
    if not _OTHER.fullmatch(value) or _PERSON.fullmatch(value) or sum(c.isdigit() for c in value) < 4:
        raise unreadable("organisation number", text)
    return ParsedValue(value)


def find_organisation_numbers(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All organisation numbers in plain ``text`` of the document's country, and those that show themselves.

    Weak where no check digit holds.
    """
    for register in _REGISTERS:
        if not register.telling and register.country != context.country:
            continue
        for match in _pattern(register.form).finditer(text):
            value = _normal(register, match[0])
            checked = bool(stdnum_module(register.module).is_valid(value)) if register.module else None
            parsed = ParsedValue(value, scheme=register.scheme, checked=checked)
            thin = not checked and not (checked is None and register.telling)
            yield TextMatch(match.start(), match.end(), parsed, weak=thin)


def _normal(register: _Register, printed: str) -> str:
    value = compact(printed)
    if register.scheme == "org_se" and len(value) == 12:
        return value[2:]
    if register.scheme == "org_at" and not value.startswith("FN"):
        return value.upper()  # as any other number behind its label
    return value.removeprefix("DK") if register.scheme == "org_dk" else value  # of the VAT number


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """``form`` standing by itself; compiled when a document of its country is read."""
    return re.compile(rf"(?<![0-9A-Za-z.,/+\-])(?:{form})(?![0-9A-Za-z]|[.,\-/][0-9])")
