"""What the pages say beside the fields: why no VAT is charged, the routing number of a German authority, and
that the day of delivery is that of the invoice.

All mean one thing wherever they stand: words of the law, a number with check digits, a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document, Word, union
from paperformer.fields.words.patterns import pattern

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

CATEGORY: Final = "BT-118"
BUYER_REFERENCE: Final = "BT-10"
DELIVERY: Final = "BT-72"
# UNTDID 5305, by the groups of words/exemptions.yaml
_CATEGORIES: Final = {"reverse_charge": "AE", "export": "G", "exempt": "E"}
# A Leitweg-ID (KoSIT, format specification 2.0.2): the level of the authority, its own part, check digits
_ROUTING: Final = re.compile(
    r"(?<![\w-])((?:\d{2}|\d{3}|\d{5}|\d{8}|\d{9}|\d{12})-[0-9A-Z]{1,30}-\d{2})(?![\w-])"
)
_NUMBERS: Final = (
    "document_number", "order_number", "receiver_order_number", "customer_number", "contract_number",
    "payment_reference", "preceding_invoice_number",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """What a line of a page says.

    Args:
        term: Of which term.
        value: Its value.
        text: The line, or the part of it.
        page: From 1.
        box: Left, top, right and bottom in parts of the page.
    """

    term: str
    value: str
    text: str
    page: int
    box: tuple[float, float, float, float]


StatementSource = tuple[Statement, ...] | Callable[[], tuple[Statement, ...]]
"""Statements, or what reads them off the pages: only e-invoices need them."""


def statements_of(answer: Extraction, document: Document) -> tuple[Statement, ...]:
    """The category of VAT at 0 %, the routing number, and that goods were delivered on the day of the invoice
    (the value is the term of that day), each where the pages say one thing and no other."""
    words = document.words
    statements = [*_categories(words), *_routing_numbers(answer, words), *_delivered_at_once(words)]
    return tuple(
        statement for term in (CATEGORY, BUYER_REFERENCE, DELIVERY) for statement in _only(statements, term)
    )


def _only(statements: Sequence[Statement], term: str) -> Iterator[Statement]:
    """The first statement of a term, where all say the same."""
    own = [statement for statement in statements if statement.term == term]
    if len({statement.value for statement in own}) == 1:
        yield own[0]


def _categories(words: Sequence[Word]) -> Iterator[Statement]:
    for line in lines_of(words):
        text = " ".join(word.text for word in line)
        for group, category in _CATEGORIES.items():
            if pattern("exemptions", group, r"(?<!\w)(?:{})").search(text):
                yield statement(CATEGORY, category, text, line)


def _delivered_at_once(words: Sequence[Word]) -> Iterator[Statement]:
    for line in lines_of(words):
        text = " ".join(word.text for word in line)
        if pattern("deliveries", "on_the_day_of_the_invoice", r"(?<!\w)(?:{})").search(text):
            yield statement(DELIVERY, "BT-2", text, line)


def _routing_numbers(answer: Extraction, words: Sequence[Word]) -> Iterator[Statement]:
    """Numbers of the form whose check digits hold, but for those that are numbers of something else."""
    others = {candidate.value for name in _NUMBERS for candidate in answer.fields.get(name, ())}
    for word in words:
        match = _ROUTING.search(word.text)
        if match is not None and match[1] not in others and _holds(match[1]):
            yield statement(BUYER_REFERENCE, match[1], match[1], [word])


def _holds(number: str) -> bool:
    """Whether the check digits hold (ISO 7064, mod 97-10; letters count from A, 10)."""
    return int("".join(str(int(sign, 36)) for sign in number.replace("-", ""))) % 97 == 1


def lines_of(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The line segments."""
    for _, line in groupby(words, key=lambda word: (word.page, word.line)):
        yield list(line)


def statement(term: str, value: str, text: str, words: Sequence[Word]) -> Statement:
    """What these words of a page say."""
    box = union(word.box for word in words).clipped()
    return Statement(term, value, text, words[0].page, (box.x0, box.y0, box.x1, box.y1))
