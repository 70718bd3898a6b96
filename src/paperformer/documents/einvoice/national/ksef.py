"""KSeF of Poland: the structured invoices FA(2) and FA(3) of the Ministry of Finance.

The sums P_13 and P_14 are numbered by rate; which of two rates a number stands for, its lines tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date, negated

# Sum of net amounts, sum of tax, UNTDID 5305 category, and the rates that lines may state for them
_SUMS: Final = (
    ("P_13_1", "P_14_1", "S", ("23", "22")),
    ("P_13_2", "P_14_2", "S", ("8", "7")),
    ("P_13_3", "P_14_3", "S", ("5",)),
    ("P_13_4", "P_14_4", "S", ("4", "3")),
    ("P_13_5", "P_14_5", "S", ()),
    ("P_13_6_1", "", "Z", ("0",)),
    ("P_13_6_2", "", "K", ("0",)),
    ("P_13_6_3", "", "G", ("0",)),
    ("P_13_7", "", "E", ("0",)),
    ("P_13_8", "", "O", ("0",)),
    ("P_13_9", "", "AE", ("0",)),
    ("P_13_10", "", "AE", ("0",)),
    ("P_13_11", "", "E", ()),
)
_PAYMENT_METHODS: Final = {
    "1": "cash", "2": "card", "4": "cheque", "6": "transfer", "7": "online",
}  # fmt: skip
_YES: Final = "1"
_NATIONAL_ACCOUNT: Final = 26  # digits: an IBAN without its country
_NO_TAX: Final = ("zw", "oo", "np")  # exempt, reverse charge, not taxed here


def read_ksef(root: Element) -> EInvoice:
    """The invoice in a KSeF tree."""
    collector = Collector()
    invoice = root.find("Fa")
    _read_header(collector, invoice)
    _read_party(collector, "supplier", root.find("Podmiot1"))
    _read_party(collector, "receiver", root.find("Podmiot2"))
    collector.add_one("customer_number", root, "Podmiot2/NrKlienta")
    collector.add_one("supplier_organisation_number", root, "Stopka/Rejestry/KRS", "Stopka/Rejestry/REGON")
    rows = elements(invoice, "FaWiersz")
    shares = tuple(_vat_shares(collector, invoice, rows))
    _read_sums(collector, invoice, shares)
    _read_payment(collector, invoice)
    form = root.find("Naglowek/KodFormularza")
    return EInvoice(
        syntax="ksef",
        profile="" if form is None else form.get("kodSystemowy", ""),
        fields=collector.fields,
        vat_distribution=shares,
        purchase_lines=tuple(_purchase_line(collector, row) for row in rows),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, invoice: Element | None) -> None:
    kind = first(invoice, "RodzajFaktury")
    if kind is not None:
        total = collector.normal("total_incl_vat", first(invoice, "P_15"), amount) or "0"
        is_credit = kind.startswith("KOR") and Decimal(total) < 0
        collector.add("document_type", ["credit_note" if is_credit else "invoice"])
    collector.add_one("document_number", invoice, "P_2")
    collector.add_one("document_date", invoice, "P_1", normalise=iso_date)
    collector.add_one("delivery_date", invoice, "P_6", normalise=iso_date)
    collector.add_one("period_start", invoice, "OkresFa/P_6_Od", normalise=iso_date)
    collector.add_one("period_end", invoice, "OkresFa/P_6_Do", normalise=iso_date)
    collector.add_one("currency", invoice, "KodWaluty", normalise=str.upper)
    terms = "WarunkiTransakcji"
    collector.add("receiver_order_number", texts(invoice, f"{terms}/Zamowienia/NrZamowienia"))
    collector.add("contract_number", texts(invoice, f"{terms}/Umowy/NrUmowy"))


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    data = "DaneIdentyfikacyjne"
    collector.add_one(f"{role}_name", party, f"{data}/Nazwa", "Nazwa")
    collector.add_address(
        f"{role}_address", texts(party, "Adres/AdresL1") + texts(party, "Adres/AdresL2"), None, None
    )
    collector.add_one(f"{role}_country", party, "Adres/KodKraju", normalise=str.upper)
    collector.add(f"{role}_vat_number", filter(None, [_tax_number(party)]), compact)
    if role == "supplier":
        collector.add_one("supplier_phone", party, "DaneKontaktowe/Telefon")


def _tax_number(party: Element | None) -> str | None:
    data = "DaneIdentyfikacyjne"
    polish = first(party, f"{data}/NIP")
    if polish is not None:
        return f"PL{polish}"
    european = first(party, f"{data}/NrVatUE")
    if european is not None:
        return (first(party, f"{data}/KodUE") or "") + european
    return first(party, f"{data}/NrID")


def _read_sums(collector: Collector, invoice: Element | None, shares: tuple[VatShare, ...]) -> None:
    collector.add_sum("total_excl_vat", [share.base for share in shares])
    collector.add_sum("total_vat", [share.amount for share in shares])
    collector.add_one("total_incl_vat", invoice, "P_15", normalise=amount)
    collector.add_one("amount_due", invoice, "Rozliczenie/DoZaplaty", normalise=amount)
    if "amount_due" not in collector.fields and first(invoice, "Platnosc/Zaplacono") == _YES:
        collector.add("amount_due", ["0.00"])


def _vat_shares(collector: Collector, invoice: Element | None, rows: list[Element]) -> Iterator[VatShare]:
    stated = {text for row in rows for text in texts(row, "P_12")}
    for net, tax, category, rates in _SUMS:
        base = first(invoice, net)
        if base is None:
            continue
        rate = next((rate for rate in rates if rate in stated), rates[0] if rates else None)
        taxed = first(invoice, tax) if tax else None
        untaxed = "0" if rate == "0" else None
        yield vat_share(collector, category=category, rate=rate, base=base, tax=taxed or untaxed)


def _read_payment(collector: Collector, invoice: Element | None) -> None:
    collector.add("due_date", texts(invoice, "Platnosc/TerminPlatnosci/Termin"), iso_date)
    for code in texts(invoice, "Platnosc/FormaPlatnosci"):
        collector.add("payment_method", filter(None, [_PAYMENT_METHODS.get(code)]))
    for number in texts(invoice, "Platnosc/RachunekBankowy/NrRB"):
        account = compact(number)
        is_national = len(account) == _NATIONAL_ACCOUNT and account.isdigit()
        collector.add_account(f"PL{account}" if is_national else account)
    collector.add("bic", texts(invoice, "Platnosc/RachunekBankowy/SWIFT"), compact)


def _purchase_line(collector: Collector, row: Element) -> PurchaseLine:
    rate = first(row, "P_12", "P_12_XII")
    line = purchase_line(
        collector,
        code=first(row, "Indeks", "GTIN"),
        description=first(row, "P_7"),
        quantity=first(row, "P_8B"),
        unit=first(row, "P_8A"),
        price=first(row, "P_9A"),
        base_quantity=None,
        allowances=texts(row, "P_10"),
        vat_rate=None if rate is None else _rate(rate),
        total=first(row, "P_11"),
    )
    return _taken_back(line) if first(row, "StanPrzed") == _YES else line


def _rate(text: str) -> str:
    """``0 WDT`` is 0, and so is what is not taxed."""
    number = text.split(" ")[0]
    return "0" if number in _NO_TAX else number


def _taken_back(line: PurchaseLine) -> PurchaseLine:
    """A line as it was before its correction: what was invoiced then counts against what is now."""
    quantity, discount, total = (
        None if text is None else negated(text) for text in (line.quantity, line.discount, line.total)
    )
    return replace(line, quantity=quantity, discount=discount, total=total)
