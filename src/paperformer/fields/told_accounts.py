"""Bank accounts that a sentence names beside their bank: "sort code 16-22-47, account number 10385512"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout
from paperformer.fields.values import ParsedValue
from paperformer.fields.values.plain import compact

_TRUST = 0.6  # how often such a number is the account to pay to, by judgement
_REACH = 1.6  # heights of a line to the one in which a sentence goes on
_BANK = re.compile(r"\b(?:bank|bsb|sort code)\b", re.IGNORECASE)
_NAMED = re.compile(r"(?:\ba/c|\bacc(?:oun|)t)(?: ?(?:no\.?|number|num))?[: ]*", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9](?:[ -]?[0-9]){5,17}(?![0-9A-Za-z/-]|[.,:][0-9])")


def find_told_accounts(layout: Layout) -> Iterator[Finding]:
    """The number behind "account" in a sentence that names a bank before it; it may begin the next line."""
    for line in layout.lines:
        bank = _BANK.search(line.text)
        named = _NAMED.search(line.text, bank.end()) if bank else None
        if named is None:
            continue
        place, start = line, named.end()
        if start == len(line.text):
            below = next(iter(layout.below(line.page, line.box, _REACH)), None)
            if below is None:
                continue
            place, start = below, 0
        number = _NUMBER.match(place.text, start)
        if number is not None:
            words = place.words_from(*number.span())
            value = ParsedValue(compact(number[0]))
            yield Finding("bank_account_number", words, number[0], value, _TRUST, "told")
