"""The numbers of a document are different ones, and an account is of its bank."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from paperformer.extraction.relations.relation import Choice, Facts, Relation, Seen, apart, whether

SAYS = {
    "bank_of_account": "IBAN and BIC are of one country (ISO 13616, ISO 9362)",
    "numbers_apart": "each number has a print of its own",
}
_NUMBERS = tuple(f"{name}_number" for name in ("document", "order", "receiver_order", "customer", "contract"))


def _bank_of_account(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
    iban, bic = chosen
    return () if iban is None or bic is None else whether("bank_of_account", iban.value[:2] == bic.value[4:6])


ACCOUNTS = (Relation(("iban", "bic"), _bank_of_account),)
NUMBERS = tuple(
    apart("numbers_apart", pair)
    for pair in [*combinations(_NUMBERS, 2), ("customer_number", "bank_account_number")]
)
