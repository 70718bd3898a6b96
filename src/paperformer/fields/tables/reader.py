"""All tables of a document that hold a field's rows."""

from __future__ import annotations

from paperformer.documents.model import Document
from paperformer.fields.anchors import Labelled
from paperformer.fields.tables.captions import CaptionReader, load_captions
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.header import find_headers
from paperformer.fields.tables.lines import read_lines
from paperformer.fields.tables.rows import rows_of
from paperformer.fields.tables.shares import read_shares, share_heads
from paperformer.fields.values.reading import ValueContext


def find_rows(document: Document, labelled: Labelled, context: ValueContext) -> list[GroupRow]:
    """The purchase lines, then the VAT shares that ``document`` prints, in printed order; never raises.

    Args:
        document: Words in reading order, grouped into lines.
        labelled: Its lines and labels.
        context: What the document says about its values.
    """
    book = CaptionReader(load_captions())
    rows = rows_of(document, labelled.layout, context)
    heads = share_heads(rows, labelled, book)
    lines = read_lines(rows, find_headers(rows, labelled, book), labelled, book, heads)
    return [*lines.rows, *read_shares(rows, heads, lines.used, labelled, book)]
