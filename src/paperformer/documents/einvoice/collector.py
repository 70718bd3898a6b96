"""Gathers the normalised values of an e-invoice's fields, and what could not be normalised."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice import normal_form
from paperformer.errors import ValueUnreadable


def texts(node: Element | None, *paths: str) -> list[str]:
    """The texts at the first of ``paths`` (local names, from ``node``) that has any, blanks left out."""
    for path in paths if node is not None else ():
        found = [normal_form.plain_text(element.text or "") for element in _all(node, path)]
        if any(found):
            return [text for text in found if text]
    return []


def first(node: Element | None, *paths: str) -> str | None:
    """The first text at the first of ``paths`` that has one."""
    return next(iter(texts(node, *paths)), None)


def elements(node: Element | None, path: str) -> list[Element]:
    """All elements at ``path``."""
    return _all(node, path)


def _all(node: Element | None, path: str) -> list[Element]:
    return [] if node is None else node.findall(path)


def sum_of(amounts: Iterable[str | None]) -> str | None:
    """The sum of amounts that are normalised; None where there are none."""
    given = [text for text in amounts if text is not None]
    return normal_form.total(given) if given else None


class Collector:
    """Fields in the making: values normalised, none twice, in the document's order."""

    def __init__(self) -> None:
        self._fields: dict[str, list[str]] = {}
        self._warnings: list[str] = []

    def add(
        self, field: str, values: Iterable[str], normalise: Callable[[str], str] = normal_form.plain_text
    ) -> None:
        """Put ``values`` under ``field``; one that ``normalise`` refuses becomes a warning."""
        for value in values:
            normal = self.normal(field, value, normalise)
            if normal and normal not in self._fields.setdefault(field, []):
                self._fields[field].append(normal)

    def add_one(
        self,
        field: str,
        node: Element | None,
        *paths: str,
        normalise: Callable[[str], str] = normal_form.plain_text,
    ) -> None:
        """Put the first text at the first of ``paths`` that has one."""
        self.add(field, texts(node, *paths)[:1], normalise)

    def warn(self, warning: str) -> None:
        """Say what could not be used."""
        self._warnings.append(f"e-invoice: {warning}")

    def normal(self, field: str, value: str | None, normalise: Callable[[str], str]) -> str | None:
        """``value`` normalised; None where it is missing or, with a warning, where it cannot be."""
        if value is None:
            return None
        try:
            return normalise(value)
        except ValueUnreadable as error:
            self._warnings.append(f"e-invoice: {field}: {error.message}; left out")
            return None

    def add_date(self, field: str, node: Element | None) -> None:
        """Put the date that a date element holds: XSD text, or a ``DateTimeString`` with its format."""
        if node is None:
            return
        inner = node.find("DateTimeString")
        if inner is None:
            inner = node.find("DateTime")
        holder = node if inner is None else inner
        if (holder.text or "").strip():
            code = holder.get("format")
            self.add(field, [holder.text or ""], lambda text: normal_form.iso_date(text, code))

    def add_address(self, field: str, lines: Iterable[str], postcode: str | None, town: str | None) -> None:
        """Put an address on one line: street and further lines, then postcode and town."""
        place = " ".join(part for part in (postcode, town) if part)
        self.add(field, [", ".join(part for part in (*lines, place) if part)])

    def add_account(self, identifier: str | None, *, said_to_be_iban: bool = False) -> None:
        """Put an account to be paid to: an IBAN, or else a national account number."""
        if identifier is None:
            return
        account = normal_form.compact(identifier)
        is_iban = said_to_be_iban or normal_form.looks_like_iban(account)
        self.add("iban" if is_iban else "bank_account_number", [account])

    def add_sum(self, field: str, amounts: Iterable[str | None]) -> None:
        """Put the sum of amounts that are normalised; nothing where there are none."""
        total = sum_of(amounts)
        if total is not None:
            self.add(field, [total])

    def add_card(self, number: str | None) -> None:
        """Put the last four digits of a card number (BT-87 is masked but for its ends)."""
        last = normal_form.compact(number or "")[-4:]
        if len(last) == 4 and last.isdigit():
            self.add("card_last_four", [last])

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(values) for name, values in self._fields.items() if values}

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._warnings))
