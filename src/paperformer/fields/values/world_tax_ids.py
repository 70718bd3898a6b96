"""Tax numbers of the Americas, Africa, Asia and the rest of Europe, as invoices print them beside their name.

They have no prefix of their own, so their name says whose they are: "RFC: FMB090417QX3" is Mexico's.
Some need no name: nothing else looks like Brazil's 31.884.207/0001-08 and has its check digits, which are
python-stdnum's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.plain import compact
from paperformer.fields.values.reading import ParsedValue
from paperformer.fields.words.load import words_by_code
from paperformer.fields.words.patterns import alternatives, source_of


@dataclass(frozen=True, slots=True)
class _Scheme:
    """A country's tax number.

    Args:
        country: ISO 3166.
        named: The group of ``tax_ids.yaml`` with what stands before it; empty where the form and its check
            digits tell enough.
        form: How it is printed.
        module: Of python-stdnum; None where nothing can be checked.
    """

    country: str
    named: str
    form: str
    module: str | None = None


_GSTIN = r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]"
_RUT = r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9K]|[0-9]{7,8}-[0-9K]"
_SCHEMES = (
    _Scheme("AE", "names", r"1[0-9]{14}"),
    _Scheme("AL", "names", r"[JKLM][0-9]{8}[A-Z]", "al.nipt"),
    _Scheme("AR", "names", r"[23][0-9][ -]?[0-9]{8}[ -]?[0-9]", "ar.cuit"),
    _Scheme("BR", "", r"[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}", "br.cnpj"),
    _Scheme("BR", "names", r"[0-9]{14}|[0-9]{8}/[0-9]{4}-[0-9]{2}", "br.cnpj"),
    _Scheme("BR", "names_of_persons", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}", "br.cpf"),
    _Scheme("CL", "names", _RUT, "cl.rut"),
    _Scheme("CO", "names", r"[0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3} ?- ?[0-9]", "co.nit"),
    _Scheme("CR", "names", r"3-?[0-9]{3}-?[0-9]{6}", "cr.cpj"),
    _Scheme("DO", "names", r"[0-9]{9}|[0-9]-[0-9]{2}-[0-9]{5}-[0-9]", "do.rnc"),
    _Scheme("EC", "names", r"[0-2][0-9]{9}001", "ec.ruc"),
    _Scheme("GT", "names", r"[0-9]{5,8}-?[0-9K]", "gt.nit"),
    _Scheme("ID", "", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}\.[0-9]-[0-9]{3}\.[0-9]{3}", "id.npwp"),
    _Scheme("IL", "names", r"[0-9]{2}-?[0-9]{7}", "il.hp"),
    _Scheme("IN", "", _GSTIN, "in_.gstin"),
    _Scheme("IN", "names", _GSTIN, "in_.gstin"),
    _Scheme("IS", "names", r"[0-9]{5,6}", "is_.vsk"),
    _Scheme("JP", "names", r"T ?[0-9]{13}|T[0-9](?:-[0-9]{4}){3}", "jp.cn"),
    _Scheme("KE", "names", r"[AP][0-9]{9}[A-Z]", "ke.pin"),
    _Scheme("KR", "names", r"[0-9]{3}-[0-9]{2}-[0-9]{5}", "kr.brn"),
    _Scheme("MA", "names", r"[0-9]{15}", "ma.ice"),
    _Scheme("MX", "names", r"[A-ZÑ&]{3,4}[ -]?[0-9]{6}[ -]?[A-Z0-9]{3}", "mx.rfc"),
    _Scheme("MY", "names", r"[A-Z][0-9]{2}-[0-9]{4}-[0-9]{8}"),
    _Scheme("NG", "names", r"[0-9]{8}-[0-9]{4}"),
    _Scheme("NZ", "names", r"[0-9]{2,3}-[0-9]{3}-[0-9]{3}", "nz.ird"),
    _Scheme("PE", "names", r"(?:10|15|17|20)[0-9]{9}", "pe.ruc"),
    _Scheme("PH", "names", r"[0-9]{3}-[0-9]{3}-[0-9]{3}(?:-[0-9]{3,5})?"),
    _Scheme("PY", "names", r"[0-9]{6,8}-[0-9]", "py.ruc"),
    _Scheme("RS", "names", r"[0-9]{9}", "rs.pib"),
    _Scheme("RU", "names", r"[0-9]{10}|[0-9]{12}", "ru.inn"),
    _Scheme("SG", "names", r"M[0-9R]?-?[0-9]{7,8}-?[0-9A-Z]"),
    _Scheme("TN", "names", r"[0-9]{7}(?: ?/? ?[A-Z]){3} ?/? ?[0-9]{3}", "tn.mf"),
    _Scheme("TR", "names", r"[0-9]{10}", "tr.vkn"),
    _Scheme("TW", "names", r"[0-9]{8}", "tw.ubn"),
    _Scheme("UY", "names", r"[0-9]{12}", "uy.rut"),
    _Scheme("VE", "names", r"[VEJPG]-?[0-9]{8}-?[0-9]", "ve.rif"),
    _Scheme("VN", "names", r"[0-9]{10}(?:-[0-9]{3})?", "vn.mst"),
)  # fmt: skip
# Behind it neither more of a number nor a fraction; but Russia's has the КПП behind a stroke.
_BEHIND = r"(?!\w|[.-][0-9A-Z]|/(?![0-9]{9}\b)[0-9])"
_PREFIX = "vat_"


def find_world_tax_ids(text: str) -> Iterator[TextMatch]:
    """All of them in plain ``text``; weak where check digits fail."""
    seen: set[tuple[str, int]] = set()  # India's may be found by its print and by its name
    for scheme in _SCHEMES:
        for match in _pattern(scheme).finditer(text):
            value = compact(match[1]).upper()
            checked = _holds(scheme, value)
            if not scheme.named and not checked:  # the print alone says nothing then
                continue
            if (scheme.country, match.start(1)) in seen:
                continue
            seen.add((scheme.country, match.start(1)))
            parsed = ParsedValue(value, scheme=f"{_PREFIX}{scheme.country.lower()}", checked=checked)
            yield TextMatch(match.start(1), match.end(1), parsed, weak=checked is False)


def country_of_scheme(parsed: ParsedValue) -> str | None:
    """ISO 3166 code of the country whose tax number ``parsed`` is, where that is known."""
    scheme = parsed.scheme or ""
    return scheme.removeprefix(_PREFIX).upper() if scheme.startswith(_PREFIX) else None


def _holds(scheme: _Scheme, value: str) -> bool | None:
    if scheme.module is None:
        return None
    number = value.removeprefix("T") if scheme.country == "JP" else value
    return bool(import_module(f"stdnum.{scheme.module}").is_valid(number))


@cache
def _pattern(scheme: _Scheme) -> re.Pattern[str]:
    named = _named(scheme) if scheme.named else r"(?<![\w/.-])"
    return re.compile(rf"{named}({scheme.form}){_BEHIND}", re.IGNORECASE)


def _named(scheme: _Scheme) -> str:
    """The name, and what stands between it and the number: "CUIT Nº: ", "(RFC) ", "GST Reg No: "."""
    name = source_of("|".join(words_by_code("tax_ids", scheme.named)[scheme.country]))
    registration, number = alternatives("tax_ids", "registration"), alternatives("tax_ids", "number")
    between = rf"(?: (?:{registration})\b\.?)?(?:\.? ?(?:{number})\b\.?)?[ .:#()/-]{{0,4}}"
    return rf"(?<![^\W\d_])(?:{name})(?![^\W\d_]){between}"
