"""The lines, VAT and totals of a drafted invoice: BG-20 to BG-25."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.einvoicing.invoice import Group, Origin, Term
from paperformer.extraction.invoicing.adjustments import Adjustment
from paperformer.extraction.invoicing.draft import (
    SURE,
    Drafting,
    Remark,
    origin_of,
    origin_of_cell,
    origin_of_statement,
)
from paperformer.extraction.invoicing.dues import Noted
from paperformer.extraction.invoicing.line_charges import charge_groups, charges_of
from paperformer.extraction.invoicing.lines import Line, LineRefused, printed_line, read_line
from paperformer.extraction.invoicing.statements import CATEGORY
from paperformer.extraction.invoicing.sum_rows import is_adjustment
from paperformer.extraction.invoicing.sums import CONFIRMED, Sums, draft_sums
from paperformer.extraction.invoicing.units import ONE, unit_code
from paperformer.extraction.invoicing.vat import Share, SumsFail, printed_shares
from paperformer.extraction.levels import bound_of

_FIELDS: Final = {
    "BT-106": "subtotal", "BT-109": "total_excl_vat", "BT-110": "total_vat", "BT-112": "total_incl_vat",
    "BT-114": "rounding", "BT-115": "amount_due",
}  # fmt: skip
_REASONS: Final = {
    "BT-106": "the sum of the lines",
    "BT-107": "the sum of the allowances",
    "BT-108": "the sum of the charges",
    "BT-115": "the total with VAT, less what was paid",
}
# Groups of the whole invoice, with the terms of amount, reason, category and rate
_ALLOWANCE: Final = ("BG-20", ("BT-92", "BT-97", "BT-95", "BT-96"))
_CHARGE: Final = ("BG-21", ("BT-99", "BT-104", "BT-102", "BT-103"))
_LIKELY: Final = bound_of("mid")
_STANDARD, _ZERO_RATED = "S", "Z"
_DISCOUNT: Final = "95"  # UNTDID 5189


def draft_amounts(drafting: Drafting) -> None:
    """Put lines, VAT and totals. Where their sums fail, the problems say it, and all is put as printed."""
    lines, complete = _read_lines(drafting)
    sums = _sums(drafting, lines) if complete else None
    if sums is None:
        _as_printed(drafting, lines)
        return
    confirmed = CONFIRMED if sums.confirmed else ""
    for name, number in sums.totals.items():
        _total(drafting, name, number, sums.derived.get(name, ""), confirmed)
    for adjustment in sums.adjustments:
        _adjustment(drafting, adjustment)
    for noted in sums.notes:
        _note(drafting, noted)
    drafting.groups["BG-23"] = [_share(drafting, share, confirmed) for share in sums.shares]
    drafting.groups["BG-25"] = [
        _line(drafting, line, rate, _confirmed(line, sums.lines, confirmed))
        for line, rate in zip(sums.lines, sums.rates, strict=True)
    ]


def _confirmed(line: Line, lines: Sequence[Line], confirmed: str) -> str | None:
    """What confirms a line; None for one that the problems tell of already."""
    if line.refused:
        return None
    return "" if _is_odd(line, lines) else confirmed


def _is_odd(line: Line, lines: Sequence[Line]) -> bool:
    """Whether an unlikely row has only an amount and others have more: a charge below adds up as well."""
    bare = [item.row.cells.keys().isdisjoint({"quantity", "unit_price"}) for item in (line, *lines)]
    return bare[0] and not all(bare) and line.row.confidence < _LIKELY


def _sums(drafting: Drafting, lines: Sequence[Line]) -> Sums | None:
    try:
        return draft_sums(drafting, lines)
    except SumsFail as error:
        drafting.problems.append(str(error))
        return None


def _as_printed(drafting: Drafting, lines: Sequence[Line]) -> None:
    """Put the amounts of an invoice whose sums fail, each as it is printed and marked as doubtful."""
    for term, name in _FIELDS.items():
        candidate, number = drafting.candidate(name), drafting.amount(name)
        if candidate is not None and number is not None:
            drafting.put(term, print_amount(number), origin_of(name, candidate, doubtful=True))
    shares = printed_shares(drafting.answer.rows.get("vat_distribution", ()))
    drafting.groups["BG-23"] = [_share(drafting, share, "") for share in shares]
    rates = {share.rate for share in shares}
    only = next(iter(rates)) if len(rates) == 1 else None
    drafting.groups["BG-25"] = [
        _line(drafting, line, only if line.rate is None else line.rate, None) for line in lines
    ]


def _read_lines(drafting: Drafting) -> tuple[list[Line], bool]:
    """The lines, and whether these are all: the problems tell of the others.

    With force, a row whose arithmetic fails is a line as it is printed. Discount and freight of
    the document are none.
    """
    read = drafting.answer.rows.get("purchase_lines", ())
    rows = {
        number: row for number, row in enumerate(read, start=1) if not is_adjustment(row, drafting.answer)
    }
    if not rows:
        drafting.problems.append("purchase_lines (BG-25) is missing: no line was read")
    lines = []
    for number, row in rows.items():
        try:
            lines.append(read_line(number, row, charges_of(drafting, row)))
        except LineRefused as error:
            drafting.problems.append(str(error))
            if drafting.force:
                lines.append(printed_line(number, row))
    return lines, bool(rows) and len(lines) == len(rows)


def _total(drafting: Drafting, term: str, number: Decimal, derived: str, confirmed: str) -> None:
    """Put a total: as it is printed, or as it follows from others."""
    name = _FIELDS.get(term, "")
    candidate = drafting.candidate(name) if name else None
    value = drafting.amount(name) if candidate is not None else None
    if candidate is not None and value is not None and not derived and abs(value) == abs(number):
        drafting.require(term, name, text=print_amount(number), confirmed=confirmed)
        return
    reason = derived or _REASONS.get(term, "follows from the other totals")
    drafting.derive(term, print_amount(number), reason)


def _adjustment(drafting: Drafting, adjustment: Adjustment) -> None:
    """Put an allowance or charge of the whole invoice."""
    group, names = _CHARGE if adjustment.amount > 0 else _ALLOWANCE
    amount = print_amount(abs(adjustment.amount))
    if adjustment.row is None:
        drafting.derived.append(Remark(f"{group}/{names[0]}", adjustment.reason, amount))
        origin = Origin(reason=adjustment.reason, text=adjustment.label)
    else:
        if adjustment.reason:
            drafting.derived.append(
                Remark(f"{group}/{names[3]}", adjustment.reason, _percent(adjustment.rate))
            )
        row = adjustment.row
        text = f"{row.label} {row.amount}"
        origin = Origin(page=row.page, box=row.box, text=text, reason=adjustment.reason or CONFIRMED)
    texts = (amount, adjustment.label, _category(drafting, adjustment.rate), _percent(adjustment.rate))
    terms = {name: (Term(text, origin=origin),) for name, text in zip(names, texts, strict=True)}
    drafting.groups.setdefault(group, []).append(Group(terms))


def _note(drafting: Drafting, noted: Noted) -> None:
    """Note what EN 16931 has no amount for (BT-22)."""
    row = noted.row
    text = f"{row.label}: {print_amount(noted.amount)}"
    origin = Origin(page=row.page, box=row.box, text=f"{row.label} {row.amount}", reason=noted.reason)
    drafting.groups.setdefault("BG-1", []).append(Group({"BT-22": (Term(text, origin=origin),)}))


def _share(drafting: Drafting, share: Share, confirmed: str) -> Group:
    """One rate of VAT (BG-23)."""
    texts = {"BT-116": print_amount(share.base), "BT-117": print_amount(share.tax),
             "BT-118": _category(drafting, share.rate), "BT-119": _percent(share.rate)}  # fmt: skip
    cells = {"BT-116": "base", "BT-117": "tax", "BT-119": "rate"}
    terms = {}
    for term, text in texts.items():
        cell = share.row.cells.get(cells.get(term, "")) if share.row is not None else None
        if share.row is not None and cell is not None:
            doubtful = not confirmed and share.row.confidence < SURE
            name = f"vat_distribution[{share.number}].{cells[term]}"
            terms[term] = (
                Term(text, origin=origin_of_cell(share.row, name, cell, confirmed, doubtful=doubtful)),
            )
            continue
        reason = {
            "BT-118": _reason_of_category(drafting, share.rate),
            "BT-116": "the sum of the lines of this rate",
            "BT-117": "the printed VAT, or the base times the rate",
        }.get(term, "the only VAT rate of the document")
        drafting.derived.append(Remark(f"BG-23/{term}", reason, text))
        terms[term] = (Term(text, origin=Origin(reason=reason)),)
    exempt = None if share.rate else drafting.statement(CATEGORY)
    if exempt is not None:
        origin = origin_of_statement(exempt, "why no VAT is charged, as it is printed")
        terms["BT-120"] = (Term(exempt.text, origin=origin),)
    return Group(terms)


def _line(drafting: Drafting, line: Line, rate: Decimal | None, confirmed: str | None) -> Group:
    """One line (BG-25). Where ``confirmed`` is None the sums failed, which the problems tell already."""
    drafting.derived.extend(line.derived)
    doubtful = not confirmed and (confirmed is None or line.row.confidence < SURE)
    if doubtful and confirmed is not None:
        drafting.problems.append(
            f"{line.name} (BG-25) is doubtful: it is right with a probability of {line.row.confidence:.2f}, "
            "and no sum confirms it"
        )
    put = _LinePut(drafting, line, confirmed or "", doubtful)
    put.known("BT-126", str(line.number), "numbered in the order of the page")
    put.cell("BT-129", "quantity", f"{line.quantity.normalize():f}")
    put.unit(drafting)
    put.cell("BT-131", "total", print_amount(line.total))
    description = line.row.cells.get("description")
    if description is None:
        drafting.problems.append(f"{line.name}.description (BT-153) is missing: the row prints none")
    else:
        put.cell("BT-153", "description", description.value)
    if "code" in line.row.cells:
        put.cell("BT-155", "code", line.row.cells["code"].value)
    put.cell("BT-146", "unit_price", print_amount(line.price))
    if line.base_quantity is not None:
        of_all = line.base_quantity == abs(line.quantity)
        reason = "the price is of all units" if of_all else "the amount shows how many units the price is of"
        put.known("BT-149", f"{line.base_quantity.normalize():f}", reason)
    if rate is not None:
        put.known("BT-151", _category(drafting, rate), "follows from the rate of VAT")
        put.cell("BT-152", "vat_rate", _percent(rate))
    allowances = (_allowance(line),) if line.allowance else ()
    groups = {"BG-27": allowances, "BG-28": charge_groups(line.charges)}
    return Group(put.terms, {name: found for name, found in groups.items() if found})


class _LinePut:
    """Puts the terms of a line, each with where it was read."""

    def __init__(self, drafting: Drafting, line: Line, confirmed: str, doubtful: bool) -> None:
        self._drafting, self._line, self._confirmed, self._doubtful = drafting, line, confirmed, doubtful
        self.terms: dict[str, tuple[Term, ...]] = {}

    def cell(self, term: str, name: str, text: str) -> None:
        """A term that a cell prints, or that follows from others."""
        cell = self._line.row.cells.get(name)
        reasons = [remark.reason for remark in self._line.derived if remark.term.endswith(f"/{term}")]
        if cell is None:
            self.known(term, text, reasons[0] if reasons else "the only VAT rate of the document")
            return
        reason = reasons[0] if reasons else self._confirmed
        origin = origin_of_cell(
            self._line.row, f"{self._line.name}.{name}", cell, reason, doubtful=self._doubtful
        )
        self.terms[term] = (Term(text, origin=origin),)

    def known(self, term: str, text: str, reason: str) -> None:
        """A term that no cell prints."""
        self.terms[term] = (Term(text, origin=Origin(reason=reason)),)

    def unit(self, drafting: Drafting) -> None:
        """The unit of measure (BT-130): as printed, else one, which is listed."""
        cell = self._line.row.cells.get("unit")
        language = drafting.candidate("language")
        code = None
        if cell is not None:
            code = cell.value if self._line.row.source == "einvoice" else unit_code(
                cell.value, language.value if language is not None else None
            )  # fmt: skip
        if cell is not None and code is not None:
            self.cell("BT-130", "unit", code)
            return
        what = "the row prints no unit" if cell is None else f"no code is known for the unit {cell.value!r}"
        reason = f"{what}: assumed to be {ONE} (one)"
        drafting.derived.append(Remark(f"BG-25[{self._line.number}]/BT-130", reason, ONE))
        self.known("BT-130", ONE, reason)


def _allowance(line: Line) -> Group:
    cell = line.row.cells["discount"]
    origin = origin_of_cell(line.row, f"{line.name}.discount", cell)
    terms = {"BT-136": print_amount(line.allowance), "BT-140": _DISCOUNT}
    if line.percent is not None:
        base = line.allowance + line.total - sum((amount for amount, _ in line.charges), Decimal(0))
        terms |= {"BT-137": print_amount(base), "BT-138": print_amount(line.percent)}
    return Group({name: (Term(text, origin=origin),) for name, text in terms.items()})


def _category(drafting: Drafting, rate: Decimal) -> str:
    """The category of VAT (UNTDID 5305): at 0 % as the pages say, else zero-rated."""
    if rate:
        return _STANDARD
    exempt = drafting.statement(CATEGORY)
    return _ZERO_RATED if exempt is None else exempt.value


def _reason_of_category(drafting: Drafting, rate: Decimal) -> str:
    exempt = drafting.statement(CATEGORY)
    if rate:
        return "standard rate: VAT is charged"
    return "zero rate: 0 % VAT is charged" if exempt is None else f"the page says: {exempt.text}"


def _percent(rate: Decimal) -> str:
    return f"{rate.normalize():f}" if rate else "0"
