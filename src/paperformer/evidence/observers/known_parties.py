"""What the user's list of known parties says: who of them is printed, by what, and who is not."""

from __future__ import annotations

import math

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.known_support import KnownSupport
from paperformer.fields.values.plain import letters_of

NAMES = (
    "known_with_more", "known_by_name_alone", "known_by_all_there_is", "known_by_number", "known_by_address",
    "known_by_account", "known_by_phone", "known_shared", "known_on_other_side", "known_beside_another_name",
    "known_misread", "another_is_known",
)  # fmt: skip
"""All evidence of this module; ``benchmarks/known_parties_fit.py`` fits it."""
_TEXTS = ("name", "address")
_ACME = on("Acme Ltd", "", "", "Zenith Ltd")
_NAME = KnownSupport(1.0, frozenset())
_MORE = KnownSupport(1.0, frozenset({"address"}))
_NUMBER = KnownSupport(0.0, frozenset({"number"}), likeness=0.0)
_ADDRESS = KnownSupport(0.0, frozenset({"address"}), likeness=0.0)


@evidence(
    "it is of a known party whose name is printed, and its address or a number",
    fires=_ACME.at("supplier_name", "Acme Ltd", known=_MORE),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_NAME),
)
def known_with_more(candidate: Candidate, page: ObservedPage) -> float | None:
    known = candidate.known
    return known.name if known and known.name and known.also else None


@evidence(
    "it is of a known party of which nothing but the name is printed, though more is known",
    fires=_ACME.at("supplier_name", "Acme Ltd", known=_NAME),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE),
)
def known_by_name_alone(candidate: Candidate, page: ObservedPage) -> float | None:
    known = candidate.known
    return known.name if known and known.name and not known.also and not known.is_all else None


@evidence(
    "it is of a known party of which nothing but the name is known",
    fires=_ACME.at("supplier_name", "Acme Ltd", known=_NAME._replace(is_all=True)),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_NAME),
)
def known_by_all_there_is(candidate: Candidate, page: ObservedPage) -> float | None:
    known = candidate.known
    return known.name if known and known.name and not known.also and known.is_all else None


def _known_by(kind: str, says: str) -> None:
    """Parties whose name is not printed; the first of these kinds that is printed counts."""

    @evidence(
        f"it is of a known party whose name is not printed, but {says}",
        name=f"known_by_{kind}",
        fires=_ACME.at("supplier_name", "", "Acme Ltd", known=_NUMBER._replace(also=frozenset({kind}))),
        abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE),
    )
    def known_by(candidate: Candidate, page: ObservedPage) -> float | None:
        known = candidate.known
        if known is None or known.name or not known.also:
            return None
        strongest = next(kind for kind in _KINDS if kind in known.also)
        return 1.0 if strongest == kind else None


_KINDS = {"number": "its tax or register number", "address": "its address", "account": "its account",
          "phone": "its telephone"}  # fmt: skip
for _kind, _says in _KINDS.items():
    _known_by(_kind, _says)


@evidence(
    "other known parties have the same address or number",
    fires=_ACME.at("supplier_name", "", "Acme Ltd", known=_ADDRESS._replace(sharing=2)),
    abstains=_ACME.at("supplier_name", "", "Acme Ltd", known=_ADDRESS),
)
def known_shared(candidate: Candidate, page: ObservedPage) -> float | None:
    known = candidate.known
    return math.log2(known.sharing) if known and not known.name and known.sharing > 1 else None


@evidence(
    "the known party is rather the other side of the document",
    types=_TEXTS,
    fires=_ACME.at("supplier_name", "Acme Ltd", known=_MORE, others={"receiver_name": "Acme Ltd"}),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE, others={"receiver_name": "Zenith Ltd"}),
)
def known_on_other_side(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.known is None or candidate.party is None:
        return None
    side = "receiver" if candidate.party == "supplier" else "supplier"
    name = side + candidate.field.removeprefix(candidate.party)
    own = letters_of(candidate.value)
    most = max(
        (rival.trust for rival in page.candidates.get(name, ()) if letters_of(rival.value) == own),
        default=0.0,
    )
    return most - candidate.trust if most > candidate.trust else None


@evidence(
    "another name is printed, and that of the known party is not",
    types=("name",),
    fires=_ACME.at("supplier_name", "", "Acme Ltd", known=_NUMBER, others={"supplier_name": "Zenith Ltd"}),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE, others={"supplier_name": "Zenith Ltd"}),
)
def known_beside_another_name(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.known is None or candidate.known.name:
        return None
    return max((rival.trust for rival in page.candidates[candidate.field] if not rival.known), default=None)


@evidence(
    "letters of it are printed otherwise than the known party is written",
    types=_TEXTS,
    fires=_ACME.at("supplier_name", "Acme Ltd", known=_MORE._replace(likeness=0.9)),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE),
)
def known_misread(candidate: Candidate, page: ObservedPage) -> float | None:
    return 1.0 if candidate.known and 0.0 < candidate.known.likeness < 1.0 else None


@evidence(
    "another candidate is of a known party whose name is printed, and more of it",
    types=_TEXTS,
    fires=_ACME.at("supplier_name", "Zenith Ltd", rivals={"Acme Ltd": _MORE}),
    abstains=_ACME.at("supplier_name", "Acme Ltd", known=_MORE),
)
def another_is_known(candidate: Candidate, page: ObservedPage) -> float | None:
    if candidate.known is not None:
        return None
    own = letters_of(candidate.value)
    # A candidate that holds the known text and more may be all of it.
    rivals = (
        rival.known.name
        for rival in page.candidates[candidate.field]
        if rival.known is not None and rival.known.also and letters_of(rival.value) not in own
    )
    return max(rivals, default=0.0) or None
