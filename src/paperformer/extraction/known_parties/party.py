"""Known parties, and the list of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Role = Literal["supplier", "receiver"]
ROLES: tuple[Role, ...] = ("supplier", "receiver")


@dataclass(frozen=True, slots=True)
class KnownParty:
    """A party as one's own books write it.

    Args:
        name: As it is to be answered.
        role: Which side of the document it stands on; who is on both is known twice.
        addresses: In one line each; a chain has many.
        vat_numbers: In any spelling, as the numbers below.
        organisation_numbers: Of its country's register.
        ibans: Accounts that it is known to be paid on.
        phones: Telephones.
    """

    name: str
    role: Role = "supplier"
    addresses: tuple[str, ...] = ()
    vat_numbers: tuple[str, ...] = ()
    organisation_numbers: tuple[str, ...] = ()
    ibans: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()

    @property
    def numbers(self) -> dict[str, tuple[str, ...]]:
        """Its numbers by the field that prints them."""
        if self.role == "receiver":
            return {"receiver_vat_number": self.vat_numbers}
        return {
            "supplier_vat_number": self.vat_numbers,
            "supplier_organisation_number": self.organisation_numbers,
            "iban": self.ibans,
            "supplier_phone": self.phones,
        }


@dataclass(frozen=True, slots=True)
class Printed:
    """A text of a known party that a document prints.

    Args:
        text: As it is known.
        words: Indices into the document's words, ascending.
        likeness: 1 where letters and digits are the same, less where some are misread.
    """

    text: str
    words: tuple[int, ...]
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Sighting:
    """A known party, and what of it a document prints.

    Args:
        party: Who.
        name: The places of its name.
        address: Those of its addresses.
        numbers: Those of its numbers, by field.
    """

    party: KnownParty
    name: Sequence[Printed] = ()
    address: Sequence[Printed] = ()
    numbers: Sequence[tuple[str, Printed]] = ()
