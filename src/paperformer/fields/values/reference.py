"""Payment references and their check digits; the value is compact.

Schemes: ``se_ocr``, ``se_bankgiro``, ``se_plusgiro``, ``no_kid``, ``dk_fik``, ``fi_viite``, ``nl``,
``be_ogm``, ``rf`` (ISO 11649) and ``ch_qrr``. What the print alone gives away (RF, the plus signs of an
OGM, the line of a FIK) needs no context; other runs of digits are read by the country of the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from paperformer.errors import InvalidConfig
from paperformer.fields.values import checkdigits
from paperformer.fields.values.match import TextMatch, only_value, unreadable
from paperformer.fields.values.number import parse_number
from paperformer.fields.values.plain import compact, digits_of, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.patterns import pattern

_RF = re.compile(r"(?<![A-Za-z0-9])RF ?[0-9]{2}(?: ?[A-Z0-9]){1,40}", re.IGNORECASE)
_OGM = re.compile(r"(\+{2,3}|\*{2,3}) ?([0-9]{3} ?/ ?[0-9]{4} ?/ ?[0-9]{5}) ?\1")
_OGM_BARE = re.compile(r"(?<![0-9/])[0-9]{3}/[0-9]{4}/[0-9]{5}(?![0-9/])")
_FIK = re.compile(r"\+ ?(0[14]|1[57]|7[15]) ?< ?([0-9][0-9 ]{13,19}[0-9]) ?\+ ?([0-9]{7,8}) ?<")
_QRR = re.compile(r"(?<![0-9])[0-9]{2} ?(?:[0-9]{5} ?){5}(?![0-9])")
_RUN = re.compile(r"(?<![A-Za-z0-9.,/:+])[0-9]+(?:[ -][0-9]+)*-?(?![A-Za-z0-9/:]|[.,][0-9])")

_NATIONAL = {
    "SE": "se_ocr",
    "NO": "no_kid",
    "DK": "dk_fik",
    "FI": "fi_viite",
    "NL": "nl",
    "BE": "be_ogm",
    "CH": "ch_qrr",
    "LI": "ch_qrr",
}
_LONGEST = 35  # characters of remittance information that a reference may have (ISO 20022)
_SHORTEST = 5  # digits of a bare run that is worth a look
_LONG_ENOUGH = 8  # digits from which a check digit that holds is more than luck


def parse_reference(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The payment reference in ``text``, with its scheme and whether its check digits hold.

    A run of digits in a document of unknown country, or of another form than its country's, keeps scheme
    and check None; it stays as printed, without spaces.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    printed = plain(text).strip()
    distinct = list(_distinctive(printed))
    if distinct:
        return only_value(distinct, "payment reference", text)
    runs = [run for run in _RUN.finditer(printed) if not _is_part_of_code(run)]
    national = _by_country(runs[0][0], context) if len(runs) == 1 else None
    if national:
        return national
    value = "".join(parse_number(printed.strip("#<>+*,;()"), context).value.split())
    if len(value) > _LONGEST:
        raise unreadable("payment reference", text)
    return ParsedValue(value)


def read_reference(text: str, scheme: str) -> ParsedValue:
    """``text`` as a reference of ``scheme``; ``checked`` says whether its check digits hold.

    Raises:
        InvalidConfig: when there is no such scheme.
        ValueUnreadable: when ``text`` has not the scheme's form.
    """
    if scheme not in _FORMS:
        raise InvalidConfig(f"no reference scheme {scheme!r}", f"Use one of {', '.join(sorted(_FORMS))}")
    value = compact(text).strip("+*#<>").upper()
    if scheme == "no_kid" and plain(text).strip().endswith("-"):
        value += "-"
    if not _FORMS[scheme][0].fullmatch(value):
        raise unreadable(f"{scheme} reference", text)
    return _checked(value, scheme)


def find_references(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All references in plain ``text`` that show themselves, and, where the country is known, its own.

    National runs of digits are given only where their check digit holds, and are weak when short.
    """
    yield from _distinctive(text)
    scheme = _NATIONAL.get(context.country or "")
    if scheme is None:
        return
    for run in _RUN.finditer(text):
        for start, end in _cuts(run):
            value = compact(text[start:end])
            if len(value) < _SHORTEST or not _FORMS[scheme][0].fullmatch(value):
                continue
            parsed = _checked(value, scheme)
            if parsed.checked:
                yield TextMatch(start, end, parsed, weak=len(value) < _LONG_ENOUGH)


def _distinctive(text: str) -> Iterator[TextMatch]:
    """References whose print gives their scheme away."""
    yield from _creditor_references(text)
    for match in (*_OGM.finditer(text), *_OGM_BARE.finditer(text)):
        value = digits_of(match[0])
        holds = checkdigits.ogm_holds(value)
        yield TextMatch(
            match.start(), match.end(), ParsedValue(value, scheme="be_ogm", checked=holds), not holds
        )
    for match in _FIK.finditer(text):
        value = match[2].replace(" ", "")
        parsed = ParsedValue(value, scheme="dk_fik", checked=checkdigits.luhn_holds(value))
        yield TextMatch(match.start(), match.end(), parsed)
    for match in _QRR.finditer(text):
        value = match[0].replace(" ", "")
        if checkdigits.recursive_mod10_holds(value) and value.strip("0"):
            end = match.start() + len(match[0].rstrip())
            yield TextMatch(match.start(), end, ParsedValue(value, scheme="ch_qrr", checked=True))


def _creditor_references(text: str) -> Iterator[TextMatch]:
    """ISO 11649 references, in one piece or in groups; words behind that look like groups are cut."""
    for match in _RF.finditer(text):
        start, end = match.span()
        while " " in text[start:end] and (
            text[end : end + 1].isalnum() or not checkdigits.mod97_holds(_joined(text[start:end]))
        ):
            end = text.rindex(" ", start, end)
        value = _joined(text[start:end])
        holds = checkdigits.mod97_holds(value)
        if _FORMS["rf"][0].fullmatch(value) and (holds or " " not in match[0]):
            yield TextMatch(start, end, ParsedValue(value, scheme="rf", checked=holds), weak=not holds)


def _joined(text: str) -> str:
    return text.replace(" ", "").upper()


def _is_part_of_code(run: re.Match[str]) -> bool:
    """Whether letters hang on a run of digits: "G-27712" is a code, and none of its country's."""
    start = max(run.string.rfind(" ", 0, run.start()) + 1, run.start() - _LONGEST)
    code = pattern("numbers", "reference_codes", r"[(\[]?(?!(?:{})-)[a-z]{1,5}-(?:[0-9]+-)*")
    return code.fullmatch(run.string, start, run.start()) is not None


def _by_country(run: str, context: ValueContext) -> ParsedValue | None:
    """A bare run of digits in the scheme of the document's country; None where it has not that form."""
    scheme = _NATIONAL.get(context.country or "")
    value = compact(run) + ("-" if run.endswith("-") and scheme == "no_kid" else "")
    if scheme is None or not _FORMS[scheme][0].fullmatch(value):
        return None
    return _checked(value, scheme)


def _checked(value: str, scheme: str) -> ParsedValue:
    """``value``, which has the form of ``scheme``, with its check; Finnish leading zeros mean nothing."""
    holds = _FORMS[scheme][1](value)
    return ParsedValue(
        value.lstrip("0") or "0" if scheme == "fi_viite" else value, scheme=scheme, checked=holds
    )


def _cuts(run: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The whole run, and each of its groups by itself."""
    yield run.start(), run.end()
    groups = list(re.finditer(r"[0-9]+", run[0]))
    if len(groups) > 1:
        for group in groups:
            yield run.start() + group.start(), run.start() + group.end()


def _kid_holds(value: str) -> bool:
    return checkdigits.mod11_holds(value) or (value.isdigit() and checkdigits.luhn_holds(value))


def _nl_holds(digits: str) -> bool:
    """Seven digits bear no check; nine to fourteen also tell their length behind the check digit."""
    if len(digits) == 7:
        return True
    if len(digits) < 16 and int(digits[1]) != (len(digits) - 2) % 10:
        return False
    return checkdigits.elfproef_holds(digits)


_FORMS: dict[str, tuple[re.Pattern[str], Callable[[str], bool]]] = {
    "se_ocr": (re.compile(r"[0-9]{2,25}"), checkdigits.luhn_holds),
    "se_bankgiro": (re.compile(r"[0-9]{7,8}"), checkdigits.luhn_holds),
    "se_plusgiro": (re.compile(r"[0-9]{2,8}"), checkdigits.luhn_holds),
    "no_kid": (re.compile(r"[0-9]{2,25}|[0-9]{1,24}-"), _kid_holds),
    "dk_fik": (re.compile(r"[0-9]{15,16}"), checkdigits.luhn_holds),
    "fi_viite": (re.compile(r"[0-9]{4,20}"), checkdigits.viite_holds),
    "nl": (re.compile(r"[0-9]{7}|[0-9]{9,14}|[0-9]{16}"), _nl_holds),
    "be_ogm": (re.compile(r"[0-9]{3}/?[0-9]{4}/?[0-9]{5}"), checkdigits.ogm_holds),
    "rf": (re.compile(r"RF[0-9]{2}[A-Z0-9]{1,21}"), checkdigits.mod97_holds),
    "ch_qrr": (re.compile(r"[0-9]{27}"), checkdigits.recursive_mod10_holds),
}
SCHEMES = tuple(_FORMS)
