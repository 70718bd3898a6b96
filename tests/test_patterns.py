"""Regular expressions mean the same in every Python that is supported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "paperformer"
POSSESSIVE_GROUP = re.compile(r"(?<!\()\)(?:[*+?]|\{+[0-9]*,?[0-9]*\}+)\+|\(\?>")


def texts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_group_is_possessive_or_atomic() -> None:
    """Before Python 3.11.5 these match wrongly where the group backtracks (CPython's issue 106052)."""
    found = {
        str(path.relative_to(SOURCE)): text
        for path in sorted(SOURCE.rglob("*.py"))
        for text in texts(path)
        if POSSESSIVE_GROUP.search(text)
    }
    assert found == {}


@pytest.mark.parametrize("text", ["(?:a|b)*+", "(?: ?[0-9]){1,19}+", "(?>ab)", "(a)?+", "(?:a){2}+b"])
def test_possessive_groups_are_noticed(text: str) -> None:
    assert POSSESSIVE_GROUP.search(text)


@pytest.mark.parametrize("text", ["[0-9]++", "a{1,3}+", "(?:ab)+", "(a)(b)*", "f(x) + 1"])
def test_other_quantifiers_are_not(text: str) -> None:
    assert not POSSESSIVE_GROUP.search(text)
