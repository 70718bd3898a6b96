"""Regular expressions from the entries of a file of words.

The notation of an entry, for people who speak its language rather than that of regular expressions:

    (on|at)    one of these; (on|at)? one of them or nothing
    [eé]       one of these letters; é? that letter or nothing; [^:] any character but these
    word*      the word with any ending, or none; word+ with an ending
    #          a figure; #{2,4} two to four of them, [a-z]{1,} one letter or more
    a ... b    other words of the sentence, or none, between the two
    a<80>b     at most so many characters of any kind between the two; a<4,80>b at least four
    _word      the word does not begin in the middle of another one; word_ nor end there
    ~(word)    its case does not count where case counts otherwise
    (not after a )b, (only after a )b    what must not, or must, stand before it
    a(not before  b), a(only before  b)  what must not, or must, stand behind it
    \\+         a mark that has a meaning above, as itself

A comma with a space behind it parts two entries; within one write the space as [ ]. All other characters are
themselves, a full stop too.
"""

from __future__ import annotations

import re
from functools import cache

from paperformer.errors import InvalidConfig
from paperformer.fields.words.load import all_words

# Every branch begins with a character as it is: most of an entry is then passed over at once.
_MARKS = re.compile(
    r"~\(|\((?:not after |only after |not before |only before )?|\[[^\]]+\]|<[0-9]+(?:,[0-9]+)?>"
    r"|\{[0-9]*,?[0-9]*\}|\*|\+|#|_|\\.|\.|\^|\$|\]|\}"
)
_MEANINGS = {
    "(": "(?:", "~(": "(?i:", "+": r"\w+", "#": "[0-9]", "_": r"\b", ".": r"\.",
    "(not after ": "(?<!", "(only after ": "(?<=", "(not before ": "(?!", "(only before ": "(?=",
}  # fmt: skip
_DOTS = r" \.\.\. "


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
    source = _MARKS.sub(lambda mark: _MEANINGS.get(mark[0]) or _source(mark[0], ending), entry)
    return source.replace(_DOTS, f" {between}") if between else source


def whole(entry: str) -> str:
    """The source for an entry that is a whole word or several; not on a side that has ``*`` or a sign."""
    begin = "" if not (entry[0].isalnum() or entry[0] in "([~#") else r"\b"
    end = "" if not (entry[-1].isalnum() or entry[-1] in "?)]}#") else r"\b"
    return f"{begin}{source_of(entry, ending='')}{end}"


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


def _source(mark: str, ending: str) -> str:
    match mark[0]:
        case "[" | "{" | "\\":
            return mark
        case "<":
            return f".{{{mark[1:-1] if ',' in mark else '0,' + mark[1:-1]}}}"
        case "*":
            return ending
        case _:
            return f"\\{mark}"
