"""Warnings of an extraction in the words of a reviewer, who has no command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperformer.service.review_schema import Alert, AlertKind, Note
from paperformer.service.sentences import Sentence


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a warning is put.

    Args:
        pattern: Of the whole warning; its named groups are the values of the sentence.
        code: Of the same for a reviewer; None where the page shows it already.
        alert: What it smells of; None where it is a mere note.
        field: That it is about.
    """

    pattern: re.Pattern[str]
    code: str | None
    alert: AlertKind | None = None
    field: str | None = None


def _rule(pattern: str, code: str | None, alert: AlertKind | None = None, field: str | None = None) -> _Rule:
    return _Rule(re.compile(pattern, re.DOTALL), code, alert, field)


_HIDDEN = r"hidden text on page (?P<page>\d+) names {} IBAN, (?P<account>\S+): it was left out"
_DIFFERS = r"the e-invoice's {} (?P<einvoice>.+) is printed on no page, which says (?P<page>.+): .*"
_UNPRINTED = r"the e-invoice's {} (?P<einvoice>.+) is printed on no page: .*"
_NOTHING = r"no (?:likely )?field was found: {}.*"
_RULES = (
    _rule(_HIDDEN.format("another"), "other_hidden_account", "hidden_account", "iban"),
    _rule(_HIDDEN.format("an"), "hidden_account", "hidden_account", "iban"),
    _rule(
        r"iban (?P<account>\S+): none of the accounts known of (?P<supplier>.+); ask there before you pay",
        "new_account",
        "new_account",
        "iban",
    ),
    *(
        _rule(_DIFFERS.format(what), f"einvoice_{what}_differs", "einvoice_differs")
        for what in ("number", "date", "total", "account")
    ),
    *(
        _rule(_UNPRINTED.format(what), f"einvoice_{what}_unprinted", "einvoice_differs")
        for what in ("total", "account")
    ),
    _rule(
        r"page (?P<page>\d+) seems to hold (?P<count>\d+) receipts: --split.*",
        "receipts_on_page",
        "second_document",
    ),
    _rule(
        r"page (?P<pages>.+) seems to begin another document: --split.*", "document_begins", "second_document"
    ),
    _rule(
        r"pages (?P<pages>.+) seem to begin other documents: --split.*", "documents_begin", "second_document"
    ),
    _rule(
        r"(?P<names>.+) seems to be another invoice or receipt: --split.*", "other_invoice", "second_document"
    ),
    _rule(
        r"(?P<names>.+) seem to be other invoices or receipts: --split.*", "other_invoices", "second_document"
    ),
    _rule(r"(?P<names>.+) (?:is|are) left out: --split.*", "left_out"),
    _rule(
        r"its own pages are no invoice: this is the answer of (?P<name>.+), which is attached",
        "values_of_attached",
    ),
    _rule(r"not read: (?P<names>.+)", "not_readable"),
    _rule(r"page (?P<page>\d+) holds hidden text, which was left out: (?P<text>.+)", "hidden_text"),
    _rule(r"[a-z_]+ .+: its check digits do not hold.*", None),  # a check of the page
    _rule(r"longer than [\d,]+ tokens: read in \d+ overlapping windows", None),
    _rule(
        r"page (?P<page>\d+): its text layer lies off the page; OCR sees only what is on it",
        "text_off_one_page",
    ),
    _rule(r"its text layer lies off the page; OCR sees only what is on it", "text_off_page"),
    _rule(
        r"page (?P<page>\d+) is a picture of (?P<pixels>.+) pixels, too small to be read surely: .*",
        "picture_too_small",
    ),
    _rule(_NOTHING.format("it seems to be"), "nothing_found_text"),
    _rule(_NOTHING.format("its picture"), "nothing_found_picture"),
    _rule(_NOTHING.format("the model has not learned its script"), "nothing_found_script"),
)
_OPTION = re.compile(r"(?:^|[:;,.]?\s+)(?:give it with |check )?--[a-z][a-z-]*[^.;]*")


def alert(kind: AlertKind, says: Sentence, *, document: str | None = None, field: str | None = None) -> Alert:
    """An alert in the sentence that says it.

    Args:
        kind: What it smells of.
        says: What is wrong.
        document: Another document that it is about.
        field: The field that it is about.
    """
    values = dict(says.values)
    return Alert(
        kind=kind, says=_stopped(str(says)), code=says.code, values=values, document=document, field=field
    )


def reviewers_words(warnings: Iterable[str]) -> tuple[list[Alert], list[Note]]:
    """The warnings that smell of fraud or loss, and the others as notes."""
    alerts: list[Alert] = []
    notes: list[Note] = []
    for warning in warnings:
        found = next(((rule, match) for rule in _RULES if (match := rule.pattern.fullmatch(warning))), None)
        if found is None:
            plain = _OPTION.sub("", warning).strip()
            notes.append(Note(says=_stopped(plain)))
            continue
        rule, match = found
        if rule.code is None:
            continue
        says = Sentence(rule.code, match.groupdict())
        if rule.alert is not None:
            alerts.append(alert(rule.alert, says, field=rule.field))
        else:
            notes.append(Note(says=_stopped(str(says)), code=says.code, values=dict(says.values)))
    return alerts, notes


def _stopped(text: str) -> str:
    """A sentence with its capital and its full stop."""
    plain = text.strip()
    return plain[:1].upper() + plain[1:] + ("" if plain.endswith((".", "!", "?", "”")) else ".")
