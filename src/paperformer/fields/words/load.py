"""Reads the word files of this folder; each is parsed when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from paperformer.errors import InvalidConfig

Words = tuple[str, ...]


@cache
def months() -> Mapping[str, tuple[Words, ...]]:
    """Language -> the twelve months, each with all its forms."""
    return {
        language: tuple(tuple(forms.split()) for forms in _texts("months", language, those))
        for language, those in _content("months").items()
    }


@cache
def language_words() -> Mapping[str, Words]:
    """Language -> words by which it is recognised."""
    return {language: tuple(one["words"].split()) for language, one in _content("languages").items()}


@cache
def language_letters() -> Mapping[str, str]:
    """Language -> letters that few others have."""
    return {language: one["letters"] for language, one in _content("languages").items() if "letters" in one}


@cache
def country_names() -> Mapping[str, Words]:
    """ISO 3166 code -> names of the country."""
    return {code: _texts("countries", code, names) for code, names in _content("countries").items()}


@cache
def phrases(subject: str) -> Mapping[str, Words]:
    """Value -> its names in all languages, each once: ``document_types``, ``payment_methods``."""
    table = {}
    for value, by_language in _content(subject).items():
        those = [
            one
            for language, found in by_language.items()
            for one in _texts(subject, f"{value}, {language}", found)
        ]
        table[value] = tuple(dict.fromkeys(those))
    return table


@cache
def till_phrases() -> frozenset[str]:
    """What only tills print, in all languages; parts of words end in ``*``."""
    return frozenset(
        phrase for language, found in _content("till").items() for phrase in _texts("till", language, found)
    )


def _texts(subject: str, where: str, value: object) -> Words:
    """A list of texts.

    Raises:
        InvalidConfig: it is none: YAML takes a bare ``no`` or ``1`` for something else.
    """
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InvalidConfig(
            f"words/{subject}.yaml: {where} is no list of texts", "Put words like no in quotes"
        )
    return tuple(value)


def _content(subject: str) -> Mapping[str, Any]:
    """The mapping that a file holds.

    Raises:
        InvalidConfig: it holds something else.
    """
    import yaml  # slow to import, and each file is read once

    text = files("paperformer.fields.words").joinpath(f"{subject}.yaml").read_text(encoding="utf-8")
    content = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InvalidConfig(f"words/{subject}.yaml is no mapping of texts", "Put keys like no in quotes")
    return content
