"""Answers of ``paperformer extract`` as labels: those that are sure enough.

``load_answers`` takes a JSONL file that ``extract --output jsonl`` wrote as it is, and opens the documents
that it names again. What ``extract --out`` wrote (``extraction.label_record``) needs none of this: it is a
labelled document like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument
from paperformer.extraction.label_record import cut_out, key_of, sure_values
from paperformer.extraction.result import Extraction
from paperformer.labelled.documents import LabelledDocument, Skipped
from paperformer.labelled.record import first_fault, stream_lines

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader

FORMAT = "Give what `paperformer extract --output jsonl` wrote"
_KEEP_WORDS = "`paperformer extract --out` keeps the words of such documents"


def holds_answers(path: Path) -> bool:
    """Whether a JSONL file holds answers of ``paperformer extract``, by its first line.

    Raises:
        InvalidConfig: the file cannot be read, or its first line is not valid JSON.
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
                skipped(key_of(extraction), error)
    if not labelled:
        raise InvalidConfig(f"{path}: none of its documents can be opened", "See the reasons above")
    return labelled


def _opened(reader: DocumentReader, extraction: Extraction, folder: Path, least: float) -> LabelledDocument:
    if extraction.region is not None:
        raise UnreadableDocument(f"{key_of(extraction)} is a part of its page", _KEEP_WORDS)
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
        document=document if whole else cut_out(document, first, last),
        fields=values,
        known=frozenset(values),
        labels=None,
        raw={},
        key=key_of(extraction),
        file=places[0] if whole else None,
    )
