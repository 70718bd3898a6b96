"""From the words of an open document to its fields: model, rules and joint choice, calibrated."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from paperformer.documents.model import Document, Word
from paperformer.evidence.scorer import Scorer, Weighed
from paperformer.evidence.weights import Named, load_weights
from paperformer.extraction.answer import answers_from
from paperformer.extraction.by_rules import RulesReading, read_by_rules, wants_tables
from paperformer.extraction.calibration import load_calibration
from paperformer.extraction.candidates import DocumentCandidates, read_candidates, weighed_candidates
from paperformer.extraction.decode import decode
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.model_folder import CALIBRATION, SCHEMA, complete_manifest
from paperformer.extraction.model_path import evidence_of
from paperformer.extraction.places import relocated
from paperformer.extraction.proposers.installed import InstalledProposer
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.proposers.registry import installed, switched_off
from paperformer.extraction.proposers.stages import FURTHER, RULES
from paperformer.extraction.relations.relation import Facts
from paperformer.extraction.resolve import candidates_of, resolve
from paperformer.extraction.result import Candidate, ModelInfo, Row
from paperformer.extraction.rows import rows_from
from paperformer.extraction.sums.vat_rates import compared_with_rates
from paperformer.extraction.supplier_memory.memory import SupplierMemory
from paperformer.extraction.timing import clock
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Candidates, Scored
from paperformer.fields.tables.group import GroupRow
from paperformer.splitting.copies import read_once
from paperformer.splitting.regions import Region

if TYPE_CHECKING:
    from paperformer.extraction.session import ModelSession

PredictionSource = Literal["model", "rule"]


class Found(NamedTuple):
    """Candidates of fields, rows of tables, the pages on which a document begins, receipts on one page."""

    fields: Mapping[str, Sequence[Candidate]]
    rows: Mapping[str, Sequence[Row]]
    beginnings: Sequence[int] = (1,)
    regions: Mapping[int, Sequence[Region]] = MappingProxyType({})


class Proposed(NamedTuple):
    """The same before calibration."""

    fields: Mapping[str, Sequence[Scored]]
    rows: Sequence[GroupRow] = ()
    beginnings: Sequence[int] = (1,)
    regions: Mapping[int, Sequence[Region]] = MappingProxyType({})


class Read(NamedTuple):
    """A document's candidates before any is weighed.

    Args:
        rules: What rules read.
        reading: The candidates, and the page they stand on.
    """

    rules: RulesReading
    reading: DocumentCandidates

    @property
    def facts(self) -> Facts:
        """What the document says besides its candidates."""
        findings = self.rules.findings
        balances = [
            Decimal(finding.parsed.value) for finding in findings if finding.field == "previous_balance"
        ]
        return Facts(self.rules.page.context, self.reading.page.deductions, balances, self.rules.page.blocks)


class Predictor:
    """One model and the rules beside it. Threads may share it; the model is loaded when it is first needed.

    Args:
        folder: The model's folder.
        fields: Names of the fields wanted; None is all.
        known_parties: Suppliers and customers that are known already, or a file of them.
        without: Names of evidence and of proposers that are switched off.
        memory: A file of what confirmed documents teach (docs/memory.md).

    Raises:
        ModelMismatch: the model folder is missing, incomplete or of another format version.
        UnknownField: a field that the schema does not have.
        InvalidConfig: the list of known parties cannot be read, or nothing is called as ``without`` says.
    """

    def __init__(
        self,
        folder: Path,
        fields: Sequence[str] | None,
        known_parties: str | Path | Sequence[KnownParty] | None,
        without: Collection[str] = (),
        memory: str | Path | None = None,
    ) -> None:
        self.folder = folder
        self.manifest = complete_manifest(folder)
        self.schema = schema = load_schema(folder / SCHEMA if (folder / SCHEMA).exists() else None)
        self.wanted = tuple(schema.subset(fields).names) if fields is not None else schema.names
        self.known = KnownParties(known_parties)
        self.memory = SupplierMemory(memory)
        self._calibration = load_calibration(folder / CALIBRATION)
        self._without = switched_off(without) if without else frozenset[str]()
        self.scorer = Scorer(load_weights(evidence_of(folder)), self._without)
        self._session: ModelSession | None = None
        self._loading = threading.Lock()

    @property
    def model(self) -> ModelInfo:
        """Which model answers."""
        return ModelInfo(name=self.manifest.name, version=self.manifest.version)

    def warm(self) -> None:
        """Load the model, in a thread while a document is being opened. Errors show when it is used."""
        try:
            self._loaded()
            _ = self._installed
        except Exception:  # noqa: BLE001 - raised again, in the caller's thread, by the next call of _loaded
            return

    def _loaded(self) -> ModelSession:
        with self._loading:
            if self._session is None:
                from paperformer.extraction.session import ModelSession

                self._session = ModelSession(self.folder)
            return self._session

    def find(self, document: Document, warnings: list[str], timing: dict[str, float]) -> Found:
        """Fields and rows of a document.

        Args:
            document: Open already.
            warnings: Where warnings are added.
            timing: Where the milliseconds of each stage are noted.
        """
        once = read_once(document)
        document = once.document
        warnings += once.warnings
        proposed, rows, beginnings, regions = self._propose(document, warnings, timing)
        relevance = self._calibration.of_document(document.words, proposed)
        fields = answers_from(proposed, document.words, self._calibration, self.schema, relevance)
        lines: Mapping[str, Sequence[Row]] = rows_from(rows, document.words, self._calibration, relevance)
        if (kept := once.kept) is not None:
            fields, lines = relocated(fields, lines, lambda found: found, lambda word: kept[word])
        return Found(fields, lines, beginnings, regions)

    def propose(
        self, document: Document, warnings: list[str], timing: dict[str, float]
    ) -> Mapping[str, Sequence[Scored]]:
        """What model and rules read off the words, chosen jointly, before calibration.

        Args:
            document: Open already.
            warnings: Where a warning is added.
            timing: Where the milliseconds of each stage are noted.
        """
        return self._propose(document, warnings, timing).fields

    def alone(self, document: Document) -> Mapping[PredictionSource, Mapping[str, Sequence[Candidate]]]:
        """What the model answers without the rules, and the rules without the model; calibrated the same.

        Args:
            document: Open already.
        """
        words = document.words
        if not words:
            return {"model": {}, "rule": {}}
        rules = read_by_rules(document, self.schema, self.wanted, {}, self._without)
        scores, _ = self._loaded().score(words)
        by_source: Mapping[PredictionSource, Mapping[str, Sequence[Scored]]] = {
            "model": decode(words, scores, self.schema, rules.page.context, printed=rules.page.printed),
            "rule": candidates_of(rules.findings),
        }
        return {
            name: answers_from(
                resolve(found, self.scorer.weights.relations, Facts(rules.page.context)),
                words,
                self._calibration,
                self.schema,
                1.0,
            )
            for name, found in by_source.items()
        }

    def read(self, document: Document, warnings: list[str], timing: dict[str, float]) -> Read | None:
        """All candidates of a document, before any is weighed; None where it has no words.

        Args:
            document: Open already.
            warnings: Where a warning is added.
            timing: Where the milliseconds of each stage are noted.
        """
        words = document.words
        if not words:
            return None
        # The rules need nothing of the model, and its threads leave gaps: both run at once.
        with ThreadPoolExecutor(max_workers=1) as beside:
            reading = beside.submit(read_by_rules, document, self.schema, self.wanted, timing, self._without)
            with clock(timing, "model"):
                scores, windows = self._loaded().score(words)
            rules = reading.result()
        if windows > 1:
            limit = self.manifest.max_tokens
            warnings.append(f"longer than {limit} tokens: read in {windows} overlapping windows")
        with clock(timing, "memory"):
            rules, remembered = self.memory.added(
                rules, warnings, self._without, has_tables=wants_tables(self.schema, self.wanted)
            )
        if RULES in self._without:  # the model weighs no print that they found either
            rules = rules._replace(findings=())
        further = self._further(words, warnings, timing)
        with clock(timing, "decode"):
            seen = ReadDocument(scores, rules, further, self.known)
            return Read(rules, read_candidates(seen, remembered, self._without))

    @cached_property
    def _installed(self) -> tuple[InstalledProposer, ...]:
        """The proposers of installed packages that are not switched off."""
        return tuple(proposer for proposer in installed() if proposer.name not in self._without)

    def _further(
        self, words: Sequence[Word], warnings: list[str], timing: dict[str, float]
    ) -> tuple[Scored, ...]:
        """What proposers of installed packages propose."""
        if not self._installed or FURTHER in self._without:
            return ()
        with clock(timing, "installed"):
            found = [proposer.propose(words, self.schema) for proposer in self._installed]
        warnings += [proposed.warning for proposed in found if proposed.warning is not None]
        return tuple(candidate for proposed in found for candidate in proposed.candidates)

    def weigh(self, read: Read) -> dict[str, list[Weighed]]:
        """The candidates with what is observed of each."""
        page = read.reading.page
        return {name: self.scorer.weigh(candidates, page) for name, candidates in page.candidates.items()}

    def choose(self, read: Read, proposed: Candidates, relations: Named | None = None) -> Proposed:
        """The best joint answer.

        Args:
            read: The candidates.
            proposed: They with their probabilities.
            relations: Weights of the relations between fields; None is the model's own.
        """
        rules, words = read.rules, read.rules.page.words
        weights = self.scorer.weights.relations if relations is None else relations
        chosen = resolve(proposed, weights, read.facts)
        fields, rows = compared_with_rates(chosen, rules.rows, words)
        return Proposed(fields, rows, rules.beginnings, rules.regions)

    def _propose(self, document: Document, warnings: list[str], timing: dict[str, float]) -> Proposed:
        """What ``propose`` says, and what else rules tell."""
        read = self.read(document, warnings, timing)
        if read is None:
            return Proposed({})
        with clock(timing, "evidence"):
            proposed = weighed_candidates(read.reading, self.weigh(read))
        with clock(timing, "resolve"):
            return self.choose(read, proposed)
