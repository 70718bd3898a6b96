"""Columns of tables: captions set close, and which pieces make a column of their own."""

from __future__ import annotations

from paperformer.fields.context import infer_context
from paperformer.fields.page.layout import Layout
from paperformer.fields.tables.captions import Caption, CaptionReader, load_captions
from paperformer.fields.tables.columns import align
from paperformer.fields.tables.heading_captions import stacked
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import rows_of
from typed_page import typed

EM = 0.0158


def test_captions_of_one_segment_are_cut_where_the_rows_above_and_below_say_so() -> None:
    document = typed(
        [(50, "KDV"), (72, "Mal")],
        [(5, "Mal Hizmet"), (25, "Miktar"), (50, "Oranı"), (58, "Diğer vergiler Hizmet")],
        [(72, "Tutarı")],
    )
    rows = rows_of(document, Layout(document), infer_context(document.words))
    found = stacked(rows, CaptionReader(load_captions()))
    assert [caption.text for caption in found] == [
        "Mal Hizmet", "Miktar", "KDV Oranı", "Diğer vergiler", "Mal Hizmet Tutarı"
    ]  # fmt: skip


def test_numbers_that_end_names_make_no_column() -> None:
    captions = [
        Caption(frozenset({"quantity"}), 0.09, 0.114, "Qty"),
        Caption(frozenset({"code"}), 0.162, 0.187, "Code"),
        Caption(frozenset({"description"}), 0.40, 0.481, "Description"),
        Caption(frozenset({"total"}), 0.793, 0.85, "Amount"),
    ]
    rows = [
        [
            Piece("number", (0,), "2", 0.105, 0.115, "2.00", 2.0),
            Piece("text", (1,), f"KX{n}", 0.149, 0.19),
            Piece("text", (2,), f"{n}: Sample product", 0.23, 0.374),
            Piece("number", (3,), str(n), 0.381, 0.397, f"{n}.00", float(n)),
            Piece("number", (4,), "57.00", 0.82, 0.866, "57.00", 57.0, strong=True),
        ]
        for n in range(10, 16)
    ]
    columns, loose = align(captions, rows, EM)
    assert len(columns) == len(captions)
    assert not loose
    names = next(column for column in columns if column.holds_names)
    assert [[piece.text for piece in cell] for cell in names.cells.values()] == [
        [f"{n}: Sample product", str(n)] for n in range(10, 16)
    ]
