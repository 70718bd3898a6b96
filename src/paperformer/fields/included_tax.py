"""A tax that stands within a label: "Zahlbetrag (inkl. 950,00 € MwSt. 19 %)", "of which 12.00 VAT"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView
from paperformer.fields.values.plain import plain
from paperformer.fields.words.patterns import alternatives

_REACH = 60  # characters before an amount in which the words stand: a line may be endless
_CURRENCY = r"(?:[^\w\s.,;:()]|[A-Z]{2,3}|[Kk][rč]s?\.?)?"


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives('sums', 'included')})[ :.]*{_CURRENCY} *$", re.IGNORECASE)


@cache
def _behind() -> re.Pattern[str]:
    """The name of a tax, with its rate between the two or not."""
    rate = r"(?:[0-9]{1,2}(?:[.,][0-9]{1,2})? ?% ?)?"
    of = alternatives("sums", "of_tax")
    return re.compile(
        rf" *{_CURRENCY} *(?:(?:{of}) )?{rate}(?:{alternatives('sums', 'included_taxes')})(?!\w)",
        re.IGNORECASE,
    )


def find_included_taxes(page: PageView) -> Iterator[Finding]:
    """Amounts between "including" and the name of a tax."""
    words, layout, context = page.printed, page.layout, page.context
    texts: dict[int, str] = {}
    for span in words.spans("amount", context):
        line = layout.line_of(span.first)
        if line.index not in texts:
            texts[line.index] = plain(line.text)
        text = texts[line.index]
        at = text.find(plain(span.text), line.starts[span.first - line.first])
        if at < 0 or not _before().search(text, max(0, at - _REACH), at):
            continue
        if not _behind().match(text, at + len(span.text)):
            continue
        indices = tuple(range(span.first, span.last + 1))
        traits = ("amount", "included tax")
        yield Finding("total_vat", indices, span.text, span.parsed, "label", traits)
