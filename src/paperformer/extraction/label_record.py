"""An answer of ``paperformer extract`` as a label: the document with its words and the answers to it.

``extract --out`` writes it for a person to correct; ``labelled`` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig
from paperformer.extraction.result import Extraction, PageBox

if TYPE_CHECKING:
    from paperformer.extraction.contents import AnsweredDocument


def sure_values(extraction: Extraction, least: float) -> dict[str, tuple[str, ...]]:
    """The answer to every field that has one of a confidence of ``least`` or more."""
    best = {name: candidates[0] for name, candidates in extraction.fields.items() if candidates}
    return {name: (candidate.value,) for name, candidate in best.items() if candidate.confidence >= least}


def key_of(extraction: Extraction) -> str:
    """The name of its file, with its first page where other documents of the file come before it."""
    return extraction.file if extraction.first_page == 1 else f"{extraction.file}#{extraction.first_page}"


def cut_out(document: Document, first: int, last: int, region: PageBox | None = None) -> Document:
    """Some pages of a document, numbered from 1; of a page the part within ``region``."""
    pages = tuple(_within(page, region, 1 - first) for page in document.pages if first <= page.number <= last)
    return replace(document, pages=pages, einvoice=None)


def _within(page: Page, region: PageBox | None, by: int) -> Page:
    if region is None:
        words = tuple(replace(word, page=word.page + by) for word in page.words)
        return replace(page, number=page.number + by, words=words)
    wide, high = region.x1 - region.x0, region.y1 - region.y0

    def placed(word: Word) -> Word:
        box = word.box
        inside = Box(
            (box.x0 - region.x0) / wide, (box.y0 - region.y0) / high,
            (box.x1 - region.x0) / wide, (box.y1 - region.y0) / high,
        )  # fmt: skip
        return replace(word, page=word.page + by, box=inside.clipped())

    words = tuple(placed(word) for word in page.words if _is_inside(word.box, region))
    return replace(
        page, number=page.number + by, words=words, width=page.width * wide, height=page.height * high
    )


def _is_inside(box: Box, region: PageBox) -> bool:
    x, y = box.center
    return region.x0 <= x <= region.x1 and region.y0 <= y <= region.y1


def label_record(
    reading: AnsweredDocument, least: float, source: Path | None, folder: Path
) -> dict[str, Any]:
    """A document with its words and answers, as one object of the format that docs/training.md describes.

    Args:
        reading: The document and the answer to it.
        least: Answers below this confidence are kept apart, as ``unsure``.
        source: The file that was read; None for standard input.
        folder: Where the object will lie: its ``file`` is relative to that.
    """
    extraction, document = reading.extraction, reading.document
    first = extraction.first_page
    part = cut_out(document, first, first + len(extraction.pages) - 1, extraction.region)
    sure = {name: values[0] for name, values in sure_values(extraction, least).items()}
    whole = reading.data is None and extraction.region is None and len(part.pages) == len(document.pages)
    record: dict[str, Any] = {"id": key_of(extraction)}
    if whole and source is not None:
        record["file"] = os.path.relpath(source, folder)
    return {
        **record,
        "fields": sure,
        "unsure": {
            name: candidates[0].value for name, candidates in extraction.fields.items() if name not in sure
        },
        "model": extraction.model.model_dump(),
        **printed_record(part),
    }


def printed_record(document: Document) -> dict[str, Any]:
    """The pages and words of a document, in the same format."""
    return {
        "pages": [_page(page) for page in document.pages],
        "words": [_word(word, page) for page in document.pages for word in page.words],
    }


def _page(page: Page) -> dict[str, Any]:
    size = {"number": page.number, "width": round(page.width, 2), "height": round(page.height, 2)}
    turned = {"rotation": page.rotation, "skew": round(page.skew, 3)}
    return size | {name: angle for name, angle in turned.items() if angle}


def _word(word: Word, page: Page) -> dict[str, Any]:
    box, wide, high = word.box, round(page.width, 2), round(page.height, 2)
    corners = (box.x0 * wide, box.y0 * high, box.x1 * wide, box.y1 * high)
    return {"text": word.text, "box": [round(corner, 2) for corner in corners], "page": page.number}


def record_text(record: Mapping[str, Any]) -> str:
    """The object as JSON for people: what they may correct comes first, and each word has a line."""
    parts = [f" {_json(key)}: {_member(value)}" for key, value in record.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _member(value: Any) -> str:
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"  {_json(k)}: {_json(v)}" for k, v in value.items()) + "\n }"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {_json(item)}" for item in value) + "\n ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_record(record: Mapping[str, Any], path: Path) -> bool:
    """Write the object to a file of its own; False where the file is there already, and stays as it is.

    Raises:
        InvalidConfig: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(record_text(record))
    except FileExistsError:
        return False
    except OSError as error:
        raise InvalidConfig(
            f"{path} cannot be written: {error.strerror or error}", "Choose another folder with --out"
        ) from error
    return True
