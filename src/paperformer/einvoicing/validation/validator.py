"""Checks e-invoices: the XML schema by lxml, the rules of EN 16931 by Saxon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from paperformer.documents.einvoice.tree import parse_standard_tree
from paperformer.einvoicing.validation.place import element_at, path_of
from paperformer.einvoicing.validation.rule_files import (
    FACTUR_X,
    SPECIFICATION_ELEMENT,
    own_rules,
    rule_files,
)
from paperformer.einvoicing.validation.violation import SCHEMA, Severity, Violation
from paperformer.errors import ExtraMissing, InvalidConfig, UnreadableDocument

if TYPE_CHECKING:
    from lxml.etree import XMLSchema, _Element

# Rules count with numbers and dates: Saxon prints what it thinks of text in their place.
_NO_VALUE: Final = "not a valid value"
_NOT_CHECKED: Final = "the rules were not checked: first correct the values that break the XML schema"
_SVRL: Final = "{http://purl.oclc.org/dsdl/svrl}"
_WARNINGS: Final = frozenset({"warning", "information", "info"})
_SPECIFICATION: Final = ("CustomizationID", f"{SPECIFICATION_ELEMENT}/ID")


class Validator:
    """Checks e-invoices in UBL and CII. Rules are compiled once, when they are first needed.

    >>> with Validator() as validator:
    ...     validator.validate(Path("invoice.xml").read_bytes())  # doctest: +SKIP

    Args:
        folders: Folders with further rules, compiled to XSLT.

    Raises:
        ExtraMissing: a package of the extra ``[einvoice]`` is not installed.
        InvalidConfig: a folder holds no rules.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._own = [path for folder in folders for path in own_rules(folder)]
        self._schemas: dict[Path, XMLSchema] = {}
        self._rules: dict[Path, Any] = {}
        _ = self._processor, self._lxml  # so that what is missing is said at once

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._rules.clear()
        self._schemas.clear()

    def validate(self, xml: bytes) -> tuple[Violation, ...]:
        """Everything that an e-invoice breaks: first of the schema, then of the rules, in their order.

        Raises:
            UnreadableDocument: no e-invoice in UBL or CII, not well formed, or hostile.
        """
        tree = parse_standard_tree(xml)  # turns hostile XML away before other parsers see it
        if tree.is_enveloped:
            raise UnreadableDocument("the e-invoice is in an envelope", "Take it out, and validate it alone")
        specification = tree.root.findtext(_SPECIFICATION[0]) or ""
        if tree.syntax == "cii":
            context = tree.root.find("ExchangedDocumentContext")
            specification = "" if context is None else context.findtext(_SPECIFICATION[1]) or ""
        root = self._lxml.fromstring(
            xml.lstrip(), self._lxml.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        )
        files = rule_files(self._lxml.QName(root).localname, specification)
        broken = tuple(self._by_schema(root, files.schema))
        if any(_NO_VALUE in violation.message for violation in broken):
            return (*broken, _violation("rules", "error", _NOT_CHECKED, root))
        violations = self._by_rules(root, files.rules)
        own = (violation for path in self._own for violation in self._by_rules(root, path))
        return (
            *broken,
            *(violation for violation in violations if not _asks_for_factur_x(violation, specification)),
            *own,
        )

    @cached_property
    def _lxml(self) -> Any:
        try:
            from lxml import etree
        except ModuleNotFoundError as error:
            raise ExtraMissing.of("lxml", "einvoice") from error
        return etree

    @cached_property
    def _processor(self) -> Any:
        try:
            from saxonche import PySaxonProcessor
        except ModuleNotFoundError as error:
            raise ExtraMissing.of("saxonche", "einvoice") from error
        return PySaxonProcessor(license=False)

    def _by_schema(self, root: _Element, path: Path) -> Iterator[Violation]:
        if path not in self._schemas:
            self._schemas[path] = self._lxml.XMLSchema(self._lxml.parse(str(path)))
        schema = self._schemas[path]
        schema.validate(root)
        for error in schema.error_log:
            prefixes = {key: value for element in root.iter() for key, value in element.nsmap.items() if key}
            found = root.getroottree().xpath(error.path or "/*", namespaces=prefixes) or [root]
            yield _violation(SCHEMA, "error", _plain(error.message), found[0])

    def _by_rules(self, root: _Element, path: Path) -> Iterator[Violation]:
        from saxonche import PySaxonApiError

        try:
            if path not in self._rules:
                compiler = self._processor.new_xslt30_processor()
                self._rules[path] = compiler.compile_stylesheet(stylesheet_file=str(path))
        except PySaxonApiError as error:
            raise InvalidConfig(f"{path} is no XSLT that can be run ({_plain(str(error))[:200]})") from error
        text = self._lxml.tostring(root, encoding="unicode")
        try:
            report = self._rules[path].transform_to_string(xdm_node=self._processor.parse_xml(xml_text=text))
        except PySaxonApiError as error:  # the rules count with numbers: one is missing or none
            message = f"the rules of {path.name} cannot be evaluated: {_plain(str(error))[:200]}"
            yield _violation("rules", "error", message, root)
            return
        if not report:
            return
        for failed in self._lxml.fromstring(report.encode()).iter(
            f"{_SVRL}failed-assert", f"{_SVRL}successful-report"
        ):
            message = _plain(failed.findtext(f"{_SVRL}text") or "")
            severity: Severity = "warning" if (failed.get("flag") or "").lower() in _WARNINGS else "error"
            element = element_at(root, failed.get("location") or "")
            yield _violation(failed.get("id") or _rule_in(message) or path.stem, severity, message, element)


def _violation(rule: str, severity: Severity, message: str, element: _Element) -> Violation:
    text = (element.text or "").strip()
    return Violation(
        rule=_rule_in(message) or rule,
        severity=severity,
        message=message,
        element=path_of(element),
        line=element.sourceline,
        value=text if text and len(element) == 0 else None,
    )


def _rule_in(message: str) -> str | None:
    """The rule that a message begins with: ``[BR-01]-An Invoice shall ...``."""
    return message[1:].partition("]")[0] if message.startswith("[") else None


def _asks_for_factur_x(violation: Violation, specification: str) -> bool:
    return (
        FACTUR_X not in specification
        and SPECIFICATION_ELEMENT in violation.element
        and "not allowed" in violation.message
    )


def _plain(text: str) -> str:
    return " ".join(text.split())
