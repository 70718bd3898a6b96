"""Docling with its standard pipeline, whose models it fetches when it is first used, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docling.datamodel.base_models import InputFormat
from docling.datamodel.pipeline_options import PdfPipelineOptions
from docling.document_converter import DocumentConverter, ImageFormatOption, PdfFormatOption
from label_rules import TextLine, read_fields


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the cells of text of every page."""
    options = PdfPipelineOptions(generate_parsed_pages=True)  # without it the cells are dropped
    formats = {
        InputFormat.PDF: PdfFormatOption(pipeline_options=options),
        InputFormat.IMAGE: ImageFormatOption(pipeline_options=options),
    }
    return reader_of(DocumentConverter(format_options=formats))


def reader_of(converter: DocumentConverter) -> Callable[[Path], dict[str, Any]]:
    """A reader of PDFs and pictures by a converter, whose models are loaded now."""
    converter.initialize_pipeline(InputFormat.PDF)

    def read(path: Path) -> dict[str, Any]:
        lines = []
        for page in converter.convert(path).pages:
            for cell in page.cells:
                box = cell.rect.to_bounding_box().to_top_left_origin(page.size.height)
                lines.append(TextLine(page.page_no, box.l, box.t, box.r, box.b, cell.text))
        return {"fields": read_fields(lines)}

    return read
