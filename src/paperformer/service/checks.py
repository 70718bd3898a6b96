"""Checks of values that a person gives: their form, their check digits, their sums."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal

from paperformer.errors import PaperformerError, SeveralValues
from paperformer.fields.context import infer_context
from paperformer.fields.row_cells import CELLS, VAT_CELLS
from paperformer.fields.schema import Schema
from paperformer.fields.totals import TOLERANCE, TOTAL_FIELDS, consistency, decimal_of, is_rate
from paperformer.fields.values import ValueContext, parse_value
from paperformer.service.documents import Documents
from paperformer.service.schema import Check, CheckedValue, Checks, Feedback, FieldValue
from paperformer.service.sentences import CAUSE, Sentence, sentence

_RULES = {
    "incl = excl + vat": ("total_is_net_and_vat", ("total_incl_vat", "total_excl_vat", "total_vat")),
    "due = incl - prepaid + rounding": ("due_is_total", ("amount_due", "total_incl_vat")),
    "excl = subtotal": ("net_is_sum_of_lines", ("total_excl_vat", "subtotal")),
    "vat is a share of excl": ("vat_is_share_of_net", ("total_vat", "total_excl_vat")),
    "due is at most incl": ("due_at_most_total", ("amount_due", "total_incl_vat")),
    "rounding is small": ("rounding_is_small", ("rounding",)),
    "excl is at most incl": ("net_at_most_total", ("total_excl_vat", "total_incl_vat")),
}  # fmt: skip
_ORDERS = (("document_date", "due_date"), ("period_start", "period_end"))
_REMEMBERED = 64
_SHOWN = 60  # characters of a text that is no value


class Contexts:
    """What documents say about how their values are printed; the latest are remembered.

    Args:
        documents: Where their words are.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known: OrderedDict[str, ValueContext] = OrderedDict()
        self._turn = threading.Lock()

    def of(self, file: str) -> ValueContext:
        """The context of a file's values."""
        with self._turn:
            known = self._known.get(file)
        if known is None:
            known = infer_context(self._documents.words(file))
            with self._turn:
                self._known[file] = known
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
        return known

    def forget(self, file: str) -> None:
        """Look anew the next time: the words of the file are others."""
        with self._turn:
            self._known.pop(file, None)


def check(draft: Feedback, schema: Schema, context: ValueContext) -> Checks:
    """A draft in normal form, and which checks hold.

    Args:
        draft: What a person gives, as printed or in normal form.
        schema: The types of its fields.
        context: How the document prints values.
    """
    fields = {
        name: _checked(schema[name].type, values[0], context)
        for name, values in draft.fields.items()
        if values
    }
    rows = {
        name: [{cell: _checked_cell(cell, value, context) for cell, value in row.items()} for row in given]
        for name, given in draft.rows.items()
    }
    checks = [*_sums(fields), *_digits(fields), *_days(fields), *_lines(rows, fields), *_shares(rows, fields)]
    return Checks(fields=fields, rows=rows, checks=checks)


def in_normal_form(
    given: Feedback, answered: AbstractSet[str], schema: Schema, context: ValueContext
) -> tuple[Feedback, list[Sentence]]:
    """What a person confirms with its values in normal form, and what is wrong with those that have none.

    Args:
        given: What a person gives, as printed or in normal form.
        answered: Values that the document's answer has: they are in normal form.
        schema: The types of its fields.
        context: How the document prints values.
    """
    problems: list[Sentence] = []

    def normal(where: Sentence, value: FieldValue, checked: CheckedValue) -> FieldValue:
        if value.value in answered:
            return value
        if checked.problem:
            problems.append(refused(where, checked))
        return value.model_copy(update={"value": checked.value})

    fields = {
        name: [
            normal(_in_field(name), value, _checked(schema[name].type, value, context)) for value in values
        ]
        for name, values in given.fields.items()
    }
    rows = {
        name: [
            {
                cell: normal(_in_cell(name, number, cell), value, _checked_cell(cell, value, context))
                for cell, value in row.items()
            }
            for number, row in enumerate(found, start=1)
        ]
        for name, found in given.rows.items()
    }
    return Feedback(fields=fields, rows=rows, confirmed=given.confirmed), problems


def refused(where: Sentence, checked: CheckedValue) -> Sentence:
    """Why a value has no normal form.

    Args:
        where: ``value_refused`` or ``cell_refused``, without the cause.
        checked: The value.
    """
    values = {**where.values, **checked.problem_values, CAUSE: checked.problem_code or ""}
    return Sentence(where.code, values, f"{where.english}: {checked.problem}")


def _in_field(name: str) -> Sentence:
    return Sentence("value_refused", {"field": name}, name)


def _in_cell(name: str, row: int, cell: str) -> Sentence:
    values = {"field": name, "row": str(row), "cell": cell}
    return Sentence("cell_refused", values, f"{name}, row {row}, {cell}")


def _checked(type_: str, given: FieldValue, context: ValueContext) -> CheckedValue:
    text = given.value.strip()
    try:
        parsed = parse_value(type_, text, context)
    except PaperformerError as error:
        return CheckedValue(
            value=text,
            checked=None,
            ambiguous=False,
            problem=str(error),
            problem_code="values_several" if isinstance(error, SeveralValues) else "value_unreadable",
            problem_values={"type": type_, "text": text[:_SHOWN]},
        )
    return CheckedValue(value=parsed.value, checked=parsed.checked, ambiguous=parsed.ambiguous, problem=None)


def _checked_cell(cell: str, given: FieldValue, context: ValueContext) -> CheckedValue:
    kind = CELLS[cell].type if cell in CELLS else "text"
    text = given.value.strip()
    if kind == "text":
        return CheckedValue(value=text, checked=None, ambiguous=False, problem=None)
    plain = text.removesuffix("%").strip()
    parsed = _checked("amount", FieldValue(value=plain), context)
    if kind in ("number", "percent") and parsed.problem is None and "." in parsed.value:
        return parsed.model_copy(update={"value": parsed.value.rstrip("0").rstrip(".") or "0"})
    return parsed


def _sums(fields: Mapping[str, CheckedValue]) -> Iterator[Check]:
    totals = {
        name: amount
        for name in TOTAL_FIELDS
        if name in fields and (amount := decimal_of(fields[name].value)) is not None
    }
    judged = consistency(totals)
    for rules, holds in ((judged.held, True), (judged.broken, False)):
        for rule in rules:
            code, about = _RULES[rule]
            yield _said(rule, holds, sentence(code), *about)


def _digits(fields: Mapping[str, CheckedValue]) -> Iterator[Check]:
    for name, value in fields.items():
        if value.checked is not None:
            says = sentence("digits_hold" if value.checked else "digits_fail", field=name)
            yield _said("check digits", value.checked, says, name)


def _days(fields: Mapping[str, CheckedValue]) -> Iterator[Check]:
    for first, last in _ORDERS:
        if first in fields and last in fields and not (fields[first].problem or fields[last].problem):
            holds = fields[first].value <= fields[last].value  # ISO dates
            says = sentence("days_in_order", first=first, last=last)
            yield _said(f"{first} <= {last}", holds, says, first, last)


Rows = Mapping[str, list[dict[str, CheckedValue]]]


def _lines(rows: Rows, fields: Mapping[str, CheckedValue]) -> Iterator[Check]:
    lines = rows.get("purchase_lines", [])
    for number, line in enumerate(lines, start=1):
        quantity, price, total = (_cell(line, name) for name in ("quantity", "unit_price", "total"))
        if quantity is None or price is None or total is None:
            continue
        discount = _cell(line, "discount") or Decimal(0)
        holds = abs(quantity * price - discount - total) <= TOLERANCE
        yield _said("line", holds, sentence("line_multiplies", number=number), "purchase_lines")
    totals = [_cell(line, "total") for line in lines]
    if lines and None not in totals:
        summed = sum(total for total in totals if total is not None)
        possible = [
            amount
            for name in ("subtotal", "total_excl_vat", "total_incl_vat")
            if name in fields and (amount := decimal_of(fields[name].value)) is not None
        ]
        if possible:
            holds = any(abs(summed - amount) <= TOLERANCE * len(lines) for amount in possible)
            yield _said("sum of lines", holds, sentence("lines_add_up", sum=summed), "purchase_lines")


def _shares(rows: Rows, fields: Mapping[str, CheckedValue]) -> Iterator[Check]:
    shares = rows.get("vat_distribution", [])
    for share in shares:
        rate, base, tax = (_cell(share, name) for name in VAT_CELLS)
        if rate is not None and base is not None and tax is not None:
            says = sentence("share_of_base", rate=rate, base=base, tax=tax)
            yield _said("share", is_rate(tax, base, rate), says, "vat_distribution")
    for cell, field, code in (
        ("tax", "total_vat", "vat_adds_up"),
        ("base", "total_excl_vat", "bases_add_up"),
    ):
        parts = [_cell(share, cell) for share in shares]
        total = decimal_of(fields[field].value) if field in fields else None
        if shares and total is not None and None not in parts:
            summed = sum((part for part in parts if part is not None), Decimal(0))
            holds = abs(summed - total) <= TOLERANCE * len(shares)
            yield _said(f"sum of {cell}", holds, sentence(code), "vat_distribution", field)


def _said(name: str, holds: bool, says: Sentence, *about: str) -> Check:
    return Check(
        name=name, holds=holds, says=str(says), fields=list(about), code=says.code, values=dict(says.values)
    )


def _cell(row: Mapping[str, CheckedValue], name: str) -> Decimal | None:
    return decimal_of(row[name].value) if name in row and row[name].problem is None else None
