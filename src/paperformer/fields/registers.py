"""Numbers of companies beside the name of their register, or whose print gives it away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line
from paperformer.fields.values import ValueContext, parse_value
from paperformer.fields.values.organisation_number import GERMAN_COMPANY

_RCS = re.compile(r"(?<![0-9])([0-9]{3} ?[0-9]{3} ?[0-9]{3}) ?[,-]? ?R\.? ?C\.? ?S\b", re.I)
_BRREG = re.compile(
    r"foretaksregisteret[ :,]*(?:NO ?)?([89][0-9]{2} ?[0-9]{3} ?[0-9]{3})(?![0-9])", re.IGNORECASE
)
# Belgium: "RPR Antwerpen 0408.771.460", "RPM Liège ...".
_BELGIAN = re.compile(
    r"\bR\.?P\.?[RM]\.?\b[^\d|]{0,40}?(?:BE ?)?([01][0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3})(?![0-9])"
)
# Letters of the registers that German courts keep, on a line that names one: of cooperatives, associations,
# partnerships: "AG Ulm, GnR 318"; and of companies.
_LETTERED = re.compile(rf"(?<![\w-])(?:(?:GnR|GsR|VR|PR) ?[0-9]{{1,6}}|{GERMAN_COMPANY})(?![\w/-]|[.,][0-9])")
_COURT = re.compile(r"(?:^|[,;:·|•(]) ?AG [^\W\d_a-z]|Amtsgericht|[Rr]egister|\bHR ?[AB]\b")
_BELOW = 2.2  # heights of a line to the one below it
_LETTERS = 0.75  # trust in a number so printed
_LEAST_REGISTERED = 9  # digits
_PERHAPS = 0.5  # trust in a number of the register that need not be the seller's
_OWN = re.compile(r"\bcapital\b|\bsiret\b|\bsiren\b|\btva\b|\bsi[eè]ge\b|\bape\b|\bnaf\b", re.I)
_THIRD = re.compile(
    r"\bassur\w*|\bd[ée]cennale\b|\bgarantie\b|\bbanque\b|\bcr[ée]dit\b|\bfactor\w*|\baffactur\w*|\bclient\b"
    r"|\bm[ée]diat\w*|\bh[ée]berg\w*",
    re.I,
)
# Austria: "FN 550817 z".
_AUSTRIAN = re.compile(r"(?<![\w-])FN ?[0-9]{1,6} ?[a-z](?![\w/-])")
# Luxembourg: "R.C.S. Luxembourg B 142 905".
_LUXEMBOURGISH = re.compile(r"R\.?C\.?S\.?[ :]*(?:Luxembourg)?[ :]*\b(B ?[0-9]{1,3} ?[0-9]{3})(?![\w/-])")
# South Africa: the year, a number, and 07 for a private company: "2011/104428/07".
_SOUTH_AFRICAN = re.compile(r"(?<![\w/-])(?:19|20)[0-9]{2}/[0-9]{6}/[0-9]{2}(?![\w/-])")
_CHECKED = 0.93  # trust in a number whose check digits hold


def find_registered(layout: Layout, parties: Mapping[int, str], country: str | None) -> Iterator[Finding]:
    """Numbers beside the name of their register: "552 081 317 R.C.S. Paris", "Foretaksregisteret NO 9...".

    In France the seller's beside what companies must say of themselves, elsewhere perhaps: insurers and
    banks are named with theirs too.
    """
    for line in layout.lines:
        is_sellers = parties.get(line.index, "supplier") == "supplier" and not _THIRD.search(line.text)
        if not is_sellers:
            continue
        if country in {None, "DE"} and _names_court(line, layout):
            yield from _lettered("DE", _LETTERED, line)
        yield from _lettered("AT", _AUSTRIAN, line)
        if country in {None, "LU"}:
            yield from _lettered("LU", _LUXEMBOURGISH, line)
        if country in {None, "ZA"}:
            yield from _lettered("ZA", _SOUTH_AFRICAN, line)
        if line.digits < _LEAST_REGISTERED:
            continue
        score = _CHECKED if _OWN.search(line.text) else _PERHAPS
        yield from _matches("FR", _RCS, line, score)
        yield from _matches("NO", _BRREG, line, _CHECKED)
        yield from _matches("BE", _BELGIAN, line, _CHECKED)


def _names_court(line: Line, layout: Layout) -> bool:
    """Whether ``line``, or the one below it, names a register's court: "VR 120", "Amtsgericht Ulm"."""
    if _COURT.search(line.text):
        return True
    below = next(iter(layout.below(line.page, line.box, _BELOW)), None) if line.digits else None
    return below is not None and _COURT.search(below.text) is not None


def _matches(country: str, form: re.Pattern[str], line: Line, score: float) -> Iterator[Finding]:
    """The numbers of a country's register in ``line``, the check digits of which hold."""
    for match in form.finditer(line.text):
        parsed = parse_value("organisation_number", match[1], ValueContext(country=country))
        if parsed.checked:
            words = line.words_from(*match.span(1))
            yield Finding("supplier_organisation_number", words, match[1], parsed, score, "register")


def _lettered(country: str, form: re.Pattern[str], line: Line) -> Iterator[Finding]:
    """The numbers of a country's register in ``line`` that have no check digits but a form of their own."""
    for match in form.finditer(line.text):
        number = form.groups  # the number alone, where its register is named too
        parsed = parse_value("organisation_number", match[number], ValueContext(country=country))
        words = line.words_from(*match.span(number))
        yield Finding("supplier_organisation_number", words, match[number], parsed, _LETTERS, "register")
