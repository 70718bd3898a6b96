"""Transfers to a bank that a sentence asks for: "Bitte überweisen Sie ...", "payable by bank transfer"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import Layout, Line
from paperformer.fields.values import ParsedValue
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import alternatives, pattern

_REACH = 1.6  # heights of a line to the next
_LONGEST = 300  # characters of a line, the first ones
_HEAD = 0.4  # part of the first page in which it says what kind of document it is
# What may stand between the parts of a request: no end of a sentence.
_SUM = r"(?:(?:[^.!?]|(?<=[0-9])\.|(?<![0-9])\.(?=[0-9])){1,110} )?"


@cache
def _asked() -> re.Pattern[str]:
    """A sentence that asks for a transfer; the title of a slip, or how one begins, says so too."""
    asked = alternatives("requests", "transfer_asked", _SUM)
    begins, titles = alternatives("requests", "slip_begins"), alternatives("requests", "slip_titles")
    return re.compile(rf"\b(?:{asked}|^(?:{begins})|^(?:{titles})$)(?!\w)", re.IGNORECASE)


@cache
def _otherwise() -> re.Pattern[str]:
    """Who collects, negates it or leaves the choice asks for no transfer."""
    others = alternatives("requests", "no_transfer")
    choice = rf"(?:{alternatives('requests', 'or')}) (?:{alternatives('requests', 'by')})"
    return re.compile(rf"\b(?:{others}|{choice})\b", re.IGNORECASE)


@cache
def _no() -> re.Pattern[str]:
    """A "no" that negates: neither behind "account" nor before a number."""
    numbers = "".join(rf"(?<!{word} )" for word in all_words("requests", "before_numbers"))
    refusals = alternatives("requests", "refusal")
    return re.compile(rf"{numbers}\b(?:{refusals})\b(?!\.| ?[:0-9])", re.IGNORECASE)


def _given_back() -> re.Pattern[str]:
    return pattern("requests", "given_back")


def _credit_note() -> re.Pattern[str]:
    return pattern("requests", "credit_notes")


def find_asked_transfers(layout: Layout, language: str | None = None) -> Iterator[Finding]:
    """The means of payment ``transfer`` where a sentence asks for it, or gives back by it, and no other.

    Args:
        layout: The document's lines.
        language: The document's, ISO 639-1.
    """
    gives_back = any(
        line.page == 1 and line.box.y0 <= _HEAD and _credit_note().search(line.text) for line in layout.lines
    )
    for line in layout.lines:
        text = line.text[:_LONGEST]
        match = _asked().search(text)
        if match is None:
            continue
        around = text[_begin(text, match.start()) :] + _rest(line, layout)
        is_other = _otherwise().search(around) or (language != "pt" and _no().search(around))
        if not is_other and (gives_back or not _given_back().search(around)):
            words = line.words_from(*match.span())
            yield Finding("payment_method", words, match[0], ParsedValue("transfer"), "asked")


def _begin(text: str, at: int) -> int:
    """Where the sentence that has the character ``at`` begins."""
    return max((text.rfind(stop, 0, at) + len(stop) for stop in (". ", "! ") if stop in text[:at]), default=0)


def _rest(line: Line, layout: Layout) -> str:
    """The line below, where the sentence goes on in it."""
    if line.text.endswith((".", "!", ":", ";")):
        return ""
    below = next((neighbour for neighbour in layout.below(line.page, line.box, _REACH)), None)
    return f" {below.text[:_LONGEST]}" if below is not None else ""
