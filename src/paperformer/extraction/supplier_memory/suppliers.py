"""Suppliers of a memory, ranked by the keys of a document."""

from __future__ import annotations

import sqlite3

from paperformer.extraction.supplier_memory.identity import TELLS, Keys

_AT_ONCE = 500  # keys of one question
_LEAST_SCORE = 0.15  # of a supplier that is looked at
_SHARED = 8  # suppliers that have a key in common; one that more of them have names none


def supplier_of(connection: sqlite3.Connection, keys: Keys) -> int | None:
    """The supplier that a document belongs to; None where it is a new one.

    Firms that use one invoicing program look alike: the look counts only where number and name are lacking.
    """
    named = {key: kind for key, kind in keys.items() if kind != "look"}
    return next((supplier for supplier, _ in scores_of(connection, named or keys)), None)


def scores_of(connection: sqlite3.Connection, keys: Keys) -> list[tuple[int, float]]:
    """Suppliers that keys speak for, the likeliest first.

    A key speaks for a supplier by the share of its documents that have it; one that several suppliers have
    speaks for none of them much.
    """
    found: dict[int, dict[int, int]] = {}
    listed = list(keys)
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        counted = connection.execute(
            "SELECT key, supplier, COUNT(*) FROM keys JOIN pages ON pages.id = keys.page"
            f" WHERE key IN ({','.join('?' * len(some))}) GROUP BY key, supplier",
            some,
        )
        for key, supplier, count in counted:
            found.setdefault(key, {})[supplier] = count
    found = {key: counts for key, counts in found.items() if len(counts) <= _SHARED}
    suppliers = {supplier for counts in found.values() for supplier in counts}
    sized = "SELECT COUNT(*) FROM pages WHERE supplier = ?"
    sizes = {supplier: connection.execute(sized, [supplier]).fetchone()[0] for supplier in suppliers}
    says_of: dict[int, dict[str, float]] = {supplier: {} for supplier in suppliers}
    for key, counts in found.items():
        kind = keys[key]
        for supplier, count in counts.items():
            says = TELLS[kind] * count / sizes[supplier] / len(counts)
            says_of[supplier][kind] = max(says_of[supplier].get(kind, 0.0), says)
    ranked = [(supplier, sum(says.values())) for supplier, says in says_of.items()]
    return sorted(
        (entry for entry in ranked if entry[1] >= _LEAST_SCORE), key=lambda entry: (-entry[1], entry[0])
    )
