"""Mail and web addresses of the seller, told by their form and by the party whose section they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView

_FIELDS = {"email": "supplier_email", "website": "supplier_website"}
_AUTHORITY = re.compile(r"\.(?:gov|gob|gouv|gub|mil)(?:\.|/|$)")
_WWW = re.compile(r"^(?:.*@|www\.)")
_HEAD, _FOOT = 0.3, 0.85  # parts of a page above and below which sellers print them


def find_contacts(page: PageView) -> Iterator[Finding]:
    """Mail and web addresses that stand in no other party's section."""
    words, layout, parties, context = page.printed, page.layout, page.parties, page.context
    spans = {kind: words.spans(kind, context) for kind in _FIELDS}
    hosts = {kind: {_host(span.parsed.value) for span in spans[kind]} for kind in _FIELDS}
    for kind, field in _FIELDS.items():
        other = hosts["website" if kind == "email" else "email"]
        found: set[str] = set()
        for span in spans[kind]:
            line = layout.line_of(span.first)
            party = parties.get(line.index)
            if party not in {None, "supplier"}:
                continue
            middle = line.box.center[1]
            place = "head" if middle < _HEAD else "foot" if middle > _FOOT else "between"
            traits: tuple[str, ...] = (kind, f"{kind} in a section" if party else f"{kind} at the {place}")
            traits += ("further" if found - {span.parsed.value} else "first",)
            traits += ("without www",) if span.weak else ()
            traits += ("of an authority",) if _AUTHORITY.search(span.parsed.value) else ()
            traits += ("mail and web agree",) if _host(span.parsed.value) in other else ()
            indices = tuple(range(span.first, span.last + 1))
            yield Finding(field, indices, span.text, span.parsed, "print", traits)
            found.add(span.parsed.value)


def _host(address: str) -> str:
    """The domain of a mail or web address: "acme.com" of "info@acme.com" and "www.acme.com/en"."""
    return _WWW.sub("", address).partition("/")[0]
