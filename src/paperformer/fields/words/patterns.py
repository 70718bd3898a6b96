"""Regular expressions from the entries of a file of words.

The notation of an entry, for people who speak its language rather than that of regular expressions:

    (on|at)    one of these; (on|at)? one of them or nothing
    [eé]       one of these letters; é? that letter or nothing
    word*      the word with any ending
    #          a figure; #{2,4} two to four of them
    a ... b    other words of the sentence, or none, between the two
    a <80> b   at most so many other characters between two words
    a<6>b      the same, wherever a and b begin and end
    ~word      its case does not count where case counts otherwise
    \\.         a mark that has a meaning above, as itself

All other characters are themselves, a full stop too.
"""

from __future__ import annotations

import re
from functools import cache

from paperformer.errors import InvalidConfig
from paperformer.fields.words.load import all_words

_MARKS = re.compile(
    r" (?P<dots>\.\.\.) | <(?P<wide>[0-9]+)> |<(?P<near>[0-9]+)>|(?P<group>\()|(?P<class>\[[^\]]+\])"
    r"|(?P<count>\{[0-9,]+\})|(?P<ending>\*)|(?P<figure>#)|~(?P<folded>[^\s~|()]+(?: ~[^\s~|()]+)*)"
    r"|\\(?P<mark>.)|(?P<plain>[.+^$\]{}])"
)
_MEANINGS = {"group": "(?:", "figure": "[0-9]"}


@cache
def pattern(
    subject: str, group: str, around: str = r"\b(?:{})\b", between: str = "", flags: int = re.IGNORECASE
) -> re.Pattern[str]:
    """A pattern that one of the entries of a group matches, of whatever language.

    Args:
        subject: The file, without its extension.
        group: In the file.
        around: What stands around the entries, which take the place of ``{}``.
        between: What ``...`` stands for: the pattern of words, each with a space behind it.
        flags: Of the pattern.

    Raises:
        InvalidConfig: when the file is not of the form that it describes, or an entry cannot be read.
    """
    try:
        return re.compile(around.replace("{}", alternatives(subject, group, between)), flags)
    except re.error:
        for entry in all_words(subject, group):
            check(entry, f"{subject}.yaml: {group}")
        raise


@cache
def alternatives(subject: str, group: str, between: str = "", ending: str = r"\w*") -> str:
    """The source of a regular expression that one of all entries of a group matches, in the file's order.

    Args:
        subject: The file, without its extension.
        group: In the file.
        between: What ``...`` stands for.
        ending: What ``*`` stands for.
    """
    return source_of("|".join(all_words(subject, group)), between, ending)


def source_of(entry: str, between: str = "", ending: str = r"\w*") -> str:
    """The source of the regular expression that an entry, or several with ``|`` between, stand for.

    Args:
        entry: In the notation of this module.
        between: What ``...`` stands for.
        ending: What ``*`` stands for.
    """
    return _MARKS.sub(lambda mark: _source(mark, between, ending), entry)


def check(entry: str, where: str) -> None:
    """Whether an entry can be read.

    Raises:
        InvalidConfig: when it cannot: a bracket is open, or a mark stands where it means nothing.
    """
    try:
        re.compile(source_of(entry))
    except re.error as error:
        wrong = f"{where}: {entry!r} cannot be read ({error.msg})"
        raise InvalidConfig(wrong, "Close its brackets") from None


def _source(mark: re.Match[str], between: str, ending: str) -> str:
    found = mark.lastgroup or ""
    if found == "dots":
        return f" {between}"
    if found == "wide":
        return rf"\b.{{0,{mark['wide']}}}\b"
    if found == "near":
        return f".{{0,{mark['near']}}}"
    if found == "folded":
        return f"(?i:{source_of(mark['folded'].replace('~', ''), between, ending)})"
    if found in ("mark", "plain"):
        return f"\\{mark[found]}"
    return ending if found == "ending" else _MEANINGS.get(found) or mark[0]
