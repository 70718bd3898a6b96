"""What is wrong with an e-invoice, and where."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning"]
SCHEMA: str = "XSD"  # the rule of a violation of the XML schema


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an e-invoice breaks.

    Args:
        rule: The rule's name (``BR-CO-15``), or ``XSD`` for the XML schema.
        severity: Only an ``error`` makes the e-invoice invalid.
        message: What the rule says.
        element: The element, as an XPath with the prefixes of the file.
        line: The line on which it begins.
        value: Its text, None where it has elements instead.
        page: The page that prints the value, where the e-invoice was in a PDF.
    """

    rule: str
    severity: Severity
    message: str
    element: str
    line: int | None = None
    value: str | None = None
    page: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The violation for ``json.dumps``."""
        return asdict(self)
