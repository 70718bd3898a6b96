"""The script that a text is written in, by its letters, and what it says of language and country."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

# Characters that China writes in their simplified form, and the forms that Hong Kong and Taiwan keep.
_SIMPLIFIED = frozenset(
    "单价总额实应时间号码员点买现书开发门区东华际业电话网务费币银数车线连长张马见页请您称级积"
)
_TRADITIONAL = frozenset(
    "單價總額實應時間號碼員點買現書開發門區東華際業電話網務費幣銀數車線連長張馬見頁請稱級積滿雲據"
)
_LEAST = 2  # different characters that tell the two apart: one may be a slip of the OCR
_LEAST_LETTERS = 6  # of a script, for one may be a sign (µ, Ω), or a slip
_LEAST_DIFFERENT = 3
_LEAST_HARD = 2  # hard signs from which a text may be Bulgarian: Russian has one in two thousand letters
_MUCH = 200  # letters among which Russian would have an "ы"
_LEAST_SHARE = 0.1  # of all letters: an OCR program that knows many scripts sees some of each in any text
# As many letters of an alphabet say what one sign of these does.
_WORTH = {"han": 2, "simplified": 2, "traditional": 2, "kana": 2, "hangul": 2}

_RUNS = {
    "han": re.compile("[\u3400-\u9fff]"),
    "kana": re.compile("[\u3041-\u3096\u30a1-\u30fa]"),
    "hangul": re.compile("[\uac00-\ud7a3]"),
    "greek": re.compile("[\u0386-\u03ce]"),
    "cyrillic": re.compile("[\u0400-\u04ff]"),
    "thai": re.compile("[\u0e01-\u0e3a]"),
    "hebrew": re.compile("[\u05d0-\u05ea]"),
    "arabic": re.compile("[\u0620-\u064a]"),
}
# Script -> language and countries (those of one script share its evidence).
_TOLD: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "kana": ("ja", ("JP",)),
    "hangul": ("ko", ("KR",)),
    "greek": ("el", ("GR", "CY")),
    "ukrainian": ("uk", ("UA",)),
    "bulgarian": ("bg", ("BG",)),
    "kazakh": ("kk", ("KZ",)),
    "belarusian": ("be", ("BY",)),
    "macedonian": ("mk", ("MK",)),
    "serbian": ("sr", ("RS", "BA", "ME")),
    "cyrillic": ("ru", ("RU", "BG", "RS", "MK", "UA")),
    "thai": ("th", ("TH",)),
    "hebrew": ("he", ("IL",)),
    "arabic": ("ar", ("SA", "AE", "EG")),
    "simplified": ("zh", ("CN",)),
    "traditional": ("zh", ("HK", "TW", "MO")),
    "han": ("zh", ("CN", "HK", "TW", "SG")),
}


# Letters of one language, or of few, in the order in which they are asked for where equally many are there.
_CYRILLIC_LETTERS = {
    "kazakh": "әғқңөұүһ",
    "south slavic": "љњџј",
    "serbian": "ђћ",
    "macedonian": "ѓќѕ",
    "ukrainian": "іїєґ",
    "belarusian": "ў",
}


def scripts_in(text: str) -> dict[str, int]:
    """Scripts other than the Latin in ``text``, and how many letters of each.

    Chinese is ``simplified`` or ``traditional`` where its characters tell, else ``han``; with kana it is
    Japanese, and counts as ``kana``.
    Few letters, a small part of all, or one again and again, are none: OCR sees such in scratches.
    """
    if text.isascii():
        return {}
    found: dict[str, int] = {}
    for script, letters in _RUNS.items():
        seen = letters.findall(text)
        if len(seen) >= _LEAST_LETTERS and len(set(seen)) >= _LEAST_DIFFERENT:
            found[_variant(script, seen)] = len(seen)
    if "kana" in found:
        for chinese in ("han", "simplified", "traditional"):
            found["kana"] += found.pop(chinese, 0)
    least = _LEAST_SHARE * sum(map(str.isalpha, text)) if found else 0.0
    return {script: count for script, count in found.items() if count * _WORTH.get(script, 1) >= least}


def language_of(script: str) -> str:
    """The ISO 639-1 code of the language that is likeliest in ``script``."""
    return _TOLD[script][0]


def countries_of(script: str) -> tuple[str, ...]:
    """The countries where most documents in ``script`` come from, the likeliest first."""
    return _TOLD[script][1]


def _variant(script: str, letters: Sequence[str]) -> str:
    seen = frozenset(letters)
    if script == "cyrillic":
        return _cyrillic(letters)
    if script != "han":
        return script
    simplified, traditional = len(seen & _SIMPLIFIED), len(seen & _TRADITIONAL)
    if max(simplified, traditional) < _LEAST or simplified == traditional:
        return "han"
    return "simplified" if simplified > traditional else "traditional"


def _cyrillic(letters: Sequence[str]) -> str:
    """The variant whose own letters are most; Serbian and Macedonian have most of theirs in common."""
    counts = Counter(map(str.lower, letters))
    own = {name: sum(counts[letter] for letter in theirs) for name, theirs in _CYRILLIC_LETTERS.items()}
    best = max(own, key=lambda name: own[name])
    if not own[best]:
        return "bulgarian" if _is_bulgarian(counts) else "cyrillic"
    if best in {"south slavic", "serbian", "macedonian"}:
        return "macedonian" if own["macedonian"] > own["serbian"] else "serbian"
    if best == "ukrainian" and own["belarusian"] and not counts["ї"] + counts["є"]:
        return "belarusian"
    return best


def _is_bulgarian(counts: Counter[str]) -> bool:
    """Whether there is no vowel that only Russian has, but Bulgarian's hard sign, or much text."""
    return not any(counts[letter] for letter in "ыэё") and (
        counts["ъ"] >= _LEAST_HARD or counts.total() >= _MUCH
    )
