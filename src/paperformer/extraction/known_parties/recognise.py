"""All that a list of known parties does for a document: who is on it, and whether the account is theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from paperformer.documents.model import Word
from paperformer.extraction.known_parties.accounts import other_accounts
from paperformer.extraction.known_parties.file import read_known_parties
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.printed import PartyIndex
from paperformer.extraction.known_parties.propose import known_candidates
from paperformer.extraction.result import Candidate
from paperformer.fields.scored import Candidates, Scored


class KnownParties:
    """A list of parties, ready to be recognised; an empty one changes nothing.

    Args:
        parties: The list, or its file, or None.

    Raises:
        InvalidConfig: the file cannot be read, or a line is not in the format.
    """

    def __init__(self, parties: str | Path | Sequence[KnownParty] | None) -> None:
        if isinstance(parties, str | Path):
            parties = read_known_parties(Path(parties))
        self._index = PartyIndex(parties or ())

    @property
    def parties(self) -> tuple[KnownParty, ...]:
        """Who is on the list."""
        return tuple(self._index.parties)

    def candidates(
        self, proposed: Candidates, words: Sequence[Word], fields: Collection[str]
    ) -> Iterator[Scored]:
        """What known parties propose for ``fields``; see ``propose``."""
        return known_candidates(proposed, self._index.sightings(words, proposed), words, fields)

    def warnings(self, answer: Mapping[str, Sequence[Candidate]]) -> list[str]:
        """What to ask a known supplier before it is paid; see ``accounts``."""
        return other_accounts(answer, self._index.parties)


NOBODY: Final = KnownParties(None)
