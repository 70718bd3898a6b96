"""Values that stand where a supplier's confirmed pages have them, as findings of the rule ``memory``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, cast, get_args

from paperformer.errors import ValueUnreadable
from paperformer.evidence.remembered import Remembered, value_key
from paperformer.extraction.flow import flow_of
from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import Line
from paperformer.fields.page.view import PageView
from paperformer.fields.proposer import Proposer
from paperformer.fields.standing import Standing, form_of, standing_of
from paperformer.fields.values.kinds import GRAMMAR_TYPES, parser_of
from paperformer.fields.values.reading import DateOrder, ParsedValue, ValueContext

RULE = "memory"
_ALIKE = 0.6  # likeness from which on a print is proposed
_ALIKE_WEAK = 0.8  # the same of a print that is thin evidence of its type: a bare figure as an amount
_MOST = 3  # prints of a field
_LEAST_SUPPORT = 0.25  # share of the confirmed pages that agree; below it somebody was mistaken
_SUPPORTED = 0.6
_WORDS = {"name": 10, "address": 25}  # most words of a text that is looked for by its fingerprint


def findings_of(remembered: Remembered, page: PageView) -> list[Finding]:
    """What stands on a document as on the confirmed pages of its supplier.

    Args:
        remembered: The confirmed pages.
        page: The document.
    """
    schema = page.schema
    fields = {name for page in remembered.pages for name in page.fields if name in schema}
    standings = {name: _distinct(remembered.standings(name)) for name in sorted(fields)}
    own = _Standings(page, remembered)
    findings = [
        finding
        for name, known in standings.items()
        for finding in _of_field(name, schema[name].type, known, own)
    ]
    texts = {name: known for name, known in standings.items() if schema[name].type in _WORDS}
    return [*findings, *_texts(texts, page, remembered)]


class _Standings:
    """How the runs of words of a document stand, each asked for once."""

    def __init__(self, page: PageView, remembered: Remembered) -> None:
        self.page, self.remembered = page, remembered
        self._known: dict[tuple[int, int], Standing] = {}

    def of(self, first: int, last: int) -> Standing:
        """How the words from ``first`` to ``last`` stand."""
        if (first, last) not in self._known:
            run = tuple(range(first, last + 1))
            self._known[first, last] = standing_of(self.page.layout, self.page.words, run)
        return self._known[first, last]


def _distinct(standings: Sequence[Standing]) -> list[Standing]:
    """Standings that differ by more than a hair, the latest of each kind."""
    kept: dict[tuple[object, ...], Standing] = {}
    for standing in standings:
        place = standing.page, standing.x0 // 10, standing.x1 // 10, standing.y0 // 10
        kept.setdefault((standing.before, standing.above, place, standing.form), standing)
    return list(kept.values())


def _of_field(name: str, type_: str, known: Sequence[Standing], own: _Standings) -> Iterator[Finding]:
    """The prints of a field's type that stand as the field did, the most alike first."""
    if not any(agreement.page for agreement in known):
        return
    if type_ in GRAMMAR_TYPES:
        spans = own.page.printed.spans(type_, own.page.context)
        runs = [(span.first, span.last, span.text, span.parsed, span.weak) for span in spans]
    elif type_ == "name":
        runs = [run for line in own.page.layout.lines for run in _ends_of(line)]
    else:
        return
    alike, pages = [], len(own.remembered.pages)
    for first, last, text, parsed, weak in runs:
        standing = own.of(first, last)
        best = max(known, key=standing.likeness)
        likeness = standing.likeness(best)
        if likeness < (_ALIKE_WEAK if weak else _ALIKE):
            continue
        support = own.remembered.support(name, standing)
        if support >= _LEAST_SUPPORT:
            parsed = _in_form(type_, text, parsed, best.form, own.page.context)
            traits = (*_form_trait(type_, text, parsed, best.form), *_support_trait(support, pages))
            run = tuple(range(first, last + 1))
            alike.append((likeness, Finding(name, run, text, parsed, RULE, traits)))
    alike.sort(key=lambda entry: (-entry[0], "same form" not in entry[1].traits, entry[1].words))
    yield from (finding for _, finding in alike[:_MOST])


def _ends_of(line: Line) -> Iterator[tuple[int, int, str, ParsedValue, bool]]:
    """A line, and what stands behind a colon on it, as names."""
    last = line.first + len(line.words) - 1
    for at in range(len(line.words)):
        if (not at or line.words[at - 1].text.endswith(":")) and line.upright:
            text = line.text[line.starts[at] :]
            if any(map(str.isalpha, text)):
                yield line.first + at, last, text, ParsedValue(text), False


def _in_form(type_: str, text: str, parsed: ParsedValue, form: str, context: ValueContext) -> ParsedValue:
    """The reading of a print that is written in a form: 03/04/2024 of a supplier who puts the day first."""
    if type_ != "date" or form not in get_args(DateOrder):
        return parsed
    try:
        meant = parser_of(type_)(text, replace(context, date_order=cast(DateOrder, form)))
    except ValueUnreadable:
        return parsed
    return meant if form_of(type_, text, meant.value) == form else parsed


def _form_trait(type_: str, text: str, parsed: ParsedValue, form: str) -> tuple[str, ...]:
    own = form_of(type_, text, parsed.value)
    if not form or not own:
        return ()
    return ("same form",) if form == own else ("other form",)


def _support_trait(support: float, pages: int) -> tuple[str, ...]:
    if pages == 1:
        return ("one page",)
    return () if support >= _SUPPORTED else ("few pages",)


def _texts(
    standings: Mapping[str, Collection[Standing]], page: PageView, remembered: Remembered
) -> Iterator[Finding]:
    """Names and addresses that are the same as on confirmed pages, wherever they stand."""
    wanted: dict[int, list[str]] = {}
    for name, known in standings.items():
        for value in {standing.value for standing in known}:
            wanted.setdefault(value, []).append(name)
    if not wanted:
        return
    words, flow = page.words, flow_of(page.words)
    order = flow.order.tolist()
    types = {page.schema[name].type for name in standings}
    for segment in flow.segments:
        for type_ in types:
            text = ""
            for place in range(segment.start, min(segment.start + _WORDS[type_], len(order))):
                text = f"{text} {words[order[place]].text}".strip()
                key = value_key(type_, text)
                for name in wanted.get(key, ()):
                    support = remembered.support(name, Standing(value=key))
                    if support >= _LEAST_SUPPORT:
                        run = tuple(sorted(order[segment.start : place + 1]))
                        traits = ("same value", *_support_trait(support, len(remembered.pages)))
                        yield Finding(name, run, text, ParsedValue(text), RULE, traits)


MEMORY: Final = Proposer("memory", "values that stand as on confirmed pages of the supplier", findings_of)
