"""A comparison as one page of HTML: both answers on the pictures of the pages, without scripts."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paperformer.comparison.answers import Value
from paperformer.comparison.comparison import ComparedDocument, Comparison, SideReport
from paperformer.comparison.differences import Difference
from paperformer.comparison.pictures import PagePictures

if TYPE_CHECKING:
    from PIL import Image

MOST_PICTURES: Final = 60  # some 80 kB each
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_KINDS: Final = ("changed", "only a", "only b", "confidence")


def comparison_page(comparison: Comparison) -> str:
    """The page: it needs no other file and no network.

    Documents without differences are counted. Of the others each is shown with the pages that print a value
    that differs, up to ``MOST_PICTURES`` pages.
    """
    title = f"{comparison.a.title} and {comparison.b.title}"
    body = "".join((_summary(comparison), _counts(comparison), *_documents(comparison)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)} compared</title>\n<style>{_style()}</style></head>\n"
        f"<body><main>{body}</main></body></html>\n"
    )


def _summary(comparison: Comparison) -> str:
    count, differing = len(comparison.documents), len(comparison.differing)
    documents = "1 document" if count == 1 else f"{count} documents"
    sides = "".join(_side(letter, side) for letter, side in (("A", comparison.a), ("B", comparison.b)))
    return (
        f"<h1>{_letter('A')} {_text(comparison.a.title)} and {_letter('B')} {_text(comparison.b.title)}</h1>"
        f"<p>{documents}, {differing} with differences.</p>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Sides"><table><thead><tr><th>Side</th>'
        "<th>Version</th><th>Model</th><th>Seconds</th><th>Median</th><th>Peak memory</th></tr></thead>"
        f"<tbody>{sides}</tbody></table></div>"
    )


def _side(letter: str, side: SideReport) -> str:
    figures = side.to_dict()
    memory, middle = figures["peak_megabytes"], figures["median_seconds"]
    cells = (
        side.version or "answers made earlier",
        side.model or "",
        f"{figures['seconds']:.1f}" if side.seconds else "",
        "" if middle is None else f"{middle:.2f}",
        "" if memory is None else f"{memory:,.0f} MB",
    )
    return _table_row(_letter(letter), (_text(cell) for cell in cells))


def _counts(comparison: Comparison) -> str:
    """How many differences each field has."""
    counts = comparison.by_field()
    if not counts:
        return "<p>No answer differs.</p>"
    columns = (*_KINDS, *(("gained", "lost") if comparison.is_labelled else ()))
    head = "".join(f"<th>{_heading(column)}</th>" for column in columns)
    rows = "".join(
        _table_row(_text(name), (str(by[column] or "") for column in columns)) for name, by in counts.items()
    )
    return (
        '<h2>By field</h2><div class="scroll" tabindex="0" role="region" aria-label="By field"><table><thead>'
        f"<tr><th>Field</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _table_row(heading: str, cells: Iterable[str]) -> str:
    """A row of a table, of cells that are HTML."""
    return f"<tr><th scope=row>{heading}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _heading(column: str) -> str:
    return {"only a": "Only A", "only b": "Only B"}.get(column, column.capitalize())


def _documents(comparison: Comparison) -> Iterator[str]:
    left = MOST_PICTURES
    with PagePictures() as pictures:
        for number, document in enumerate(comparison.differing, start=1):
            wanted = sorted(
                {
                    v.page
                    for difference in document.differences
                    for v in (difference.a, difference.b)
                    if v and v.page
                }
            )
            shown, note = pictures.of(document.path, wanted[:left])
            left -= len(shown)
            if len(wanted) > len(shown) and not note:
                note = f"The page has {MOST_PICTURES} pictures already. Compare fewer documents to see these."
            yield _document(document, number, shown, note)


def _document(document: ComparedDocument, number: int, pages: Mapping[int, Image.Image], note: str) -> str:
    errors = "".join(
        f"<p class=error>{_letter(letter)} cannot read it: {_text(error)}</p>"
        for letter, error in (("A", document.error_a), ("B", document.error_b))
        if error is not None
    )
    rows = "".join(
        _row(difference, place, f"d{number}-{place}", pages)
        for place, difference in enumerate(document.differences, start=1)
    )
    sheets = "".join(_sheet(document, number, page, image) for page, image in pages.items())
    remark = f"<p class=note>{_text(note)}</p>" if note else ""
    listed = f'<ol class="differences">{rows}</ol>' if rows else ""
    return (
        f'<section aria-labelledby="d{number}"><h2 id="d{number}">{_text(document.name)}</h2>{errors}{remark}'
        f'<div class="beside">{listed}<div class="sheets">{sheets}</div></div></section>'
    )


def _row(difference: Difference, place: int, anchor: str, pages: Mapping[int, Image.Image]) -> str:
    """A difference; the field is a link to the place on the picture, where there is one."""
    is_shown = any(
        v is not None and v.page in pages and v.box is not None for v in (difference.a, difference.b)
    )
    name = f'<a href="#{anchor}">{_text(difference.field)}</a>' if is_shown else _text(difference.field)
    verdict = (
        f' <span class="verdict {difference.verdict}">{difference.verdict}</span>'
        if difference.verdict
        else ""
    )
    change = (
        ""
        if difference.change is None or difference.kind != "confidence"
        else f" <small>{difference.change:+.3f}</small>"
    )
    kind = f'<span class="kind">{_heading(difference.kind)}{change}</span>'
    return (
        f"<li><p class=field><b>{place}</b> {name} {kind}{verdict}</p>"
        f"<dl><dt>{_letter('A')}</dt>{_value(difference.a)}<dt>{_letter('B')}</dt>{_value(difference.b)}</dl></li>"
    )


def _value(value: Value | None) -> str:
    if value is None:
        return "<dd class=none>no answer</dd>"
    sure = "" if value.confidence is None else f" <small>{_confidence(value)}</small>"
    return f"<dd>{_text(value.text)}{sure}</dd>"


def _confidence(value: Value) -> str:
    level = "" if value.level is None else f" {_text(value.level.replace('_', ' '))}"
    return f"{int(1000 * (value.confidence or 0.0) + 1e-9) / 1000:.3f}{level}"


def _sheet(document: ComparedDocument, number: int, page: int, image: Image.Image) -> str:
    """A page with a box for each value that differs."""
    boxes = "".join(
        mark
        for place, difference in enumerate(document.differences, start=1)
        for mark in _marks(difference, place, f"d{number}-{place}", page)
    )
    data = base64.b64encode(_webp(image)).decode("ascii")
    said = f"Page {page} of {document.name}"
    return (
        f'<figure><div class="sheet"><img src="data:image/webp;base64,{data}" alt="{_text(said)}" '
        f'width="{image.width}" height="{image.height}">{boxes}</div>'
        f"<figcaption>Page {page}</figcaption></figure>"
    )


def _marks(difference: Difference, place: int, anchor: str, page: int) -> Iterator[str]:
    """The boxes of a difference on a page; one where both answers stand in the same place."""
    values: Sequence[tuple[str, Value | None]] = (("a", difference.a), ("b", difference.b))
    placed = [(side, v) for side, v in values if v is not None and v.page == page and v.box is not None]
    if (
        len(placed) == 2
        and difference.a is not None
        and difference.b is not None
        and difference.a.box == difference.b.box
    ):
        placed = [("both", difference.a)]
    for side, value in placed:
        x0, y0, x1, y1 = (min(1.0, max(0.0, edge)) for edge in value.box or (0.0, 0.0, 0.0, 0.0))
        # The link of the list goes to the answer of B, else to that of A.
        is_aim = side != "a" or difference.b is None or difference.b.page != page or difference.b.box is None
        aim = f' id="{anchor}"' if is_aim else ""
        style = f"left:{x0:.3%};top:{y0:.3%};width:{x1 - x0:.3%};height:{y1 - y0:.3%}"
        tag = {"a": f"A{place}", "b": f"B{place}", "both": f"{place}"}[side]
        said = f"<span><b>{tag}</b><i>{_text(difference.field)}</i></span>"
        yield f'<div class="mark {side}"{aim} style="{style}">{said}</div>'


def _webp(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.convert("RGB").save(stream, format="WEBP", quality=70)
    return stream.getvalue()


def _letter(letter: str) -> str:
    return f'<b class="letter {letter.lower()}">{letter}</b>'


def _text(text: str) -> str:
    """Text that no document can make markup of: escaped, without control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))


@cache
def _style() -> str:
    return Path(__file__).with_name("page.css").read_text(encoding="utf-8")
