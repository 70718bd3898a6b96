"""The memory of suppliers as the pipeline uses it; without a file it changes nothing."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from paperformer.errors import InvalidConfig
from paperformer.evidence.remembered import Remembered
from paperformer.extraction.by_rules import RulesReading, with_tables
from paperformer.extraction.supplier_memory.identity import keys_on_page
from paperformer.extraction.supplier_memory.look import sketch_of
from paperformer.extraction.supplier_memory.propose import MEMORY
from paperformer.extraction.supplier_memory.store import MemoryFile
from paperformer.fields.page.layout import Layout
from paperformer.fields.tables.reader import find_rows


class SupplierMemory:
    """What confirmed documents teach about others of their suppliers.

    Args:
        path: The file; None remembers nothing.
    """

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        self._file = None if self.path is None else MemoryFile(self.path)

    def recall(self, layout: Layout) -> Remembered | None:
        """The confirmed pages of the supplier of a document; None where it is not recognised.

        Args:
            layout: Of the document.

        Raises:
            InvalidConfig: the file is damaged.
        """
        if self._file is None:
            return None
        sketch = sketch_of(layout)
        pages = self._file.recognise(keys_on_page(layout, sketch), sketch)
        return Remembered(pages) if pages else None

    def added(
        self,
        rules: RulesReading,
        warnings: list[str],
        without: Collection[str] = (),
        *,
        has_tables: bool = True,
    ) -> tuple[RulesReading, Remembered | None]:
        """What rules read with what the memory finds beside it, and the confirmed pages that say so.

        Args:
            rules: What rules read of the document.
            warnings: Where it is said that the file is damaged; the document is answered without it.
            without: Names of proposers that are switched off; the pages are evidence even so.
            has_tables: Whether tables are wanted.
        """
        try:
            remembered = self.recall(rules.page.layout)
        except InvalidConfig as error:
            warnings.append(error.message)
            return rules, None
        if remembered is None or MEMORY.name in without:
            return rules, remembered
        if has_tables and remembered.tables:
            rules = with_tables(rules, find_rows(rules.page, remembered.tables), without)
        findings = [*rules.findings, *MEMORY.propose(remembered, rules.page)]
        return rules._replace(findings=findings), remembered
