"""An e-invoice as a page: what a firm prints of it, in the words of the seller's country.

The page shows what invoices show: parties with address, VAT and register number, telephone and mail address,
numbers and dates, references, lines, VAT by rate, totals and payment. It does not show what only XML carries
(codes of categories, electronic addresses, schemes) nor notes, attachments, item attributes and the second
description of an item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from drawn.rows import totals_block
from drawn.sheet import Sheet

from einvoice_pages.record import Record
from einvoice_pages.table import draw_lines, draw_vat
from einvoice_pages.wording import Wording
from paperformer.einvoicing.invoice import Group, Invoice

_LEFT, _MIDDLE, _RIGHT, _LOW = 48.0, 320.0, 547.0, 780.0
_FONTS = ("Roboto", "SourceSans", "Lato")
_LEAD = 13.0
_TITLES = {"380": "invoice", "381": "credit_note"}
_MEANS = {"10": "cash", "30": "transfer", "58": "transfer", "48": "card", "49": "debit", "59": "debit"}
# Swedish e-invoices name a giro in the place of a bank (SFTI, Peppol BIS Billing 3); on pages it is the label
_GIROS = {"SE:BANKGIRO": "Bankgiro", "SE:PLUSGIRO": "Plusgiro"}
_SELLER = ("BT-27", ("BT-35", "BT-36", "BT-162"), "BT-38", "BT-37", "BT-40")
_BUYER = ("BT-44", ("BT-50", "BT-51", "BT-163"), "BT-53", "BT-52", "BT-55")
_REFERENCES = (
    ("BT-1", "number"), ("BT-2", "date"), ("BT-9", "due"), ("BT-46", "customer"),
    ("BT-10", "buyer_reference"), ("BT-13", "their_order"), ("BT-14", "our_order"),
    ("BT-12", "contract"), ("BT-72", "delivery"),
)  # fmt: skip
_DAYS = frozenset({"BT-2", "BT-9", "BT-72"})


def draw_page(invoice: Invoice, path: Path, variant: int) -> Record:
    """Draw an e-invoice, and tell what its page prints.

    Args:
        invoice: The e-invoice.
        path: Where the PDF goes.
        variant: Which of the layouts, typefaces and wordings.
    """
    return _Page(invoice, path, variant).draw()


class _Page:
    """One invoice under the pen."""

    def __init__(self, invoice: Invoice, path: Path, variant: int) -> None:
        self.invoice, self.mirrored = invoice, variant % 2 == 1
        self.wording = Wording(invoice.first("BT-40") or "", variant // 2)
        self.sheet = Sheet(path, _FONTS[variant % len(_FONTS)])
        self.record = Record()

    def draw(self) -> Record:
        """Everything, from the top."""
        kind = self.invoice.first("BT-3") or ""
        title = self.wording.word(_TITLES.get(kind, "invoice")).upper()
        if kind in _TITLES:
            self.record.note("BT-3", kind)
        near, far = (_MIDDLE, _LEFT) if self.mirrored else (_LEFT, _MIDDLE)
        y = self._block([*self._party(_SELLER), *self._seller_more()], near, 60)
        self.sheet.text(far, 64, title, 18, True, self.sheet.colour)
        pairs_end = self._pairs(far, 90)
        self.sheet.text(near, max(y + 14, 165), self.wording.word("to"), 7, colour="#555555")
        y = self._block(
            [*self._party(_BUYER), *self._labelled("BT-48", "vat_id")], near, max(y + 14, 165) + _LEAD
        )
        y = draw_lines(self.sheet, self.invoice, self.wording, self.record, max(y, pairs_end) + 36)
        y = self._foot(y)
        self._payment(y)
        self.sheet.save()
        return self.record

    def _block(self, lines: Sequence[str], x: float, y: float) -> float:
        """Lines below one another, the first one bold; the baseline that would follow."""
        for place, line in enumerate(lines):
            for part in self.sheet.broken(line, 230, 9, place == 0):
                self.sheet.text(x, y, part, 9, place == 0)
                y += _LEAD
        return y

    def _party(self, terms: tuple[str, tuple[str, ...], str, str, str]) -> Iterator[str]:
        name, streets, postcode, town, country = terms
        for term in (name, *streets):
            yield from self._values(term)
        place = " ".join([*self._values(postcode), *self._values(town)])
        if place:
            yield place
        if self.invoice.first("BT-40") != self.invoice.first("BT-55"):
            yield from (self.wording.land(code) for code in self._values(country))

    def _seller_more(self) -> Iterator[str]:
        for term, key in (("BT-31", "vat_id"), ("BT-32", "tax_number"), ("BT-30", "org"), ("BT-42", "phone")):
            yield from self._labelled(term, key)
        yield from self._values("BT-43")

    def _values(self, term: str) -> list[str]:
        """The first value of a term, recorded."""
        value = self.invoice.first(term)
        if value is None:
            return []
        self.record.note(term, value)
        return [value]

    def _labelled(self, term: str, key: str) -> Iterator[str]:
        for value in self._values(term):
            says = any(character.isdigit() for character in value)
            yield f"{self.wording.word(key)}: {value}" if says else value  # "Approved for tax" needs no label

    def _pairs(self, x: float, y: float) -> float:
        pairs = []
        for term, key in _REFERENCES:
            pairs += [
                (self.wording.word(key), self.wording.day(value) if term in _DAYS else value)
                for value in self._values(term)
            ]
        start, end = self.invoice.first("BT-73"), self.invoice.first("BT-74")
        if start and end:
            self._values("BT-73")
            self._values("BT-74")
            days = f"{self.wording.day(start)} - {self.wording.day(end)}"
            pairs.append((self.wording.word("period"), days))
        for index, group in enumerate(self.invoice.groups.get("BG-3", ()), start=1):
            number, day = group.first("BT-25"), group.first("BT-26")
            if number is None:
                continue
            self.record.note("BT-25", number, f"BG-3[{index}]")
            if day:
                self.record.note("BT-26", day, f"BG-3[{index}]")
            text = f"{number} ({self.wording.day(day)})" if day else number
            pairs.append((self.wording.word("corrects"), text))
        for label, value in pairs:
            self.sheet.text(x, y, label, 9)
            for part in self.sheet.broken(value, 120, 9):
                self.sheet.text(x + 110, y, part, 9)
                y += _LEAD
        return y

    def _room(self, y: float, needed: float) -> float:
        """Where to go on: on a new page if there is too little room."""
        if y + needed <= _LOW:
            return y
        self.sheet.new_page()
        return 60.0

    def _foot(self, y: float) -> float:
        """VAT by rate on the left, totals on the right."""
        totals = list(self._totals())
        shares = self.invoice.groups.get("BG-23", ())
        y = self._room(y + 12, max(len(totals) * 14, len(shares) * 14 + 30))
        low = draw_vat(self.sheet, shares, self.wording, self.record, _LEFT, y)
        return max(low, totals_block(self.sheet, _MIDDLE, _RIGHT, y, totals)) + 10

    def _totals(self) -> Iterator[tuple[str, str]]:
        word = self.wording.word
        yield from self._total("BT-106", word("sum"))
        yield from self._adjustments("BG-20", ("BT-92", "BT-97"), "allowance", sign="-")
        yield from self._adjustments("BG-21", ("BT-99", "BT-104"), "charge")
        yield from self._total("BT-109", word("net"))
        yield from self._total("BT-110", word("vat"))
        yield from self._total("BT-112", word("total"))
        if self._is_set("BT-113"):
            yield from self._total("BT-113", word("paid"), "-")
        if self._is_set("BT-114"):
            yield from self._total("BT-114", word("rounding"))
        yield from self._total("BT-115", f"{word('pay')} {self._currency()}")

    def _is_set(self, term: str) -> bool:
        return bool(Decimal(self.invoice.first(term) or 0))

    def _currency(self) -> str:
        return next(iter(self._values("BT-5")), "")

    def _total(self, term: str, label: str, sign: str = "") -> Iterator[tuple[str, str]]:
        for value in self._values(term):
            yield label, self._signed(value, sign)

    def _signed(self, value: str, sign: str) -> str:
        turned = f"{-Decimal(value):f}" if sign else value
        return self.wording.money(turned)

    def _adjustments(
        self, name: str, terms: tuple[str, str], key: str, sign: str = ""
    ) -> Iterator[tuple[str, str]]:
        for index, group in enumerate(self.invoice.groups.get(name, ()), start=1):
            amount, reason = (group.first(term) for term in terms)
            if amount is None or not Decimal(amount):
                continue
            self.record.note(terms[0], amount, f"{name}[{index}]")
            if reason:
                self.record.note(terms[1], reason, f"{name}[{index}]")
            label = self.sheet.broken(reason or self.wording.word(key), 150, 9)[0]
            yield label, self._signed(amount, sign)

    def _payment(self, y: float) -> None:
        for text in self._payment_lines():
            for line in text.splitlines():
                for part in self.sheet.broken(line, _RIGHT - _LEFT, 9):
                    y = self._room(y, _LEAD)
                    self.sheet.text(_LEFT, y, part, 9)
                    y += _LEAD

    def _payment_lines(self) -> Iterator[str]:
        word = self.wording.word
        for value in self._values("BT-20"):
            yield f"{word('terms')}: {value}"
        for index, group in enumerate(self.invoice.groups.get("BG-16", ()), start=1):
            yield from self._means(group, f"BG-16[{index}]")
        for value in self._values("BT-83"):
            yield f"{word('reference')}: {value}"

    def _means(self, group: Group, path: str) -> Iterator[str]:
        code, account, bic = (group.first(term) for term in ("BT-81", "BT-84", "BT-86"))
        if code in _MEANS:
            yield f"{self.wording.word('means')}: {self.wording.word(_MEANS[code])}"
        if account is None:
            return
        self.record.note("BT-84", account, path)
        is_iban = account[:2].isalpha() and account[2:4].isdigit()
        label = "IBAN" if is_iban else _GIROS.get(bic or "") or self.wording.word("account")
        text = f"{label}: {account}"
        if bic:
            self.record.note("BT-86", bic, path)
            text += "" if bic in _GIROS else f"   BIC: {bic}"
        yield text
