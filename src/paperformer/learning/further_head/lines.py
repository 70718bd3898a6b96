"""Lines of text as bills print them, in the scripts of the head, invented from lists of words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import yaml

from paperformer.documents.ocr.further_head import CHARACTERS, LETTERS

_CURRENCIES = (
    *(
        "֏",
        "AMD",
        "դր.",
        "₾",
        "GEL",
        "ლარი",
        "đ",
        "₫",
        "VNĐ",
        "VND",
        "лв",
        "лв.",
        "BGN",
        "ден",
        "ден.",
        "MKD",
    ),
    *("дин", "дин.", "RSD", "руб", "руб.", "р.", "₽", "RUB", "грн", "грн.", "₴", "UAH", "тг", "₸", "KZT"),
    *("€", "EUR", "с.", "KM"),
)
_MARKS = ("№", "No", "#", "*", "%", "-", "–", "/", ":", "x", "х", "=", "•", "|", "+")
_WORD = re.compile(r"[^\W\d_]{2}")
_UNITS = ("%", " x", "x", "х", "*", " %", " кг", " бр", " шт", " τμχ")
_WITHOUT_ACCENT = str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ")
_SIGNS = tuple("0123456789.,:;-/()%*#№\"'&@+=_!?«»„“”–")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What lines are made of.

    Args:
        words: Language -> its words, the most frequent ones first.
        captions: Language -> labels and captions as bills print them.
    """

    words: Mapping[str, Sequence[str]]
    captions: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, words: Mapping[str, Sequence[str]]) -> Vocabulary:
        """These words, with the captions that Paperformer's own rules know in their languages."""
        readable = {language: [word for word in known if is_drawn(word)] for language, known in words.items()}
        return cls(readable, {language: captions_of(language) for language in readable})

    def line(self, chance: random.Random) -> str:
        """One line in one language."""
        script = chance.choices(tuple(_SCRIPT_WEIGHTS), tuple(_SCRIPT_WEIGHTS.values()))[0]
        languages = [language for language in sorted(self.words) if script_of(language) == script]
        language = chance.choice(languages or sorted(self.words))
        kind = chance.choices(_KINDS, _KIND_WEIGHTS)[0]
        return " ".join(kind(self, language, chance).split())

    def word(self, language: str, chance: random.Random) -> str:
        """A word in one of the ways of writing it; frequent ones more often."""
        known = self.words[language]
        word = known[int(len(known) * chance.random() ** 2)]
        return chance.choice((str, capitals, str.capitalize))(word)


def capitals(text: str) -> str:
    """A text in capitals; Greek ones have no accents ("ΣΥΝΟΛΟ" of "σύνολο")."""
    return text.upper().translate(_WITHOUT_ACCENT)


def captions_of(language: str) -> list[str]:
    """All strings that the rules' lists of words give for a language, in their order."""
    found: dict[str, None] = {}
    for words in _words_of_rules():
        _collect(words, language, inside=False, found=found)
    return list(found)


def script_of(language: str) -> str:
    """The script that a language is written in."""
    return "cyrillic" if language in _CYRILLIC else _OTHERS.get(language, "latin")


def is_drawn(text: str) -> bool:
    """Whether all characters of a text are ones that the head writes."""
    return all(character in CHARACTERS or character == " " for character in text)


@cache
def _words_of_rules() -> Sequence[object]:
    return [yaml.safe_load(file.read_text("utf-8")) for file in _yaml_files(files("paperformer.fields"))]


def _yaml_files(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _yaml_files(entry)
        elif entry.name.endswith(".yaml"):
            found.append(entry)
    return found


def _collect(node: object, language: str, *, inside: bool, found: dict[str, None]) -> None:
    if isinstance(node, Mapping):
        for key, value in node.items():
            _collect(value, language, inside=inside or key == language, found=found)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for value in node:
            _collect(value, language, inside=inside, found=found)
    elif inside and isinstance(node, str):
        pieces = re.split(r"[|()\[\]?\\{}]", node)  # of a pattern, what it has in words
        found.update((piece.strip(), None) for piece in pieces if _WORD.search(piece) and is_drawn(piece))


def _words(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    case = chance.choice((str, str, capitals, str.lower))
    return case(" ".join(vocabulary.word(language, chance) for _ in range(chance.randint(1, 5))))


def _caption(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    captions = vocabulary.captions[language] or vocabulary.words[language]
    text = chance.choice(captions)
    text = chance.choice((text, capitals(text), text.capitalize()))
    return text + chance.choice(("", "", ":", ": ", ".")) + chance.choice(("", " " + _figure(chance)))


def _item(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    name = _words(vocabulary, language, chance)
    return f"{name} {_figure(chance)} {chance.choice(('', _figure(chance)))}"


def _mixed(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    parts = [vocabulary.word(language, chance) for _ in range(chance.randint(1, 3))]
    parts += [chance.choice(_MARKS), _figure(chance)]
    if chance.random() < 0.5:
        chance.shuffle(parts)
    quoted = chance.choice(("{}", "{}", "«{}»", '"{}"', "„{}“", "({})", "{},", "{}."))
    parts[0] = quoted.format(parts[0])
    return chance.choice((" ", " ", "")).join(parts)


def _abbreviations(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    parts = []
    for _ in range(chance.randint(1, 5)):
        word = vocabulary.word(language, chance)
        parts.append(word[: chance.randint(1, 4)] + chance.choice((".", "", ".", "-", "/")))
    return chance.choice((" ", "")).join(parts) + chance.choice(("", " " + _figure(chance)))


def _random_characters(vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    """Letters of the language in any order, so that no letter is known by its neighbours alone."""
    letters = [letter for word in chance.choices(vocabulary.words[language], k=6) for letter in word]
    chance.shuffle(letters)
    text = "".join(letters[: chance.randint(3, 14)])
    text = chance.choice((text, capitals(text), text.capitalize()))
    return "".join(letter + (chance.choice(_SIGNS) if chance.random() < 0.1 else "") for letter in text)


def _rare_letters(_vocabulary: Vocabulary, language: str, chance: random.Random) -> str:
    """Letters of the language's script, each as often as the others."""
    letters = LETTERS.get(script_of(language), LETTERS["latin"])
    return "".join(chance.choices(letters, k=chance.randint(3, 10)))


def _figures_only(_vocabulary: Vocabulary, _language: str, chance: random.Random) -> str:
    return " ".join(_figure(chance) for _ in range(chance.randint(1, 4)))


def _rule(_vocabulary: Vocabulary, _language: str, chance: random.Random) -> str:
    """A rule of signs, as tills print them between their blocks."""
    sign = chance.choice("-=*_.+~>#:")
    return sign * chance.randint(4, 24)


def _figure(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.5:
        whole = str(chance.randint(0, 10 ** chance.randint(1, 6)))
        separator = chance.choice((",", "."))
        amount = f"{whole}{separator}{chance.randint(0, 99):02}"
        return amount + chance.choice(("", "", " " + chance.choice(_CURRENCIES), chance.choice("АБВГДЕЖ*ΑΒ")))
    if kind < 0.7:
        point = chance.choice("./-")
        date = (f"{chance.randint(1, 28):02}", f"{chance.randint(1, 12):02}", str(chance.randint(2015, 2029)))
        return point.join(date) + chance.choice(
            ("", f" {chance.randint(0, 23):02}:{chance.randint(0, 59):02}")
        )
    if kind < 0.8:
        return chance.choice(("+", "", "№", "N", "#")) + str(chance.randint(1, 10 ** chance.randint(1, 13)))
    if kind < 0.9:
        return f"{chance.randint(1, 99)}{chance.choice(_UNITS)}"
    return chance.choice("ABCDEFGHKLMNPRSTUX") + str(chance.randint(1, 99999))


_CYRILLIC = frozenset({"be", "bg", "kk", "mk", "ru", "sr", "uk"})
_OTHERS = {"el": "greek", "hy": "armenian", "ka": "georgian", "vi": "vietnamese"}
_SCRIPT_WEIGHTS = {
    "cyrillic": 0.4,
    "greek": 0.2,
    "vietnamese": 0.12,
    "armenian": 0.08,
    "georgian": 0.08,
    "latin": 0.12,
}
_Kind = Callable[[Vocabulary, str, random.Random], str]
_WEIGHTS: dict[_Kind, float] = {
    _words: 0.22,
    _caption: 0.22,
    _item: 0.12,
    _mixed: 0.14,
    _abbreviations: 0.1,
    _random_characters: 0.1,
    _rare_letters: 0.04,
    _figures_only: 0.06,
    _rule: 0.04,
}
_KINDS = tuple(_WEIGHTS)
_KIND_WEIGHTS = tuple(_WEIGHTS.values())
