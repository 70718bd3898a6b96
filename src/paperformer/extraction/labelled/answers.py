"""Answers of ``paperformer extract`` as labels: those that are sure enough.

Two ways lead from an answer to a label. ``label_record`` writes a document with its words and the answers to
it, for a person to correct (``extract --out``). ``load_answers`` takes a JSONL file that ``extract --output
jsonl`` wrote as it is, and opens the documents that it names again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument
from paperformer.extraction.labelled.documents import LabelledDocument, Skipped
from paperformer.extraction.labelled.record import first_fault, stream_lines
from paperformer.extraction.result import Extraction, PageBox

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader
    from paperformer.extraction.contents import Reading

FORMAT = "Give what `paperformer extract --output jsonl` wrote"
_KEEP_WORDS = "`paperformer extract --out` keeps the words of such documents"


def sure_values(extraction: Extraction, least: float) -> dict[str, tuple[str, ...]]:
    """The answer to every field that has one of a confidence of ``least`` or more."""
    best = {name: candidates[0] for name, candidates in extraction.fields.items() if candidates}
    return {name: (one.value,) for name, one in best.items() if one.confidence >= least}


def holds_answers(path: Path) -> bool:
    """Whether a JSONL file holds answers of ``paperformer extract``, by its first line.

    Raises:
        InvalidConfig: the file cannot be read, or its first line is no JSON.
    """
    _, first = next(stream_lines(path), ("", None))
    return isinstance(first, dict) and {"schema_version", "model", "timing_ms"} <= first.keys()


def stream_answers(path: Path) -> Iterator[Extraction]:
    """The answers of a JSONL file, one by one.

    Raises:
        InvalidConfig: as ``holds_answers``; a line is no answer.
    """
    for where, value in stream_lines(path):
        try:
            yield Extraction.model_validate(value)
        except ValidationError as error:
            raise InvalidConfig(f"{where}: {first_fault(error)}", FORMAT) from error


def load_answers(path: Path, least: float, skipped: Skipped) -> list[LabelledDocument]:
    """The documents that a JSONL file answers, opened again, with the answers that are sure enough.

    A field without such an answer is not known. Files are looked for where the command that wrote the answers
    found them, from here or from the folder of ``path``.

    Args:
        path: The JSONL file.
        least: Answers below this confidence are no labels.
        skipped: Told of each document that cannot be opened, by name.

    Raises:
        InvalidConfig: as ``stream_answers``; none of the documents can be opened.
    """
    from paperformer.documents import DocumentReader

    labelled: list[LabelledDocument] = []
    with DocumentReader() as reader:
        for extraction in stream_answers(path):
            try:
                labelled.append(_opened(reader, extraction, path.parent, least))
            except PaperformerError as error:
                skipped(_key(extraction), error)
    if not labelled:
        raise InvalidConfig(f"{path}: none of its documents can be opened", "See the reasons above")
    return labelled


def _opened(reader: DocumentReader, extraction: Extraction, folder: Path, least: float) -> LabelledDocument:
    if extraction.region is not None:
        raise UnreadableDocument(f"{_key(extraction)} is a part of its page", _KEEP_WORDS)
    places = [path for path in (Path(extraction.file), folder / extraction.file) if path.is_file()]
    if not places:
        raise UnreadableDocument(
            f"{extraction.file} does not exist", f"Start where extract was started. {_KEEP_WORDS}"
        )
    document = reader.read(places[0], name=extraction.file)
    first, last = extraction.first_page, extraction.first_page + len(extraction.pages) - 1
    if len(document.pages) < last:
        raise UnreadableDocument(f"{extraction.file} has no page {last} any more", "Extract it again")
    whole = len(document.pages) == len(extraction.pages)
    values = sure_values(extraction, least)
    return LabelledDocument(
        document=document if whole else _cut(document, first, last),
        fields=values,
        known=frozenset(values),
        labels=None,
        raw={},
        key=_key(extraction),
        file=places[0] if whole else None,
    )


def _key(extraction: Extraction) -> str:
    return extraction.file if extraction.first_page == 1 else f"{extraction.file}#{extraction.first_page}"


def _cut(document: Document, first: int, last: int, region: PageBox | None = None) -> Document:
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


def label_record(reading: Reading, least: float, source: Path | None, folder: Path) -> dict[str, Any]:
    """A document with its words and answers, as one object of the format that docs/training.md describes.

    Args:
        reading: The document and the answer to it.
        least: Answers below this confidence are kept apart, as ``unsure``.
        source: The file that was read; None for standard input.
        folder: Where the object will lie: its ``file`` is relative to that.
    """
    extraction, document = reading.extraction, reading.document
    first = extraction.first_page
    part = _cut(document, first, first + len(extraction.pages) - 1, extraction.region)
    sure = {name: values[0] for name, values in sure_values(extraction, least).items()}
    whole = reading.data is None and extraction.region is None and len(part.pages) == len(document.pages)
    record: dict[str, Any] = {"id": _key(extraction)}
    if whole and source is not None:
        record["file"] = os.path.relpath(source, folder)
    return {
        **record,
        "fields": sure,
        "unsure": {name: found[0].value for name, found in extraction.fields.items() if name not in sure},
        "model": extraction.model.model_dump(),
        "pages": [_page(page) for page in part.pages],
        "words": [_word(word, page) for page in part.pages for word in page.words],
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
        return "[\n" + ",\n".join(f"  {_json(one)}" for one in value) + "\n ]"
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
