"""Invented firms in the place of placeholders: official examples name parties "[Seller name]"."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from einvoice_pages.wording import words
from paperformer.einvoicing.invoice import Group, Invoice, Term


def with_stand_ins(invoice: Invoice) -> Invoice:
    """The invoice with names and addresses for its placeholders in brackets; all else as it is.

    Invoices of one number have the same firms: an example in UBL and the same one in CII give one page.
    """
    every = words()["stand_ins"]
    firms = every[crc32((invoice.first("BT-1") or "").encode()) % len(every)]
    terms = dict(invoice.terms)
    for term, text in firms.items():
        if _is_placeholder(invoice.first(term)):
            terms[term] = (Term(text),)
    parts = {"BG-16": "BT-86", "BG-23": "BT-120"}
    groups = {
        name: tuple(_filled(group, parts[name]) for group in found) if name in parts else found
        for name, found in invoice.groups.items()
    }
    return replace(invoice, terms=terms, groups=groups)


def _filled(group: Group, term: str) -> Group:
    """A means of payment with the BIC of a bank, or a rate of VAT with a reason, for its placeholder."""
    if not _is_placeholder(group.first(term)):
        return group
    return replace(group, terms={**group.terms, term: (Term(words()["stand_in_parts"][term]),)})


def _is_placeholder(text: str | None) -> bool:
    return text is not None and text.startswith("[") and text.endswith("]")
