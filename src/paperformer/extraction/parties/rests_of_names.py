"""What goes on behind a name and is no part of it: a sentence, a sign, a day, a number of a register."""

from __future__ import annotations

import re

from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import ends_company
from paperformer.fields.values.spans import PrintedWords

# What goods stay their seller's up to: "blijven eigendom van Acme tot volledige betaling".
_UNTIL = re.compile(r"until|bis|tot|jusqu'\w*|fino|hasta|até|tills|indtil|inntil|kunnes|kuni|iki|līdz")
_PAID_UP = re.compile(
    r"full|paid|payment|volle|vollst|bezahl|zahlung|betal|zur$|paiement|compl|total|pag|maks|tasu|täie|samaks"
    r"|pilna|apmok|visišk",
    re.IGNORECASE,
)
_PAYMENT = 4  # words behind it among which the payment is
_DASHES = frozenset("-–—·•|")
_CAPTION = re.compile(r"[^\W\d_]{2,}[.:]*|[^\W\d_](?:\.[^\W\d_])+\.?")  # "ICS", "SIREN", "C.F."
_NUMBER = re.compile(r"(?:[A-Z]{0,3}[0-9][A-Z0-9.]{6,})[,;]?")
_DAY = re.compile(r"[0-9]{1,4}([./-])[0-9]{1,2}\1[0-9]{2,4}")  # "Club For Growth Action 06/23/20 - 06/29/20"
# Who a company calls itself: its name ends before. "Acme Ltd t/a Acme Books"
_CALLED = re.compile(
    r"trading|t/a|d/?b/?a|firmierend|handelnd|handelend|agissant|operating|exerçant", re.IGNORECASE
)


def without_rest(name: Scored, printed: PrintedWords) -> Scored:
    """``name`` without what follows it: "until paid in full", "t/a Acme Books", "– ICS FR61ZZZ382619".

    Args:
        name: A candidate for either party's name.
        printed: The texts of the document's words.
    """
    tokens = [printed[word] for word in name.words]
    at = next((i for i in range(1, len(tokens)) if _ends_before(i, tokens, name, printed)), None)
    if at is None:
        return name
    text = " ".join(tokens[:at]).rstrip(" ,;(")
    return name._replace(value=text, text=text, words=name.words[:at])


def _ends_before(at: int, tokens: list[str], name: Scored, printed: PrintedWords) -> bool:
    """Whether the name ends before its word at ``at``."""
    if _DAY.fullmatch(tokens[at]):
        return True
    if _UNTIL.fullmatch(tokens[at]):
        begin = name.words[at] + 1
        return any(map(_PAID_UP.match, printed[begin : begin + _PAYMENT]))
    if _CALLED.fullmatch(tokens[at].strip("(,")):
        return ends_company(" ".join(tokens[:at]).rstrip(" ,("))
    caption, number = tokens[at + 1 : at + 2], "".join(tokens[at + 2 :])
    return (
        tokens[at] in _DASHES
        and any(map(_CAPTION.fullmatch, caption))
        and _NUMBER.fullmatch(number) is not None
    )
