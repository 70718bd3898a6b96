"""Bank accounts in their national forms; the value is compact.

Schemes: ``se_bankgiro``, ``se_plusgiro`` (Luhn), ``no_account`` (modulus 11), ``dk_account`` (registration
number and account), ``dk_fik_creditor``, ``nz_account``, ``gb_account``, ``gb_sort_code``, ``de_blz``,
``cz_account`` and ``sk_account`` (prefix, account and the bank's code).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.checkdigits import luhn_holds, mod11_holds
from paperformer.fields.values.match import TextMatch, only_value, unreadable
from paperformer.fields.values.plain import compact, from_first_digit, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_EDGE, _END = r"(?<![0-9A-Za-z.,/+\-])", r"(?![0-9A-Za-z]|[.,\-/][0-9])"
_BANKGIRO = re.compile(rf"{_EDGE}[0-9]{{3,4}}-[0-9]{{4}}{_END}")
_AREA_CODE = re.compile(r"\(\+?[0-9]{1,4}\) ?$")
_BEFORE = 8  # characters in front of a number in which an area code may stand
_PLUSGIRO = re.compile(rf"{_EDGE}[0-9]{{1,3}}(?: ?[0-9]{{2}}){{0,2}} ?[0-9]{{0,2}}-[0-9]{_END}")
_NORWEGIAN = re.compile(rf"{_EDGE}[0-9]{{4}}([. ]?)[0-9]{{2}}\1[0-9]{{5}}{_END}")
_DANISH = re.compile(rf"{_EDGE}[0-9]{{4}}[ \-/+]{{1,3}}[0-9]{{6,10}}{_END}")
_CZECH = re.compile(rf"{_EDGE}(?:[0-9]{{1,6}} ?- ?)?[0-9]{{2,10}} ?/ ?[0-9]{{4}}{_END}")
_SORT_CODE = re.compile(rf"{_EDGE}[0-9]{{2}}-[0-9]{{2}}-[0-9]{{2}}{_END}")
_NEW_ZEALAND = re.compile(rf"{_EDGE}[0-9]{{2}}-[0-9]{{4}}-[0-9]{{7}}-[0-9]{{2,3}}{_END}")
_IFSC = re.compile(r"[A-Z]{4}0[A-Z0-9]{6}")  # of a branch in India
_BRANCH_CODE = re.compile(rf"{_EDGE}{_IFSC.pattern}{_END}")
# Countries whose accounts have no letters, but where they are printed as an IBAN.
_OF_DIGITS = frozenset({"AU", "CA", "GB", "HK", "IE", "NZ", "US", "ZA"})
_LETTER_FIRST = re.compile(r"[A-Z](?![A-Z][0-9]{2}[A-Z]{4})")
_LONGEST_CODE, _MOST_DIGITS = 11, 10  # India's with letters; Italy's ABI and CAB
_GERMAN_CODE = re.compile(rf"{_EDGE}[1-8][0-9]{{2}} [0-9]{{3}} [0-9]{{2}}{_END}")
_CREDITOR = re.compile(r"(?:\+ ?(?:0[14]|1[57]|7[135]) ?<[0-9 ]*)\+ ?([0-9]{8}) ?<")
_DATE = re.compile(r"[0-9]{1,2}([./-])[0-9]{1,2}\1[0-9]{4}")  # beside "from account" on a slip
_OTHER = re.compile(r"[0-9]{4,34}|(?=(?:[A-Z]*[0-9]){8})[A-Z0-9]{8,34}")  # with letters: a French RIB


def parse_bank_account(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The account, or the bank's code, in ``text``, with its scheme where print or country tell it.

    Raises:
        ValueUnreadable: when there is none, or several.
    """
    printed = plain(text)
    matches = list(find_bank_accounts(printed, context))
    if matches:
        return only_value(matches, "bank account", text)
    if _DATE.fullmatch(printed.strip()):
        raise unreadable("bank account", text)
    value = compact(from_first_digit(printed)).strip("+<").upper()
    bare = _bare(value, context.country)
    if bare:
        return bare
    is_other = context.country in _OF_DIGITS and _LETTER_FIRST.match(value)  # a customer's account
    if is_other or not (_OTHER.fullmatch(value) or _IFSC.fullmatch(value)):
        raise unreadable("bank account", text)
    return ParsedValue(value)


def find_bank_accounts(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All accounts in plain ``text`` that print in a form of their own, read by the document's country.

    Weak where no check digit confirms them.
    """
    for match in _CREDITOR.finditer(text):
        yield TextMatch(match.start(), match.end(), ParsedValue(match[1], scheme="dk_fik_creditor"))
    country = context.country
    if country == "IN":
        for match in _BRANCH_CODE.finditer(text):
            yield TextMatch(match.start(), match.end(), ParsedValue(match[0]), weak=True)
    if country == "SE":
        yield from _checked(_BANKGIRO, "se_bankgiro", text)
        yield from _checked(_PLUSGIRO, "se_plusgiro", text)
    if country is None:
        yield from (match for match in _checked(_BANKGIRO, "se_bankgiro", text) if not _dialled(text, match))
    if country in {None, "NO"}:
        for match in _NORWEGIAN.finditer(text):
            value = compact(match[0])
            parsed = ParsedValue(value, scheme="no_account", checked=mod11_holds(value))
            yield TextMatch(match.start(), match.end(), parsed, weak=not (parsed.checked and match[1]))
    if country in {None, "NZ"}:
        for match in _NEW_ZEALAND.finditer(text):
            yield TextMatch(
                match.start(), match.end(), ParsedValue(compact(match[0]), scheme="nz_account"), weak=False
            )
    forms = {
        "CZ": (_CZECH, "cz_account"),
        "SK": (_CZECH, "sk_account"),
        "DK": (_DANISH, "dk_account"),
        "GB": (_SORT_CODE, "gb_sort_code"),
        "DE": (_GERMAN_CODE, "de_blz"),
    }
    if country in forms:
        form, scheme = forms[country]
        for match in form.finditer(text):
            value = compact(match[0]).replace("+", "")
            yield TextMatch(match.start(), match.end(), ParsedValue(value, scheme=scheme), weak=True)


def _dialled(text: str, match: TextMatch) -> bool:
    """Whether an area code stands before a number: "(330) 555-0199"."""
    return _AREA_CODE.search(text[max(0, match.start - _BEFORE) : match.start]) is not None


def _checked(form: re.Pattern[str], scheme: str, text: str) -> Iterator[TextMatch]:
    for match in form.finditer(text):
        value = compact(match[0])
        holds = luhn_holds(value)
        yield TextMatch(
            match.start(), match.end(), ParsedValue(value, scheme=scheme, checked=holds), weak=not holds
        )


def _bare(value: str, country: str | None) -> ParsedValue | None:
    """An account printed without its grouping, by the document's country."""
    if not value.isdigit():
        return None
    if country == "SE" and 7 <= len(value) <= 8:
        return ParsedValue(value, scheme="se_bankgiro", checked=luhn_holds(value))
    if country == "NO" and len(value) == 11:
        return ParsedValue(value, scheme="no_account", checked=mod11_holds(value))
    if country == "DK" and len(value) == 14:
        return ParsedValue(value, scheme="dk_account")
    if country == "GB" and len(value) in {6, 8}:
        return ParsedValue(value, scheme="gb_sort_code" if len(value) == 6 else "gb_account")
    if country == "DE" and len(value) == 8:
        return ParsedValue(value, scheme="de_blz")
    return None
