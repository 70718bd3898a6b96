"""The journal of a watched folder gives back what was noted, whatever names the files have."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.service.journal import JOURNAL, Entry, Journal


@given(st.lists(st.text(alphabet=st.characters(blacklist_categories=("Cs",)), max_size=20), max_size=5))
def test_a_journal_gives_back_every_name(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    folder = tmp_path_factory.mktemp("answers")
    entries = [Entry(name, str(number), "answered", f"{name}.json") for number, name in enumerate(names)]
    with Journal(folder) as journal:
        for entry in entries:
            journal.add(entry)
    with Journal(folder) as journal:
        assert list(journal) == entries


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00\n", b"null\n", b"[" * 100_000 + b"\n", b"{}\n", b"\n"])
def test_a_damaged_line_of_the_journal_is_named(tmp_path: Path, damage: bytes) -> None:
    with Journal(tmp_path) as journal:
        journal.add(Entry("a.pdf", "0", "answered", "a.pdf.json"))
    with (tmp_path / JOURNAL).open("ab") as file:
        file.write(damage)
    with pytest.raises(
        InvalidConfig, match=r"line 2 is damaged\. Remove that line; its file is then read again"
    ):
        Journal(tmp_path)
