"""The right values of labelled documents alone, in whatever form they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperformer.documents.source import is_folder
from paperformer.extraction.label_record import sure_values
from paperformer.extraction.levels import LABEL_CONFIDENCE
from paperformer.labelled.answers import holds_answers, stream_answers
from paperformer.labelled.record import stream_records


def answers_of(
    path: Path, label_confidence: float = LABEL_CONFIDENCE
) -> Iterator[Mapping[str, Sequence[str]]]:
    """The right values of each labelled document of a JSONL file or folder, by field; no document is opened.

    Args:
        path: The file or folder.
        label_confidence: Where the file is what ``paperformer extract`` answered: answers that are less sure
            are left out.

    Raises:
        InvalidConfig: there is nothing to read, or something that is not in the format.
    """
    if is_folder(path):
        from paperformer.labelled.folder import answered_documents

        yield from (answered_document.fields for answered_document in answered_documents(path))
    elif holds_answers(path):
        yield from (sure_values(answer, label_confidence) for answer in stream_answers(path))
    else:
        yield from (record.fields for record, _ in stream_records(path))
