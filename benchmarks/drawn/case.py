"""One document before it is drawn: who sells what to whom, and what every field would say.

A layout takes from a ``Case`` what it prints (``say``, ``pairs``, ``seller_lines`` ...), and what is taken
becomes truth. So a document's truth names what its page shows, whatever the layout leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

from drawn.wording import amount, cents, day, dialled, quantity, table, word

WORDS = {  # what a field is called on paper: keys of words/*.yaml
    "document_date": "date", "due_date": "due", "customer_number": "customer",
    "receiver_order_number": "their_order", "order_number": "our_order", "contract_number": "contract",
    "payment_reference": "reference", "supplier_phone": "phone", "supplier_vat_number": "vat_id",
    "supplier_organisation_number": "org", "receiver_vat_number": "vat_id", "bank_account_number": "account",
    "subtotal": "sum", "total_excl_vat": "net", "total_vat": "vat", "total_incl_vat": "total",
    "rounding": "rounding", "amount_due": "pay", "payment_method": "means", "prepaid": "paid",
}  # fmt: skip
AHEAD = ("€", "£", "$", "₹", "S$", "RM", "R")  # currency signs that stand before the amount


@dataclass(frozen=True)
class Line:
    """One line of a purchase; ``discount`` in per cent."""

    description: str
    quantity: Decimal
    price: Decimal
    rate: Decimal
    unit: str = ""
    code: str = ""
    discount: Decimal = Decimal(0)
    places: int = 2

    @property
    def total(self) -> Decimal:
        """Quantity times price, less the discount."""
        exact = self.quantity * self.price * (1 - self.discount / 100)
        return cents(exact, str(Decimal(1).scaleb(-self.places)))


@dataclass
class Case:
    """Facts of a document; ``facts`` maps a field to its right values and its print."""

    name: str
    issuer: Mapping[str, Any]
    buyer: list[str]
    buyer_country: str
    lines: list[Line]
    facts: dict[str, tuple[list[str], str]]
    rng: Random
    amounts: dict[str, Decimal] = field(default_factory=dict)
    shares: dict[Decimal, tuple[Decimal, Decimal]] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    open_questions: set[str] = field(default_factory=set)
    rows: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    distractors: dict[str, date] = field(default_factory=dict)

    @property
    def country(self) -> dict[str, Any]:
        """What ``countries.yaml`` says of the seller's country."""
        return dict(table("countries.yaml")[self.issuer["country"]])

    @property
    def language(self) -> str:
        """ISO 639-1 of what the document is written in."""
        return str(self.issuer.get("lang", self.country["lang"]))

    @property
    def kind(self) -> str:
        """The document's type."""
        return self.facts["document_type"][0][0]

    @property
    def places(self) -> int:
        """Decimal places of amounts."""
        return int(self.issuer.get("places", self.country.get("places", 2)))

    def option(self, name: str, otherwise: Any = None) -> Any:
        """What the issuer is described to do."""
        return self.issuer.get(name, otherwise)

    # Words and prints

    def word(self, key: str) -> str:
        """The issuer's word for a key of ``words``."""
        own = self.issuer.get("words", {})
        return str(own[key]) if key in own else word(self.language, key, int(self.issuer.get("way", 0)))

    def label(self, name: str) -> str:
        """What the issuer calls a field."""
        if name == "document_number" and self.kind not in ("invoice", "receipt"):
            own = self.issuer.get("words", {}).get("its_number") or self.word("its_number")
            text = str(own).format(self.word(self.kind))
            return text[:1].upper() + text[1:]
        if (
            name == "document_date"
            and self.kind not in ("invoice", "receipt")
            and "date" not in self.issuer.get("words", {})
        ):
            return self.word("its_date")
        return self.word(WORDS.get(name, "number" if name == "document_number" else name))

    def money(self, value: Decimal, sign: bool = False) -> str:
        """An amount as the issuer writes it, with the currency's sign on request."""
        text = amount(value, self.issuer.get("money", self.country["money"]), self.places)
        symbol = self.issuer.get("symbol", "")
        if not sign or not symbol:
            return text
        self.say("currency")
        ahead = symbol in AHEAD and self.issuer.get("ahead", True)
        return f"{symbol}{text}" if ahead else f"{text} {symbol}"

    def day(self, value: date) -> str:
        """A day as the issuer writes it."""
        return day(value, str(self.issuer.get("date", self.country["date"])), self.language)

    def quantity(self, value: Decimal) -> str:
        """A quantity as the issuer writes it."""
        return quantity(value, self.issuer.get("money", self.country["money"]))

    # What is said becomes truth

    def has(self, name: str) -> bool:
        """Whether the document could say this field."""
        return name in self.facts

    def say(self, name: str) -> str:
        """The field's print; from here on it is part of the truth."""
        values, text = self.facts[name]
        self.said[name] = values
        if name in ("due_date", "document_date"):
            self.open_questions.discard(name)
        return text

    def pairs(self, *names: str) -> list[tuple[str, str]]:
        """Labels and prints of those fields that the document has; ``delivery`` and ``terms`` are none."""
        found = []
        for name in names:
            if name in self.distractors:
                found.append((self.word(name), self.day(self.distractors[name])))
            elif name == "terms":
                found.append(
                    (self.word("terms"), self.word("terms_text").format(self.issuer.get("days", 30)))
                )
            elif name == "contact" and self.has_contact:
                found.append((self.word("contact"), str(self.issuer["contact"])))
            elif name == "period" and self.has("period_start"):
                text = f"{self.say('period_start')} {self.issuer.get('dash', '-')} {self.say('period_end')}"
                found.append((self.word("period"), text))
            elif self.has(name):
                found.append((self.label(name), self.say(name)))
        return found

    @property
    def has_contact(self) -> bool:
        """Whether somebody is named who looks after the customer."""
        return "contact" in self.issuer

    def title(self) -> str:
        """The name of the kind of document."""
        self.say("document_type")
        return self.word(self.kind)

    def seller_lines(self, name: bool = True, country: bool = False) -> list[str]:
        """Name and address of the seller, a line each."""
        lines = [self.say("supplier_name")] if name else []
        return lines + self._address("supplier", self.issuer["address"], self.issuer["country"], country)

    def buyer_lines(self, attention: bool = True) -> list[str]:
        """Name and address of the buyer, a line each; the country where it is another."""
        abroad = self.buyer_country != self.issuer["country"] or bool(self.issuer.get("lands"))
        lines = [self.say("receiver_name")]
        if attention and self.issuer.get("attention"):
            lines.append(str(self.issuer["attention"]))
        return lines + self._address("receiver", self.buyer[1:], self.buyer_country, abroad)

    def _address(self, side: str, lines: Iterable[str], country: str, named: bool) -> list[str]:
        lines = [str(line) for line in lines]
        short = ", ".join(lines)
        self.said[f"{side}_country"] = [country]
        shorter = [", ".join(lines[1:])] if lines[0].startswith("Faktura") else []  # a department
        shorter += [short.replace(" L-", " ")] if " L-" in short else []
        self.said[f"{side}_address"] = [short, *shorter]
        if not named:
            return lines
        own = self.issuer["country"]
        home = table("countries.yaml")[country]["names"]
        written = (
            home[0] if country == own and self.language == table("countries.yaml")[own]["lang"] else home[1]
        )
        self.said[f"{side}_address"] = [short, f"{short}, {written}"]
        return [*lines, written]

    def totals(self, *names: str) -> list[tuple[str, str]]:
        """Labels and prints of the totals that apply, in that order."""
        found = []
        for name in names:
            value = self.amounts.get(name)
            if value is None:
                continue
            if name == "prepaid":
                found.append((self.word("paid"), self.money(-abs(value))))
                continue
            if name == "subtotal" and value == self.amounts.get("total_excl_vat"):
                self.open_questions.add("subtotal")
                found.append((self.label(name), self.money(value)))
                continue
            self.say(name)
            label = self.label(name)
            if name == "total_excl_vat" and label.lower().startswith(("sub", "sous")):
                self.open_questions.add("subtotal")
            if name == "total_vat" and len(self.shares) == 1 and self.issuer.get("rate_in_label", True):
                label = f"{label} {self.quantity(next(iter(self.shares)))} %"
            found.append((label, self.money(value, sign=name in ("total_incl_vat", "amount_due"))))
        return found

    def share_rows(self) -> list[tuple[str, str, str, str]]:
        """Rate, base, tax and both for each rate of VAT; the rows become truth."""
        self.rows["vat_distribution"] = [
            {"rate": f"{rate}", "base": f"{base}", "tax": f"{tax}"}
            for rate, (base, tax) in self.shares.items()
        ]
        return [
            (f"{self.quantity(rate)} %", self.money(base), self.money(tax), self.money(base + tax))
            for rate, (base, tax) in self.shares.items()
        ]

    def bank_pairs(self, *names: str) -> list[tuple[str, str]]:
        """Labels and prints of the accounts that the issuer shows, or of those named."""
        found = []
        for name in names or self.issuer.get("bank", ()):
            if name == "bank_name":
                found.append((self.word("bank"), str(self.issuer["bank_name"])))
            elif name == "national_iban":
                values, text = self.facts[name]
                self.said["iban"] = values
                self.open_questions |= {"payment_method", "bank_account_number"}
                found.append((self.word("account"), text))
            elif name in self.facts:
                found.append((self.issuer.get("account_words", {}).get(name, ACCOUNTS[name]), self.say(name)))
                self.open_questions.add("payment_method")
            elif name in ("bankgiro", "plusgiro"):
                found.append((ACCOUNTS[name], self._giro(name)))
        return found

    def _giro(self, name: str) -> str:
        values, text = self.facts[f"{name}_account"]
        self.said["bank_account_number"] = self.said.get("bank_account_number", []) + values
        self.open_questions.add("payment_method")
        return text

    def phone(self) -> str:
        """The seller's telephone number."""
        return self.say("supplier_phone")


ACCOUNTS = {
    "iban": "IBAN", "bic": "BIC", "bankgiro": "Bankgiro", "plusgiro": "Plusgiro",
    "bank_account_number": "Account no.", "bank_registration_number": "Sort code",
}  # fmt: skip


def phone_fact(phone: str, country: str) -> tuple[list[str], str]:
    """A telephone number's right value and print."""
    return [dialled(phone, country)], phone
