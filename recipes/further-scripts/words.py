"""Lists of words by language for the training of the head for further scripts (needs wordfreq and Faker).

``recipes/further-scripts/train.sh`` installs both and writes the lists into a folder.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from wordfreq import top_n_list

from paperformer.learning.further_head.lines import captions_of

MOST = 40_000
SCRIPTS = {"ru": "CYRILLIC", "uk": "CYRILLIC", "bg": "CYRILLIC", "mk": "CYRILLIC", "el": "GREEK"}
LATIN = ("en", "de", "ro", "tr", "es", "vi")
FAKER = {"hy": ("hy_AM", "[ա-ևԱ-Ֆ]{2,}"), "ka": ("ka_GE", "[ა-ჰ]{2,}")}  # wordfreq has neither
SERBIAN = {"dž": "џ", "lj": "љ", "nj": "њ"} | dict(
    zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True)
)


def main() -> None:
    """Write a file for each language."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for language in (*SCRIPTS, *LATIN):
        write(folder, language, frequent(language, SCRIPTS.get(language, "LATIN")))
    croatian = frequent("sh", "LATIN")
    write(folder, "hr", croatian)
    write(folder, "sr", [word for word in map(in_cyrillic, croatian) if is_in(word, "CYRILLIC")])
    write(
        folder,
        "kk",
        sorted({word for text in captions_of("kk") for word in re.findall(r"[^\W\d_]{2,}", text)}),
    )
    for language, (locale, pattern) in FAKER.items():
        write(folder, language, in_faker(locale, pattern))


def frequent(language: str, script: str) -> list[str]:
    """The most frequent words of a language in its script."""
    words = [word for word in top_n_list(language, 60_000) if len(word) > 1 and is_in(word, script)]
    if language == "el":  # wordfreq folds final sigma
        words = [word[:-1] + "ς" if word.endswith("σ") else word for word in words]
    return words[:MOST]


def is_in(word: str, script: str) -> bool:
    """Whether all letters of a word are of a script."""
    return {unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha()} == {script}


def in_cyrillic(word: str) -> str:
    """A Serbian word in Latin letters as it is written in Cyrillic ones."""
    for latin, cyrillic in SERBIAN.items():
        word = word.replace(latin, cyrillic)
    return word


def in_faker(locale: str, pattern: str) -> list[str]:
    """The names, streets, trades and words that Faker has for a country."""
    spec = find_spec("faker.providers")
    if spec is None or spec.submodule_search_locations is None:
        raise SystemExit("Faker is missing: pip install Faker")
    sources = sorted(Path(spec.submodule_search_locations[0]).glob(f"*/{locale}/*.py"))
    found = (word.lower() for source in sources for word in re.findall(pattern, source.read_text("utf-8")))
    return list(dict.fromkeys(found))


def write(folder: Path, language: str, words: Iterable[str]) -> None:
    """One word a line."""
    (folder / f"{language}.txt").write_text("\n".join(words) + "\n", "utf-8")


if __name__ == "__main__":
    main()
