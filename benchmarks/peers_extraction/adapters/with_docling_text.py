"""Docling without the models that it fetches: its text layer, RapidOCR where a page has none, and the rules.

Docling reads the regions of a page that its layout model finds. Without that model the whole page is one
region; Docling still decides itself whether its text layer is enough. Tables are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docling.datamodel.base_models import Cluster, InputFormat, LayoutPrediction, Page
from docling.datamodel.pipeline_options import (
    BaseLayoutOptions,
    RapidOcrOptions,
    TableStructureOptions,
    ThreadedPdfPipelineOptions,
)
from docling.document_converter import DocumentConverter, ImageFormatOption, PdfFormatOption
from docling.models.base_layout_model import BaseLayoutModel
from docling.models.base_table_model import BaseTableStructureModel
from docling.models.factories import get_layout_factory
from docling.models.plugins import defaults
from docling_core.types.doc import BoundingBox, DocItemLabel
from with_docling import reader_of


class WholePageOptions(BaseLayoutOptions):
    """Options of the layout below; Docling finds it by their type."""

    kind: ClassVar[str] = "whole_page"


class WholePage(BaseLayoutModel):
    """A layout of one region of text."""

    requires_layout_postprocessing = False

    def __init__(self, **_: object) -> None:
        """Nothing is loaded."""

    @classmethod
    def get_options_type(cls) -> type[WholePageOptions]:
        """The options that choose this layout."""
        return WholePageOptions

    def predict_layout(self, _: object, pages: Sequence[Page]) -> list[LayoutPrediction]:
        """The whole of each page."""
        return [LayoutPrediction(clusters=[_region(page)]) for page in pages]


class NoTables(BaseTableStructureModel):
    """No table is looked for: to import those that Docling brings needs torchvision."""

    enabled = False

    def __init__(self, **_: object) -> None:
        """Nothing is loaded."""

    @classmethod
    def get_options_type(cls) -> type[TableStructureOptions]:
        """The options that Docling has by default."""
        return TableStructureOptions

    def predict_tables(self, *_: object) -> list[Any]:
        """Not called, since it is not enabled."""
        return []


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Reads the cells of text of every page."""
    get_layout_factory(allow_external_plugins=False).register(WholePage, "peers", __name__)
    defaults.table_structure_engines = lambda: {"table_structure_engines": [NoTables]}
    options = ThreadedPdfPipelineOptions(
        do_table_structure=False,
        generate_parsed_pages=True,
        layout_options=WholePageOptions(),
        ocr_options=RapidOcrOptions(),
    )
    formats = {
        InputFormat.PDF: PdfFormatOption(pipeline_options=options),
        InputFormat.IMAGE: ImageFormatOption(pipeline_options=options),
    }
    return reader_of(DocumentConverter(format_options=formats))


def _region(page: Page) -> Cluster:
    box = BoundingBox(l=0, t=0, r=page.size.width, b=page.size.height)
    return Cluster(id=0, label=DocItemLabel.TEXT, bbox=box, confidence=1.0)
