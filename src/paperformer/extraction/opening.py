"""Opening documents as the settings say, or as somebody has chosen for the one document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paperformer.documents.containers.unfold import Unfolded, Unread, unfold
from paperformer.documents.model import Document
from paperformer.extraction.embedded import answers
from paperformer.extraction.options import ExtractorOptions

if TYPE_CHECKING:
    from paperformer.documents.reader import DocumentReader
    from paperformer.documents.reading import OcrMode
    from paperformer.documents.source import Source

OnFile = Callable[[Unfolded | Unread], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingChoice:
    """How one document is to be read, where that is not what the settings of the ``Extractor`` say.

    Args:
        ocr, ocr_engine: As ``Extractor`` has them; None is as it has them.
        rotations: Of pages, by number from 1: degrees clockwise from the stored page to the upright one.
        inside: Name of the file inside the document whose pages these are; None means its own pages.
        beginnings: Numbers of the pages on which a document begins, for ``read_each``; the first is 1. Empty:
            the ``Extractor`` finds out.
    """

    ocr: OcrMode | None = None
    ocr_engine: str | None = None
    rotations: Mapping[int, int] = field(default_factory=dict)
    inside: str | None = None
    beginnings: Sequence[int] = ()


class Opening:
    """Opens a document and the files inside it.

    Args:
        reader: What opens files, started when it is needed.
        options: Settings of the extractor.
        choice: What is chosen for this document.
        name: Of the document; None where it has none yet.
        on_file: Told of each file inside it, as it is opened or passed over.
    """

    def __init__(
        self,
        reader: Callable[[], DocumentReader],
        options: ExtractorOptions,
        choice: ReadingChoice,
        name: str | None,
        on_file: OnFile | None = None,
    ) -> None:
        self._on_file = on_file or (lambda _: None)
        self._reader, self._options, self._choice = reader, options, choice
        self._name = name
        self.ocr: OcrMode = choice.ocr or options.ocr

    def document(
        self, source: Source, name: str | None, *, ocr: OcrMode | None = None, doubted: bool = False
    ) -> Document:
        """The document, or a file inside it, opened."""
        is_turned = name == self._name if self._choice.inside is None else name == self._inner_name
        return self._reader().read(
            source,
            name=name,
            ocr=ocr or self.ocr,
            ocr_engine=self._choice.ocr_engine or self._options.ocr_engine,
            doubted=doubted,
            rotations=self._choice.rotations if is_turned else None,
            password=self._options.password,
        )

    def unfolded(self, document: Document) -> Iterator[Unfolded | Unread]:
        """The document's own pages, and all documents inside it."""
        for file in unfold(document, self.document, self._options.limits):
            self._on_file(file)
            yield file

    def is_alone(self, document: Document) -> bool:
        """Whether its own pages are all there is to answer from; what an e-invoice encloses is part of it."""
        return not document.contained or (
            document.einvoice is not None and answers(document, self._options.einvoice)
        )

    def beginnings(self, document: Document) -> Sequence[int]:
        """The pages on which a document begins, where somebody has chosen them; else none."""
        is_meant = self._choice.inside is None and document.name == self._name
        pages = len(document.pages) if is_meant else 0
        return [number for number in self._choice.beginnings if number <= pages]

    @property
    def _inner_name(self) -> str:
        return f"{self._name}/{self._choice.inside}"
