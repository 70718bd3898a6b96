"""An answer as an e-invoice, with the side file that tells where each of its values was read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

from paperformer.documents.einvoice.tree import sniff
from paperformer.einvoicing.invoice import Origin, Term
from paperformer.einvoicing.reading import read_invoice
from paperformer.einvoicing.syntax import Syntax
from paperformer.einvoicing.writing import WrittenElement, WrittenInvoice, write_invoice
from paperformer.errors import InvoiceRefused
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.draft import Draft, Remark
from paperformer.extraction.invoicing.profiles import PROFILES, ProfileName
from paperformer.extraction.result import Extraction


@dataclass(frozen=True, slots=True)
class ExportedInvoice:
    """An e-invoice made of an answer.

    Args:
        file: The document that was read.
        syntax: ``ubl`` or ``cii``.
        profile: The specification that it is meant to keep.
        written: The XML and its elements.
        draft: What it was made of.
    """

    file: str
    syntax: Syntax
    profile: ProfileName
    written: WrittenInvoice
    draft: Draft

    @property
    def xml(self) -> bytes:
        """The XML, in UTF-8."""
        return self.written.xml

    def report(self) -> dict[str, Any]:
        """The side file: each element with its page, box and confidence, what was derived and left out."""
        return {
            "file": self.file,
            "syntax": self.syntax,
            "profile": self.profile,
            "elements": [_element(element) for element in self.written.elements],
            "derived": [asdict(remark) for remark in self.draft.derived],
            "left_out": [asdict(remark) for remark in self.draft.left_out],
            "problems": list(self.draft.problems),
        }

    def report_json(self) -> str:
        """The side file as JSON."""
        return json.dumps(self.report(), indent=2, ensure_ascii=False) + "\n"


def export_invoice(
    answer: Extraction,
    syntax: Syntax,
    profile: ProfileName = "en16931",
    *,
    force: bool = False,
    known: Mapping[str, str] | None = None,
) -> ExportedInvoice:
    """The e-invoice of an answer (see ``draft_invoice``).

    Args:
        answer: What was read.
        syntax: ``ubl`` or ``cii``.
        profile: The specification that it is to keep.
        force: Whether it is written in spite of problems. Doubtful values have a comment in the XML.
        known: Terms that the caller knows, by number.

    Raises:
        InvoiceRefused: a required value is missing or doubtful, or a sum fails: a line for each.
    """
    draft = draft_of(answer, profile, force=force, known=known)
    if draft.problems and not force:
        raise InvoiceRefused("\n".join(draft.problems))
    return ExportedInvoice(answer.file, syntax, profile, write_invoice(draft.invoice, syntax), draft)


def draft_of(
    answer: Extraction,
    profile: ProfileName = "en16931",
    *,
    force: bool = False,
    known: Mapping[str, str] | None = None,
) -> Draft:
    """The invoice of an answer: the e-invoice that answered, else what the pages say (``draft_invoice``)."""
    from_einvoice = _of_einvoice(answer, profile)
    return from_einvoice or draft_invoice(answer, profile, force=force, known=known)


def _of_einvoice(answer: Extraction, profile: ProfileName) -> Draft | None:
    """What the e-invoice that answered says, all of it; None where pages answered, or another syntax did."""
    if answer.einvoice is None or sniff(answer.einvoice) not in get_args(Syntax):
        return None
    invoice = read_invoice(answer.einvoice)
    specification = PROFILES[profile].specification
    reason = "the profile that was asked for"
    term = Term(specification, origin=Origin(reason=reason))
    changed = replace(invoice, terms={**invoice.terms, "BT-24": (term,)})
    return Draft(changed, (Remark("BT-24", reason, specification),), (), ())


def _element(written: WrittenElement) -> dict[str, Any]:
    known = {"path": written.path, "term": written.name, "value": written.term.text}
    return known if written.term.origin is None else known | asdict(written.term.origin)
