"""Warnings of an extraction in the words of a reviewer, who has no command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperformer.service.review_schema import Alert, AlertKind


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a warning is put.

    Args:
        pattern: Of the whole warning.
        says: The same for a reviewer, with the pattern's groups; None where the page shows it already.
        alert: What it smells of; None where it is a mere note.
        field: That it is about.
    """

    pattern: re.Pattern[str]
    says: str | None
    alert: AlertKind | None = None
    field: str | None = None


def _rule(pattern: str, says: str | None, alert: AlertKind | None = None, field: str | None = None) -> _Rule:
    return _Rule(re.compile(pattern, re.DOTALL), says, alert, field)


_RULES = (
    _rule(
        r"hidden text on page (\d+) names (another|an) IBAN, (\S+): it was left out",
        r"Page \1 hides text that names \2 account, \3. Ask the supplier before you pay",
        "hidden_account",
        "iban",
    ),
    _rule(
        r"iban (\S+): none of the accounts known of (.+); ask there before you pay",
        r"The account \1 is new for \2. Ask there before you pay",
        "new_account",
        "iban",
    ),
    _rule(
        r"the e-invoice's (number|date|total|account) (.+) is printed on no page, which says (.+): .*",
        r"The \1 of the e-invoice is \2, the page says \3. Compare both before you pay",
        "einvoice_differs",
    ),
    _rule(
        r"the e-invoice's (total|account) (.+) is printed on no page: .*",
        r"The \1 of the e-invoice, \2, is printed on no page. Compare both before you pay",
        "einvoice_differs",
    ),
    _rule(
        r"page (\d+) seems to hold (\d+) receipts: --split.*",
        r"Page \1 seems to hold \2 receipts; the values are those of one of them",
        "second_document",
    ),
    _rule(
        r"(pages? .+ seems? to begin (?:another document|other documents)): --split.*",
        r"\1; the values are those of the first",
        "second_document",
    ),
    _rule(
        r"(.+ seems? to be (?:another invoice or receipt|other invoices or receipts)): --split.*",
        r"\1, which is not read here",
        "second_document",
    ),
    _rule(r"(.+) (?:is|are) left out: --split.*", r"Also in the file, and not read: \1"),
    _rule(
        r"its own pages are no invoice: this is the answer of (.+), which is attached",
        r"The values are those of the attached file \1",
    ),
    _rule(r"not read: (.+)", r"In the file, but not readable: \1"),
    _rule(r"page (\d+) holds hidden text, which was left out: (.+)", r"Page \1 hides text: “\2”"),
    _rule(r"[a-z_]+ .+: its check digits do not hold.*", None),  # a check of the page
    _rule(r"longer than [\d,]+ tokens: read in \d+ overlapping windows", None),
    _rule(
        r"(page \d+: )?its text layer lies off the page; OCR sees only what is on it",
        r"\1text lies outside the page and was not read",
    ),
    _rule(r"page (\d+) is a picture of (.+) pixels, too small to be read surely: .*",
          r"Page \1 is too small a picture (\2 pixels) to be read surely. Ask for a better scan"),
)  # fmt: skip
_OPTION = re.compile(r"(?:^|[:;,.]?\s+)(?:give it with |check )?--[a-z][a-z-]*[^.;]*")


def reviewers_words(warnings: Iterable[str]) -> tuple[list[Alert], list[str]]:
    """The warnings that smell of fraud or loss, and the others as notes."""
    alerts: list[Alert] = []
    notes: list[str] = []
    for warning in warnings:
        rule, says = _put(warning)
        if says is None:
            continue
        if rule is not None and rule.alert is not None:
            alerts.append(Alert(kind=rule.alert, says=_sentence(says), field=rule.field))
        else:
            notes.append(_sentence(says))
    return alerts, notes


def _put(warning: str) -> tuple[_Rule | None, str | None]:
    for rule in _RULES:
        found = rule.pattern.fullmatch(warning)
        if found:
            return rule, None if rule.says is None else found.expand(rule.says)
    return None, _OPTION.sub("", warning).strip()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "”")) else ".")
