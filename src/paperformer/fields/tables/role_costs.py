"""How badly a piece fits what a column may hold, by its kind: a name among sums, a rate among names."""

from __future__ import annotations

import re

from paperformer.fields.tables.cell_texts import is_unit
from paperformer.fields.tables.piece import Piece

_RATES = frozenset({"vat_rate", "discount"})
_NEVER = 50.0
_LONGEST_UNIT = 10
_ARTICLE = 6  # digits from which a whole number is no rate; 15000 may be a discount in dong or yen
_NUMBERED = re.compile(r"[0-9A-Z][0-9A-Za-z./_-]{0,13}")
_OTHER = 0.1  # of anything under a caption that nobody knows


def kind_cost(roles: frozenset[str], piece: Piece) -> float:
    """How badly the kind of ``piece`` fits the likeliest of ``roles``."""
    return min([_role_cost(role, piece) for role in roles])


def _role_cost(role: str, piece: Piece) -> float:
    if role == "other":
        return _OTHER if not piece.unit else 3 * _OTHER
    if piece.kind == "text":
        return _text_cost(role, piece.text)
    if piece.kind == "times":
        return _NEVER
    if piece.kind == "percent":
        return 0.0 if role in _RATES else 1.5 if role == "description" else 2.5
    if role == "description":
        return 1.4
    if role in _RATES and len(piece.text) >= _ARTICLE and piece.text.isdigit():
        return 3.0
    if role in _RATES and piece.strong:
        return 0.6
    if role == "code":
        return 0.2 if not piece.strong else 1.8
    if role == "position":
        return 0.0 if piece.text.isdigit() and len(piece.text) <= 4 else 3.0
    return 3.0 if role == "unit" else 0.0


def _text_cost(role: str, text: str) -> float:
    if role == "description":
        return 0.0
    if role == "code":
        return 0.0 if any(c.isdigit() for c in text) and len(text.split()) <= 3 else 0.9
    if role == "unit":
        return 0.1 if len(text) <= _LONGEST_UNIT else 2.5
    if role == "position":
        return 0.3 if _NUMBERED.fullmatch(text) and any(c.isdigit() for c in text) else 5.0
    if role == "quantity" and is_unit(text):
        return 0.5  # below the number
    return 6.0 if role != "vat_rate" or len(text) > 3 else 1.0
