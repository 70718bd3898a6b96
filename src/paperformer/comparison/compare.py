"""Reads documents with both sides, one after the other, and compares the answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from paperformer.comparison.answers import Answer
from paperformer.comparison.comparison import ComparedDocument, Comparison
from paperformer.comparison.differences import LEAST_CHANGE, differences, only
from paperformer.comparison.labels import labels_of, with_verdicts
from paperformer.comparison.process import ReadingLimits
from paperformer.comparison.readers import SideReader, opened
from paperformer.comparison.side import Side

Labels = Mapping[str, Sequence[str]]
_NOTHING = Answer()


@dataclass(frozen=True, slots=True)
class ComparedFile:
    """A document to compare: what it is called, and where it is, if it is anywhere."""

    name: str
    path: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonConfig:
    """How answers are compared.

    Args:
        fields: Only these; None is all, with warnings.
        least_change: Confidences that differ by less are the same.
        limits: What each side may take for one document.
    """

    fields: Collection[str] | None = None
    least_change: float = LEAST_CHANGE
    limits: ReadingLimits = field(default_factory=ReadingLimits)


def compare(
    a: Side,
    b: Side,
    files: Sequence[ComparedFile] | None,
    config: ComparisonConfig,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Comparison:
    """Compare two sides.

    Each document is read by one side and then by the other, in turn first, so that a busy hour of the machine
    costs both.

    Args:
        a: One side.
        b: The other.
        files: The documents; None takes those to which a side has an answer already.
        config: How to compare.
        progress: Told how many of how many documents are done.

    Raises:
        InvalidConfig: a side cannot be opened, or a label is no answer.
        PaperformerError: git is not there.
    """
    labels = _labels(files or ())  # before anything is read: a label may be no answer
    with opened(a, config.limits) as reader_a, opened(b, config.limits) as reader_b:
        readers = (reader_a, reader_b)
        if files is None:
            files = [_file(name) for name in dict.fromkeys((*reader_a.names(), *reader_b.names()))]
            labels = _labels(files)
        documents = []
        for number, file in enumerate(files):
            known = labels.get(file.name)
            documents.append(_compared(file, readers, known, config, a_first=number % 2 == 0))
            progress(number + 1, len(files))
        return Comparison(reader_a.report(), reader_b.report(), documents)


def _labels(files: Sequence[ComparedFile]) -> dict[str, Labels]:
    found = {file.name: None if file.path is None else labels_of(file.path) for file in files}
    return {name: labels for name, labels in found.items() if labels is not None}


def _file(name: str) -> ComparedFile:
    path = Path(name)
    return ComparedFile(name, path if path.is_file() else None)


def _compared(
    file: ComparedFile,
    readers: tuple[SideReader, SideReader],
    labels: Labels | None,
    config: ComparisonConfig,
    *,
    a_first: bool,
) -> ComparedDocument:
    first, second = readers if a_first else readers[::-1]
    answers = (first.answer(file.name, file.path), second.answer(file.name, file.path))
    a, b = answers if a_first else answers[::-1]
    error_a, error_b = (side if isinstance(side, str) else None for side in (a, b))
    if isinstance(a, str) or isinstance(b, str):
        kept = only(_narrowed(a if isinstance(a, Answer) else _NOTHING, config.fields).fields, "a")
        found = [*kept, *only(_narrowed(b if isinstance(b, Answer) else _NOTHING, config.fields).fields, "b")]
    else:
        found = differences(_narrowed(a, config.fields), _narrowed(b, config.fields), config.least_change)
    if labels is not None:
        found = with_verdicts(found, labels)
    return ComparedDocument(file.name, file.path, found, error_a, error_b, labels is not None)


def _narrowed(answer: Answer, fields: Collection[str] | None) -> Answer:
    """The answer with the fields that are compared."""
    if fields is None:
        return answer
    return replace(
        answer,
        fields={name: value for name, value in answer.fields.items() if name in fields},
        rows={name: rows for name, rows in answer.rows.items() if name in fields},
        warnings=(),
    )
