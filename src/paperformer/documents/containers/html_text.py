"""HTML as plain text: a line for each block and each row of a table, nothing that is hidden."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "br", "center", "dd", "div", "dl", "dt", "fieldset",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
        "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
    )
)  # fmt: skip
_APART = frozenset(("p", "h1", "h2", "h3", "table"))  # an empty line stands before and after
_CELLS = frozenset(("td", "th"))
_UNSEEN = frozenset(("head", "script", "style", "template", "title", "noscript", "svg", "object"))
# Elements without an end (HTML, 13.1.2).
_VOID = frozenset(
    (
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    )
)  # fmt: skip
_HIDING = ("display:none", "visibility:hidden")
_CELL_GAP = "   "


def text_of_html(html: str) -> str:
    """What a web page shows as text, without links, pictures and what is hidden."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._is_apart = False  # whether an empty line comes before the next one
        self._unseen = ""  # the element that hides what is read now
        self._depth = 0  # how many of that name are open
        self._preformatted = 0

    def text(self) -> str:
        """All lines."""
        self._end_line()
        return "\n".join(self._lines)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            self._depth += tag == self._unseen
            return
        if tag not in _VOID and (tag in _UNSEEN or _is_hidden(dict(attrs))):
            self._unseen, self._depth = tag, 1
            return
        if tag in _CELLS and "".join(self._line).strip():
            self._line.append(_CELL_GAP)
        self._at_edge(tag)
        self._preformatted += tag == "pre"
        if tag == "li":
            self._line.append("- ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._unseen and (tag in _VOID or not _is_hidden(dict(attrs))):
            self._at_edge(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            self._depth -= tag == self._unseen
            if self._depth == 0 or tag == "body":
                self._unseen = ""
            return
        self._at_edge(tag)
        self._preformatted = max(0, self._preformatted - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if not self._preformatted:
            self._line.append(re.sub(r"[\s\xa0]+", " ", data))
            return
        first, *others = data.split("\n")
        self._line.append(first)
        for line in others:
            self._end_line()
            self._line.append(line)

    def _at_edge(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._end_line()
            self._is_apart |= tag in _APART

    def _end_line(self) -> None:
        text = "".join(self._line)
        self._line.clear()
        if not self._preformatted:
            text = _CELL_GAP.join(" ".join(cell.split()) for cell in text.split(_CELL_GAP) if cell.strip())
        if not text.strip():
            return
        if self._is_apart and self._lines:
            self._lines.append("")
        self._is_apart = False
        self._lines.append(text.rstrip())


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    style = re.sub(r"\s", "", attributes.get("style") or "").lower()
    return "hidden" in attributes or any(hiding in style for hiding in _HIDING)
