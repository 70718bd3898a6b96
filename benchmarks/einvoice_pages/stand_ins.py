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
    means = tuple(_with_bank(group) for group in invoice.groups.get("BG-16", ()))
    return replace(invoice, terms=terms, groups={**invoice.groups, **({"BG-16": means} if means else {})})


def _with_bank(means: Group) -> Group:
    """A means of payment with the BIC of a bank for its placeholder."""
    if not _is_placeholder(means.first("BT-86")):
        return means
    return replace(means, terms={**means.terms, "BT-86": (Term(words()["stand_in_bank"]),)})


def _is_placeholder(text: str | None) -> bool:
    return text is not None and text.startswith("[") and text.endswith("]")
