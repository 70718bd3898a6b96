"""One side of a comparison: a version, a commit, a model, a set of options, or answers made earlier."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from paperformer.comparison.commit import resolve_commit
from paperformer.errors import InvalidConfig
from paperformer.extraction.model_folder import MANIFEST
from paperformer.extraction.options import ExtractorOptions

Kind = Literal["this", "install", "commit", "model", "answers"]
THIS: Final = "this"
OPTIONS: Final = ("model", "ocr", "ocr_engine", "einvoice", "min_confidence", "known_parties")
_CHOICES: Final = {"ocr": ("auto", "always", "never"), "einvoice": ("auto", "ignore", "only")}
_PATHS: Final = ("model", "known_parties")
_FORMS: Final = (
    "Give `this`, options (ocr=never), the Python or virtual environment of another install, a commit, a "
    "model folder, or a .jsonl file of answers"
)


@dataclass(frozen=True, slots=True)
class Side:
    """What answers on one side.

    Args:
        name: As the user wrote it.
        kind: What it is; a set of options alone is ``this``.
        python: The interpreter that reads.
        commit: The full hash, where it is a commit.
        clone: The clone that has the commit.
        answers: The file, where answers were made earlier.
        options: Arguments of ``Extractor``, beside the defaults.
    """

    name: str
    kind: Kind
    python: Path = Path(sys.executable)
    commit: str | None = None
    clone: Path = Path()
    answers: Path | None = None
    options: Mapping[str, str | float] = field(default_factory=dict)


def side_of(text: str, clone: Path) -> Side:
    """The side that a user names: ``WHAT``, ``OPTION=VALUE,...`` or ``WHAT,OPTION=VALUE,...``.

    Args:
        text: What the user wrote.
        clone: The git clone whose commits can be named.

    Raises:
        InvalidConfig: there is no such thing, or an option that cannot be.
    """
    if Path(text).exists():
        return _named(text, text, {}, clone)
    what, *rest = text.split(",")
    if "=" in what:
        what, rest = THIS, [what, *rest]
    return _named(text, what.strip(), _options(rest), clone)


def _named(name: str, what: str, options: dict[str, str | float], clone: Path) -> Side:
    path = Path(what)
    if what == THIS:
        return Side(name, "this", options=options)
    if path.suffix == ".jsonl" and path.is_file():
        if options:
            raise InvalidConfig(f"{name}: answers made earlier take no options", f"Give {what} alone")
        return Side(name, "answers", answers=path)
    if (path / MANIFEST).is_file():
        return Side(name, "model", options={**options, "model": str(path.resolve())})
    if (python := _python(path)) is not None:
        return Side(name, "install", python=python, options=options)
    if path.exists():
        raise InvalidConfig(f"{what} is neither a model folder nor an install nor a .jsonl file", _FORMS)
    commit = resolve_commit(what, clone)
    if commit is None:
        raise InvalidConfig(f"{what!r} is no path, and no commit of {clone.resolve()}", _FORMS)
    return Side(name, "commit", commit=commit, clone=clone, options=options)


def _python(path: Path) -> Path | None:
    """The interpreter at a path, or of the virtual environment there; links are kept, they mean something."""
    places = (path / "bin" / "python", path / "Scripts" / "python.exe")
    if path.is_file() and path.name.lower().startswith("python"):
        return path.absolute()
    return next((place.absolute() for place in places if place.is_file()), None)


def _options(items: list[str]) -> dict[str, str | float]:
    options: dict[str, str | float] = {}
    for item in items:
        name, equals, value = (part.strip() for part in item.partition("="))
        if name not in OPTIONS or not equals or not value:
            raise InvalidConfig(f"{item!r} is no option with a value", f"Options are {', '.join(OPTIONS)}")
        if value not in _CHOICES.get(name, (value,)):
            raise InvalidConfig(f"{name} is {value!r}", f"Give {', '.join(_CHOICES[name])}")
        if name in _PATHS and not Path(value).exists():
            raise InvalidConfig(f"{name}: {value} does not exist", "Check the path")
        options[name] = str(Path(value).resolve()) if name in _PATHS else value
    if "min_confidence" in options:
        options["min_confidence"] = _probability(str(options["min_confidence"]))
    return options


def _probability(text: str) -> float:
    try:
        probability = float(text)
    except ValueError as error:
        raise InvalidConfig(f"min_confidence is {text!r}", "Give a probability from 0 to 1") from error
    ExtractorOptions(min_confidence=probability)
    return probability
