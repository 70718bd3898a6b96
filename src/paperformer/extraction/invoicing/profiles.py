"""Specifications of e-invoices that keep EN 16931, and what each requires beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

ProfileName = Literal["en16931", "peppol", "xrechnung"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A specification.

    Args:
        specification: What its invoices have in BT-24.
        process: What they have in BT-23, where that is required.
        required: Terms that it requires beside EN 16931, with what they are; of terms in a tuple, one.
    """

    specification: str
    process: str | None = None
    required: tuple[tuple[tuple[str, ...], str], ...] = ()


_PEPPOL_PROCESS: Final = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
_ENDPOINTS: Final = (
    (("BT-34",), "the seller's electronic address"),
    (("BT-49",), "the buyer's electronic address"),
)
PROFILES: Final[Mapping[ProfileName, Profile]] = {
    "en16931": Profile("urn:cen.eu:en16931:2017"),
    "peppol": Profile(
        "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        _PEPPOL_PROCESS,
        (*_ENDPOINTS, (("BT-10", "BT-13"), "the buyer's reference or order number")),
    ),
    "xrechnung": Profile(
        "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
        _PEPPOL_PROCESS,
        (
            *_ENDPOINTS,
            (("BT-10",), "the buyer's reference (Leitweg-ID)"),
            (("BT-41",), "the seller's contact"),
            (("BT-42",), "the seller's telephone number"),
            (("BT-43",), "the seller's e-mail address"),
            (("BT-37",), "the seller's town"),
            (("BT-38",), "the seller's postcode"),
            (("BT-52",), "the buyer's town"),
            (("BT-53",), "the buyer's postcode"),
        ),
    ),
}
