"""Terms of payment in sentences: "Payable within 30 days", "14 Tage netto", "due on receipt"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView
from paperformer.fields.words.patterns import pattern


def _about() -> re.Pattern[str]:
    return pattern("terms", "about", r"\b(?:{})\b")


def payment_terms_in_sentences(page: PageView) -> Iterator[Finding]:
    """Terms of payment on lines that speak of payment."""
    words, layout, context = page.printed, page.layout, page.context
    found = 0
    for span in words.spans("payment_terms", context):
        if _about().search(layout.line_of(span.first).text) is None:
            continue
        days = any(map(str.isdigit, span.text))
        traits = ("terms", "days" if days else "without days", "further" if found else "first")
        indices = tuple(range(span.first, span.last + 1))
        yield Finding("payment_terms", indices, span.text, span.parsed, "print", traits)
        found += 1
