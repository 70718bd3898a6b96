"""What the confirmed pages of a supplier say about a candidate on another page of the same supplier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperformer.evidence.candidate import Candidate
from paperformer.fields.standing import Standing, fingerprint, form_of
from paperformer.fields.tables.confirmed import ConfirmedTable
from paperformer.fields.values.plain import letters_of
from paperformer.fields.values.value_types import types_where

_EXACT = types_where(lambda value_type: value_type.compared != "content")
_ALIKE = 0.6  # likeness from which on a value stands as on a confirmed page


@dataclass(frozen=True, slots=True)
class ConfirmedPage:
    """A document of which somebody confirmed the values.

    Args:
        fields: By field how each print of its value stands; nothing where the document lacks the field.
        table: The columns of its lines; None where no lines were confirmed.
    """

    fields: Mapping[str, Sequence[Standing]]
    table: ConfirmedTable | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far confirmed pages agree with a candidate.

    Args:
        pages: Confirmed pages that have the field.
        lacking: Confirmed pages that lack it.
        alike: Pages of ``pages`` on which it stands as the candidate does.
        likeness: Sum of how far it does, over all pages.
        form: 1 if it is written in the same form there, -1 if in another one, 0 if forms do not tell.
        same_value: Pages of ``pages`` on which its value is the candidate's.
    """

    pages: int
    lacking: int
    alike: int = 0
    likeness: float = 0.0
    form: float = 0.0
    same_value: int = 0


@dataclass(frozen=True)
class Remembered:
    """The confirmed pages of the supplier of a document.

    Args:
        pages: The confirmed pages that look like this document.
    """

    pages: Sequence[ConfirmedPage]

    def standings(self, field: str) -> list[Standing]:
        """How each print of a field stands on all pages."""
        return [standing for page in self.pages for standing in page.fields.get(field, ())]

    @property
    def tables(self) -> list[ConfirmedTable]:
        """The tables of lines of all pages that have one."""
        return [page.table for page in self.pages if page.table is not None]

    def support(self, field: str, own: Standing) -> float:
        """On which share of the pages that know a field it stands as ``own`` does, or has its value."""
        known = [page.fields[field] for page in self.pages if field in page.fields]
        agreeing = [
            prints
            for prints in known
            if any(
                own.likeness(standing) >= _ALIKE or (own.value and own.value == standing.value)
                for standing in prints
            )
        ]
        return len(agreeing) / max(1, len(known))

    def agreement(self, candidate: Candidate, own: Standing) -> Agreement:
        """What the pages say of a candidate.

        Args:
            candidate: Of the document.
            own: How it stands.
        """
        known = [page.fields[candidate.field] for page in self.pages if candidate.field in page.fields]
        having = [prints for prints in known if prints]
        value = value_key(candidate.type, candidate.value)
        best = [max(prints, key=own.likeness) for prints in having]
        alike = [standing for standing in best if own.likeness(standing) >= _ALIKE]
        return Agreement(
            len(having),
            len(known) - len(having),
            len(alike),
            sum(own.likeness(standing) for standing in alike),
            _form(form_of(candidate.type, candidate.text, candidate.value), alike),
            sum(any(standing.value == value for standing in prints) for prints in having),
        )


def _form(own: str, alike: Sequence[Standing]) -> float:
    their_forms = [standing.form for standing in alike if standing.form]
    if not own or not their_forms:
        return 0.0
    return 2.0 * sum(form == own for form in their_forms) / len(their_forms) - 1.0


@lru_cache(maxsize=8192)
def value_key(type_: str, value: str) -> int:
    """The fingerprint of a value: spelling, spaces and punctuation of texts do not count."""
    text = value if type_ in _EXACT else letters_of(value)
    return fingerprint(f"{type_}\n{text}")
