"""What the labels and words of a language lack, beside those of English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from paperformer.fields.words.load import packaged_yaml

_LABELS, _WORDS = "fields/page/labels.yaml", "fields/words"
_EXAMPLE = 48  # characters


class MissingWords(NamedTuple):
    """A group of labels or words that has none of the language.

    Args:
        file: Below ``src/paperformer``.
        group: In the file.
        example: What English has there.
    """

    file: str
    group: str
    example: str


def missing_words(language: str) -> list[MissingWords]:
    """The groups that have words of English and none of ``language``, in the order of the files.

    Args:
        language: By ISO 639-1: ``is``. Norwegian is ``nb``.
    """
    return [
        MissingWords(file, group, _example(by_language["en"]))
        for file, group, by_language in _groups()
        if "en" in by_language and language not in by_language
    ]


def _groups() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    labels = packaged_yaml("paperformer.fields.page", "labels.yaml")
    for section, content in labels.items():
        if section in ("labels", "parties"):
            yield from ((_LABELS, name, by_language) for name, by_language in content.items())
        else:
            yield _LABELS, section, content
    for entry in sorted(files("paperformer.fields.words").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            content = packaged_yaml("paperformer.fields.words", entry.name)
            for group, by_code in content.items():
                yield f"{_WORDS}/{entry.name}", group, {str(code): words for code, words in by_code.items()}


def _example(words: object) -> str:
    first = words[0] if isinstance(words, list) else str(words).split("\n")[0].split(", ")[0]
    return str(first)[:_EXAMPLE]
